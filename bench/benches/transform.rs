//! The transform across ciphertexts, columns layout: a batch of all coefficients, in memory, on all
//! threads.

mod groups;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use groups::group;
use papilio_bench::{elements, rng};
use papilio_fhe::Parameters;
use papilio_fhe::bfv::{Bfv, Ciphertext, SecretKey};
use papilio_field::FieldRing;
use papilio_field::fields::P32;
use papilio_hntt::LayoutChoice;
use papilio_hntt::cost::Cost;
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Batch, Canceled, Constants, Design, KeyKind, MemorySink, MemorySource, Packing};
use papilio_hntt::{Problem, ProductSharing, Request, design, layout};

const LOG_DEGREE: u32 = 14;

fn request(radices: &[usize], evaluator: ProductSharing) -> Request {
    let columns = radices.iter().product();
    Request {
        problem: Problem::forward(columns).expect("a power of two"),
        lanes: 1 << LOG_DEGREE,
        layout: LayoutChoice::Columns,
        packing: Packing::Coefficients,
        evaluator,
        radices: Some(radices.to_vec()),
        depth: None,
        log_degree: Some(LOG_DEGREE),
        key: KeyKind::Secret,
        follow_noise: true,
        switch_output: true,
        insecure: false,
    }
}

/// Encrypts a matrix, transforms it, and compares one decrypted column with the transform in the
/// clear. The batch returned holds the outputs.
fn checked(design: &Design) -> (Prepared, Batch) {
    let parameters = Parameters::new(design.literal.clone()).expect("secure parameters");
    let (degree, basis) = (parameters.degree(), parameters.basis().clone());
    let bfv = Bfv::<P32>::new(parameters).expect("a scheme");
    let mut rng = rng(3);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let matrix = elements::<P32>(design.outer.inputs() * degree, 4);
    let encrypt = |column: &[P32]| {
        let plaintext = bfv.encode_coefficients(column).expect("fits");
        bfv.encrypt_seeded(&secret, &plaintext, &mut rng).and_then(|x| x.expand(&bfv)).expect("a key")
    };
    let inputs: Vec<Ciphertext> = matrix.chunks_exact(degree).map(encrypt).collect();
    let constants = Constants::<P32>::new(&FieldRing::new(), &design.recipe).expect("roots");
    let prepared = Prepared::new(&design.recipe, &constants, &basis).expect("supported primes");
    let mut batch = Batch::new(&prepared, 0..degree);
    batch.load(&prepared, &MemorySource::<Canceled>::new(&inputs), &|_| true).expect("not canceled");
    batch.transform(&prepared, &|_| true).expect("not canceled");
    let outputs = MemorySink::<Canceled>::new(design.outer.columns(), design.recipe.output_limbs, degree);
    batch.store(&prepared, &outputs, &|_| true).expect("not canceled");
    let k = design.outer.columns() / 3;
    let noise = design.output_noise(&FieldRing::<P32>::new());
    let outputs = outputs.into_ciphertexts(&bfv, secret.id(), &noise).expect("levels");
    let column = bfv.decrypt(&secret, &outputs[k]).expect("budget").plaintext.into_coefficients();
    let expected = layout::reference(&FieldRing::<P32>::new(), &design.outer, degree, matrix).expect("roots");
    assert!(column == expected[k * degree..][..degree], "column {k} of {}", design.summary());
    (prepared, batch)
}

fn case(criterion: &mut Criterion, radices: &[usize], evaluator: ProductSharing) {
    let cost = Cost::here();
    let (design, _) = design(&FieldRing::<P32>::new(), &request(radices, evaluator), &cost).expect("a design");
    let (prepared, mut batch) = checked(&design);
    let name = format!("columns/{}/{}", design.outer.columns(), 1 << LOG_DEGREE);
    let mut group = group(criterion, &name);
    group.sample_size(10).throughput(Throughput::Elements((design.outer.columns() << LOG_DEGREE) as u64));
    let label = if evaluator == ProductSharing::Dense { "dense" } else { "shared" };
    let id = format!("{label}/{}/limbs {:?}", design.recipe.radices_text(), design.recipe.limbs);
    // Every limb holds canonical residues after a transform, so a batch is transformed again as it
    // is.
    group.bench_function(id, |b| b.iter(|| batch.transform(&prepared, &|_| true).expect("not canceled")));
    group.finish();
}

fn columns(criterion: &mut Criterion) {
    for evaluator in [ProductSharing::Shared, ProductSharing::Dense] {
        case(criterion, &[4, 4, 8], evaluator);
        case(criterion, &[4, 4, 4, 4], evaluator);
    }
}

criterion_group!(benches, columns);
criterion_main!(benches);
