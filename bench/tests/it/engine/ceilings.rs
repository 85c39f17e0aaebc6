use super::device::device;
use papilio_bench::engine::ceilings::Sizes;
use papilio_cuda::DeviceInfo;

/// Words of a block of copies, which are of 8 bytes.
const BLOCK: usize = 2048;

fn of(multiprocessors: u32, cache: u64, memory: u64) -> Sizes {
    Sizes::of(&DeviceInfo { multiprocessors, cache, memory, ..device() })
}

/// 132 multiprocessors, 50 MiB of cache and 141 GB of memory, as an H200 has.
#[test]
fn sizes_of_a_large_device_are_those_by_hand() {
    let sizes = of(132, 50 << 20, 141_000_000_000);
    // Six blocks for each multiprocessor: both sides have 26.0 MB, of 26.2 that are half the cache.
    assert_eq!((sizes.blocks, sizes.cache, sizes.memory), (528, 6 * 132 * BLOCK, 1 << 26));
    assert_eq!((sizes.rounds, sizes.copies, sizes.host), (1024, 200, 1 << 24));
}

/// Words that are read and words that are written fill half of a cache, and no block more.
#[test]
fn copies_in_a_cache_take_half_of_it() {
    for (multiprocessors, blocks) in [(1, 1), (1, 2), (7, 3), (132, 6), (160, 400_000)] {
        let each = multiprocessors as usize * BLOCK;
        let cache = 2 * 2 * 8 * (blocks * each) as u64;
        let found = [cache, cache - 1].map(|cache| of(multiprocessors, cache, 1 << 37).cache);
        assert_eq!(found, [blocks * each, (blocks - 1).max(1) * each], "{multiprocessors} multiprocessors, {cache} bytes");
    }
}

/// Words that are copied in memory are 512 MiB, or whole blocks of a sixteenth.
#[test]
fn copies_in_memory_take_a_sixteenth_of_a_small_one() {
    let eight = 8u64 << 30;
    let memory = |bytes| of(132, 50 << 20, bytes).memory;
    assert_eq!([eight - 1, eight, 1 << 37].map(memory), [(1 << 26) - BLOCK, 1 << 26, 1 << 26]);
    let block = 16 * 8 * BLOCK as u64;
    assert_eq!([3 * block - 1, 3 * block, 4 * block - 1].map(memory), [2 * BLOCK, 3 * BLOCK, 3 * BLOCK]);
}

/// A device that tells of nothing has a block of each.
#[test]
fn a_tiny_device_has_a_block() {
    let sizes = of(0, 0, 0);
    assert_eq!((sizes.blocks, sizes.cache, sizes.memory), (4, BLOCK, BLOCK));
    let sizes = of(3, 1 << 10, 1 << 20);
    assert_eq!((sizes.blocks, sizes.cache, sizes.memory), (12, 3 * BLOCK, 4 * BLOCK));
    let emulated = Sizes::of(&DeviceInfo { emulated: true, ..device() });
    assert!(emulated.memory < 10_000 && emulated.cache < 10_000 && emulated.host < 10_000, "{emulated:?}");
}
