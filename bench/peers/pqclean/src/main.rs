//! A peer of `papilio bench ntt`: the transforms of ML-DSA and ML-KEM as PQClean has them.

mod ffi;
#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses all of it")]
#[path = "../../../src/ntt/protocol.rs"]
mod protocol;

use ffi::{Coefficient, N, Poly, Scheme};
use protocol::{Answer, Direction, Kind, Request, digest, median, residues, serve};
use std::hint::black_box;

fn main() -> std::io::Result<()> {
    serve(answer)
}

fn answer(request: &Request) -> Result<Answer, String> {
    match (request.kind, request.width, request.n, request.modulus.as_str()) {
        (Kind::Negacyclic, 1, N, "8380417") => Ok(time(request, &Scheme::ml_dsa())),
        (Kind::Incomplete, 1, N, "3329") => Ok(time(request, &Scheme::ml_kem())),
        _ => Err("only 256 points: negacyclic modulo 8380417, incomplete modulo 3329".into()),
    }
}

/// Times a transform with the reductions after it, as ours has residues in `[0, q)` and is timed
/// with them; the note says what it takes without.
fn time<T: Coefficient>(request: &Request, scheme: &Scheme<T>) -> Answer {
    let data: Vec<u64> = residues(request.seed, scheme.modulus as u64, N);
    let mut work = Poly::new(&data);
    scheme.forward.reduced(&mut work);
    let values = work.canonical(scheme.modulus, 1);
    work = Poly::new(&values);
    scheme.inverse.reduced(&mut work);
    let round_trip = work.canonical(scheme.modulus, scheme.scale) == data;
    let transform = match request.direction {
        Direction::Forward => &scheme.forward,
        Direction::Inverse => &scheme.inverse,
    };
    let nanoseconds = median(request.samples, || transform.reduced(black_box(&mut work)));
    // Values grow when a transform is repeated on its result, and may wrap: nothing in the code
    // depends on them.
    let unreduced = median(request.samples, || transform.unreduced(black_box(&mut work)));
    let note = format!("{}, with the reductions of its results; {unreduced:.0} ns without", scheme.code);
    let digest = digest(values.into_iter().map(|x| [x]).collect());
    Answer { peer: scheme.name.into(), nanoseconds, digest, round_trip, note: Some(note) }
}
