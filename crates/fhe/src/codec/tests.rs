use super::*;
use crate::bfv::*;
use crate::bgv::{self, Bgv};
use crate::rlwe::ExtendedPublicKey;
use crate::{Parameters, ParametersLiteral};
use chacha20::ChaCha20Rng;
use papilio_field::Field;
use papilio_field::fields::{BabyBear, Bn254, Goldilocks, P32};
use papilio_ring::RnsBasis;
use rand_core::SeedableRng;

mod bgv_objects;
mod refusals;
mod sizes;

/// The last primes are special.
fn scheme<F: Field>(bits: &[u32], special: usize) -> Bfv<F> {
    let mut moduli = RnsBasis::choose_moduli(1 << 12, bits, 0).expect("primes");
    let special = moduli.split_off(bits.len() - special);
    let literal = ParametersLiteral { log_degree: 12, moduli, special, insecure: true, ..ParametersLiteral::default() };
    Bfv::new(Parameters::new(literal).expect("parameters")).expect("scheme")
}

fn values<F: Field>(bfv: &Bfv<F>, rng: &mut ChaCha20Rng) -> Vec<F> {
    (0..bfv.parameters().degree()).map(|_| F::random(rng)).collect()
}

/// One object of every kind that has a scheme, of a level.
struct Objects<F: Field> {
    bfv: Bfv<F>,
    secret: SecretKey,
    public: PublicKey,
    plaintext: Plaintext<F>,
    seeded: SeededCiphertext,
    ciphertext: Ciphertext,
    product: Product,
    relinearization: RelinearizationKey,
    galois: GaloisKeys,
    bgv: Bgv<F>,
    bgv_ciphertext: bgv::Ciphertext<F>,
    bgv_product: bgv::Product<F>,
    secret_switching: SecretSwitchingKey,
    extended: ExtendedPublicKey,
}

impl<F: Field> Objects<F> {
    fn new(bits: &[u32], special: usize, level: usize) -> Self {
        let (bfv, mut rng) = (scheme::<F>(bits, special), ChaCha20Rng::from_seed([7; 32]));
        let plaintext = bfv.encode_coefficients(&values(&bfv, &mut rng)).expect("fits");
        let secret = SecretKey::generate(&bfv, &mut rng);
        let mut ciphertext = bfv.encrypt_secret(&secret, &plaintext, &mut rng).expect("context");
        bfv.mod_switch_to_assign(&mut ciphertext, level).expect("a level for the field");
        let bgv = Bgv::over(bfv.clone());
        let fresh = bgv.encrypt_secret(&secret, &plaintext, &mut rng).expect("context");
        let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("special primes");
        let square = bgv.relinearize(&bgv.square_at(&fresh, level).expect("a level"), &relinearization).expect("a key");
        let exponents = [galois_element_row_swap(bfv.parameters().degree()), galois_element(bfv.parameters().degree(), 1)];
        Self {
            secret_switching: SecretSwitchingKey::generate(&bfv, &secret, &SecretKey::generate(&bfv, &mut rng), &mut rng)
                .expect("special primes"),
            public: PublicKey::generate(&bfv, &secret, &mut rng).expect("context"),
            extended: ExtendedPublicKey::generate(&bfv, &secret, &mut rng).expect("context"),
            seeded: of_level(&bfv, bfv.encrypt_seeded(&secret, &plaintext, &mut rng).expect("context"), level),
            product: bfv.square(&ciphertext).expect("a product"),
            galois: GaloisKeys::generate(&bfv, &secret, exponents, &mut rng).expect("special primes"),
            bgv_product: bgv.multiply_at(&square, &fresh, level).expect("a level"),
            bgv_ciphertext: square,
            bfv,
            bgv,
            secret,
            plaintext,
            ciphertext,
            relinearization,
        }
    }

    /// All bytes, by kind.
    fn all_bytes(&self) -> Vec<(Kind, Vec<u8>)> {
        let bfv = &self.bfv;
        vec![
            (Kind::Parameters, bfv.parameters().literal().to_bytes()),
            (Kind::SecretKey, self.secret.to_bytes(bfv).to_vec()),
            (Kind::PublicKey, self.public.to_bytes(bfv)),
            (Kind::SeededCiphertext, self.seeded.to_bytes(bfv)),
            (Kind::Ciphertext, self.ciphertext.to_bytes(bfv)),
            (Kind::Product, self.product.to_bytes(bfv)),
            (Kind::RelinearizationKey, self.relinearization.to_bytes(bfv)),
            (Kind::GaloisKeys, self.galois.to_bytes(bfv)),
            (Kind::Plaintext, self.plaintext.to_bytes(bfv).to_vec()),
            (Kind::BgvCiphertext, self.bgv_ciphertext.to_bytes(bfv)),
            (Kind::BgvProduct, self.bgv_product.to_bytes(bfv)),
            (Kind::SecretSwitchingKey, self.secret_switching.to_bytes(bfv)),
            (Kind::ExtendedPublicKey, self.extended.to_bytes(bfv)),
        ]
    }
}

/// The first primes of a seeded ciphertext.
fn of_level<F: Field>(bfv: &Bfv<F>, seeded: SeededCiphertext, level: usize) -> SeededCiphertext {
    let mut body = seeded.body().clone();
    body.truncate(level);
    assert_eq!(body.residues().len(), level * bfv.parameters().degree());
    SeededCiphertext::new(bfv, seeded.key(), seeded.uniform().clone(), body).expect("a level")
}

/// Reads bytes as an object of a kind and writes it again.
fn rewritten<F: Field>(bfv: &Bfv<F>, kind: Kind, bytes: &[u8]) -> Result<Vec<u8>, BytesError> {
    fn through<T: Object>(bfv: &T::Scheme, bytes: &[u8]) -> Result<Vec<u8>, BytesError> {
        let object = T::from_bytes(bfv, bytes)?;
        assert_eq!(object.bytes_len(bfv), bytes.len());
        Ok(object.to_bytes(bfv).as_ref().to_vec())
    }
    match kind {
        Kind::Parameters => ParametersLiteral::from_bytes(bytes).map(|literal| literal.to_bytes()),
        Kind::SecretKey => through::<SecretKey>(bfv, bytes),
        Kind::PublicKey => through::<PublicKey>(bfv, bytes),
        Kind::SeededCiphertext => through::<SeededCiphertext>(bfv, bytes),
        Kind::Ciphertext => through::<Ciphertext>(bfv, bytes),
        Kind::Product => through::<Product>(bfv, bytes),
        Kind::RelinearizationKey => through::<RelinearizationKey>(bfv, bytes),
        Kind::GaloisKeys => through::<GaloisKeys>(bfv, bytes),
        Kind::Plaintext => through::<Plaintext<F>>(bfv, bytes),
        Kind::BgvCiphertext => through::<bgv::Ciphertext<F>>(bfv, bytes),
        Kind::BgvProduct => through::<bgv::Product<F>>(bfv, bytes),
        Kind::SecretSwitchingKey => through::<SecretSwitchingKey>(bfv, bytes),
        Kind::ExtendedPublicKey => through::<ExtendedPublicKey>(bfv, bytes),
        other => panic!("{other} is read by another crate"),
    }
}

/// The bytes with the checksum made right.
pub(crate) fn resealed(mut bytes: Vec<u8>, edit: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    bytes.truncate(bytes.len() - 8);
    edit(&mut bytes);
    let checksum = blake3::hash(&bytes);
    bytes.extend_from_slice(&checksum.as_bytes()[..8]);
    bytes
}

fn round_trips<F: Field>(bits: &[u32], special: usize) {
    let able = |&level: &usize| scheme::<F>(bits, special).check_modulus(level).is_ok();
    for level in (1..=bits.len() - special).filter(able) {
        let objects = Objects::<F>::new(bits, special, level);
        let bfv = &objects.bfv;
        for (kind, bytes) in objects.all_bytes() {
            assert_eq!(Kind::of(&bytes), Ok(kind));
            assert_eq!(rewritten(bfv, kind, &bytes), Ok(bytes), "{kind} of level {level}");
        }
        assert_eq!(
            ParametersLiteral::from_bytes(&bfv.parameters().literal().to_bytes()).as_ref(),
            Ok(bfv.parameters().literal())
        );
        assert_eq!(SeededCiphertext::from_bytes(bfv, &objects.seeded.to_bytes(bfv)), Ok(objects.seeded));
        assert_eq!(Ciphertext::from_bytes(bfv, &objects.ciphertext.to_bytes(bfv)), Ok(objects.ciphertext));
        assert_eq!(Product::from_bytes(bfv, &objects.product.to_bytes(bfv)), Ok(objects.product));
        assert_eq!(Plaintext::from_bytes(bfv, &objects.plaintext.to_bytes(bfv)), Ok(objects.plaintext));
        assert_eq!(bgv::Ciphertext::from_bytes(bfv, &objects.bgv_ciphertext.to_bytes(bfv)), Ok(objects.bgv_ciphertext));
        assert_eq!(bgv::Product::from_bytes(bfv, &objects.bgv_product.to_bytes(bfv)), Ok(objects.bgv_product));
        assert_eq!(ExtendedPublicKey::from_bytes(bfv, &objects.extended.to_bytes(bfv)), Ok(objects.extended));
        let public = PublicKey::from_bytes(bfv, &objects.public.to_bytes(bfv)).expect("its own bytes");
        assert_eq!(public.id(), objects.secret.id());
        let galois = GaloisKeys::from_bytes(bfv, &objects.galois.to_bytes(bfv)).expect("its own bytes");
        assert_eq!(galois.id(), objects.secret.id());
        let key = objects.secret_switching;
        assert_eq!(SecretSwitchingKey::from_bytes(bfv, &key.to_bytes(bfv)), Ok(key));
        let key = objects.relinearization;
        assert_eq!(RelinearizationKey::from_bytes(bfv, &key.to_bytes(bfv)), Ok(key));
    }
}

#[test]
fn every_kind_at_every_level() {
    round_trips::<P32>(&[40, 45, 50, 50], 1);
    round_trips::<P32>(&[42, 33, 61, 50, 48], 2);
    round_trips::<Goldilocks>(&[50, 61, 60], 1);
    round_trips::<BabyBear>(&[50, 50], 1);
    round_trips::<Bn254>(&[50; 7], 1);
}

#[test]
fn parameters_without_special_primes() {
    let bfv = scheme::<P32>(&[40, 40], 0);
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let back = SecretKey::from_bytes(&bfv, &secret.to_bytes(&bfv)).expect("a key");
    assert_eq!(back.seed(), secret.seed());
    let literal = bfv.parameters().literal();
    assert_eq!(ParametersLiteral::from_bytes(&literal.to_bytes()).as_ref(), Ok(literal));
    assert_ne!(ParametersLiteral { insecure: false, ..literal.clone() }.digest(), literal.digest());
}

/// Objects that were sent compute as those that were not: on a server that has only bytes, and for
/// an owner who reads their own secret.
#[test]
fn evaluation_after_a_round_trip() {
    let bits = [50; 4];
    let objects = Objects::<P32>::new(&bits, 1, 3);
    let bytes: Vec<Vec<u8>> = objects.all_bytes().into_iter().map(|(_, bytes)| bytes).collect();
    let parameters = Parameters::new(ParametersLiteral::from_bytes(&bytes[0]).expect("a literal")).expect("parameters");
    let bfv = Bfv::<P32>::new(parameters).expect("a scheme");
    let secret = SecretKey::from_bytes(&bfv, &bytes[1]).expect("a secret");
    let public = PublicKey::from_bytes(&bfv, &bytes[2]).expect("a key");
    let key = RelinearizationKey::from_bytes(&bfv, &bytes[6]).expect("a key");
    let galois = GaloisKeys::from_bytes(&bfv, &bytes[7]).expect("keys");
    let slots = BatchEncoder::new(&bfv).expect("slots");
    let open = |x: &Ciphertext| slots.decode(&bfv.decrypt(&secret, x).expect("budget").plaintext).expect("context");
    let a = slots.decode(&Plaintext::from_bytes(&bfv, &bytes[8]).expect("a plaintext")).expect("context");
    let squares: Vec<P32> = a.iter().map(|&a| a * a).collect();
    let x = SeededCiphertext::from_bytes(&bfv, &bytes[3]).expect("seeded").expand(&bfv).expect("context");
    let y = Ciphertext::from_bytes(&bfv, &bytes[4]).expect("a ciphertext");
    assert_eq!((open(&x), open(&y)), (a.clone(), a.clone()));
    let product = Product::from_bytes(&bfv, &bytes[5]).expect("a product");
    assert_eq!(open(&bfv.relinearize(&product, &key).expect("a key")), squares);
    assert_eq!(open(&bfv.multiply_relinearize(&x, &y, &key).expect("a key")), squares);
    let mut rotated = a.clone();
    rotated.chunks_mut(a.len() / 2).for_each(|row| row.rotate_left(1));
    assert_eq!(open(&bfv.rotate_rows(&x, 1, &galois).expect("a key")), rotated);
    let swapped = [&a[a.len() / 2..], &a[..a.len() / 2]].concat();
    assert_eq!(open(&bfv.rotate_columns(&y, &galois).expect("a key")), swapped);
    let fresh =
        bfv.encrypt_public(&public, &slots.encode(&a).expect("fits"), &mut ChaCha20Rng::from_seed([2; 32])).expect("context");
    assert_eq!(open(&fresh), a);
}
