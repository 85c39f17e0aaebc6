//! Chains of instructions and copies, whose rates are measured, against their definition.

use crate::seed::Random;
use papilio_cuda::Gpu;
use papilio_cuda::ceilings::{Chains, Course, DeviceCopies, HostCopies, Instruction, RecordedLaunches, launch_nothing};

/// The word of every thread of each instruction, by definition.
pub(crate) fn instructions(gpu: &Gpu, blocks: usize, rounds: u32) {
    let mut random = Random::new(1);
    for instruction in Instruction::ALL {
        let (seed, mut chains) = (random.word(), Chains::new(gpu, blocks).expect("memory"));
        assert_eq!(chains.threads(), 256 * blocks);
        chains.run(instruction, seed, rounds);
        let found = chains.to_host().expect("words");
        let wrong = found.iter().enumerate().find(|(thread, word)| **word != instruction.define(seed, *thread, rounds));
        assert_eq!(wrong, None, "{instruction}, {rounds} rounds, seed {seed}");
    }
}

/// Copies by the kernel, so many in one launch, and by the driver.
pub(crate) fn copies_of_the_device(gpu: &Gpu, blocks: usize, rounds: u32) {
    let mut random = Random::new(2);
    let words: Vec<u64> = (0..blocks * DeviceCopies::BLOCK).map(|_| random.word()).collect();
    let mut copies = DeviceCopies::new(gpu, &words).expect("memory");
    copies.by_kernel(rounds);
    let expected: Vec<u64> = (0..words.len()).map(|word| words[copies.place(word, rounds - 1)]).collect();
    assert!(copies.first(words.len()).expect("words") == expected, "{blocks} blocks, {rounds} rounds");
    copies.by_driver();
    assert!(copies.first(words.len()).expect("words") == words, "{blocks} blocks by the driver");
    assert_eq!(copies.first(3).expect("words"), words[..3]);
}

/// Launches that are recorded, and queued so often.
pub(crate) fn recorded(gpu: &Gpu, launches: usize, calls: u64) {
    let mut recorded = RecordedLaunches::new(gpu, launches).expect("memory");
    assert_eq!((recorded.launches(), recorded.count()), (launches, Ok(0)));
    (0..calls).for_each(|_| recorded.queue());
    assert_eq!(recorded.count(), Ok(calls), "{launches} launches, {calls} times");
}

#[test]
fn words_of_chains_are_those_of_their_definition() {
    for gpu in crate::gpus_of_every_order(65_535) {
        for (blocks, rounds) in [(1, 1), (2, 3), (1, 0)] {
            instructions(&gpu, blocks, rounds);
        }
    }
}

/// A step more or less, or another factor, is another word in every thread.
#[test]
fn the_definition_tells_chains_apart() {
    let all = Instruction::ALL.map(|instruction| instruction.define(5, 7, 2));
    for (i, instruction) in Instruction::ALL.into_iter().enumerate() {
        let others = [(5, 7, 1), (5, 7, 3), (5, 8, 2), (6 << 40, 7, 2)];
        for (seed, thread, rounds) in others {
            assert_ne!(all[i], instruction.define(seed, thread, rounds), "{instruction}");
        }
        assert!(all.iter().enumerate().all(|(j, word)| (*word == all[i]) == (i == j)), "{instruction}");
    }
    let names = Instruction::ALL.map(|one| one.to_string());
    assert_eq!(names, ["dfma", "imad", "imad_wide", "imad_high", "iadd3", "dfma_imad"]);
}

#[test]
fn copies_of_a_device_are_its_words() {
    for gpu in crate::gpus_of_every_order(65_535) {
        for (blocks, rounds) in [(1, 1), (1, 3), (5, 1), (5, 2), (5, 7)] {
            copies_of_the_device(&gpu, blocks, rounds);
        }
    }
}

#[test]
#[should_panic(expected = "2049 words are no blocks of 2048")]
fn copies_are_of_whole_blocks() {
    DeviceCopies::new(&crate::gpu(), &[0; 2049]).expect("memory").by_kernel(1);
}

#[test]
fn copies_of_the_host_are_its_words() {
    let (gpu, len, mut random) = (crate::gpu(), 5000, Random::new(3));
    let mut words = || (0..len).map(|_| random.word()).collect::<Vec<u64>>();
    let ([there, other], mut copies) = ([words(), words()], HostCopies::new(&gpu, len).expect("memory"));
    assert!(copies.is_pinned());
    copies.upload(&there).expect("a copy");
    let [sent, _] = copies.pinned_words().expect("no copy").expect("pinned memory");
    sent.copy_from_slice(&other);
    for course in [Course::Upload, Course::Download, Course::Both] {
        copies.pinned(course).expect("copies");
        let mut back = vec![u64::MAX; len];
        copies.download(&mut back).expect("a copy");
        assert!(back == other, "{course:?}");
        let [_, fetched] = copies.pinned_words().expect("no copy").expect("pinned memory");
        assert!(*fetched == if course == Course::Upload { vec![0; len] } else { there.clone() }, "{course:?}");
    }
}

/// A host without memory for the copies of a device has those of any memory.
#[test]
#[cfg(feature = "emulate")]
fn hosts_without_pinned_memory_have_other_copies() {
    use papilio_cuda::Emulation;
    let gpu = Gpu::emulated(Emulation { pinned: 8 * 100, ..Emulation::default() });
    let mut copies = HostCopies::new(&gpu, 100).expect("memory of the device");
    assert!(!copies.is_pinned() && copies.pinned_words() == Ok(None) && copies.pinned(Course::Both) == Ok(()));
    copies.upload(&[7; 100]).expect("a copy");
    let mut back = [1; 100];
    copies.download(&mut back).expect("a copy");
    assert_eq!(back, [0; 100]);
}

#[test]
fn nothing_is_launched() {
    let gpu = crate::gpu();
    launch_nothing(&gpu, 300);
    gpu.synchronize().expect("no failure");
}

#[test]
fn launches_that_are_recorded_are_made_when_they_are_queued() {
    for gpu in crate::gpus_of_every_order(65_535) {
        for (launches, calls) in [(1, 1), (1, 3), (5, 0), (5, 2)] {
            recorded(&gpu, launches, calls);
        }
        // The one that counts is always there.
        assert_eq!(RecordedLaunches::new(&gpu, 0).expect("memory").launches(), 1);
    }
}
