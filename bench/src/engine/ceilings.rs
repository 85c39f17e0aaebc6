//! How much a device does at most: instructions of one kind, copies, and launches of nothing.

use super::case::Outcome;
use super::rows::Place;
use crate::ntt::protocol::middle;
use crate::rng;
use papilio_cuda::ceilings::{Chains, Course, DeviceCopies, HostCopies, Instruction, RecordedLaunches, launch_nothing};
use papilio_cuda::{DeviceInfo, Gpu};
use rand_core::Rng;
use serde::Serialize;
use std::time::Instant;

/// The name of the operation.
pub const NAME: &str = "ceilings";

/// A ceiling.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ceiling {
    /// [`NAME`]
    pub operation: &'static str,
    /// The name of the ceiling.
    pub ceiling: &'static str,
    /// The device.
    pub engine: Place,
    /// Median time of a call; none on a device that does not exist.
    pub microseconds: Option<f64>,
    /// The kind of what a call has: instructions, bytes that are read or written, or launches.
    pub unit: &'static str,
    /// How many of them.
    pub count: u64,
    /// Billions of them in a second: for bytes, gigabytes.
    pub billions_per_second: Option<f64>,
    /// Instructions of a multiprocessor in a cycle of the greatest clock.
    pub per_cycle: Option<f64>,
    /// Whether the words are those of the definition.
    pub correct: bool,
}

impl Ceiling {
    /// The row of a call on a device. Times of a device that does not exist are those of the host,
    /// and wrong words have no rate.
    #[must_use]
    pub fn of(info: &DeviceInfo, ceiling: &'static str, measured: Measured) -> Self {
        let Measured { unit, count, microseconds, correct } = measured;
        let rate = Some(count as f64 / microseconds / 1e3).filter(|_| !info.emulated && correct);
        let cycles = f64::from(info.multiprocessors) * f64::from(info.clock_khz) / 1e6;
        Self {
            operation: NAME,
            ceiling,
            engine: if info.emulated { Place::Emulated } else { Place::Cuda },
            microseconds: Some(microseconds).filter(|_| !info.emulated),
            unit,
            count,
            billions_per_second: rate,
            per_cycle: rate.filter(|_| unit == "instructions" && cycles > 0.0).map(|rate| rate / cycles),
            correct,
        }
    }

    /// The name of the case, for what is said of a wrong one.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} of {}", self.ceiling, self.operation)
    }
}

/// How much work there is: that of a device, or a little where it does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Blocks of threads, all of which a device runs at a time.
    pub blocks: usize,
    /// Rounds of instructions in every thread.
    pub rounds: u32,
    /// Words that are copied in memory.
    pub memory: usize,
    /// Words that are copied in the cache.
    pub cache: usize,
    /// Copies in the cache in a launch.
    pub copies: u32,
    /// Words that are copied from the host or to it.
    pub host: usize,
    /// Calls before a device is waited for.
    pub calls: usize,
    /// Launches before it is.
    pub launches: usize,
    /// Launches that are recorded together.
    pub recorded: usize,
}

impl Sizes {
    /// The sizes for a device.
    #[must_use]
    pub fn of(info: &DeviceInfo) -> Self {
        let block = DeviceCopies::BLOCK;
        if info.emulated {
            let (memory, cache, host) = (3 * block, 2 * block, 1000);
            return Self { blocks: 2, rounds: 2, memory, cache, copies: 3, host, calls: 2, launches: 20, recorded: 7 };
        }
        let multiprocessors = info.multiprocessors.max(1) as usize;
        // Half of the cache, for both sides, as many blocks for each multiprocessor.
        let cache = info.cache as usize / (4 * 8 * block * multiprocessors);
        // 512 MiB, or a sixteenth of a small memory.
        let memory = (1usize << 26).min(info.memory as usize / (16 * 8)) / block;
        Self {
            // Each multiprocessor has registers for four, of at most 64 a thread: of more blocks,
            // some would run alone in the end.
            blocks: 4 * multiprocessors,
            rounds: 1024,
            memory: memory.max(1) * block,
            cache: cache.max(1) * multiprocessors * block,
            copies: 200,
            host: 1 << 24,
            calls: 10,
            launches: 1000,
            recorded: 100,
        }
    }
}

/// A call that was measured.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The kind of what a call has.
    pub unit: &'static str,
    /// How many of them.
    pub count: u64,
    /// The time of a call.
    pub microseconds: f64,
    /// Whether the words are right.
    pub correct: bool,
}

/// A device, and how it is measured.
struct Side<'a> {
    gpu: &'a Gpu,
    sizes: Sizes,
    samples: usize,
}

/// Ceilings that are measured one after the other, in one go.
enum Kind {
    Instruction(Instruction),
    DeviceCopies,
    HostCopies,
    Launches,
}

/// The ceilings of a device, a few at a time: they are measured as they are asked for, and their
/// words are looked at.
///
/// # Errors
/// In words: the device has no memory for it, or fails.
pub fn ceilings(gpu: &Gpu, samples: usize) -> impl Iterator<Item = Result<Vec<Ceiling>, String>> + '_ {
    let side = Side { gpu, sizes: Sizes::of(gpu.info()), samples: samples.max(1) };
    let others = [Kind::DeviceCopies, Kind::HostCopies, Kind::Launches];
    Instruction::ALL.map(Kind::Instruction).into_iter().chain(others).map(move |kind| match kind {
        Kind::Instruction(instruction) => Ok(vec![side.row(instruction.name(), side.instruction(instruction)?)]),
        Kind::DeviceCopies => side.device_copies(),
        Kind::HostCopies => side.host_copies(),
        Kind::Launches => side.launches(),
    })
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

impl Side<'_> {
    fn row(&self, ceiling: &'static str, measured: Measured) -> Ceiling {
        Ceiling::of(self.gpu.info(), ceiling, measured)
    }

    /// The median time of a call, of which many are queued before the fence; the first ones are not
    /// timed.
    fn median(&self, calls: usize, mut call: impl FnMut() -> Outcome<()>) -> Outcome<f64> {
        let mut times = Vec::with_capacity(self.samples);
        for sample in 0..=self.samples {
            self.gpu.synchronize().map_err(text)?;
            let start = Instant::now();
            (0..calls).try_for_each(|_| call())?;
            self.gpu.synchronize().map_err(text)?;
            let time = start.elapsed().as_secs_f64() * 1e6 / calls as f64;
            times.extend((sample > 0).then_some(time));
        }
        Ok(middle(&mut times))
    }

    fn instruction(&self, instruction: Instruction) -> Outcome<Measured> {
        let (Sizes { blocks, rounds, calls, .. }, seed) = (&self.sizes, rng(31).next_u64());
        let mut chains = Chains::new(self.gpu, *blocks).map_err(text)?;
        let microseconds = self.median(*calls, || {
            chains.run(instruction, seed, *rounds);
            Ok(())
        })?;
        let (threads, found) = (chains.threads(), chains.to_host().map_err(text)?);
        // Sixteen threads in different warps, and the last one.
        let mut looked = (0..16).map(|i| i * (threads / 16) + i).chain([threads - 1]);
        let correct = looked.all(|thread| found[thread] == instruction.define(seed, thread, *rounds));
        let count = threads as u64 * u64::from(*rounds) * Instruction::ROUND as u64;
        Ok(Measured { unit: "instructions", count, microseconds, correct })
    }

    /// Copies in the memory of the device by a kernel and by the driver, and in its cache.
    fn device_copies(&self) -> Outcome<Vec<Ceiling>> {
        let Sizes { memory, cache, copies, calls, .. } = self.sizes;
        let mut random = rng(32);
        let words: Vec<u64> = (0..memory.max(cache)).map(|_| random.next_u64()).collect();
        let mut rows = Vec::new();
        for (name, len, rounds) in [("copy", memory, 1), ("copy_in_cache", cache, copies), ("copy_of_driver", memory, 0)] {
            let mut on_device = DeviceCopies::new(self.gpu, &words[..len]).map_err(text)?;
            let microseconds = self.median(calls, || {
                if rounds > 0 {
                    on_device.by_kernel(rounds)
                } else {
                    on_device.by_driver()
                }
                Ok(())
            })?;
            let found = on_device.first(1 << 20).map_err(text)?;
            let later = rounds.saturating_sub(1);
            let correct = found.iter().enumerate().all(|(i, &word)| word == words[on_device.place(i, later)]);
            // Words are read and written.
            let count = 16 * len as u64 * u64::from(rounds.max(1));
            rows.push(self.row(name, Measured { unit: "bytes", count, microseconds, correct }));
        }
        Ok(rows)
    }

    /// Copies from the host and to it, of memory that the device copies by itself and of any other.
    fn host_copies(&self) -> Outcome<Vec<Ceiling>> {
        let (len, mut random) = (self.sizes.host, rng(33));
        let words = [(); 2].map(|()| (0..len).map(|_| random.next_u64()).collect::<Vec<_>>());
        let mut copies = HostCopies::new(self.gpu, len).map_err(text)?;
        copies.upload(&words[1]).map_err(text)?;
        let mut rows = if copies.is_pinned() { self.pinned(&mut copies, &words)? } else { Vec::new() };
        rows.extend(self.pageable(&mut copies, &words)?);
        Ok(rows)
    }

    /// One way, the other, and both at a time.
    fn pinned(&self, copies: &mut HostCopies, [sent, kept]: &[Vec<u64>; 2]) -> Outcome<Vec<Ceiling>> {
        let (mut rows, mut back) = (Vec::new(), vec![0; sent.len()]);
        let courses = [("upload_pinned", Course::Upload), ("download_pinned", Course::Download), ("both_pinned", Course::Both)];
        for (name, course) in courses {
            if let Some([to, from]) = copies.pinned_words().map_err(text)? {
                to.copy_from_slice(sent);
                from.fill(0);
            }
            let microseconds = self.median(1, || copies.pinned(course).map_err(text))?;
            copies.download(&mut back).map_err(text)?;
            let fetched = copies.pinned_words().map_err(text)?.is_some_and(|[_, from]| *from == **kept);
            let correct = back == *sent && fetched == (course != Course::Upload);
            let count = 8 * sent.len() as u64 * if course == Course::Both { 2 } else { 1 };
            rows.push(self.row(name, Measured { unit: "bytes", count, microseconds, correct }));
        }
        Ok(rows)
    }

    /// Either way, after the copies of [`Self::pinned`].
    fn pageable(&self, copies: &mut HostCopies, [sent, kept]: &[Vec<u64>; 2]) -> Outcome<Vec<Ceiling>> {
        let (count, mut back) = (8 * sent.len() as u64, vec![1; sent.len()]);
        let up = self.median(1, || copies.upload(kept).map_err(text))?;
        copies.uploaded(&mut back).map_err(text)?;
        let went = back == *kept;
        let down = self.median(1, || copies.download(&mut back).map_err(text))?;
        let came = if copies.is_pinned() { back == *sent } else { back.iter().all(|&word| word == 0) };
        let row = |name, microseconds, correct| self.row(name, Measured { unit: "bytes", count, microseconds, correct });
        Ok(vec![row("upload_pageable", up, went), row("download_pageable", down, came)])
    }

    /// Launches that do nothing: of many in the queue, of many that are recorded, and of one that
    /// is waited for.
    fn launches(&self) -> Outcome<Vec<Ceiling>> {
        let many = self.sizes.launches;
        let call = |count: usize| {
            let launch = || {
                launch_nothing(self.gpu, 1);
                Ok(())
            };
            self.median(count, launch)
        };
        let row = |name, microseconds, correct| self.row(name, Measured { unit: "launches", count: 1, microseconds, correct });
        let (queued, (recorded, correct)) = (call(many)?, self.recorded()?);
        let in_graph = row("launch_in_graph", recorded, correct);
        Ok(vec![row("launch_queued", queued, true), in_graph, row("launch_waited", call(1)?, true)])
    }

    /// The time of one of the launches of a graph, and whether as many graphs were launched as were
    /// queued.
    fn recorded(&self) -> Outcome<(f64, bool)> {
        let mut recorded = RecordedLaunches::new(self.gpu, self.sizes.recorded).map_err(text)?;
        let mut queued = 0;
        let graph = self.median(self.sizes.calls, || {
            recorded.queue();
            queued += 1;
            Ok(())
        })?;
        Ok((graph / recorded.launches() as f64, recorded.count().map_err(text)? == queued))
    }
}
