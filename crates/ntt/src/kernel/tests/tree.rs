//! The order in which a transform visits its nodes, and the classes of its primes.

use super::super::ntt::{self, Node, Tree};
use super::super::{Kernel, TransformTable};
use super::portable::ROWS;
use super::suite;
use crate::{Modulus, prime};

fn tree(log: u32, leaf: usize) -> Tree {
    Tree { n: 1 << log, leaf: leaf.min(1 << log) }
}

/// Downwards, a node comes before its parts; upwards, after them; both visit each node once, and their numbers name them.
#[test]
fn every_node_is_visited_once_in_order() {
    for (log, leaf) in (6..=16).flat_map(|log| [2, 128].map(|leaf| (log, leaf))) {
        let tree = tree(log, leaf);
        let (down, up): (Vec<Node>, Vec<Node>) = (tree.downwards().collect(), tree.upwards().collect());
        assert_eq!(down[0], Node { start: 0, size: tree.n, number: 1, radix: down[0].radix });
        assert_eq!(up.last(), down.first());
        for node in &down {
            assert_eq!(node.number, (tree.n + node.start) / node.size);
            assert_eq!(down.iter().filter(|other| other.number == node.number).count(), 1);
            assert_eq!(up.iter().filter(|other| *other == node).count(), 1);
            for part in 0..node.radix.saturating_sub(1).min(1) * node.radix {
                let number = node.number * node.radix + part;
                let at = |nodes: &[Node], number| nodes.iter().position(|node| node.number == number).expect("a part");
                assert!(at(&down, number) > at(&down, node.number) && at(&up, number) < at(&up, node.number));
            }
        }
        assert_eq!(up.len(), down.len());
    }
}

/// A transform reads exactly its table: the words of the nodes add up.
#[test]
fn tables_hold_the_words_of_their_nodes() {
    let q = suite::below(40, 1 << 13).and_then(Modulus::new).expect("a prime");
    for (row, leaf) in ROWS.into_iter().zip([2, 128]) {
        for log in 6..=12 {
            let table: TransformTable =
                Kernel::transform_table(row, q, 1 << log, prime::negacyclic_root(&q, 1 << log).expect("a root"));
            let words: usize = tree(log, leaf).downwards().map(Node::words).sum();
            assert_eq!((table.forward.len(), table.inverse.len()), (words, words), "{} at 2^{log}", row.name());
        }
    }
}

/// The lazy class ends where sums of 32q leave 52 bits.
#[test]
fn classes_end_at_their_bound() {
    let class = |q: Option<u64>| ntt::is_lazy(&q.and_then(Modulus::new).expect("a prime"));
    assert!(class(suite::below(47, 2)) && !class(suite::above(47, 2)));
    assert!(class(suite::above(11, 2)) && !class(suite::below(50, 2)));
}
