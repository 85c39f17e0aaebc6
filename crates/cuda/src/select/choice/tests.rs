use super::super::costs::CpuMedian;
use super::super::operation::Operation;
use super::*;

fn request(degree: usize, limbs: usize, resident: bool) -> Request {
    Request { operation: Operation::Multiply, shape: Shape { degree, limbs, special: 1 }, batch: 1, resident }
}

fn none() -> Result<Gpu, EngineError> {
    Err(EngineError::Unavailable { reason: "there is no driver".to_owned() })
}

#[test]
fn without_a_device_auto_is_the_cpu_and_cuda_an_error() {
    let auto = Selection::over(EnginePreference::Auto, none(), None).expect("auto never fails");
    let choice = auto.choose(&request(16_384, 12, true));
    assert_eq!((choice.engine, choice.predicted), (EngineKind::Cpu, None));
    assert_eq!(choice.why, "there is no GPU: there is no driver");
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

#[cfg(feature = "emulate")]
mod on_a_device {
    use super::*;
    use crate::Emulation;
    use crate::select::DeviceRates;

    fn over(preference: EnginePreference, costs: Option<Costs>) -> Selection {
        Selection::over(preference, Ok(Gpu::emulated(Emulation::default())), costs).expect("a device")
    }

    #[test]
    fn the_rule_asks_for_size_and_residence() {
        let auto = over(EnginePreference::Auto, None);
        let engine = |degree, limbs, resident| auto.choose(&request(degree, limbs, resident)).engine;
        assert_eq!(engine(8192, 3, true), EngineKind::Cuda);
        for (degree, limbs, resident) in [(4096, 3, true), (8192, 2, true), (8192, 3, false), (32_768, 12, false)] {
            let choice = auto.choose(&request(degree, limbs, resident));
            assert_eq!(choice.engine, EngineKind::Cpu, "{degree} {limbs} {resident}");
            assert!(choice.why.starts_with("nothing is measured here; rings of 8192"), "{}", choice.why);
        }
        assert_eq!(over(EnginePreference::Cuda, None).choose(&request(4096, 1, false)).engine, EngineKind::Cuda);
        assert_eq!(over(EnginePreference::Cpu, None).choose(&request(32_768, 12, true)).engine, EngineKind::Cpu);
    }

    fn costs(device: &str, launch: f64) -> Option<Costs> {
        let shape = Shape { degree: 8192, limbs: 3, special: 1 };
        let cpu = |operation, microseconds| CpuMedian { operation, shape, microseconds };
        let rates = DeviceRates {
            name: device.to_owned(),
            upload: 2e10,
            download: 2e10,
            copy: 4e12,
            butterflies: 1e12,
            products: 1e12,
            launch,
        };
        let cpu = vec![cpu(Operation::Multiply, 400.0), cpu(Operation::Add, 1000.0)];
        Some(Costs { machine: String::new(), cpu, device: Some(rates) })
    }

    #[test]
    fn measured_costs_decide_where_they_are_of_this_device() {
        let engine = |device: &str, launch, resident| {
            over(EnginePreference::Auto, costs(device, launch)).choose(&request(8192, 3, resident))
        };
        let fast = engine("emulated", 2.5, false);
        assert_eq!(fast.engine, EngineKind::Cuda);
        assert!(fast.why.contains("CPU 400 us") && fast.why.contains("with transfers"), "{}", fast.why);
        assert!(fast.predicted.is_some_and(|time| time < 400.0));
        let slow = engine("emulated", 1000.0, true);
        assert_eq!((slow.engine, slow.predicted), (EngineKind::Cpu, Some(400.0)));
        assert!(slow.why.starts_with("the CPU is predicted to take 400 us and the GPU"), "{}", slow.why);
        // The rule, where the rates are those of another.
        assert_eq!(engine("another", 2.5, false).engine, EngineKind::Cpu);
        assert_eq!(engine("another", 1000.0, true).engine, EngineKind::Cuda);
    }

    #[test]
    fn a_sum_alone_is_never_sent() {
        let auto = over(EnginePreference::Auto, costs("emulated", 0.001));
        let sum = |resident| auto.choose(&Request { operation: Operation::Add, ..request(8192, 3, resident) });
        assert_eq!((sum(false).engine, sum(true).engine), (EngineKind::Cpu, EngineKind::Cuda));
        assert!(sum(false).why.contains("add alone"), "{}", sum(false).why);
    }
}
