//! The encoding of calls, as far as the contracts here need it.

use papilio_evm::hex;
use revm::primitives::{Address, U256, keccak256};

/// An argument or a result.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A number, an address, a word.
    Word(U256),
    /// `bytes`.
    Bytes(Vec<u8>),
    /// A structure with a member of variable length.
    Tuple(Vec<Value>),
    /// An array of values of variable length.
    Array(Vec<Value>),
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self::Word(U256::from(value))
    }
}

impl From<Address> for Value {
    fn from(value: Address) -> Self {
        Self::Word(value.into_word().into())
    }
}

impl From<[u8; 32]> for Value {
    fn from(value: [u8; 32]) -> Self {
        Self::Word(U256::from_be_bytes(value))
    }
}

impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Self {
        Self::Bytes(value.to_vec())
    }
}

fn word(value: usize) -> [u8; 32] {
    U256::from(value).to_be_bytes()
}

/// Heads, with offsets where a value has variable length, and those values behind them.
pub(super) fn encode(values: &[Value]) -> Vec<u8> {
    let (mut heads, mut tails) = (Vec::new(), Vec::new());
    for value in values {
        let tail = match value {
            Value::Word(value) => {
                heads.extend(value.to_be_bytes::<32>());
                continue;
            }
            Value::Bytes(bytes) => {
                let padding = vec![0; bytes.len().next_multiple_of(32) - bytes.len()];
                [&word(bytes.len())[..], bytes, &padding].concat()
            }
            Value::Tuple(members) => encode(members),
            Value::Array(elements) => [&word(elements.len())[..], &encode(elements)].concat(),
        };
        heads.extend(word(32 * values.len() + tails.len()));
        tails.extend(tail);
    }
    [heads, tails].concat()
}

/// The first four bytes of the hash of a signature such as `verify(uint8,bytes)`.
pub(super) fn selector(signature: &str) -> [u8; 4] {
    let mut first = [0; 4];
    first.copy_from_slice(&keccak256(signature)[..4]);
    first
}

/// A call of a function, or an error, with its arguments.
pub(super) fn call(signature: &str, values: &[Value]) -> Vec<u8> {
    [&selector(signature)[..], &encode(values)].concat()
}

/// The `bytes` that are the only result.
pub(super) fn bytes(output: &[u8]) -> Vec<u8> {
    let length = usize::try_from(U256::from_be_slice(&output[32..64])).expect("a length");
    output[64..64 + length].to_vec()
}

#[test]
fn as_in_the_specification_of_the_encoding() {
    let data =
        call("sam(bytes,bool,uint256[])", &[b"dave"[..].into(), 1.into(), Value::Array(vec![1.into(), 2.into(), 3.into()])]);
    let expected = hex!(
        "a5643bf2"
        "0000000000000000000000000000000000000000000000000000000000000060"
        "0000000000000000000000000000000000000000000000000000000000000001"
        "00000000000000000000000000000000000000000000000000000000000000a0"
        "0000000000000000000000000000000000000000000000000000000000000004"
        "6461766500000000000000000000000000000000000000000000000000000000"
        "0000000000000000000000000000000000000000000000000000000000000003"
        "0000000000000000000000000000000000000000000000000000000000000001"
        "0000000000000000000000000000000000000000000000000000000000000002"
        "0000000000000000000000000000000000000000000000000000000000000003"
    );
    assert_eq!(data, expected);
}
