//! A scheme as the contracts know it: number, form of a signature, verifier, keys.

use super::chain::Chain;
use crate::common::{Entry, call, own};
use papilio_evm::{Account, Call, Scheme, falcon};
use revm::primitives::Address;

/// The value of the enumeration `Scheme` in Solidity.
pub(super) fn number(scheme: Scheme) -> u64 {
    match scheme {
        Scheme::FalconEth => 0,
        Scheme::Falcon => 1,
        Scheme::MlDsaEth => 2,
        Scheme::MlDsa => 3,
        Scheme::MlDsaEthText => 4,
        Scheme::MlDsaText => 5,
    }
}

/// The signature of an entry in the form that `PapilioVerifier` takes, out of the calldata of the
/// verifier: without the place of the key, the key and the message.
pub(super) fn signature(scheme: Scheme, entry: &Entry) -> Vec<u8> {
    const HEAD: usize = 642;
    const SALT: usize = 40;
    let Call { calldata, .. } = call(scheme, entry);
    let message = entry.message.len();
    match scheme {
        Scheme::FalconEth => {
            let end = calldata.len() - SALT;
            [&calldata[1..HEAD], &calldata[HEAD + 20..end - message], &calldata[end..]].concat()
        }
        Scheme::Falcon => [&calldata[1..HEAD], &calldata[HEAD + 20..calldata.len() - message]].concat(),
        _ => calldata[..2420].to_vec(),
    }
}

/// The verifier of a scheme, on a chain.
pub(super) fn verifier(chain: &mut Chain, scheme: Scheme) -> Address {
    chain.insert(&Account::new(scheme.bytecode().expect("an artifact")))
}

/// The account of a public key, on a chain.
pub(super) fn key(chain: &mut Chain, scheme: Scheme, public_key: &[u8]) -> Address {
    chain.insert(&Account::of_key(scheme, public_key).expect("a key"))
}

#[test]
fn signatures_of_falcon_are_packed_as_they_are_taken() {
    for scheme in [Scheme::FalconEth, Scheme::Falcon] {
        let entry = own(scheme);
        let key = falcon::PublicKey::parse(&entry.key).expect("a key");
        let parsed = falcon::Signature::parse(&entry.signature, &key, scheme.hash(), &entry.message).expect("well formed");
        assert_eq!(parsed.packed(), signature(scheme, &entry), "{scheme}");
    }
}
