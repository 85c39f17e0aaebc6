//! `PapilioVerifier`: verdicts for whatever it is given, and none without the gas for one.

use super::abi::{self, Value};
use super::chain::{Chain, Outcome};
use super::scheme::{key, number, signature, verifier};
use crate::common::{Entry, own};
use papilio_evm::{Account, Scheme};
use papilio_precompile::DEFAULT_BASE;
use revm::primitives::{Address, U256};

for_each_scheme!(
    valid_signatures_are_true,
    changed_signatures_are_false,
    signatures_of_other_lengths_are_false,
    nothing_is_valid_without_its_accounts,
    the_dearest_have_a_verdict,
    little_gas_is_no_verdict,
    key_accounts_are_recognized,
);

pub(super) const VERIFY: &str = "verify(uint8,address,address,bytes,bytes)";

/// A chain with what a call of the library needs.
pub(super) struct Fixture {
    pub(super) chain: Chain,
    pub(super) test: Address,
    pub(super) scheme: Scheme,
    pub(super) verifier: Address,
    pub(super) key: Address,
    pub(super) entry: Entry,
    pub(super) signature: Vec<u8>,
}

impl Fixture {
    pub(super) fn new(scheme: Scheme) -> Self {
        let mut chain = Chain::new(DEFAULT_BASE);
        let entry = own(scheme);
        let (test, verifier) = (chain.create("test/LibraryTest", &[]), verifier(&mut chain, scheme));
        let key = key(&mut chain, scheme, &entry.key);
        Self { chain, test, scheme, verifier, key, signature: signature(scheme, &entry), entry }
    }

    pub(super) fn arguments(&self, message: &[u8], signature: &[u8]) -> [Value; 5] {
        [number(self.scheme).into(), self.verifier.into(), self.key.into(), message.into(), signature.into()]
    }

    /// The verdict; there is one.
    fn verdict(&mut self, message: &[u8], signature: &[u8]) -> bool {
        let arguments = self.arguments(message, signature);
        let word = self.chain.call(self.test, VERIFY, &arguments).word();
        assert!(word <= U256::ONE);
        word == U256::ONE
    }

    /// The verdict on the entry.
    fn own(&mut self) -> bool {
        let (message, signature) = (self.entry.message.clone(), self.signature.clone());
        self.verdict(&message, &signature)
    }
}

fn valid_signatures_are_true(scheme: Scheme) {
    assert!(Fixture::new(scheme).own());
}

fn changed_signatures_are_false(scheme: Scheme) {
    let mut fixture = Fixture::new(scheme);
    let (message, signature) = (fixture.entry.message.clone(), fixture.signature.clone());
    for at in (0..signature.len()).step_by(29) {
        let mut changed = signature.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(!fixture.verdict(&message, &changed), "byte {at}");
    }
    for at in 0..message.len() {
        let mut changed = message.clone();
        changed[at] ^= 0x80;
        assert!(!fixture.verdict(&changed, &signature), "byte {at} of the message");
    }
    assert!(!fixture.verdict(&[], &signature) && !fixture.verdict(&[&message[..], &[0]].concat(), &signature));
    for filled in [0, 255] {
        assert!(!fixture.verdict(&message, &vec![filled; signature.len()]));
    }
}

fn signatures_of_other_lengths_are_false(scheme: Scheme) {
    let mut fixture = Fixture::new(scheme);
    let (message, signature) = (fixture.entry.message.clone(), fixture.signature.clone());
    let length = signature.len();
    for other in [0, 1, 2, 40, 640, 641, 680, 681, 682, 2419, 2421, length - 1, length - 2, length + 1, length + 2, 5000] {
        if other != length {
            let mut changed = signature.clone();
            changed.resize(other, 0);
            assert!(!fixture.verdict(&message, &changed), "{other} bytes");
        }
    }
    // The bytes that the verifier reads are the same, but another message would be signed.
    let front = signature.len() - 40;
    let (of_message, of_signature) = match scheme {
        Scheme::FalconEth => (message[2..].to_vec(), [&signature[..front], &message[..2], &signature[front..]].concat()),
        _ => (message[2..].to_vec(), [&signature[..], &message[..2]].concat()),
    };
    assert!(!fixture.verdict(&of_message, &of_signature), "two bytes of the message in the signature");
}

fn nothing_is_valid_without_its_accounts(scheme: Scheme) {
    let mut fixture = Fixture::new(scheme);
    let (right, nobody) = (fixture.verifier, Address::repeat_byte(0x77));
    fixture.verifier = nobody;
    assert!(!fixture.own(), "no verifier");
    fixture.verifier = right;
    let held = fixture.key;
    fixture.key = nobody;
    assert!(!fixture.own(), "no key");
    let mut longer = Account::of_key(scheme, &fixture.entry.key).expect("a key");
    longer.code.push(0);
    fixture.key = fixture.chain.insert(&Account::new(longer.code));
    assert!(!fixture.own(), "a key with a byte more");
    fixture.key = held;
    for base in [0x1000, 0x11, 0x13] {
        fixture.chain.move_precompiles(base);
        assert!(!fixture.own(), "precompiles from {base:#x} on");
    }
}

/// The gas that the library gives suffices for what takes most: as many patches as there can be,
/// a norm that is added up one by one, a long message, and a key with which every call fails.
fn the_dearest_have_a_verdict(scheme: Scheme) {
    let mut fixture = Fixture::new(scheme);
    let mut signature = fixture.signature.clone();
    if matches!(scheme, Scheme::FalconEth | Scheme::Falcon) {
        let old = usize::from(signature[0]);
        signature[0] = 255;
        let patches = (0..255).flat_map(|at| (1_u16 << 10 | at).to_be_bytes());
        signature.splice(641..641 + 2 * old, patches);
        assert_eq!(signature.len(), 641 + 510 + 40);
    }
    let mut filled = Account::of_key(scheme, &fixture.entry.key).expect("a key");
    filled.code[1..].fill(255);
    for key in [fixture.key, fixture.chain.insert(&Account::new(filled.code))] {
        fixture.key = key;
        for length in [0, 32, 20_000] {
            assert!(!fixture.verdict(&vec![7; length], &signature), "{length} bytes of message");
        }
    }
}

/// A longer signature of ML-DSA could bring its own key to where the verifier reads it.
#[test]
fn a_signature_brings_no_key() {
    for scheme in Scheme::ALL.into_iter().filter(|scheme| scheme.representative().is_some()) {
        let mut fixture = Fixture::new(scheme);
        let (message, signature) = (fixture.entry.message.clone(), fixture.signature.clone());
        let longer = [&signature[..], fixture.key.as_slice()].concat();
        fixture.key = Address::from_slice(&message[..20]);
        assert!(!fixture.verdict(&message[20..], &longer), "{scheme}");
    }
}

/// With whatever gas, a valid signature is never called invalid.
fn little_gas_is_no_verdict(scheme: Scheme) {
    let mut fixture = Fixture::new(scheme);
    let arguments = fixture.arguments(&fixture.entry.message, &fixture.signature);
    let (outcome, used) = fixture.chain.call_with_gas(fixture.test, VERIFY, &arguments, 1 << 24);
    assert_eq!(outcome.word(), U256::ONE);
    let data = abi::call(VERIFY, &arguments);
    let floor = 21_000 + data.iter().map(|&byte| if byte == 0 { 10 } else { 40 }).sum::<u64>();
    let (mut refused, failed) = (0, abi::call("VerifierFailed(address)", &[fixture.verifier.into()]));
    let limit = used.max(floor) + 20_000;
    for gas in (floor..limit).step_by(usize::try_from((limit - floor) / 97 + 1).expect("small")) {
        match fixture.chain.call_with_gas(fixture.test, VERIFY, &arguments, gas).0 {
            Outcome::Returned(output) => assert_eq!(U256::from_be_slice(&output), U256::ONE, "{gas} gas"),
            Outcome::Reverted(error) => {
                assert_eq!(error, failed, "{gas} gas");
                refused += 1;
            }
            Outcome::Halted => {}
        }
    }
    println!("{scheme}: {used} gas, {refused} of 97 limits with an error");
}

fn key_accounts_are_recognized(scheme: Scheme) {
    let mut fixture = Fixture::new(scheme);
    let mut is_key = |account: Address| {
        let arguments = [number(scheme).into(), account.into()];
        fixture.chain.call(fixture.test, "isKeyAccount(uint8,address)", &arguments).word() == U256::ONE
    };
    assert!(is_key(fixture.key) && !is_key(fixture.verifier) && !is_key(Address::repeat_byte(0x77)) && !is_key(fixture.test));
    let code = Account::of_key(scheme, &fixture.entry.key).expect("a key").code;
    let mut change = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut code = code.clone();
        change(&mut code);
        let account = fixture.chain.insert(&Account::new(code));
        let arguments = [number(scheme).into(), account.into()];
        fixture.chain.call(fixture.test, "isKeyAccount(uint8,address)", &arguments).word() == U256::ONE
    };
    assert!(!change(&|code| code[0] = 1) && !change(&|code| code.push(0)) && !change(&|code| code.truncate(1024)));
}

#[test]
fn a_key_of_falcon_in_the_calldata() {
    for (scheme, name) in [(Scheme::FalconEth, "falconEth"), (Scheme::Falcon, "falconNist")] {
        let Fixture { mut chain, test, verifier, entry, signature, .. } = Fixture::new(scheme);
        let mut verdict = |key: &[u8]| {
            let arguments = [verifier.into(), key.into(), entry.message[..].into(), signature[..].into()];
            chain.call(test, &format!("{name}(address,bytes,bytes,bytes)"), &arguments).word() == U256::ONE
        };
        assert!(verdict(&entry.key));
        assert!(!verdict(&[&[9][..], &[255; 896]].concat()), "{scheme}: calls that fail");
        assert!(!verdict(&entry.key[1..]) && !verdict(&[&entry.key[..], &[0]].concat()) && !verdict(&[]), "{scheme}: lengths");
        for at in (0..entry.key.len()).step_by(53) {
            let mut changed = entry.key.clone();
            changed[at] ^= 2;
            assert!(!verdict(&changed), "{scheme}: byte {at}");
        }
    }
}
