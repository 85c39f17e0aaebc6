//! A peer of `papilio bench ntt`: the transforms of arkworks over fields of four words.

#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses all of it")]
#[path = "../../../src/ntt/protocol.rs"]
mod protocol;
mod stark;

use ark_ff::{BigInteger256, PrimeField};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use protocol::{Answer, Kind, Request, elements, measure, serve};
use stark::Stark252;

const NAME: &str = "ark-poly 0.6.0";

fn main() -> std::io::Result<()> {
    serve(answer)
}

fn answer(request: &Request) -> Result<Answer, String> {
    if request.kind != Kind::Cyclic || request.width != 1 {
        return Err("only single cyclic transforms".into());
    }
    let modulus = &request.modulus;
    let is = |known: BigInteger256| known.to_string() == *modulus;
    match () {
        () if is(ark_bn254::Fr::MODULUS) => transform::<ark_bn254::Fr>(request),
        () if is(Stark252::MODULUS) => transform::<Stark252>(request),
        () => Err("no such field".into()),
    }
}

/// Its transforms take and give natural order, and make their twiddles anew each time.
fn transform<F: PrimeField<BigInt = BigInteger256>>(request: &Request) -> Result<Answer, String> {
    let domain = Radix2EvaluationDomain::<F>::new(request.n).filter(|domain| domain.size() == request.n);
    let domain = domain.ok_or("no domain of that size")?;
    let data: Option<Vec<F>> = elements(request.seed, F::MODULUS_BIT_SIZE, request.n)
        .into_iter()
        .map(|words| F::from_bigint(BigInteger256::new(words)))
        .collect();
    let data = data.ok_or("data beyond the modulus")?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(request.threads).build().map_err(|e| e.to_string())?;
    let values = |a: &Vec<F>| a.iter().map(|x| x.into_bigint().0).collect();
    Ok(pool.install(|| measure(request, NAME, &data, |a| domain.fft_in_place(a), |a| domain.ifft_in_place(a), values)))
}
