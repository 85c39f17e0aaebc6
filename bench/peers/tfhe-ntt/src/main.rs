//! A peer of `papilio bench ntt`: the negacyclic transforms of tfhe-ntt.

#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses all of it")]
#[path = "../../../src/ntt/protocol.rs"]
mod protocol;

use protocol::{Answer, Kind, Request, measure, residues, serve};

const NAME: &str = "tfhe-ntt 0.7.1";

fn main() -> std::io::Result<()> {
    serve(answer)
}

fn answer(request: &Request) -> Result<Answer, String> {
    if request.kind != Kind::Negacyclic || request.width != 1 {
        return Err("only single negacyclic transforms".into());
    }
    let modulus: u64 = request.modulus.parse().map_err(|_| "only moduli of one word")?;
    match u32::try_from(modulus) {
        Ok(modulus) => narrow(request, modulus),
        Err(_) => wide(request, modulus),
    }
}

/// Primes below 2^32, in vectors of 32-bit words.
fn narrow(request: &Request, modulus: u32) -> Result<Answer, String> {
    let plan = tfhe_ntt::prime32::Plan::try_new(request.n, modulus).ok_or("tfhe-ntt refuses this length or prime")?;
    let data: Vec<u32> = residues(request.seed, modulus.into(), request.n).into_iter().map(|x| x as u32).collect();
    let inverse = |a: &mut Vec<u32>| {
        plan.inv(a);
        plan.normalize(a);
    };
    Ok(measure(request, NAME, &data, |a: &mut Vec<u32>| plan.fwd(a), inverse, |a| a.iter().map(|&x| [x.into()]).collect()))
}

/// Greater ones.
fn wide(request: &Request, modulus: u64) -> Result<Answer, String> {
    let plan = tfhe_ntt::prime64::Plan::try_new(request.n, modulus).ok_or("tfhe-ntt refuses this length or prime")?;
    let data = residues(request.seed, modulus, request.n);
    let inverse = |a: &mut Vec<u64>| {
        plan.inv(a);
        plan.normalize(a);
    };
    Ok(measure(request, NAME, &data, |a: &mut Vec<u64>| plan.fwd(a), inverse, |a| a.iter().map(|&x| [x]).collect()))
}
