//! The fixture of the tests in `contracts/solidity/forge`: signatures, and what the precompiles,
//! which forge lacks, answer while they are verified.

use super::abi::{self, Value};
use super::account::EXECUTE;
use super::chain::Chain;
use super::library::VERIFY;
use super::owner::Owner;
use super::scheme::{key, number, verifier};
use papilio_evm::{Account, Scheme, hex};
use papilio_precompile::{DEFAULT_BASE, Operation, run};
use revm::Inspector;
use revm::context_interface::ContextTr;
use revm::interpreter::interpreter::EthInterpreter;
use revm::interpreter::{CallInputs, CallOutcome};
use revm::primitives::{Address, U256, address, keccak256};
use serde::Serialize;
use std::path::PathBuf;

/// Where the EntryPoint v0.8 is on public chains.
const ENTRY_POINT: Address = address!("4337084D9E255Ff0702461CF8895CE9E3b5Ff108");
const ACCOUNT: Address = Address::repeat_byte(0xac);
const COUNTER: Address = Address::repeat_byte(0xc0);
/// The chain of forge.
const CHAIN: u64 = 31_337;
/// Signed for contracts, as the account's `messageHash` of it.
const HASH: [u8; 32] = *b"the hash of what a contract asks";
/// Bytes of every vector that the verifiers pass, one or more of them in a call.
const VECTOR: usize = 1024;
/// Vectors from this number on are not in the fixture.
const COMPUTED: usize = 1000;

/// Members are in alphabetical order, as forge encodes objects.
#[derive(Clone, Debug, Serialize)]
struct Called {
    head: String,
    input: Vec<usize>,
    output: Vec<usize>,
    to: String,
}

#[derive(Debug, Serialize)]
struct Signed {
    calls: Vec<Called>,
    message: String,
    signature: String,
}

/// The code of a key account: vectors, and what stands in front of them.
#[derive(Debug, Serialize)]
struct Key {
    front: String,
    vectors: Vec<usize>,
}

/// Two polynomials and what each operation makes of them.
#[derive(Debug, Serialize)]
struct Polynomials {
    add: String,
    first: String,
    forward: String,
    inverse: String,
    multiply: String,
    n: u32,
    q: u64,
    second: String,
}

fn text(bytes: &[u8]) -> String {
    format!("0x{}", hex::encode(bytes))
}

/// Input and output of every call of a precompile.
#[derive(Clone, Debug, Default)]
struct Recorder(Vec<(Operation, Vec<u8>, Vec<u8>)>);

impl<CTX: ContextTr> Inspector<CTX, EthInterpreter> for Recorder {
    fn call_end(&mut self, context: &mut CTX, inputs: &CallInputs, outcome: &mut CallOutcome) {
        let called = Operation::ALL.into_iter().find(|&operation| place(operation) == inputs.bytecode_address);
        if let Some(operation) = called {
            self.0.push((operation, inputs.input.bytes(context).to_vec(), outcome.result.output.to_vec()));
        }
    }
}

fn place(operation: Operation) -> Address {
    Address::from_word(U256::from(DEFAULT_BASE + operation.address_offset()).into())
}

/// All vectors once, since the result of a call is an operand of others. Sums and products are left
/// to the tests, which compute them by their definition.
#[derive(Debug, Default)]
struct Pool {
    recorded: Vec<Vec<u8>>,
    /// Sums and products of one signature, numbered from `COMPUTED` on.
    computed: Vec<Vec<u8>>,
}

impl Pool {
    fn find(&self, vector: &[u8]) -> Option<usize> {
        let computed = self.computed.iter().position(|known| known == vector).map(|at| COMPUTED + at);
        computed.or_else(|| self.recorded.iter().position(|known| known == vector))
    }

    fn places(&mut self, bytes: &[u8], computed: bool) -> Vec<usize> {
        assert_eq!(bytes.len() % VECTOR, 0);
        let place = |vector: &[u8]| {
            self.find(vector).unwrap_or_else(|| {
                let (first, list) = if computed { (COMPUTED, &mut self.computed) } else { (0, &mut self.recorded) };
                list.push(vector.to_vec());
                first + list.len() - 1
            })
        };
        bytes.chunks_exact(VECTOR).map(place).collect()
    }

    fn key(&mut self, owner: &Owner) -> Key {
        let code = Account::of_key(owner.scheme(), &owner.public_key()).expect("a key").code;
        let (front, vectors) = code.split_at(code.len() % VECTOR);
        Key { front: text(front), vectors: self.places(vectors, false) }
    }

    fn called(&mut self, operation: Operation, input: &[u8], output: &[u8]) -> Called {
        assert_eq!(run(operation, input).expect("canonical"), output);
        let (head, operands) = input.split_at(12);
        let computed = matches!(operation, Operation::Multiply | Operation::Add);
        let (input, output) = (self.places(operands, false), self.places(output, computed));
        Called { head: text(head), input, output, to: place(operation).to_string().to_lowercase() }
    }

    /// A valid signature, with all calls of its verifier.
    fn signed(&mut self, owner: &Owner, message: [u8; 32]) -> Signed {
        let (scheme, signature) = (owner.scheme(), owner.sign(&message));
        let mut chain = Chain::new(DEFAULT_BASE);
        let test = chain.create("test/LibraryTest", &[]);
        let (verifier, key) = (verifier(&mut chain, scheme), key(&mut chain, scheme, &owner.public_key()));
        let arguments = [number(scheme).into(), verifier.into(), key.into(), message[..].into(), signature[..].into()];
        let (outcome, Recorder(calls)) = chain.inspect(test, VERIFY, &arguments, Recorder::default());
        assert_eq!(outcome.word(), U256::ONE, "{scheme}");
        self.computed.clear();
        let calls = calls.iter().map(|(operation, input, output)| self.called(*operation, input, output)).collect();
        Signed { calls, message: text(&message), signature: text(&signature) }
    }
}

/// EIP-712: a structure by the words of its members, in a domain by those of its own.
fn typed_hash(domain: (&str, &[Value]), structure: (&str, &[Value])) -> [u8; 32] {
    let hash = |(form, members): (&str, &[Value])| keccak256([&keccak256(form)[..], &abi::encode(members)].concat());
    keccak256([&[0x19, 0x01], &hash(domain)[..], &hash(structure)[..]].concat()).0
}

/// The account's `messageHash` of `HASH`.
fn message_hash() -> [u8; 32] {
    let domain = ("EIP712Domain(uint256 chainId,address verifyingContract)", &[CHAIN.into(), ACCOUNT.into()][..]);
    typed_hash(domain, ("SignedHash(bytes32 hash)", &[HASH.into()]))
}

/// The hash of an operation that adds 5 to a counter, the first with the scheme's number as the
/// key of its nonce.
fn operation_hash(scheme: Scheme) -> [u8; 32] {
    let nonce = Value::Word(U256::from(number(scheme)) << 64);
    let hash = |bytes: &[u8]| Value::from(keccak256(bytes).0);
    let add = abi::call("add(uint256)", &[5.into()]);
    let call = abi::call(EXECUTE, &[COUNTER.into(), 0.into(), Value::Bytes(add)]);
    let limits = Value::Word(U256::from(1_000_000) << 128 | U256::from(1_000_000));
    let members = [ACCOUNT.into(), nonce, hash(&[]), hash(&call), limits, 50_000.into(), 0.into(), hash(&[])];
    let domain = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";
    let form = "PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,\
                uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)";
    typed_hash((domain, &[hash(b"ERC4337"), hash(b"1"), CHAIN.into(), ENTRY_POINT.into()]), (form, &members))
}

fn polynomials(n: u32, q: u64) -> Polynomials {
    let width = 64 / n as usize;
    let vector = |seed: u64| -> Vec<u8> {
        let values = (1..=u64::from(n)).map(|i| i.wrapping_mul(seed) % q);
        values.flat_map(|value| value.to_be_bytes()[8 - width..].to_vec()).collect()
    };
    let (first, second) = (vector(0x9e37_79b9_7f4a_7c15), vector(0xd1b5_4a32_d192_ed03));
    let of = |operation: Operation, operands: &[&[u8]]| {
        let input = [&n.to_be_bytes()[..], &q.to_be_bytes(), &operands.concat()].concat();
        text(&run(operation, &input).expect("canonical"))
    };
    Polynomials {
        add: of(Operation::Add, &[&first, &second]),
        forward: of(Operation::Forward, &[&first]),
        inverse: of(Operation::Inverse, &[&first]),
        multiply: of(Operation::Multiply, &[&first, &second]),
        n,
        q,
        first: text(&first),
        second: text(&second),
    }
}

/// One line for each element.
fn lines(name: &str, elements: &[impl Serialize]) -> String {
    let lines: Vec<_> = elements.iter().map(|element| serde_json::to_string(element).expect("JSON")).collect();
    format!("\"{name}\": [\n{}\n]", lines.join(",\n"))
}

fn fixture() -> String {
    let mut pool = Pool::default();
    let mut owners = Scheme::ALL.map(|scheme| Owner::new(scheme, 1));
    owners.sort_by_key(|owner| number(owner.scheme()));
    let keys = owners.each_ref().map(|owner| pool.key(owner));
    let signed = owners.each_ref().map(|owner| pool.signed(owner, message_hash()));
    let operations = owners.each_ref().map(|owner| pool.signed(owner, operation_hash(owner.scheme())));
    assert!(pool.recorded.len() <= COMPUTED);
    let vectors: Vec<_> = pool.recorded.iter().map(|vector| text(vector)).collect();
    let polynomials = [polynomials(32, 12_289), polynomials(16, 8_380_417), polynomials(8, 4_294_967_377)];
    let place = |name: &str, address: Address| format!("\"{name}\": \"{address:?}\"");
    let members = [
        place("account", ACCOUNT),
        place("counter", COUNTER),
        place("entryPoint", ENTRY_POINT),
        format!("\"hash\": \"{}\"", text(&HASH)),
        lines("keys", &keys),
        lines("operations", &operations),
        lines("polynomials", &polynomials),
        lines("signed", &signed),
        lines("vectors", &vectors),
    ];
    format!("{{\n{}\n}}\n", members.join(",\n"))
}

fn path() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../contracts/solidity/forge/fixture.json"].iter().collect()
}

#[test]
fn the_fixture_is_what_is_recorded() {
    let committed = std::fs::read_to_string(path()).expect("the fixture");
    assert!(committed == fixture(), "it differs; the ignored test `record` writes it");
}

#[test]
#[ignore = "it writes the fixture"]
fn record() {
    std::fs::write(path(), fixture()).expect("the fixture is written");
}
