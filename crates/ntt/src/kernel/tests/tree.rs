//! The order in which a transform visits its nodes, its tables, and the classes of its primes.

use super::portable::{KERNELS16, KERNELS32, KERNELS64};
use super::suite;
use crate::kernel::butterfly::class::Class;
use crate::kernel::butterfly::{Butterfly, Lazy};
use crate::kernel::lanes::Lanes;
use crate::kernel::transform::tree::{Node, Place, Tree};
use crate::kernel::{Direction, Kernel, KernelWord, TransformTable};
use crate::{Domain, RadixSchedule};
use papilio_field::Modulus;

/// Radices, and what is left of `n` below them: leaves, or single rows.
const TREES: [(usize, &[usize]); 9] = [
    (64, &[]),
    (128, &[2]),
    (1 << 10, &[4, 4]),
    (1 << 12, &[8, 8]),
    (1 << 13, &[2, 8, 8]),
    (1 << 13, &[8, 8, 2]),
    (2, &[2]),
    (8, &[8]),
    (1 << 9, &[8, 4, 4, 4]),
];

/// The trees above, with blocks of every size.
fn trees() -> impl Iterator<Item = (usize, &'static [usize], Tree)> {
    let blocks = |(n, radices): (usize, &'static [usize])| {
        let rows = (0..=n.trailing_zeros()).map(|log| 1 << log);
        rows.map(move |rows| (n, radices, Tree::new(n, radices).with_blocks(rows)))
    };
    TREES.into_iter().flat_map(blocks)
}

/// The nodes one by one.
fn single(nodes: impl Iterator<Item = Node>) -> Vec<Node> {
    nodes.flat_map(Node::each).collect()
}

/// Downwards, a node comes before its parts; upwards, after them; both visit each node once, and
/// their numbers name them.
#[test]
fn every_node_is_visited_once_in_order() {
    for (n, radices, tree) in trees() {
        let (down, up) = (single(tree.downwards(Place::ROOT)), single(tree.upwards(Place::ROOT)));
        assert_eq!((down[0].start, down[0].size, down[0].number), (0, n, 1));
        assert_eq!((up.len(), up.last()), (down.len(), down.first()));
        let place = |nodes: &[Node], number| {
            let mut places = nodes.iter().enumerate().filter(|(_, node)| node.number == number);
            let (Some((place, _)), None) = (places.next(), places.next()) else { panic!("node {number} of {n}, {radices:?}") };
            place
        };
        for node in &down {
            assert_eq!(node.number, (n + node.start) / node.size);
            assert_eq!(up[place(&up, node.number)], *node);
            let parts = if node.radix > 1 && node.size > node.radix { node.radix } else { 0 };
            for number in (0..parts).map(|part| node.number * node.radix + part) {
                assert!(place(&down, number) > place(&down, node.number) && place(&up, number) < place(&up, node.number));
            }
        }
    }
}

/// A block is visited level by level, what is above it node by node, and it is as large as it may
/// be, or the leaves of one node; without leaves it is one node.
#[test]
fn blocks_are_visited_level_by_level() {
    for (n, radices) in TREES {
        for rows in (0..=n.trailing_zeros()).map(|log| 1 << log) {
            let tree = Tree::new(n, radices).with_blocks(rows);
            let (block, name) = (tree.size(tree.block()), format!("{n}, {radices:?}, {rows} rows"));
            if tree.base_len() == 1 {
                assert_eq!(tree.block(), tree.bottom(), "{name}");
            } else {
                let leaves = tree.size(tree.bottom().saturating_sub(1));
                assert!(block <= rows.max(leaves) && (tree.block() == 0 || tree.size(tree.block() - 1) > rows), "{name}");
            }
            let nodes: Vec<Node> = tree.downwards(Place::ROOT).collect();
            assert!(nodes.iter().all(|node| node.count == (block / node.size).max(1)), "{name}");
            let visits = nodes.iter().filter(|node| node.size <= block).count();
            assert_eq!(visits, n / block * (tree.bottom() - tree.block() + 1), "{name}");
            let mut upwards: Vec<Node> = tree.upwards(Place::ROOT).collect();
            upwards.sort_by_key(|node| (node.start, n - node.size));
            assert_eq!(upwards, nodes, "{name}");
        }
    }
}

/// The nodes below any place are those of the whole that lie inside it, in the same order.
#[test]
fn parts_are_visited_as_in_the_whole() {
    for (n, radices, tree) in trees() {
        let (down, up) = (single(tree.downwards(Place::ROOT)), single(tree.upwards(Place::ROOT)));
        for (place, node) in places(&tree) {
            let inside = |other: &&Node| other.size <= node.size && (node.start..node.start + node.size).contains(&other.start);
            assert!(single(tree.downwards(place)).iter().eq(down.iter().filter(inside)), "{place:?} of {n}, {radices:?}");
            assert!(single(tree.upwards(place)).iter().eq(up.iter().filter(inside)), "{place:?} of {n}, {radices:?}");
        }
    }
}

/// Every node that may be a part, with its place: inside a block those of the last level.
fn places(tree: &Tree) -> impl Iterator<Item = (Place, Node)> {
    let level = |node: &Node| (0..=tree.bottom()).find(|&level| tree.size(level) == node.size).expect("a level");
    let place = move |node: Node| (Place { start: node.start, level: level(&node) }, node);
    let part = |(place, _): &(Place, Node)| place.level <= tree.block() || place.level == tree.bottom();
    single(tree.downwards(Place::ROOT)).into_iter().map(place).filter(part)
}

/// A transform reads exactly its table, and a part of it begins where the walk over the whole gets
/// to it.
#[test]
fn tables_hold_the_words_of_their_nodes() {
    for &kernel in KERNELS64 {
        assert_eq!(tables(kernel, 30), 0, "{}", kernel.name());
    }
    for &kernel in KERNELS32 {
        assert_eq!(tables(kernel, 30), 0, "{}", kernel.name());
        // Lazy primes with two squares of eight lanes, from n = 128 on.
        assert_eq!(tables(kernel, 26) > 0, kernel.transform.lanes == 8, "{}", kernel.name());
    }
    assert_eq!(tables(KERNELS16[0], 15), 0);
    offsets::<Lazy<super::portable::Lane>>();
    offsets::<Lazy<super::portable::Eight>>();
}

/// Words of a node: a pair for each butterfly of a pass and for the scale; of a leaf, vectors of
/// pairs for its squares besides.
fn words(node: &Node, lanes: usize, bytes: usize) -> usize {
    match node.radix {
        1 => 2 * node.size / lanes + node.size / (lanes * lanes) * 2 * (lanes - 1) * lanes,
        radix => (2 * radix).next_multiple_of(64 / bytes),
    }
}

/// The words of the tables; returns the tables whose trees have leaves of two sizes.
fn tables<W: KernelWord>(kernel: &'static Kernel<W>, bits: u32) -> usize {
    let q = suite::below(bits, 2).and_then(Modulus::new).expect("a prime");
    let mut differing = 0;
    for (n, width) in (1..=11).flat_map(|log| [1, 3].map(|width| (1 << log, width))) {
        for RadixSchedule { radices, .. } in RadixSchedule::all(kernel, &q, n, width) {
            let domain = Domain::tree(q, vec![1; n]).expect("a tree");
            let tree = Tree::new(n, &radices);
            let table: TransformTable<W> = kernel.transform.table(q.value(), &domain.twiddles(), tree, width, 1);
            for (tree, own) in [(&table.tree, &table.forward), (&table.upward_tree, &table.inverse)] {
                let nodes = single(tree.downwards(Place::ROOT));
                let total: usize = nodes.iter().map(|node| words(node, kernel.transform.lanes, size_of::<W>())).sum();
                assert_eq!(own.len(), total, "{}, n = {n}, {radices:?}", kernel.name());
            }
            differing += usize::from(table.tree.base_len() != table.upward_tree.base_len());
        }
    }
    differing
}

fn offsets<B: Butterfly>() {
    let (lanes, bytes) = (B::Lane::WIDTH, size_of::<<B::Lane as Lanes>::Word>());
    for (n, radices, tree) in trees() {
        let bottom = tree.size(tree.bottom());
        if tree.base_len() > 1 && !bottom.is_multiple_of(lanes * lanes) {
            continue;
        }
        let before = |nodes: Vec<Node>, node: &Node| -> usize {
            nodes.iter().take_while(|other| *other != node).map(|node| words(node, lanes, bytes)).sum()
        };
        for (place, node) in places(&tree) {
            let name = format!("{place:?} of {n}, {radices:?}, blocks of {}, {lanes} lanes", tree.size(tree.block()));
            let first = single(tree.upwards(place))[0];
            assert_eq!(
                tree.offset::<B>(place, Direction::Forward),
                before(single(tree.downwards(Place::ROOT)), &node),
                "{name}"
            );
            assert_eq!(
                tree.offset::<B>(place, Direction::Inverse),
                before(single(tree.upwards(Place::ROOT)), &first),
                "{name}"
            );
            assert_eq!(tree.own_offset::<B>(place), before(single(tree.upwards(Place::ROOT)), &node), "{name}");
        }
    }
}

/// Every class ends where its interval leaves the word: `16Pq`, `2Pq` and `2q` at `2^B`.
#[test]
fn classes_end_at_their_bounds() {
    use Class::{Exact, Lazy, Montgomery32, Tight};
    let cases = [
        ((52, 2), [(47, Lazy, Exact), (50, Exact, Tight), (51, Tight, Montgomery32)].as_slice()),
        ((64, 4), &[(58, Lazy, Exact), (61, Exact, Tight)]),
        ((64, 2), &[(59, Lazy, Exact)]),
        ((16, 2), &[(11, Lazy, Exact), (14, Exact, Tight), (15, Tight, Montgomery32)]),
        ((32, 2), &[(27, Lazy, Exact), (30, Exact, Tight), (31, Tight, Montgomery32)]),
    ];
    for ((bits, reach), limits) in cases {
        for &(edge, below, above) in limits {
            assert_eq!(Class::of((1 << edge) - 1, bits, reach), below, "below 2^{edge} of {bits} bits, reach {reach}");
            assert_eq!(Class::of(1 << edge, bits, reach), below, "2^{edge} of {bits} bits, reach {reach}");
            assert_eq!(Class::of((1 << edge) + 1, bits, reach), above, "above 2^{edge} of {bits} bits, reach {reach}");
        }
    }
}
