use super::*;
use papilio_cuda::select::Shape;

#[test]
fn copies_fill_several_caches_and_are_few_where_operands_are_long() {
    let shape = Shape { degree: 8192, limbs: 3, special: 1 };
    let request = |batch| Request { operation: Operation::Add, shape, batch, resident: true };
    let device = DeviceInfo {
        name: "a device".to_owned(),
        compute_capability: (9, 0),
        memory: 1 << 37,
        single_to_double_ratio: 2,
        shared_memory: 227 << 10,
        driver: (12, 4),
        multiprocessors: 132,
        clock_khz: 1_980_000,
        cache: 50 << 20,
        bandwidth: 1 << 42,
        emulated: false,
    };
    // 18 limbs of 64 KB.
    assert_eq!(copies(&device, &request(1)), (150usize << 20).div_ceil(18 << 16));
    assert_eq!(copies(&device, &request(1024)), 1);
    assert_eq!(copies(&DeviceInfo { cache: 1 << 40, ..device.clone() }, &request(1)), MAX_COPIES);
    assert_eq!(copies(&DeviceInfo { cache: 0, emulated: true, ..device }, &request(1)), 2);
}
