use super::device::device;
use papilio_bench::engine::bound;
use papilio_cuda::select::{Operation, Request, Shape};
use papilio_cuda::{Arithmetic, DeviceInfo};

fn of(operation: Operation, [degree, limbs, special]: [usize; 3], batch: usize) -> Request {
    Request { operation, shape: Shape { degree, limbs, special }, batch, resident: true }
}

/// Figures that were computed by hand from the same instructions and bytes.
#[test]
fn bounds_are_those_of_the_tables() {
    let near = |found: f64, table: f64, within: f64, name: &str| {
        assert!((found - table).abs() <= within * table, "{name}: {found}, {table}");
    };
    for (degree, doubles, words) in
        [(8192, 0.036, 0.056), (16_384, 0.077, 0.120), (32_768, 0.162, 0.257), (65_536, 0.342, 0.549)]
    {
        let request = of(Operation::NttForward, [degree, 1, 1], 1);
        near(bound(&device(), Arithmetic::Doubles, &request).expect("counted"), doubles, 0.015, "doubles");
        near(bound(&device(), Arithmetic::Words, &request).expect("counted"), words, 0.015, "words");
    }
    // Memory rules sums and the tensor; batches of transforms that no cache holds take two
    // passes.
    for (operation, shape, batch, table) in [
        (Operation::Add, [8192, 3, 1], 1, 0.27),
        (Operation::Add, [16_384, 12, 1], 64, 2.2),
        (Operation::Tensor, [8192, 3, 1], 1, 0.32),
        (Operation::Tensor, [32_768, 12, 1], 1, 5.1),
        (Operation::NttForward, [8192, 3, 1], 1, 0.11),
        (Operation::NttInverse, [16_384, 12, 1], 1, 0.92),
        (Operation::NttForward, [16_384, 12, 1], 64, 1.46),
        (Operation::NttForward, [32_768, 12, 1], 64, 2.9),
        (Operation::Multiply, [8192, 2, 1], 1, 1.5),
        (Operation::Multiply, [16_384, 11, 3], 1, 20.0),
        (Operation::Multiply, [32_768, 11, 6], 1, 41.0),
        (Operation::Relinearize, [8192, 2, 1], 1, 0.5),
        (Operation::Relinearize, [16_384, 11, 3], 1, 8.5),
        (Operation::Relinearize, [32_768, 11, 6], 1, 15.0),
    ] {
        near(
            bound(&device(), Arithmetic::Doubles, &of(operation, shape, batch)).expect("counted"),
            table,
            0.09,
            operation.name(),
        );
    }
}

#[test]
fn devices_that_were_not_counted_have_no_bound() {
    let request = of(Operation::Add, [8192, 3, 1], 1);
    for other in [
        DeviceInfo { emulated: true, ..device() },
        DeviceInfo { compute_capability: (8, 0), ..device() },
        DeviceInfo { bandwidth: 0, ..device() },
    ] {
        assert_eq!(bound(&other, Arithmetic::Doubles, &request), None, "{other:?}");
    }
}
