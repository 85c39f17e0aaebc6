//! The Mersenne prime 2^31 − 1: input `j² + 1`, all outputs of a short transform and a weighted sum
//! of a longer. Provenance: `README.md`.

/// Circle transform of length 16, in the order of `CircleDomain::point`.
pub(crate) const CIRCLE_16: [u64; 16] = [
    342147345, 605066580, 1048163607, 878352359, 309847158, 1130657567, 454206708, 1691048985, 1342315031, 140512698,
    1211733267, 1412252595, 521947820, 1638933011, 1212089787, 1093111027,
];

/// `Σ (i + 1)·out_i` of the circle transform of length 256.
pub(crate) const CIRCLE_256_WEIGHTED_SUM: u64 = 33261605315913;

/// Folded negacyclic transform of length 16: real and imaginary parts at `θ^(4k+1)`, `brv(k)` = 0,
/// 1, ….
pub(crate) const FOLDED_16: [[u64; 2]; 8] = [
    [2030358206, 1390474866],
    [1592727699, 396606631],
    [1545056285, 559745365],
    [1257531539, 1969374356],
    [354614803, 1646504646],
    [1375002780, 298647924],
    [779212928, 2146255325],
    [1802914003, 182325995],
];

/// `Σ (i + 1)·out_i` over the 256 parts (real, imaginary, real, …) of the folded transform of
/// length 256.
pub(crate) const FOLDED_256_WEIGHTED_SUM: u64 = 36972557783323;
