//! A call of a contract: the accounts that it needs, and its calldata.

use crate::encoding::Encoding;
use crate::error::Error;
use crate::scheme::Scheme;
use crate::{falcon, ml_dsa};
use revm::primitives::{Address, keccak256};

/// Most bytes of a message: half of what nodes relay as one transaction.
pub const MESSAGE_LIMIT: usize = 65_536;

/// Code, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Made from the hash of the code, so that different codes are at different places.
    pub address: Address,
    /// Code.
    pub code: Vec<u8>,
}

impl Account {
    /// The account of a code.
    #[must_use]
    pub fn new(code: Vec<u8>) -> Self {
        Self { address: Address::from_word(keccak256(&code)), code }
    }

    /// The account of a standard public key, converted to what the contract of a scheme reads.
    ///
    /// # Errors
    /// A key that is not well formed.
    pub fn of_key(scheme: Scheme, public_key: &[u8]) -> Result<Self, Error> {
        Ok(Self::new(match scheme.representative() {
            None => falcon::PublicKey::parse(public_key)?.code()?,
            Some(representative) => ml_dsa::PublicKey::parse(public_key)?.code(scheme.hash(), representative)?,
        }))
    }

    /// The input of a transaction that creates a contract of this code: it returns what follows its
    /// first ten bytes.
    #[must_use]
    pub fn deployment(&self) -> Vec<u8> {
        // No code has more than 24,576 bytes (EIP-170).
        let length = (self.code.len() as u16).to_be_bytes();
        // PUSH2 length, DUP1, PUSH1 10, RETURNDATASIZE, CODECOPY, RETURNDATASIZE, RETURN
        [&[0x61, length[0], length[1], 0x80, 0x60, 0x0a, 0x3d, 0x39, 0x3d, 0xf3], &*self.code].concat()
    }
}

/// Where a contract finds the public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// The code of an account, converted, which is paid for once.
    Account,
    /// In the calldata of each call, in its standard encoding: Falcon only, whose keys are short.
    Calldata,
}

/// A transaction to a contract that verifies signatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The contract.
    pub contract: Account,
    /// The account with the public key, if it is in one; nobody calls it.
    pub key: Option<Account>,
    /// Calldata.
    pub calldata: Vec<u8>,
}

impl Call {
    /// The call that verifies a signature in any of the encodings in use.
    ///
    /// # Errors
    /// The errors of [`Self::with_encoding`].
    pub fn new(scheme: Scheme, place: KeyPlace, public_key: &[u8], message: &[u8], signature: &[u8]) -> Result<Self, Error> {
        Self::with_encoding(Encoding::Any, scheme, place, public_key, message, signature)
    }

    /// The call that verifies a signature.
    ///
    /// # Errors
    /// [`Error::Signature`] for a signature that is not well formed; a key or message that is not;
    /// a place of the key that the contract does not have.
    pub fn with_encoding(
        encoding: Encoding,
        scheme: Scheme,
        place: KeyPlace,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<Self, Error> {
        if message.len() > MESSAGE_LIMIT {
            return Err(Error::TooLong { what: "a message", limit: MESSAGE_LIMIT, got: message.len() });
        }
        let contract = Account::new(scheme.bytecode()?);
        match (scheme.representative(), place) {
            (None, place) => {
                let key = falcon::PublicKey::parse(public_key)?;
                let account = (place == KeyPlace::Account).then(|| key.code().map(Account::new)).transpose()?;
                let signature = encoding.falcon(signature, &key, scheme.hash(), message)?;
                let place = account.as_ref().map_or(falcon::Key::Here(&key), |account| falcon::Key::Account(account.address));
                let calldata = signature.calldata(place, scheme.hash(), message);
                Ok(Self { contract, key: account, calldata })
            }
            (Some(_), KeyPlace::Account) => {
                let key = Account::of_key(scheme, public_key)?;
                let calldata = encoding.ml_dsa(signature, message)?.calldata(key.address, message);
                Ok(Self { contract, key: Some(key), calldata })
            }
            (Some(_), KeyPlace::Calldata) => {
                let bytes = Account::of_key(scheme, public_key)?.code.len();
                Err(Error::KeyPlace { contract: scheme.contract(), bytes })
            }
        }
    }

    /// The accounts that there must be.
    pub fn accounts(&self) -> impl Iterator<Item = &Account> {
        [&self.contract].into_iter().chain(&self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use revm::context::TxEnv;
    use revm::context::result::{ExecutionResult, Output};
    use revm::database::InMemoryDB;
    use revm::primitives::TxKind;
    use revm::{Context, ExecuteEvm, MainBuilder, MainContext};

    #[test]
    fn a_deployment_makes_an_account_of_the_code() {
        for length in [1025, 20_545] {
            let account = Account::new((0..length).map(|i| (i % 251) as u8).collect());
            let transaction =
                TxEnv::builder().kind(TxKind::Create).data(account.deployment().into()).gas_limit(16 << 20).gas_price(0);
            let mut machine = Context::mainnet().with_db(InMemoryDB::default()).build_mainnet();
            let made = machine.transact(transaction.build().expect("a transaction")).expect("a result").result;
            let ExecutionResult::Success { output: Output::Create(code, Some(_)), .. } = made else { panic!("{made:?}") };
            assert_eq!(code, account.code);
        }
    }
}
