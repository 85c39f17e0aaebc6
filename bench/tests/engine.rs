//! The benchmark of engines over the emulated device: every operation is compared with the
//! processor, word for word, and no time of the host is said to be a device's.
#![cfg(feature = "emulate")]

use papilio_bench::engine::ceilings::{self, Ceiling, Measured, ceilings};
use papilio_bench::engine::jobs::Jobs;
use papilio_bench::engine::rates::rates;
use papilio_bench::engine::transforms::{SlotField, Slots, Transform, Vectors};
use papilio_bench::engine::{Own, Peer, Place};
use papilio_cuda::select::{Costs, EngineKind, EnginePreference, Operation, Request, Selection, Shape};
use papilio_cuda::{DeviceInfo, Emulation, Gpu};

/// The least ring that a device has kernels for.
const SHAPE: Shape = Shape { degree: 4096, limbs: 3, special: 1 };

fn gpu() -> Gpu {
    Gpu::emulated(Emulation::default())
}

#[test]
fn every_operation_is_that_of_the_processor_and_has_no_time() {
    let (own, gpu) = (Own::new(SHAPE).expect("operands"), gpu());
    let jobs = Jobs::new(&own, Some(&gpu)).expect("memory");
    for operation in Operation::ALL {
        let rows = jobs.run(operation, 2, 1).expect("an operation");
        assert_eq!(rows.iter().map(|row| row.transfers).collect::<Vec<_>>(), [false, true]);
        for row in rows {
            assert!(row.correct && row.engine == Place::Emulated && row.peer == Some(Peer::Own(Place::Cpu)), "{row:?}");
            assert!(row.microseconds.is_none() && row.ratio.is_none() && row.bound_microseconds.is_none(), "{row:?}");
            assert!(row.peer_microseconds.is_some_and(|time| time > 0.0) && row.arithmetic == "doubles", "{row:?}");
        }
    }
}

#[test]
fn transforms_are_those_of_the_processor_and_have_no_time() {
    let columns = Transform::Columns { log_rows: 7, window: 4096 };
    let fields = [
        Transform::BabyBear(Vectors { log: 12, batch: 3 }),
        Transform::Goldilocks(Vectors { log: 12, batch: 1 }),
        Transform::Bn254(Vectors { log: 12, batch: 2 }),
    ];
    let arithmetics = Transform::Arithmetics { log_degree: 12, batch: 2 };
    let [small, great] = [SlotField::P32, SlotField::Goldilocks]
        .map(|field| Transform::Slots(Slots { field, log: 6, insecure_log_degree: Some(12) }));
    for (transform, batch) in [columns, arithmetics, small, great].into_iter().chain(fields).zip([128, 2, 1, 1, 3, 1, 2]) {
        let rows = transform.rows(&gpu(), 1).expect("memory");
        assert!(Transform::NAMES.contains(&rows[0].operation) && rows[0].batch == batch);
        let copies: Vec<_> = rows.iter().map(|row| [row.transfers, row.overlap]).collect();
        let all = [[false, false], [true, false], [true, true]];
        if transform == arithmetics {
            assert_eq!(rows.iter().map(|row| &*row.arithmetic).collect::<Vec<_>>(), ["doubles", "words of 64 bits"]);
            assert_eq!(copies, [all[0], all[0]]);
        } else {
            assert_eq!(copies, all[..if transform == columns { 3 } else { 2 }]);
        }
        for row in rows {
            assert!(row.correct && row.engine == Place::Emulated, "{row:?}");
            assert!(row.microseconds.is_none() && row.ratio.is_none() && row.bound_microseconds.is_none(), "{row:?}");
            assert!(row.peer_microseconds.is_some_and(|time| time > 0.0), "{row:?}");
        }
    }
}

fn measured(gpu: &Gpu, samples: usize) -> Result<Vec<Ceiling>, String> {
    ceilings(gpu, samples).collect::<Result<Vec<_>, _>>().map(|rows| rows.concat())
}

/// 132 multiprocessors of 1.98 GHz that do 64 of an instruction in a cycle, in a millisecond.
#[test]
fn rates_are_those_of_the_time_and_the_clock() {
    let info = DeviceInfo { emulated: false, multiprocessors: 132, clock_khz: 1_980_000, ..gpu().info().clone() };
    let of = |info, unit, correct| {
        Ceiling::of(info, "x", Measured { unit, count: 132 * 64 * 1_980_000, microseconds: 1000.0, correct })
    };
    let row = of(&info, "instructions", true);
    assert_eq!((row.engine, row.microseconds, row.per_cycle), (Place::Cuda, Some(1000.0), Some(64.0)));
    assert_eq!(row.billions_per_second.map(f64::round), Some(16_727.0));
    assert_eq!(of(&info, "bytes", true).per_cycle, None);
    let wrong = of(&info, "instructions", false);
    assert_eq!((wrong.billions_per_second, wrong.per_cycle), (None, None));
    let emulated = of(&DeviceInfo { emulated: true, ..info.clone() }, "instructions", true);
    assert_eq!((emulated.microseconds, emulated.billions_per_second, emulated.per_cycle), (None, None, None));
}

#[test]
fn ceilings_are_right_and_have_no_time() {
    let rows = measured(&gpu(), 2).expect("ceilings");
    let names = [
        "dfma",
        "imad",
        "imad_wide",
        "imad_high",
        "iadd3",
        "dfma_imad",
        "copy",
        "copy_in_cache",
        "copy_of_driver",
        "upload_pinned",
        "download_pinned",
        "both_pinned",
        "upload_pageable",
        "download_pageable",
        "launch_queued",
        "launch_in_graph",
        "launch_waited",
    ];
    assert_eq!(rows.iter().map(|row| row.ceiling).collect::<Vec<_>>(), names);
    for row in rows {
        assert!(row.correct && row.count > 0 && row.operation == ceilings::NAME && row.engine == Place::Emulated, "{row:?}");
        assert!([row.microseconds, row.billions_per_second, row.per_cycle].iter().all(Option::is_none), "{row:?}");
    }
    // The host has no memory for the copies of the device.
    let rows = measured(&Gpu::emulated(Emulation { pinned: 0, ..Emulation::default() }), 1).expect("ceilings");
    assert!(rows.iter().all(|row| row.correct && !row.ceiling.ends_with("pinned")) && rows.len() == names.len() - 3);
}

#[test]
fn a_device_that_is_lost_or_too_small_has_no_row() {
    let own = Own::new(SHAPE).expect("operands");
    let gpu = Gpu::emulated(Emulation { lost_after: Some(0), ..Emulation::default() });
    let jobs = Jobs::new(&own, Some(&gpu)).expect("no launch so far");
    let error = jobs.run(Operation::NttForward, 1, 1).expect_err("a lost device");
    assert!(error.contains("the emulated device was lost"), "{error}");
    let error = measured(&gpu, 1).expect_err("a lost device");
    assert!(error.contains("the emulated device was lost"), "{error}");
    let little = Gpu::emulated(Emulation { memory: 1 << 20, ..Emulation::default() });
    assert!(Jobs::new(&own, Some(&little)).err().is_some_and(|error| error.contains("bytes of memory free")));
}

#[test]
fn rates_of_a_device_are_all_there_and_choose() {
    let gpu = gpu();
    let rates = rates(&gpu, 4096, 1, 1).expect("rates");
    let all = [rates.upload, rates.download, rates.copy, rates.butterflies, rates.products, rates.launch];
    assert!(all.iter().all(|rate| rate.is_finite() && *rate > 0.0), "{rates:?}");
    let costs = Costs { machine: "this one".to_owned(), cpu: Vec::new(), device: Some(rates) };
    let read: Costs = costs.to_string().parse().expect("its own text");
    assert_eq!(read, costs);
    let request = Request { operation: Operation::Multiply, shape: SHAPE, batch: 1, resident: true };
    let choice = Selection::over(EnginePreference::Cuda, Ok(gpu), Some(read)).expect("a device").choose(&request);
    assert!(choice.engine == EngineKind::Cuda && choice.predicted.is_some_and(|time| time > 0.0), "{choice:?}");
}
