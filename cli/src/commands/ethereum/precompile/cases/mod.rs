//! Inputs for test vectors.

mod malformed;

use super::elements;
use papilio_evm::hex;
use papilio_precompile::Operation;

/// An input.
pub(super) struct Case {
    pub(super) name: String,
    pub(super) operation: Operation,
    pub(super) input: Vec<u8>,
}

/// A header, as hexadecimal, with the modulus that elements are below.
struct Ring {
    name: &'static str,
    header: &'static str,
    modulus: &'static str,
    /// Bytes of an element.
    width: usize,
    /// Elements of a vector.
    n: usize,
}

/// The signature standards; both widths of the short form; every field of interest; every kind and
/// width of the extended form.
const RINGS: [Ring; 20] = [
    ring("falcon-512", "000002000000000000003001", "3001", 2, 512),
    ring("falcon-1024", "000004000000000000003001", "3001", 2, 1024),
    ring("ml-dsa", "0000010000000000007fe001", "7fe001", 4, 256),
    ring("falcon-512 in eight bytes", "000002000000000000003001", "3001", 8, 512),
    ring("ml-dsa in eight bytes", "0000010000000000007fe001", "7fe001", 8, 256),
    ring("falcon 256", "000001000000000000003001", "3001", 2, 256),
    ring("97", "000000100000000000000061", "61", 2, 16),
    ring("97 in eight bytes", "000000100000000000000061", "61", 8, 16),
    ring("kyber 128", "000000800000000000000d01", "d01", 2, 128),
    ring("babybear", "000000800000000078000001", "78000001", 4, 128),
    ring("koalabear", "00000040000000007f000001", "7f000001", 4, 64),
    ring("goldilocks", "00000080ffffffff00000001", "ffffffff00000001", 8, 128),
    ring("97 by the root 28", "010004020061001c", "61", 2, 16),
    ring("composite 17 * 97", "010003020671000c", "671", 2, 8),
    ring(
        "128 bits",
        "01000510fffffffffffffffffffffffffc30000192a27c9f31857dc9675cd71d74459773",
        "fffffffffffffffffffffffffc300001",
        16,
        32,
    ),
    ring(
        "stark",
        "010006200800000000000011000000000000000000000000000000000000000000000001\
         000fcad19556f9b8587781ce1b03a097efa6682256f9ddbcfdab65dbdd4af20f",
        "0800000000000011000000000000000000000000000000000000000000000001",
        32,
        64,
    ),
    ring("cyclic goldilocks", "01010608ffffffff000000010000008000000000", "ffffffff00000001", 8, 64),
    ring("cyclic 97 of two", "0101010200610060", "61", 2, 2),
    ring("kyber, pairs", "010208020d010011", "d01", 2, 256),
    ring("mersenne 31, complex", "010305047fffffff228c636d1b389fb1", "7fffffff", 4, 32),
];

const fn ring(name: &'static str, header: &'static str, modulus: &'static str, width: usize, n: usize) -> Ring {
    Ring { name, header, modulus, width, n }
}

/// All cases, in an order that does not change.
pub(super) fn cases() -> Vec<Case> {
    let sound = RINGS.iter().flat_map(|ring| Operation::ALL.into_iter().flat_map(|operation| ring.cases(operation)));
    sound.chain(malformed::cases()).collect()
}

impl Ring {
    fn cases(&self, operation: Operation) -> [Case; 3] {
        let case = |what: &str, elements: Vec<u8>| {
            let name = format!("{}, {}: {what}", self.name, super::args::OpName::of(operation));
            Case { name, operation, input: [bytes(self.header), elements].concat() }
        };
        let count = operation.vectors() * self.n;
        [
            case("zeros", vec![0; count * self.width]),
            case("greatest residues", self.greatest().repeat(count)),
            case("uniform", self.uniform(&format!("{} {operation:?}", self.name), count)),
        ]
    }

    /// `q − 1`, and `q` is odd.
    fn greatest(&self) -> Vec<u8> {
        let mut element = vec![0; self.width];
        let q = bytes(&format!("{:0>1$}", self.modulus, self.modulus.len().next_multiple_of(2)));
        element[self.width - q.len()..].copy_from_slice(&q);
        element[self.width - 1] -= 1;
        element
    }

    /// Residues from a hash of `seed`.
    fn uniform(&self, seed: &str, count: usize) -> Vec<u8> {
        let mut stream = blake3::Hasher::new().update(seed.as_bytes()).finalize_xof();
        elements::uniform(&self.greatest(), count, &mut stream)
    }
}

/// The bytes of hexadecimal digits in this file and its children.
fn bytes(digits: &str) -> Vec<u8> {
    hex::decode(digits).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sound_inputs_succeed_and_malformed_ones_fail() {
        for ring in &RINGS {
            for case in Operation::ALL.into_iter().flat_map(|operation| ring.cases(operation)) {
                assert!(papilio_precompile::run(case.operation, &case.input).is_ok(), "{}", case.name);
            }
        }
        let malformed = malformed::cases();
        for case in &malformed {
            assert!(papilio_precompile::run(case.operation, &case.input).is_err(), "{}", case.name);
        }
        let reasons = malformed.iter().filter_map(|case| papilio_precompile::run(case.operation, &case.input).err());
        let reasons: std::collections::BTreeSet<u8> = reasons.map(|error| error.index()).collect();
        assert_eq!(reasons, (1..=11).collect(), "every reason to refuse");
    }

    #[test]
    fn names_are_unique_and_uniform_residues_vary() {
        let cases = cases();
        let names: std::collections::BTreeSet<_> = cases.iter().map(|case| &case.name).collect();
        assert_eq!(names.len(), cases.len());
        assert!(
            cases
                .iter()
                .filter(|case| case.name.contains("uniform"))
                .all(|case| case.input.iter().any(|&b| b != case.input[0]))
        );
    }
}
