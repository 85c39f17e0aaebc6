use super::device::device;
use papilio_bench::engine::jobs::{MAX_COPIES, copies};
use papilio_cuda::DeviceInfo;
use papilio_cuda::select::{Operation, Request, Shape};

#[test]
fn copies_fill_several_caches_and_are_few_where_operands_are_long() {
    let shape = Shape { degree: 8192, limbs: 3, special: 1 };
    let request = |batch| Request { operation: Operation::Add, shape, batch, resident: true };
    // 18 limbs of 64 KB.
    assert_eq!(copies(&device(), &request(1)), (150usize << 20).div_ceil(18 << 16));
    assert_eq!(copies(&device(), &request(1024)), 1);
    assert_eq!(copies(&DeviceInfo { cache: 1 << 40, ..device() }, &request(1)), MAX_COPIES);
    assert_eq!(copies(&DeviceInfo { cache: 0, emulated: true, ..device() }, &request(1)), 2);
}
