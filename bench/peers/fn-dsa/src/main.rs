//! A peer of `papilio bench ntt`: the transform of FN-DSA (Falcon), modulo 12289.

#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses all of it")]
#[path = "../../../src/ntt/protocol.rs"]
mod protocol;

use fn_dsa_comm::{has_avx2, mq, mq_avx2};
use protocol::{Answer, Kind, Request, measure, residues, serve};

const NAME: &str = "fn-dsa-comm 0.4.0";

const Q: u64 = 12289;

/// In place, of the length with this binary logarithm.
type Transform = fn(u32, &mut [u16]);

fn main() -> std::io::Result<()> {
    serve(answer)
}

fn answer(request: &Request) -> Result<Answer, String> {
    if request.kind != Kind::Negacyclic || request.width != 1 || request.modulus.parse() != Ok(Q) {
        return Err("only single negacyclic transforms modulo 12289".into());
    }
    if !request.n.is_power_of_two() || !(32..=1024).contains(&request.n) {
        return Err("only lengths from 32 to 1024".into());
    }
    let log = request.n.trailing_zeros();
    let mut data: Vec<u16> = residues(request.seed, Q, request.n).into_iter().map(|x| x as u16).collect();
    // Its own representation: zero is stored as q.
    mq::mqpoly_ext_to_int(log, &mut data);
    let values = |a: &Vec<u16>| a.iter().map(|&x| [u64::from(x) % Q]).collect();
    let (forward, inverse, note): (Transform, Transform, _) = if has_avx2() {
        (forward_avx2, inverse_avx2, "avx2")
    } else {
        (mq::mqpoly_int_to_NTT, mq::mqpoly_NTT_to_int, "portable")
    };
    let answer = measure(request, NAME, &data, |a: &mut Vec<u16>| forward(log, a), |a: &mut Vec<u16>| inverse(log, a), values);
    Ok(Answer { note: Some(note.into()), ..answer })
}

fn forward_avx2(log: u32, a: &mut [u16]) {
    assert!(has_avx2() && a.len() == 1 << log);
    // SAFETY: the processor has AVX2, and `a` has the length that `log` says, at most that of the
    // tables.
    unsafe { mq_avx2::mqpoly_int_to_NTT(log, a) }
}

fn inverse_avx2(log: u32, a: &mut [u16]) {
    assert!(has_avx2() && a.len() == 1 << log);
    // SAFETY: as in `forward_avx2`.
    unsafe { mq_avx2::mqpoly_NTT_to_int(log, a) }
}
