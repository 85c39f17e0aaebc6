//! The choice of an engine where there is a device, and the launches that its model counts.

use crate::schemes::Scheme;
use crate::slots::Slots;
use papilio_cuda::select::{Costs, CpuMedian, DeviceRates, EngineKind, EnginePreference, Operation, Request, Selection, Shape};
use papilio_cuda::{Basis, Conversion, DeviceWords, Emulation, Gpu};
use papilio_fhe::prelude::*;
use papilio_fhe::rlwe::galois_element;
use papilio_field::fields::P32;
use papilio_hntt::slots::{Arrangement, Counted, Encrypted, SlotCounts};
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
pub(super) fn launches(work: impl Fn(&Gpu) -> bool) -> usize {
    let (mut few, mut many) = (0, 1 << 10);
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
    sums(bfv, [x, y]);
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

/// Launches of one sum, of as many as a launch takes, and of one more.
fn sums(bfv: &Bfv<u64>, [x, y]: [&Ciphertext; 2]) {
    let shape = Shape { degree: 4096, limbs: x.level(), special: 1 };
    for batch in [1, Operation::SUMS, Operation::SUMS + 1] {
        let model = Request { operation: Operation::Add, shape, batch, resident: true }.launches();
        let found = launches(|gpu| {
            let all = |x: &Ciphertext| (0..batch).map(|_| x.to(gpu).expect("memory")).collect::<Vec<_>>();
            let (mut sums, others) = (all(x), all(y));
            bfv.add_each_assign(&mut sums, &others).expect("sums");
            sums.iter().all(|sum| sum.to_host().is_ok())
        });
        assert_eq!(found as f64, model, "{batch} sums");
    }
}

fn polynomials(scheme: &Scheme, same: Compare<'_>) {
    let basis: &RnsBasis = scheme.bfv.parameters().basis();
    let (degree, moduli) = (basis.degree(), basis.moduli(basis.limbs()).copied().collect::<Vec<_>>());
    let words = scheme.x.parts()[0].residues();
    let on = |gpu: &Gpu| (DeviceWords::upload(gpu, words).expect("memory"), Basis::new(gpu, degree, &moduli).expect("primes"));
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
        x.multiply_polynomials(&basis, &mut y);
        x.to_host().is_ok()
    });
    let other = crate::moduli(degree, 50, moduli.len() + 1);
    let converter = BasisConverter::extend(&moduli, &other);
    same(Operation::BaseConversion, &|gpu| {
        let (x, _) = on(gpu);
        let mut to = DeviceWords::unspecified(gpu, degree * other.len()).expect("memory");
        to.convert(&Conversion::new(gpu, &converter).expect("memory"), degree, &x, None);
        to.to_host().is_ok()
    });
}

/// A transform of 256 ciphertexts of four primes, in three stages; and one in slots.
fn transforms() -> [Request; 2] {
    let shape = Shape { degree: 16_384, limbs: 4, special: 1 };
    let columns = Operation::Columns { products: 60, kept: 1 };
    let slots = Operation::Slots { diagonals: 32, rotations: 11, hoisted: 6, keys: 7 };
    [(columns, 256), (slots, 1)].map(|(operation, batch)| Request { operation, shape, batch, resident: false })
}

#[test]
fn transforms_go_where_costs_predict_the_shorter_time() {
    for request in transforms() {
        let cpu = 20_000.0;
        let choice = |preference, costs| over(preference, costs).choose_beside(&request, Some(cpu));
        let fast = choice(EnginePreference::Auto, costs("emulated", 2.5));
        let gpu = fast.predicted.expect("a prediction");
        assert_eq!(fast.engine, EngineKind::Cuda, "{}", fast.why);
        assert!(gpu < cpu && fast.why.ends_with("with transfers to the GPU and back"), "{gpu}: {}", fast.why);
        // A slow bus, or a faster processor.
        let mut slow = costs("emulated", 2.5);
        let rates = slow.as_mut().and_then(|costs| costs.device.as_mut()).expect("rates");
        (rates.upload, rates.download) = (1e8, 1e8);
        let slow = choice(EnginePreference::Auto, slow);
        assert_eq!((slow.engine, slow.predicted), (EngineKind::Cpu, Some(cpu)), "{}", slow.why);
        let beside = over(EnginePreference::Auto, costs("emulated", 2.5)).choose_beside(&request, Some(gpu / 2.0));
        assert_eq!((beside.engine, beside.predicted), (EngineKind::Cpu, Some(gpu / 2.0)), "{}", beside.why);
        // Without rates of this device the rule, by which operands would have to stay there.
        for costs in [None, costs("another", 2.5)] {
            let unknown = choice(EnginePreference::Auto, costs.clone());
            assert_eq!(unknown.engine, EngineKind::Cpu, "{}", unknown.why);
            assert!(unknown.why.ends_with("and these do not"), "{}", unknown.why);
            let resident = Request { resident: true, ..request };
            let resident = over(EnginePreference::Auto, costs).choose_beside(&resident, Some(cpu));
            assert_eq!(resident.engine, EngineKind::Cuda, "{}", resident.why);
        }
        assert_eq!(choice(EnginePreference::Cuda, None).engine, EngineKind::Cuda);
        assert_eq!(choice(EnginePreference::Cpu, costs("emulated", 2.5)).engine, EngineKind::Cpu);
    }
}

/// The bytes of operands and results, and for slots those of diagonals and keys.
#[test]
fn transfers_of_transforms_are_those_of_all_that_moves() {
    let limbs = transforms().map(|request| (request.work().uploads, request.work().downloads));
    // Both parts of four primes, and of one; 32 diagonals, and 7 keys of four digits and five
    // primes.
    assert_eq!(limbs, [(8, 2), (8 + 32 * 4 + 7 * 2 * 4 * 5, 8)]);
}

/// Launches of transforms are near those of the model: sums and smaller moduli between products and
/// rotations are not in it.
#[test]
fn launches_of_a_transform_in_slots_are_near_those_of_the_model() {
    let Slots { bfv, keys, diagonals, x } = Slots::<P32>::new(Arrangement::Repeated, &[49, 49, 49], &[49], 2);
    let SlotCounts { ct_pt_multiplies, rotations, hoisted, .. } = Counted::count(diagonals.recipe());
    let [diagonals_of, rotations, hoisted] = [ct_pt_multiplies, rotations, hoisted].map(|count| count as usize);
    let operation = Operation::Slots { diagonals: diagonals_of, rotations, hoisted, keys: keys.galois_elements().count() };
    let counted = operation.work(3, 1).launches;
    let found = launches(|gpu| {
        let keys = keys.to(&bfv, gpu).expect("memory");
        let encrypted = Encrypted::new(&bfv, &keys, &diagonals).expect("keys");
        encrypted.transform(x.to(gpu).expect("memory"), &mut |_| true).expect("a transform").to_host().is_ok()
    });
    println!("{found} launches, {counted} in the model");
    assert!(counted * 3 / 4 <= found && found <= counted * 5 / 4, "{found} launches, {counted} in the model");
}
