//! Work that waits in the queues of a device, and whose turn it is.

use crate::driver::Queue;
use core::ffi::CStr;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::VecDeque;
use std::sync::Arc;

/// Whether an event has come.
pub(super) type Come = Arc<AtomicBool>;

/// Work that is queued.
#[derive(Debug)]
pub(super) enum Operation {
    /// Words of an allocation are there, of no stated value.
    Allocate {
        address: u64,
        words: usize,
    },
    Free {
        address: u64,
        words: usize,
    },
    Zero {
        address: u64,
        words: usize,
    },
    Copy {
        from: u64,
        to: u64,
        words: usize,
    },
    Launch {
        kernel: &'static CStr,
        grid: (u32, u32),
        shared: u32,
        arguments: Vec<Vec<u64>>,
    },
    Mark(Come),
    Wait(Come),
}

impl Operation {
    /// Whether one of its addresses is in a range of words.
    fn uses(&self, start: u64, words: usize) -> bool {
        let range = start..start + 8 * words as u64;
        match self {
            Self::Zero { address, .. } => range.contains(address),
            Self::Copy { from, to, .. } => range.contains(from) || range.contains(to),
            Self::Launch { arguments, .. } => arguments.iter().flatten().any(|word| range.contains(word)),
            Self::Allocate { .. } | Self::Free { .. } | Self::Mark(_) | Self::Wait(_) => false,
        }
    }
}

/// Queues by precedence.
const ORDERS: [[Queue; 3]; 6] = {
    use Queue::{Compute, Inward, Outward};
    [
        [Compute, Inward, Outward],
        [Compute, Outward, Inward],
        [Inward, Compute, Outward],
        [Inward, Outward, Compute],
        [Outward, Compute, Inward],
        [Outward, Inward, Compute],
    ]
};

/// Work in the queues, each in its order.
#[derive(Debug)]
pub(super) struct Queues {
    waiting: [VecDeque<Operation>; 3],
    /// [`super::Emulation::turns`]
    turns: u64,
    random: u64,
}

impl Queues {
    pub(super) fn new(turns: u64) -> Self {
        Self { waiting: Default::default(), turns, random: turns }
    }

    pub(super) fn push(&mut self, queue: Queue, operation: Operation) {
        self.waiting[queue as usize].push_back(operation);
    }

    pub(super) fn is_empty(&self, queue: Queue) -> bool {
        self.waiting[queue as usize].is_empty()
    }

    /// Whether work that waits has an address in a range of words.
    pub(super) fn use_any_of(&self, start: u64, words: usize) -> bool {
        self.waiting.iter().flatten().any(|operation| operation.uses(start, words))
    }

    /// Operations that are done before anybody waits.
    pub(super) fn at_once(&mut self) -> u64 {
        if self.turns < ORDERS.len() as u64 { 0 } else { self.below(3) }
    }

    /// The next operation of the queue whose turn it is; none where all wait, or are empty.
    pub(super) fn next(&mut self) -> Option<Operation> {
        let may = |queue: &Queue| match self.waiting[*queue as usize].front() {
            None => false,
            Some(Operation::Wait(come)) => come.load(Ordering::Relaxed),
            Some(_) => true,
        };
        let order = ORDERS.get(self.turns as usize).unwrap_or(&ORDERS[0]);
        let ready: Vec<Queue> = order.iter().copied().filter(may).collect();
        let turn = if self.turns < ORDERS.len() as u64 { 0 } else { self.below(ready.len().max(1) as u64) };
        ready.get(turn as usize).and_then(|queue| self.waiting[*queue as usize].pop_front())
    }

    /// A number of a congruential generator (D. Knuth), by its upper bits.
    fn below(&mut self, n: u64) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) % n
    }
}
