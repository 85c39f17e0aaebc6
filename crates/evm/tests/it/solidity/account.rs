//! `PapilioAccount` under an EntryPoint that validates and executes as that of ERC-4337 does.

use super::abi::{self, Value};
use super::chain::{Chain, Outcome, SENDER};
use super::owner::Owner;
use super::scheme::{key, number, verifier};
use crate::common::own;
use papilio_evm::Scheme;
use papilio_precompile::DEFAULT_BASE;
use revm::primitives::{Address, U256, keccak256};

pub(super) const EXECUTE: &str = "execute(address,uint256,bytes)";
const BATCH: &str = "executeBatch((address,uint256,bytes)[])";
pub(super) const VALIDATE: &str =
    "validate(address,(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes),bytes32,uint256)";
const CALL: &str = "call(address,bytes)";
pub(super) const HASH: [u8; 32] = *b"the hash of some user operation.";

/// A user operation with a signature; only the EntryPoint reads the rest.
fn operation(account: Address, signature: &[u8]) -> Value {
    let (zero, empty) = (Value::from(0), Value::Bytes(Vec::new()));
    let [nonce, limits, gas, fees] = std::array::from_fn(|_| zero.clone());
    let [creation, call, paymaster] = std::array::from_fn(|_| empty.clone());
    Value::Tuple(vec![account.into(), nonce, creation, call, limits, gas, fees, paymaster, signature.into()])
}

/// A chain with an account of a key.
pub(super) struct Wallet {
    pub(super) chain: Chain,
    pub(super) entry_point: Address,
    pub(super) verifier: Address,
    pub(super) account: Address,
}

impl Wallet {
    fn new(scheme: Scheme, public_key: &[u8]) -> Self {
        let mut chain = Chain::new(DEFAULT_BASE);
        let entry_point = chain.create("test/TestEntryPoint", &[]);
        let (verifier, key) = (verifier(&mut chain, scheme), key(&mut chain, scheme, public_key));
        let arguments = [entry_point.into(), number(scheme).into(), verifier.into(), key.into()];
        let account = chain.create("PapilioAccount", &arguments);
        Self { chain, entry_point, verifier, account }
    }

    pub(super) fn of(owner: &Owner) -> Self {
        Self::new(owner.scheme(), &owner.public_key())
    }

    /// Where the account says that its key is.
    pub(super) fn key(&mut self) -> Address {
        Address::from_word(self.chain.call(self.account, "key()", &[]).word().into())
    }

    pub(super) fn validation(&self, hash: &[u8; 32], signature: &[u8], missing: u64) -> [Value; 4] {
        [self.account.into(), operation(self.account, signature), (*hash).into(), missing.into()]
    }

    /// The word that validation returns, and how much the account paid.
    fn validate(&mut self, hash: &[u8; 32], signature: &[u8], missing: u64) -> (u64, u64) {
        let arguments = self.validation(hash, signature, missing);
        let output = self.chain.call(self.entry_point, VALIDATE, &arguments).output();
        let word = |at: usize| u64::try_from(U256::from_be_slice(&output[at..at + 32])).expect("small");
        (word(0), word(32))
    }

    /// Whether validation says that the signature is valid; it does not revert.
    fn accepts(&mut self, hash: &[u8; 32], signature: &[u8]) -> bool {
        match self.validate(hash, signature, 0) {
            (0, 0) => true,
            (1, 0) => false,
            other => panic!("{other:?}"),
        }
    }

    /// A call of the account by its EntryPoint.
    fn execute(&mut self, data: Vec<u8>) -> Outcome {
        self.chain.call(self.entry_point, CALL, &[self.account.into(), Value::Bytes(data)])
    }

    fn is_valid(&mut self, hash: &[u8; 32], signature: &[u8]) -> bool {
        let arguments = [(*hash).into(), signature.into()];
        let output = self.chain.call(self.account, "isValidSignature(bytes32,bytes)", &arguments).output();
        match output[..4] {
            [0x16, 0x26, 0xba, 0x7e] => true,
            [0xff, 0xff, 0xff, 0xff] => false,
            _ => panic!("{output:02x?}"),
        }
    }

    fn message_hash(&mut self, hash: &[u8; 32]) -> [u8; 32] {
        self.chain.call(self.account, "messageHash(bytes32)", &[(*hash).into()]).word().to_be_bytes()
    }
}

fn owners() -> [Owner; 6] {
    Scheme::ALL.map(|scheme| Owner::new(scheme, 1))
}

fn flipped(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= 1;
    bytes
}

#[test]
fn signatures_of_the_owner_are_accepted_and_no_others() {
    for owner in owners() {
        let mut wallet = Wallet::of(&owner);
        let signature = owner.sign(&HASH);
        assert!(wallet.accepts(&HASH, &signature));
        for at in (0..signature.len()).step_by(67) {
            assert!(!wallet.accepts(&HASH, &flipped(&signature, at)), "byte {at}");
        }
        for bit in 0..256 {
            let mut other = HASH;
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(!wallet.accepts(&other, &signature), "bit {bit} of the hash");
        }
        let stranger = Owner::new(owner.scheme(), 2);
        assert!(!wallet.accepts(&HASH, &stranger.sign(&HASH)));
        for length in [0, 1, 20, 40, 641, 680, signature.len() - 1] {
            assert!(!wallet.accepts(&HASH, &signature[..length]), "{length} bytes");
        }
        assert!(!wallet.accepts(&HASH, &[&signature[..], &[0]].concat()));
    }
}

/// A signature of the variant with the other hash, by the same key where there is one, is none.
#[test]
fn accounts_refuse_the_signatures_of_other_schemes() {
    for owner in owners() {
        let mut wallet = Wallet::of(&owner);
        for other in Scheme::ALL.into_iter().filter(|&other| other != owner.scheme()) {
            let signature = Owner::new(other, 1).sign(&HASH);
            assert!(!wallet.accepts(&HASH, &signature) && !wallet.is_valid(&HASH, &signature), "{other}");
        }
    }
}

#[test]
fn only_the_entry_point_may_call() {
    for owner in owners() {
        let mut wallet = Wallet::of(&owner);
        let signature = owner.sign(&HASH);
        let not_from = Outcome::Reverted(abi::call("Error(string)", &[b"account: not from EntryPoint"[..].into()]));
        let validate = VALIDATE.replace("validate(address,", "validateUserOp(");
        let arguments = [operation(wallet.account, &signature), HASH.into(), 0.into()];
        assert_eq!(wallet.chain.call(wallet.account, &validate, &arguments), not_from);
        let call = [SENDER.into(), 0.into(), Value::Bytes(Vec::new())];
        assert_eq!(wallet.chain.call(wallet.account, EXECUTE, &call), not_from);
        assert_eq!(wallet.chain.call(wallet.account, BATCH, &[Value::Array(Vec::new())]), not_from);
        let sender = [SENDER.into()];
        let not_the_account = Outcome::Reverted(abi::call("NotTheAccount(address)", &sender));
        assert_eq!(wallet.chain.call(wallet.account, "changeKey(address)", &sender), not_the_account);
    }
}

#[test]
fn nothing_is_accepted_on_a_chain_without_the_precompiles() {
    for owner in owners() {
        let mut wallet = Wallet::of(&owner);
        let signature = owner.sign(&HASH);
        wallet.chain.move_precompiles(0x1000);
        assert!(!wallet.accepts(&HASH, &signature) && !wallet.accepts(&HASH, &vec![0; signature.len()]));
        wallet.chain.move_precompiles(DEFAULT_BASE);
        assert!(wallet.accepts(&HASH, &signature));
    }
}

/// Validation that runs out of gas reverts, whatever it is given.
#[test]
fn little_gas_is_no_verdict() {
    for owner in owners() {
        let mut wallet = Wallet::of(&owner);
        let arguments = wallet.validation(&HASH, &owner.sign(&HASH), 0);
        let (outcome, used) = wallet.chain.call_with_gas(wallet.entry_point, VALIDATE, &arguments, 1 << 24);
        assert_eq!(outcome.output(), [0; 64]);
        let floor = 21_000 + 40 * abi::call(VALIDATE, &arguments).len() as u64;
        let failed = abi::call("VerifierFailed(address)", &[wallet.verifier.into()]);
        for gas in (floor..used + 30_000).step_by(3001) {
            match wallet.chain.call_with_gas(wallet.entry_point, VALIDATE, &arguments, gas).0 {
                Outcome::Returned(output) => assert_eq!(output, [0; 64], "{gas} gas"),
                Outcome::Reverted(error) => assert!(error.is_empty() || error == failed, "{gas} gas: {error:02x?}"),
                Outcome::Halted => {}
            }
        }
        println!("{}: {used} gas with validation", owner.scheme());
    }
}

#[test]
fn the_account_pays_what_is_missing() {
    for owner in owners() {
        let mut wallet = Wallet::of(&owner);
        let signature = owner.sign(&HASH);
        wallet.chain.pay(wallet.account, 1000);
        assert_eq!(wallet.validate(&HASH, &signature, 600), (0, 600));
        assert_eq!(wallet.validate(&HASH, &flipped(&signature, 100), 300), (1, 300), "as accounts do that are simulated");
        // The EntryPoint looks at what it got.
        assert_eq!(wallet.validate(&HASH, &signature, 600), (0, 0));
    }
}

#[test]
fn calls_and_batches_are_executed() {
    let mut wallet = Wallet::of(&Owner::new(Scheme::MlDsa, 1));
    let counter = wallet.chain.create("test/Counter", &[]);
    let add = |step: u64| Value::Bytes(abi::call("add(uint256)", &[step.into()]));
    let count = |wallet: &mut Wallet| wallet.chain.call(counter, "count()", &[]).word();
    assert_eq!(wallet.execute(abi::call(EXECUTE, &[counter.into(), 0.into(), add(5)])), Outcome::Returned(Vec::new()));
    assert_eq!(count(&mut wallet), U256::from(5));
    assert_eq!(wallet.chain.call(counter, "last()", &[]).word(), U256::from_be_slice(wallet.account.as_slice()));
    let batch = |steps: &[u64]| {
        let calls = steps.iter().map(|&step| Value::Tuple(vec![counter.into(), 0.into(), add(step)])).collect();
        abi::call(BATCH, &[Value::Array(calls)])
    };
    assert_eq!(wallet.execute(batch(&[1, 2, 3])), Outcome::Returned(Vec::new()));
    assert_eq!(count(&mut wallet), U256::from(11));
    let refused = abi::call("Refused(uint256)", &[0.into()]);
    let at_one = abi::call("ExecuteError(uint256,bytes)", &[1.into(), Value::Bytes(refused.clone())]);
    assert_eq!(wallet.execute(batch(&[7, 0, 7])), Outcome::Reverted(at_one));
    assert_eq!(wallet.execute(batch(&[0])), Outcome::Reverted(refused));
    assert_eq!(count(&mut wallet), U256::from(11), "a batch is executed as a whole");
    wallet.chain.pay(wallet.account, 9);
    assert_eq!(wallet.execute(abi::call(EXECUTE, &[counter.into(), 9.into(), add(1)])), Outcome::Returned(Vec::new()));
}

#[test]
fn the_account_changes_its_key() {
    for owner in owners() {
        let mut wallet = Wallet::of(&owner);
        let (scheme, next) = (owner.scheme(), Owner::new(owner.scheme(), 2));
        let held = key(&mut wallet.chain, scheme, &next.public_key());
        let change = |wallet: &mut Wallet, key: Address| {
            let data = Value::Bytes(abi::call("changeKey(address)", &[key.into()]));
            wallet.execute(abi::call(EXECUTE, &[wallet.account.into(), 0.into(), data]))
        };
        for wrong in [Address::repeat_byte(0x77), wallet.verifier, Address::ZERO] {
            let refused = Outcome::Reverted(abi::call("NotAKeyAccount(address)", &[wrong.into()]));
            assert_eq!(change(&mut wallet, wrong), refused);
        }
        let (before, after) = (owner.sign(&HASH), next.sign(&HASH));
        assert!(wallet.accepts(&HASH, &before) && !wallet.accepts(&HASH, &after));
        assert_eq!(change(&mut wallet, held), Outcome::Returned(Vec::new()));
        assert!(!wallet.accepts(&HASH, &before) && wallet.accepts(&HASH, &after));
        assert_eq!(wallet.key(), held);
    }
}

#[test]
fn an_account_is_not_made_without_a_key_and_a_verifier() {
    let mut chain = Chain::new(DEFAULT_BASE);
    let of_ml_dsa = key(&mut chain, Scheme::MlDsa, &own(Scheme::MlDsa).key);
    let of_falcon = key(&mut chain, Scheme::Falcon, &own(Scheme::Falcon).key);
    let verifier = verifier(&mut chain, Scheme::MlDsa);
    let refused = |error: &str, address: Address| abi::call(error, &[address.into()]);
    for (scheme, verifier, key, error) in [
        (Scheme::Falcon, verifier, of_ml_dsa, refused("NotAKeyAccount(address)", of_ml_dsa)),
        (Scheme::MlDsa, verifier, of_falcon, refused("NotAKeyAccount(address)", of_falcon)),
        (Scheme::MlDsaEth, verifier, SENDER, refused("NotAKeyAccount(address)", SENDER)),
        (Scheme::MlDsa, SENDER, of_ml_dsa, refused("NoVerifier(address)", SENDER)),
    ] {
        let arguments = [SENDER.into(), number(scheme).into(), verifier.into(), key.into()];
        assert_eq!(chain.refuse_to_create("PapilioAccount", &arguments), error, "{scheme}");
    }
}

/// EIP-712 by its definition.
fn expected_hash(account: Address, hash: &[u8; 32]) -> [u8; 32] {
    let domain = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    let domain = keccak256(abi::encode(&[domain.0.into(), 1.into(), account.into()]));
    let signed = keccak256(abi::encode(&[keccak256("SignedHash(bytes32 hash)").0.into(), (*hash).into()]));
    keccak256([&[0x19, 0x01][..], &domain[..], &signed[..]].concat()).0
}

#[test]
fn signatures_for_contracts_are_bound_to_the_account() {
    for owner in owners() {
        let mut wallet = Wallet::of(&owner);
        let bound = wallet.message_hash(&HASH);
        assert_eq!(bound, expected_hash(wallet.account, &HASH));
        let (for_contracts, for_operations) = (owner.sign(&bound), owner.sign(&HASH));
        assert!(wallet.is_valid(&HASH, &for_contracts));
        assert!(!wallet.is_valid(&HASH, &for_operations) && !wallet.accepts(&HASH, &for_contracts));
        assert!(!wallet.is_valid(&[7; 32], &for_contracts) && !wallet.is_valid(&HASH, &[]));
        assert!(!wallet.is_valid(&HASH, &flipped(&for_contracts, 99)));
        // Another account of the same owner.
        let key = key(&mut wallet.chain, owner.scheme(), &owner.public_key());
        let arguments = [wallet.entry_point.into(), number(owner.scheme()).into(), wallet.verifier.into(), key.into()];
        wallet.account = wallet.chain.create("PapilioAccount", &arguments);
        assert!(!wallet.is_valid(&HASH, &for_contracts) && wallet.accepts(&HASH, &for_operations));
    }
}
