//! Keys and signatures made here: those of other implementations, and valid on chain.

use crate::common::{Entry, own};
use crate::independent::strict;
use chacha20::ChaCha20Rng;
use papilio_evm::{CONTEXT_LIMIT, Content, Error, Hash, MESSAGE_LIMIT, Scheme, SigningKey, hex};
use pqcrypto_falcon::falcon512;
use pqcrypto_traits::sign::{DetachedSignature, PublicKey, SecretKey};
use rand_core::{Rng, SeedableRng, TryCryptoRng, TryRng};
use revm::primitives::keccak256;
use std::convert::Infallible;
use std::path::Path;

/// A generator of bytes that are known.
struct Given(Vec<u8>);

impl TryRng for Given {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes).map(|()| u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes).map(|()| u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.copy_from_slice(&self.0.drain(..bytes.len()).collect::<Vec<_>>());
        Ok(())
    }
}

impl TryCryptoRng for Given {}

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(11)
}

/// The entry of EIP-8051's answer file begins with a seed of AES-256 in counter mode, as the
/// generator of NIST's answer files. The first 32 bytes that it gives are the seed of the key, the
/// next the randomness of the signature.
#[test]
fn the_signature_of_eip_8051() {
    let seed = hex!("7c9935a0b07694aa0c6d10e4db6b1add2fd81a25ccb148032dcd739936737f2d");
    let random = hex!("8626ed79d451140800e03b59b956f8210e556067407d13dc90fa9e8b872bfb8f");
    for scheme in [Scheme::MlDsaEth, Scheme::MlDsa] {
        let entry = own(scheme);
        let key = SigningKey::generate(scheme, &mut Given(seed.to_vec())).expect("a key");
        assert!(key.public_key() == entry.key, "{scheme}");
        let signature = key.sign(Content::Message(&entry.message), &mut Given(random.to_vec())).expect("a signature");
        assert!([signature, entry.message].concat() == entry.signature, "{scheme}");
    }
}

#[test]
fn signatures_of_dilithium_py() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/signing.json");
    let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON");
    let cases = file["cases"].as_array().expect("a list");
    assert_eq!(cases.len(), 32);
    for case in cases {
        let field = |name: &str| case[name].as_str().map(|digits| hex::decode(digits).expect("hexadecimal"));
        let get = |name: &str| field(name).expect(name);
        let scheme: Scheme = case["scheme"].as_str().expect("a name").parse().expect("a scheme");
        let key = SigningKey::from_bytes(scheme, &get("seed")).expect("a key");
        assert_eq!(keccak256(key.public_key())[..], get("public_key"), "{case}");
        let (message, mu) = (get("message"), field("mu").map(|mu| mu.try_into().expect("64 bytes")));
        let context = field("context");
        let content = match (&mu, &context) {
            (Some(mu), _) => Content::Mu(mu),
            (None, Some(context)) => Content::InContext { context, message: &message },
            (None, None) => Content::Message(&message),
        };
        let signature = key.sign(content, &mut Given(get("random"))).expect("a signature");
        assert_eq!(keccak256(&signature)[..], get("signature"), "{case}");
    }
}

#[test]
fn signatures_are_valid_and_tampered_ones_are_not() {
    let rng = &mut rng();
    for scheme in Scheme::ALL {
        let key = SigningKey::generate(scheme, rng).expect("a key");
        for length in [0, 1, 136, 1000] {
            let mut message = vec![0; length];
            rng.fill_bytes(&mut message);
            let signature = key.sign(Content::Message(&message), rng).expect("a signature");
            assert_ne!(signature, key.sign(Content::Message(&message), rng).expect("a signature"), "{scheme}: randomized");
            let entry = Entry { message, key: key.public_key(), signature };
            assert!(strict(scheme, &entry), "{scheme}: {entry:02x?}");
            for at in (0..entry.signature.len()).step_by(entry.signature.len() / 7) {
                let mut other = entry.clone();
                other.signature[at] ^= 1 << (at % 8);
                assert!(!strict(scheme, &other), "{scheme}: byte {at}");
            }
            let mut other = entry.clone();
            other.message.push(0);
            assert!(!strict(scheme, &other), "{scheme}: another message");
            other = Entry { key: SigningKey::generate(scheme, rng).expect("a key").public_key(), ..entry };
            assert!(!strict(scheme, &other), "{scheme}: another key");
        }
    }
}

#[test]
fn keys_return_from_their_bytes() {
    let rng = &mut rng();
    for scheme in Scheme::ALL {
        let key = SigningKey::generate(scheme, rng).expect("a key");
        let again = SigningKey::from_bytes(scheme, &key.to_bytes()).expect("the same");
        assert_eq!((again.scheme(), again.public_key()), (scheme, key.public_key()));
        assert_eq!(again.to_bytes(), key.to_bytes());
        assert_eq!(format!("{again:?}"), format!("SigningKey({scheme}, ..)"), "a secret prints as nothing");
        for length in [0, 1, key.to_bytes().len() - 1, key.to_bytes().len() + 1] {
            let error = SigningKey::from_bytes(scheme, &vec![0; length]).expect_err("too short or too long");
            assert!(matches!(error, Error::Length { got, .. } if got == length), "{scheme}: {error}");
        }
    }
    let mut bytes = SigningKey::generate(Scheme::Falcon, rng).expect("a key").to_bytes();
    bytes[0] = 0x5a;
    let error = SigningKey::from_bytes(Scheme::Falcon, &bytes).expect_err("a key of Falcon-1024");
    assert!(!error.to_string().contains("90") && matches!(error, Error::SecretKey { .. }), "{error}");
}

/// Keys of Falcon are those of PQClean, both ways, and so are signatures.
#[test]
fn falcon_of_pqclean() {
    let rng = &mut rng();
    let own = SigningKey::generate(Scheme::Falcon, rng).expect("a key");
    let public = falcon512::PublicKey::from_bytes(&own.public_key()).expect("a key");
    let secret = falcon512::SecretKey::from_bytes(&own.to_bytes()).expect("a key");
    for message in [&b""[..], b"message"] {
        let signature = own.sign(Content::Message(message), rng).expect("a signature");
        let theirs = falcon512::DetachedSignature::from_bytes(&signature).expect("a signature");
        assert!(falcon512::verify_detached_signature(&theirs, message, &public).is_ok());
        let theirs = falcon512::detached_sign(message, &secret);
        let entry = Entry { message: message.to_vec(), key: own.public_key(), signature: theirs.as_bytes().to_vec() };
        assert!(strict(Scheme::Falcon, &entry));
    }
    let (public, secret) = falcon512::keypair();
    let own = SigningKey::from_bytes(Scheme::Falcon, secret.as_bytes()).expect("a key");
    assert_eq!(own.public_key(), public.as_bytes());
}

/// The two forms of EIP-8051 differ in the representative alone: keys are the same, and neither
/// contract takes a signature of the other form.
#[test]
fn the_text_of_eip_8051() {
    let rng = &mut rng();
    for (files, text) in [(Scheme::MlDsaEth, Scheme::MlDsaEthText), (Scheme::MlDsa, Scheme::MlDsaText)] {
        let key = SigningKey::generate(files, rng).expect("a key");
        let other = SigningKey::from_bytes(text, &key.to_bytes()).expect("the same key");
        assert_eq!(key.public_key(), other.public_key());
        for (key, scheme, other) in [(&key, files, text), (&other, text, files)] {
            let signature = key.sign(Content::Message(b"message"), rng).expect("a signature");
            let entry = Entry { message: b"message".to_vec(), key: key.public_key(), signature };
            assert!(strict(scheme, &entry) && !strict(other, &entry), "{scheme}");
        }
    }
}

/// One key signs over either hash, and each contract takes one of the two signatures.
#[test]
fn falcon_over_either_hash() {
    let rng = &mut rng();
    let key = SigningKey::generate(Scheme::Falcon, rng).expect("a key");
    let eth = SigningKey::from_bytes(Scheme::FalconEth, &key.to_bytes()).expect("the same key");
    assert_eq!(eth.public_key(), key.public_key());
    for (key, scheme, other) in [(&key, Scheme::Falcon, Scheme::FalconEth), (&eth, Scheme::FalconEth, Scheme::Falcon)] {
        let signature = key.sign(Content::Message(b"message"), rng).expect("a signature");
        let entry = Entry { message: b"message".to_vec(), key: key.public_key(), signature };
        assert!(strict(scheme, &entry) && !strict(other, &entry), "{scheme}");
    }
}

#[test]
fn contexts_and_representatives() {
    let rng = &mut rng();
    for scheme in [Scheme::MlDsaEth, Scheme::MlDsa] {
        let key = SigningKey::generate(scheme, rng).expect("a key");
        let message = b"message".to_vec();
        let entry = |signature| Entry { message: message.clone(), key: key.public_key(), signature };
        let mut signed = |content| key.sign(content, rng).expect("a signature");
        let context = |context| Content::InContext { context, message: &message };
        assert!(strict(scheme, &entry(signed(context(&[])))), "{scheme}: the empty context");
        assert!(!strict(scheme, &entry(signed(context(b"c")))), "{scheme}: another context");
        assert!(!strict(scheme, &entry(signed(context(&[0; CONTEXT_LIMIT])))), "{scheme}: the longest");
        let digest = papilio_evm::ml_dsa::PublicKey::parse(&key.public_key()).expect("a key").digest(scheme.hash());
        let mu = representative(scheme.hash(), &[&digest[..], &[0, 0], &message].concat());
        assert!(strict(scheme, &entry(signed(Content::Mu(&mu)))), "{scheme}: mu of the message");
        let mu = representative(scheme.hash(), &[&digest[..], &message].concat());
        assert!(!strict(scheme, &entry(signed(Content::Mu(&mu)))), "{scheme}: mu of a message that is not framed");
        let long = [0; CONTEXT_LIMIT + 1];
        let error = key.sign(context(&long), rng).expect_err("a long context");
        assert_eq!(error, Error::TooLong { what: "a context", limit: 255, got: 256 });
    }
}

/// `μ`, by either hash.
fn representative(hash: Hash, input: &[u8]) -> [u8; 64] {
    use sha3::digest::ExtendableOutput;
    let mut output = [0; 64];
    match hash {
        Hash::Shake => sha3::Shake256::digest_xof(input, &mut output),
        Hash::Keccak => {
            let state = keccak256(input);
            for (number, block) in output.chunks_mut(32).enumerate() {
                block.copy_from_slice(&keccak256([&state[..], &(number as u64).to_be_bytes()].concat())[..]);
            }
        }
    }
    output
}

#[test]
fn contents_that_a_scheme_does_not_have() {
    let rng = &mut rng();
    for scheme in [Scheme::FalconEth, Scheme::Falcon] {
        let falcon = SigningKey::generate(scheme, rng).expect("a key");
        for content in [Content::Mu(&[0; 64]), Content::InContext { context: b"", message: b"" }] {
            assert_eq!(falcon.sign(content, rng), Err(Error::MessagesAlone { scheme: scheme.name() }));
        }
    }
    for scheme in [Scheme::MlDsaEthText, Scheme::MlDsaText] {
        let key = SigningKey::generate(scheme, rng).expect("a key");
        let content = Content::InContext { context: b"", message: b"" };
        assert_eq!(key.sign(content, rng), Err(Error::NoContext { scheme: scheme.name() }));
    }
}

/// A message of 65,536 bytes is signed and verified, one of a byte more is not.
#[test]
fn messages_of_the_greatest_length() {
    let rng = &mut rng();
    let longest = vec![0xa5; 65_536];
    let long = vec![0; MESSAGE_LIMIT + 1];
    for scheme in Scheme::ALL {
        let key = SigningKey::generate(scheme, rng).expect("a key");
        let signature = key.sign(Content::Message(&longest), rng).expect("a signature");
        let entry = Entry { message: longest.clone(), key: key.public_key(), signature };
        assert!(strict(scheme, &entry), "{scheme}");
        let error = key.sign(Content::Message(&long), rng).expect_err("a long message");
        assert_eq!(error, Error::TooLong { what: "a message", limit: 65_536, got: 65_537 });
    }
}
