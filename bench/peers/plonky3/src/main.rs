//! A peer of `papilio bench ntt`: the transforms of Plonky3 over its small fields, one thread.

mod circle;
mod fastest;
#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses all of it")]
#[path = "../../../src/ntt/protocol.rs"]
mod protocol;
mod subgroup;

use fastest::Fastest;
use p3_baby_bear::BabyBear;
use p3_field::PrimeField64;
use p3_field::extension::Complex;
use p3_goldilocks::Goldilocks;
use p3_koala_bear::KoalaBear;
use p3_matrix::dense::RowMajorMatrix;
use p3_mersenne_31::Mersenne31;
use protocol::{Answer, Kind, Request, residues, serve};

const NAME: &str = "plonky3 0.8.0";

/// The transforms allocate as they go; this allocator keeps what they free, where the system's
/// returns large blocks and takes the page faults again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::io::Result<()> {
    let mut fastest = Fastest::default();
    serve(|request| answer(request, &mut fastest))
}

fn answer(request: &Request, fastest: &mut Fastest) -> Result<Answer, String> {
    if request.threads != 1 || !request.n.is_power_of_two() || request.n < 4 {
        return Err("only one thread, and powers of two from 4".into());
    }
    match (request.kind, request.modulus.as_str()) {
        (Kind::Cyclic | Kind::Columns, "2013265921") => {
            Ok(fastest.of(request, &matrix(request, BabyBear::new), &subgroup::monty_31()))
        }
        (Kind::Cyclic | Kind::Columns, "2130706433") => {
            Ok(fastest.of(request, &matrix(request, KoalaBear::new), &subgroup::monty_31()))
        }
        (Kind::Cyclic | Kind::Columns, "18446744069414584321") => {
            let data = residues(request.seed, Goldilocks::ORDER_U64, request.n * request.width);
            let data = RowMajorMatrix::new(data.into_iter().map(Goldilocks::new).collect(), request.width);
            Ok(fastest.of(request, &data, &subgroup::any()))
        }
        (Kind::Complex, "2147483647") => Ok(fastest.of(request, &complex(request), &subgroup::complex())),
        (Kind::Circle, "2147483647") => Ok(circle::answer(request, &matrix(request, Mersenne31::new))),
        _ => Err("no transform of that kind over that field".into()),
    }
}

/// The data over a field of 31 bits.
fn matrix<F: PrimeField64>(request: &Request, new: fn(u32) -> F) -> RowMajorMatrix<F> {
    let data = residues(request.seed, F::ORDER_U64, request.n * request.width);
    RowMajorMatrix::new(data.into_iter().map(|x| new(x as u32)).collect(), request.width)
}

/// The data over the complex extension: real and imaginary parts in turn.
fn complex(request: &Request) -> RowMajorMatrix<Complex<Mersenne31>> {
    let parts = residues(request.seed, Mersenne31::ORDER_U64, 2 * request.n * request.width);
    let part = |x: u64| Mersenne31::new(x as u32);
    let values = parts.chunks_exact(2).map(|pair| Complex::new_complex(part(pair[0]), part(pair[1])));
    RowMajorMatrix::new(values.collect(), request.width)
}
