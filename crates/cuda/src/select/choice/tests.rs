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
