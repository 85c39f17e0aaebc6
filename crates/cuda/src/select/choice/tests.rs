use super::super::costs::{CpuMedian, DeviceRates};
use super::super::operation::Operation;
use super::*;

fn request(degree: usize, limbs: usize, resident: bool) -> Request {
    Request { operation: Operation::Multiply, shape: Shape { degree, limbs, special: 1 }, batch: 1, resident }
}

fn none() -> Result<Gpu, EngineError> {
    Err(not_sought("there is no driver".to_owned()))
}

#[test]
fn without_a_device_auto_is_the_cpu_and_cuda_an_error() {
    let auto = Selection::over(EnginePreference::Auto, none(), None).expect("auto never fails");
    let choice = auto.choose(&request(16_384, 12, true));
    assert_eq!((choice.engine, choice.predicted), (EngineKind::Cpu, None));
    assert_eq!(choice.why, "no GPU is used: there is no driver");
    let error = Selection::over(EnginePreference::Cuda, none(), None).expect_err("no device");
    assert_eq!(error.to_string(), "no GPU is used: there is no driver");
    let cpu = Selection::find(EnginePreference::Cpu, None).expect("the CPU is there");
    assert_eq!(cpu.choose(&request(16_384, 12, true)).why, "the CPU is asked for");
    assert!(cpu.gpu().is_err());
}

#[test]
fn medians_of_the_cpu_predict_without_a_device() {
    let shape = Shape { degree: 8192, limbs: 3, special: 1 };
    let cpu = CpuMedian { operation: Operation::Multiply, shape, microseconds: 400.0 };
    let costs = Costs { cpu: vec![cpu], ..Costs::default() };
    let auto = Selection::over(EnginePreference::Auto, none(), Some(costs)).expect("auto never fails");
    assert_eq!(auto.choose(&request(8192, 3, true)).predicted, Some(400.0));
}

/// Transforms of the host's memory, of the size that both kinds have.
const TRANSFORMS: [Operation; 2] =
    [Operation::Columns { products: 60, kept: 1 }, Operation::Slots { diagonals: 32, rotations: 11, hoisted: 6, keys: 7 }];

#[test]
fn a_device_without_costs_is_not_opened_for_what_the_rule_keeps() {
    for operation in TRANSFORMS {
        let shape = Shape { degree: 16_384, limbs: 4, special: 1 };
        let request = |resident| Request { operation, shape, batch: 1, resident };
        let auto = |costs, resident| {
            let found = Selection::find_for(EnginePreference::Auto, costs, &request(resident)).expect("auto never fails");
            found.choose_beside(&request(resident), Some(70.0))
        };
        for costs in [None, Some(Costs::default())] {
            let choice = auto(costs, false);
            assert_eq!((choice.engine, choice.predicted), (EngineKind::Cpu, Some(70.0)));
            assert!(
                choice.why.starts_with("no GPU is used: none was looked for, as no rates are measured; rings of"),
                "{}",
                choice.why
            );
            assert!(choice.why.ends_with("where operands stay there, and these do not"), "{}", choice.why);
        }
        // The driver is asked for what the rule or costs could give to a device.
        let rates = DeviceRates { name: "a GPU".to_owned(), ..RATES };
        for choice in [auto(None, true), auto(Some(Costs { device: Some(rates), ..Costs::default() }), false)] {
            assert!(!choice.why.contains("none was looked for, as no rates are measured"), "{}", choice.why);
        }
        let cpu = Selection::find_for(EnginePreference::Cpu, None, &request(false)).expect("the CPU is there");
        assert_eq!(cpu.choose_beside(&request(false), None).why, "the CPU is asked for");
    }
}

/// Rates that no device has.
const RATES: DeviceRates = DeviceRates {
    name: String::new(),
    upload: 1e10,
    download: 1e10,
    copy: 1e12,
    butterflies: 1e12,
    products: 1e12,
    launch: 2.0,
};

#[test]
fn rings_without_kernels_are_named() {
    let lacking = |operation, degree| {
        let shape = Shape { degree, limbs: 3, special: 1 };
        without_kernels(&Request { operation, shape, batch: 1, resident: true })
    };
    for degree in [2048, 131_072, 5000, 0] {
        let text = format!("no kernels for rings of {degree} coefficients");
        assert_eq!(lacking(Operation::Multiply, degree), Some(text));
    }
    for degree in [4096, 65_536] {
        assert_eq!(lacking(Operation::Multiply, degree), None);
    }
    // Rows of a batch have the coefficients of a window.
    assert_eq!(lacking(TRANSFORMS[0], 256), None);
    assert!(lacking(TRANSFORMS[1], 256).is_some());
}
