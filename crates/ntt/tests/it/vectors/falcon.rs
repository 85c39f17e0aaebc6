//! Falcon: q = 12289. Provenance: `README.md`.

use super::{KnownAnswer, ramp, squares};

/// Length 512, root 49.
pub(crate) const FALCON_512_SQUARES: KnownAnswer = KnownAnswer {
    name: "falcon 512 squares",
    modulus: 12289,
    root: 49,
    n: 512,
    input: squares,
    first: [5175, 6055, 7388, 11341, 4681, 6407, 2272, 8389],
    last: [233, 1148, 5161, 1627, 11415, 11716, 9622, 311],
    weighted_sum: 753653837,
};

/// Length 512, root 49.
pub(crate) const FALCON_512_RAMP: KnownAnswer = KnownAnswer {
    name: "falcon 512 ramp",
    modulus: 12289,
    root: 49,
    n: 512,
    input: ramp,
    first: [4075, 1888, 2102, 1235, 9804, 8848, 2643, 8015],
    last: [6309, 1350, 8506, 10900, 5676, 6434, 2873, 11779],
    weighted_sum: 777658843,
};

/// Length 1024, root 7.
pub(crate) const FALCON_1024_SQUARES: KnownAnswer = KnownAnswer {
    name: "falcon 1024 squares",
    modulus: 12289,
    root: 7,
    n: 1024,
    input: squares,
    first: [10880, 2870, 1358, 12181, 1770, 1050, 7702, 10342],
    last: [8947, 7577, 8356, 6465, 5698, 7855, 695, 4853],
    weighted_sum: 3185332147,
};

/// Length 1024, root 7.
pub(crate) const FALCON_1024_RAMP: KnownAnswer = KnownAnswer {
    name: "falcon 1024 ramp",
    modulus: 12289,
    root: 7,
    n: 1024,
    input: ramp,
    first: [3243, 12033, 6581, 9819, 3875, 2157, 6283, 11296],
    last: [3042, 7019, 7887, 7932, 9150, 5779, 6658, 4611],
    weighted_sum: 3247667779,
};
