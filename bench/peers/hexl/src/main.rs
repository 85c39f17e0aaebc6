//! A peer of `papilio bench ntt`: the negacyclic transform of Intel HEXL.

mod hexl;
#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses all of it")]
#[path = "../../../src/ntt/protocol.rs"]
mod protocol;

use hexl::Ntt;
use protocol::{Answer, Kind, Request, measure, residues, serve};

/// HEXL as vendored by `sealy` 0.2.0.
const NAME: &str = "HEXL 1.2.3";

fn main() -> std::io::Result<()> {
    serve(answer)
}

fn answer(request: &Request) -> Result<Answer, String> {
    if request.kind != Kind::Negacyclic || request.width != 1 {
        return Err("only single negacyclic transforms".into());
    }
    let modulus: u64 = request.modulus.parse().map_err(|_| "only moduli of one word")?;
    let ntt = Ntt::new(request.n, modulus).ok_or("HEXL refuses this length or prime")?;
    let data = residues(request.seed, modulus, request.n);
    let values = |a: &Vec<u64>| a.iter().map(|&x| [x]).collect();
    Ok(measure(request, NAME, &data, |a: &mut Vec<u64>| ntt.forward(a), |a: &mut Vec<u64>| ntt.inverse(a), values))
}
