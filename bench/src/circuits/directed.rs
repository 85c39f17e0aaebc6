//! Circuits that were wrong once, or would be: inner products beyond the parameters that were
//! planned for, and small messages doubled past the end of the modulus.

use super::{Counts, parameters};
use chacha20::ChaCha20Rng;
use papilio_fhe::Parameters;
use papilio_fhe::advice::{Request, Step, advise};
use papilio_fhe::bfv::{
    BatchEncoder, Bfv, FheError, GaloisKeys, PublicKey, RelinearizationKey, SecretKey, galois_element, galois_element_row_swap,
};
use papilio_fhe::bgv::Bgv;
use papilio_field::fields::{BabyBear, Goldilocks, P32};
use papilio_ntt::dft::DftField;
use rand_core::SeedableRng;

/// Runs all of them.
pub(super) fn run(seed: u64) -> Counts {
    let mut counts = Counts::default();
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    for planned in [false, true] {
        inner_product::<P32>(planned, &mut rng, &mut counts);
        inner_product::<BabyBear>(planned, &mut rng, &mut counts);
    }
    doubled::<P32>(&[50, 50], &mut rng, &mut counts);
    doubled::<P32>(&[40, 41], &mut rng, &mut counts);
    doubled::<Goldilocks>(&[40, 40, 41], &mut rng, &mut counts);
    too_small(&mut counts);
    counts
}

/// Counts a decryption of what should be these values. `certain` results have to decrypt.
fn judge<F: DftField>(counts: &mut Counts, what: &str, certain: bool, found: Result<Vec<F>, FheError>, values: &[F]) {
    counts.operations += 1;
    match found {
        Ok(found) if found == values => counts.decryptions += 1,
        Err(FheError::Exhausted { .. }) if !certain => counts.refused += 1,
        other => {
            counts.wrong += 1;
            counts.fail(format!("{}: {what} is {}", F::NAME, other.map_or_else(|e| e.to_string(), |_| "wrong".into())));
        }
    }
}

/// The sum of a product of ciphertexts under the public key over all slots, with parameters for the
/// product alone and for both.
fn inner_product<F: DftField>(planned: bool, rng: &mut ChaCha20Rng, counts: &mut Counts) {
    let products = Request { log_degree: Some(13), ..Request::products(F::BITS, 1).with_rotations() };
    let circuit = vec![Step::Multiply, Step::InnerSum];
    let request = if planned { Request { circuit, ..products } } else { products };
    let literal = advise(&request).expect("parameters for a product").literal;
    let bfv = Bfv::<F>::new(Parameters::new(literal).expect("parameters that were advised")).expect("a scheme");
    let (bgv, slots, n) = (Bgv::over(bfv.clone()), BatchEncoder::new(&bfv).expect("slots"), bfv.parameters().degree());
    for _ in 0..5 {
        counts.circuits += 2;
        counts.inner_sums += 2;
        let secret = SecretKey::generate(&bfv, rng);
        let public = PublicKey::generate(&bfv, &secret, rng).expect("its own secret");
        let key = RelinearizationKey::generate(&bfv, &secret, rng).expect("special primes");
        let exponents = (0..n.ilog2() - 1).map(|i| galois_element(n, 1 << i)).chain([galois_element_row_swap(n)]);
        let galois = GaloisKeys::generate(&bfv, &secret, exponents, rng).expect("special primes");
        let values: Vec<F> = (0..n).map(|_| F::random(rng)).collect();
        let total = values.iter().fold(F::ZERO, |sum, &v| sum + v * v);
        let message = slots.encode(&values).expect("as many as slots");
        let x = bfv.encrypt_public(&public, &message, rng).expect("its own key");
        let y = bfv.encrypt_public(&public, &message, rng).expect("its own key");
        let open =
            |found: Result<papilio_fhe::bfv::Decryption<F>, FheError>| found.and_then(|open| slots.decode(&open.plaintext));
        let sum = bfv.multiply_relinearize(&x, &y, &key).and_then(|product| bfv.inner_sum(&product, &galois));
        let found = sum.and_then(|sum| open(bfv.decrypt(&secret, &sum)));
        judge(counts, "an inner product of BFV", planned, found, &vec![total; n]);
        let sum = bgv.from_bfv(x).and_then(|x| bgv.multiply_relinearize(&x, &bgv.from_bfv(y)?, &key));
        let sum = sum.and_then(|product| bgv.inner_sum(&product, &galois));
        let found = sum.and_then(|sum| open(bgv.decrypt(&secret, &sum)));
        judge(counts, "an inner product of BGV", false, found, &vec![total; n]);
    }
}

/// Small messages doubled until long after decryption refuses: noise beyond the modulus may look
/// like none.
fn doubled<F: DftField>(bits: &[u32], rng: &mut ChaCha20Rng, counts: &mut Counts) {
    let bfv = Bfv::<F>::new(parameters(bits, 1)).expect("a scheme");
    let secret = SecretKey::generate(&bfv, rng);
    let message = vec![F::from_u64(3); bfv.parameters().degree()];
    let plaintext = bfv.encode_coefficients(&message).expect("fits");
    let (mut x, mut values) = (bfv.encrypt_secret(&secret, &plaintext, rng).expect("its own key"), message);
    counts.circuits += 1;
    for _ in 0..64 {
        let open = bfv.decrypt(&secret, &x).map(|open| open.plaintext.into_coefficients());
        judge(counts, "a message doubled", false, open, &values);
        let same = x.clone();
        bfv.add_assign(&mut x, &same).expect("its own level");
        values.iter_mut().for_each(|v| *v = *v + *v);
    }
}

/// A modulus below that of the plaintexts.
fn too_small(counts: &mut Counts) {
    counts.foreign_operands += 1;
    if Bfv::<Goldilocks>::new(parameters(&[50, 50], 1)).is_ok() {
        counts.wrong += 1;
        counts.fail("a modulus of 50 bits for a plaintext modulus of 64 was taken".into());
    }
}
