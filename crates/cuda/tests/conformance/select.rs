//! The choice of an engine where there is a device, and the launches that its model counts.

use crate::schemes::Scheme;
use papilio_cuda::select::{Costs, CpuMedian, DeviceRates, EngineKind, EnginePreference, Operation, Request, Selection, Shape};
use papilio_cuda::{Basis, Conversion, Emulation, Gpu, Words};
use papilio_fhe::prelude::*;
use papilio_fhe::rlwe::galois_element;
use papilio_ring::{BasisConverter, Poly, RnsBasis};

const SHAPE: Shape = Shape { degree: 8192, limbs: 3, special: 1 };

fn request(degree: usize, limbs: usize, resident: bool) -> Request {
    Request { operation: Operation::Multiply, shape: Shape { degree, limbs, special: 1 }, batch: 1, resident }
}

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
    let cpu = |operation, microseconds| CpuMedian { operation, shape: SHAPE, microseconds };
    let (upload, download, copy) = (2e10, 2e10, 4e12);
    let rates = DeviceRates { name: device.to_owned(), upload, download, copy, butterflies: 1e12, products: 1e12, launch };
    let cpu = vec![cpu(Operation::Multiply, 400.0), cpu(Operation::Add, 1000.0)];
    Some(Costs { machine: String::new(), cpu, device: Some(rates) })
}

#[test]
fn measured_costs_decide_where_they_are_of_this_device() {
    let choice = |device: &str, launch, resident| {
        over(EnginePreference::Auto, costs(device, launch)).choose(&request(8192, 3, resident))
    };
    let fast = choice("emulated", 2.5, false);
    assert_eq!(fast.engine, EngineKind::Cuda);
    assert!(fast.why.contains("CPU 400 us") && fast.why.contains("with transfers"), "{}", fast.why);
    assert!(fast.predicted.is_some_and(|time| time < 400.0));
    let slow = choice("emulated", 1000.0, true);
    assert_eq!((slow.engine, slow.predicted), (EngineKind::Cpu, Some(400.0)));
    assert!(slow.why.starts_with("the CPU is predicted to take 400 us and the GPU"), "{}", slow.why);
    // The rule, where the rates are those of another.
    assert_eq!(choice("another", 2.5, false).engine, EngineKind::Cpu);
    assert_eq!(choice("another", 1000.0, true).engine, EngineKind::Cuda);
}

#[test]
fn a_sum_alone_is_never_sent() {
    let auto = over(EnginePreference::Auto, costs("emulated", 0.001));
    let sum = |resident| auto.choose(&Request { operation: Operation::Add, ..request(8192, 3, resident) });
    assert_eq!((sum(false).engine, sum(true).engine), (EngineKind::Cpu, EngineKind::Cuda));
    assert!(sum(false).why.contains("add alone"), "{}", sum(false).why);
}

/// The fewest launches after which an operation is done: the device is lost after so many, and
/// `work` says whether its result is there.
fn launches(work: impl Fn(&Gpu) -> bool) -> usize {
    let (mut few, mut many) = (0, 1 << 7);
    while few < many {
        let middle = (few + many) / 2;
        let gpu = Gpu::emulated(Emulation { lost_after: Some(middle), ..Emulation::default() });
        if work(&gpu) { many = middle } else { few = middle + 1 }
    }
    usize::try_from(few).expect("a number of launches")
}

/// The model's launches are those that are made.
#[test]
fn launches_are_those_of_the_model() {
    for (log_q, log_p) in [(&[49, 49, 49][..], &[49][..]), (&[49, 49, 49, 49], &[49, 49])] {
        let scheme = Scheme::new(log_q, log_p);
        let counted = |operation: Operation| operation.work(log_q.len(), log_p.len()).launches;
        let same = |operation: Operation, work: &dyn Fn(&Gpu) -> bool| {
            assert_eq!(launches(work), counted(operation), "{operation}, {} primes", log_q.len());
        };
        ciphertexts(&scheme, &same);
        polynomials(&scheme, &same);
    }
}

/// Compares the launches of an operation.
type Compare<'a> = &'a dyn Fn(Operation, &dyn Fn(&Gpu) -> bool);

fn ciphertexts(scheme: &Scheme, same: Compare<'_>) {
    let Scheme { bfv, relinearization, galois, x, y, encoder, .. } = scheme;
    let to = |gpu: &Gpu, x: &Ciphertext| x.to(gpu).expect("memory");
    same(Operation::Add, &|gpu| {
        let mut sum = to(gpu, x);
        bfv.add_assign(&mut sum, &to(gpu, y)).expect("a sum");
        sum.to_host().is_ok()
    });
    same(Operation::Multiply, &|gpu| bfv.multiply(&to(gpu, x), &to(gpu, y)).expect("a product").to_host().is_ok());
    let product = bfv.multiply(x, y).expect("a product");
    same(Operation::Relinearize, &|gpu| {
        let key = relinearization.to(bfv, gpu).expect("memory");
        bfv.relinearize(&product.to(gpu).expect("memory"), &key).expect("a key").to_host().is_ok()
    });
    same(Operation::Rotate, &|gpu| {
        let keys = galois.to(bfv, gpu).expect("memory");
        bfv.rotate_rows(&to(gpu, x), 1, &keys).expect("a key").to_host().is_ok()
    });
    same(Operation::HoistedRotations, &|gpu| {
        let (keys, hoisted) = (galois.to(bfv, gpu).expect("memory"), bfv.hoist(&to(gpu, x)).expect("digits"));
        let rotated = |_| bfv.apply_hoisted(&hoisted, galois_element(4096, 1), &keys).expect("a key");
        (0..Operation::HOISTED).map(rotated).collect::<Vec<_>>().iter().all(|rotated| rotated.to_host().is_ok())
    });
    same(Operation::ModulusSwitch, &|gpu| bfv.mod_switch_to(&to(gpu, x), x.level() - 1).expect("a level").to_host().is_ok());
    let factor = bfv.prepare(&encoder.encode_signed(&[2, -7, 1]).expect("values")).expect("a plaintext");
    let values = bfv.to_evaluation(x.clone()).expect("values");
    same(Operation::MultiplyPlain, &|gpu| {
        let mut product = values.to(gpu).expect("memory");
        bfv.mul_plain_assign(&mut product, &factor.to(gpu).expect("memory")).expect("a product");
        product.to_host().is_ok()
    });
    let basis = bfv.parameters().basis();
    same(Operation::Tensor, &|gpu| {
        let words = values.to(gpu).expect("memory");
        let [a, b] = words.parts();
        let products = [vec![(a, a)], vec![(a, b), (b, a)], vec![(b, b)]];
        let products = products.map(|factors| Poly::sum_of_products(basis, &factors));
        products.iter().all(|product| product.to_host().is_ok())
    });
}

fn polynomials(scheme: &Scheme, same: Compare<'_>) {
    let basis: &RnsBasis = scheme.bfv.parameters().basis();
    let (degree, moduli) = (basis.degree(), basis.moduli(basis.limbs()).copied().collect::<Vec<_>>());
    let words = scheme.x.parts()[0].residues();
    let on = |gpu: &Gpu| (Words::upload(gpu, words).expect("memory"), Basis::new(gpu, degree, &moduli).expect("primes"));
    same(Operation::NttForward, &|gpu| {
        let (mut x, basis) = on(gpu);
        x.forward(&basis);
        x.to_host().is_ok()
    });
    same(Operation::NttInverse, &|gpu| {
        let (mut x, basis) = on(gpu);
        x.inverse(&basis);
        x.to_host().is_ok()
    });
    same(Operation::PolynomialProduct, &|gpu| {
        let ((mut x, basis), (mut y, _)) = (on(gpu), on(gpu));
        x.forward(&basis);
        y.forward(&basis);
        x.multiply_assign(&basis, &y);
        x.inverse(&basis);
        x.to_host().is_ok()
    });
    let other = crate::moduli(degree, 50, moduli.len() + 1);
    let converter = BasisConverter::extend(&moduli, &other);
    same(Operation::BaseConversion, &|gpu| {
        let (x, _) = on(gpu);
        let mut to = Words::unspecified(gpu, degree * other.len()).expect("memory");
        to.convert(&Conversion::new(gpu, &converter).expect("memory"), degree, &x, None);
        to.to_host().is_ok()
    });
}
