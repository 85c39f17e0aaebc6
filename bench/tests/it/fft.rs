//! Tests of what both sides of a comparison rely on, and of our side.

use papilio_bench::fft::cases::{PEERS, cases};
use papilio_bench::fft::definition::{NONSENSE, REFERENCE, Sparse, inverse_error, root, value_error};
use papilio_bench::fft::jobs::{Job, Row, jobs};
use papilio_bench::fft::measure::time;
use papilio_bench::fft::own::Own;
use papilio_bench::fft::protocol::{Answer, Request};
use papilio_bench::fft::transform::{Buffer, Layout, Transform, data, read, write};
use papilio_bench::ntt::bound::Processor;
use papilio_bench::ntt::protocol::{Direction, Order, Reply};
use papilio_bench::peers::Peers;
use papilio_bench::rounds::Rounds;
use std::path::Path;

/// A change of values after the forward transform, or before the inverse one.
type Spoil = fn(Direction, &mut [[f64; 2]]);

/// A peer's transform by the definition, with what is done to the values on their way out and in.
struct Naive {
    n: usize,
    numbers: Buffer,
    tells_its_order: bool,
    spoil: Spoil,
}

impl Naive {
    fn new(n: usize, tells_its_order: bool, spoil: Spoil) -> Self {
        Self { n, numbers: Buffer::new(2 * n), tells_its_order, spoil }
    }

    /// The errors of values and of the inverse.
    fn errors(mut self) -> [f64; 2] {
        let n = self.n;
        [value_error(&mut self, n, 1), inverse_error(&mut self, &data(1, n))]
    }
}

impl Transform for Naive {
    const LAYOUT: Layout = Layout::Pairs;
    const DIVIDES: bool = false;

    fn points(&self) -> Option<Vec<u64>> {
        self.tells_its_order.then(|| (0..self.n).map(|k| turn(k, self.n).wrapping_neg()).collect())
    }

    fn numbers(&mut self) -> &mut [f64] {
        self.numbers.doubles()
    }

    fn forward(&mut self) {
        let mut values = sums(&read(self), u64::wrapping_neg);
        (self.spoil)(Direction::Forward, &mut values);
        write(self, &values);
    }

    fn inverse(&mut self) {
        let mut values = read(self);
        (self.spoil)(Direction::Inverse, &mut values);
        write(self, &sums(&values, |turn| turn));
    }
}

fn turn(k: usize, n: usize) -> u64 {
    (k as u64) << (u64::BITS - n.ilog2())
}

/// Sums with the roots at `±jk/n`.
fn sums(a: &[[f64; 2]], sign: fn(u64) -> u64) -> Vec<[f64; 2]> {
    let term = |([re, im], turn): (&[f64; 2], u64)| {
        let [c, s] = root(sign(turn));
        [re * c - im * s, re * s + im * c]
    };
    let value = |k: usize| {
        let turns = (0..a.len() as u64).map(|j| j.wrapping_mul(turn(k, a.len())));
        a.iter().zip(turns).map(term).fold([0.0; 2], |[x, y], [re, im]| [x + re, y + im])
    };
    (0..a.len()).map(value).collect()
}

fn nothing(_: Direction, _: &mut [[f64; 2]]) {}

fn exchanged(_: Direction, values: &mut [[f64; 2]]) {
    values.swap(1, 5);
}

#[test]
fn roots_are_where_they_belong() {
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let eighths = [[1.0, 0.0], [half, half], [0.0, 1.0], [-half, half], [-1.0, 0.0], [-half, -half], [0.0, -1.0]];
    for (k, expected) in eighths.into_iter().chain([[half, -half]]).enumerate() {
        let found = root((k as u64) << 61);
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= f64::EPSILON / 2.0), "{k}: {found:?}");
    }
    // The square of a root is that of twice the turn.
    for turn in papilio_bench::ntt::protocol::words(1).take(1000).map(|word| word & !0 << 40) {
        let ([c, s], [re, im]) = (root(turn), root(turn.wrapping_mul(2)));
        assert!((c * c - s * s - re).hypot(2.0 * c * s - im) < 5.0 * f64::EPSILON, "{turn:#x}");
    }
}

#[test]
fn few_coefficients_are_a_polynomial() {
    let polynomial = Sparse::random(1, 64);
    let coefficients = polynomial.coefficients(64);
    let limit = (REFERENCE + 64.0) * f64::EPSILON * polynomial.magnitude();
    for (k, [re, im]) in sums(&coefficients, |turn| turn).into_iter().enumerate() {
        let [c, s] = polynomial.value(turn(k, 64));
        assert!((c - re).hypot(s - im) <= limit, "{k}");
    }
}

/// Each bit of the index is set in the place of some coefficient.
#[test]
fn every_level_multiplies_a_coefficient() {
    for n in cases().iter().map(|case| case.n) {
        let all = Sparse::random(1, n).coefficients(n).into_iter().enumerate();
        let places: Vec<_> = all.filter(|(_, parts)| *parts != [0.0; 2]).map(|(place, _)| place).collect();
        assert!(places.len() >= 6 && places.iter().fold(0, |bits, place| bits | place) == n - 1, "{n}: {places:?}");
    }
}

#[test]
fn a_right_transform_errs_by_rounding() {
    for tells in [true, false] {
        let [value, inverse] = Naive::new(64, tells, nothing).errors();
        assert!(value < 100.0 && inverse < 100.0, "{value}, {inverse}");
    }
}

#[test]
fn an_order_that_is_not_told_is_found() {
    let [value, inverse] = Naive::new(64, false, exchanged).errors();
    assert!(value < 100.0 && inverse < 100.0, "{value}, {inverse}");
    let [value, inverse] = Naive::new(64, true, exchanged).errors();
    assert!(value > 1e12 && inverse < 100.0, "{value}, {inverse}");
}

#[test]
fn every_fault_is_seen() {
    let faults: [(&str, Spoil); 5] = [
        ("a value that is off by less than a billionth", |_, values| values[9][1] += 1e-10),
        ("a value twice", |_, values| values[9] = values[8]),
        ("a value that is no number", |_, values| values[9][0] = f64::NAN),
        ("an infinite value", |_, values| values[9][0] = f64::INFINITY),
        ("other values, of which the inverse takes no notice", |direction, values| {
            let sign = if direction == Direction::Forward { 1.5 } else { 1.0 / 1.5 };
            values.iter_mut().flatten().for_each(|part| *part *= sign);
        }),
    ];
    for (fault, spoil) in faults {
        for tells in [true, false] {
            let [value, _] = Naive::new(64, tells, spoil).errors();
            assert!(value > 1e3, "{fault}: {value}");
        }
    }
    let half = |direction: Direction, values: &mut [[f64; 2]]| {
        if direction == Direction::Inverse {
            values[3] = [0.0; 2];
        }
    };
    let [value, inverse] = Naive::new(64, false, half).errors();
    assert!(value < 100.0 && inverse > 1e12, "{value}, {inverse}");
    assert_eq!(Naive::new(64, false, |_, values| values.fill([f64::NAN; 2])).errors(), [NONSENSE; 2]);
}

#[test]
fn our_side_of_every_case_is_sound() {
    let (processor, mut peers) = (Processor::measured(), Peers::default());
    for job in jobs(None, &peers) {
        let row = job.run(&mut peers, &processor, 1).expect("a transform");
        assert!(row.correct && row.nanoseconds > 0.0, "{row:?}");
        // Errors of none at all would be those of another transform than the one timed.
        assert!(row.value_error > 0.0 && row.inverse_error > 0.0, "{row:?}");
        assert!(row.peer.is_none() && row.ratio.is_none() && row.peer_correct.is_none() && row.note.is_none(), "{row:?}");
    }
}

#[test]
fn lengths_that_are_none_are_refused() {
    for (n, reason) in [(0, "no power of two"), (100, "no power of two"), (1, "2^1 to 2^24"), (1 << 25, "2^1 to 2^24")] {
        assert!(Own::new(n, Order::Any).is_err_and(|error| error.contains(reason)), "{n}");
    }
}

/// Repeated transforms would leave the range of doubles.
#[test]
fn numbers_stay_numbers_while_they_are_timed() {
    for (n, direction) in [128, 4096].into_iter().flat_map(|n| [(n, Direction::Forward), (n, Direction::Inverse)]) {
        let mut own = Own::new(n, Order::Any).expect("a transform");
        let request = Request { n, direction, order: Order::Any, seed: 1, samples: 1 };
        assert!(time(&request, 1, &mut own) > 0.0);
        assert!(own.numbers().iter().all(|x| x.is_normal()), "{n} {direction:?}");
    }
}

#[test]
fn buffers_begin_with_a_cache_line() {
    for len in [4, 1000] {
        let mut buffer = Buffer::new(len);
        assert_eq!((buffer.doubles().len(), buffer.doubles().as_ptr().align_offset(64)), (len, 0));
    }
}

#[test]
fn the_lines_are_as_documented() {
    let line = r#"{"n":1024,"direction":"forward","order":"any","seed":1,"samples":11}"#;
    let request: Request = serde_json::from_str(line).expect("a request");
    assert_eq!((request.direction, request.order), (Direction::Forward, Order::Any));
    assert_eq!(serde_json::to_string(&request).expect("text"), line);
    let line = r#"{"peer":"x","nanoseconds":1.5,"value_error":2.5,"inverse_error":1.7976931348623157e308}"#;
    assert_eq!(serde_json::from_str::<Reply<Answer>>(line).expect("an answer"), Reply::Answer(answer(1.5, 2.5, NONSENSE)));
    assert_eq!(serde_json::to_string(&answer(1.5, 2.5, NONSENSE)).expect("text").replace("e+308", "e308"), line);
    let unsupported = serde_json::from_str::<Reply<Answer>>(r#"{"unsupported":"why"}"#).expect("a refusal");
    assert_eq!(unsupported, Reply::Unsupported { unsupported: "why".into() });
}

fn answer(nanoseconds: f64, value_error: f64, inverse_error: f64) -> Answer {
    Answer { peer: "x".into(), nanoseconds, value_error, inverse_error, note: None }
}

fn row(own: Answer, theirs: Result<Answer, String>) -> Row {
    let case = cases().into_iter().find(|case| case.n == 1024).expect("a case");
    let job = Job { case, direction: Direction::Forward, peer: Some("x") };
    let theirs = Some(theirs.map(|answer| vec![answer]));
    job.row(&Processor::measured(), &Rounds { own: vec![own], theirs })
}

#[test]
fn errors_within_the_bound_are_rounding() {
    // Five units for each of ten levels, and the reference; both ways, without it.
    for (value, inverse, correct) in [(66.0, 100.0, true), (66.5, 100.0, false), (66.0, 100.5, false), (NONSENSE, 0.0, false)] {
        let row = row(answer(1.0, value, inverse), Err("no".into()));
        assert_eq!((row.correct, row.note.as_deref(), row.peer_correct), (correct, Some("no"), None));
    }
    for (value, inverse, note) in [(216.0, 400.0, None), (217.0, 0.0, Some("values")), (0.0, 401.0, Some("inverse"))] {
        let row = row(answer(2.0, 1.0, 1.0), Ok(answer(3.0, value, inverse)));
        assert!(row.correct && row.peer_nanoseconds == Some(3.0));
        assert_eq!((row.peer_correct, row.ratio), (Some(note.is_none()), note.is_none().then_some(1.5)));
        assert!(note.is_none_or(|word| row.note.is_some_and(|note| note.contains(word))));
    }
}

#[test]
fn one_wrong_round_is_wrong() {
    let case = cases().remove(0);
    let job = Job { case, direction: Direction::Inverse, peer: Some("x") };
    let right = || answer(1.0, 1.0, 1.0);
    let sides = [[right(), answer(1.0, 1e9, 1.0), right()], [right(), right(), answer(1.0, 1.0, 1e9)]];
    let rounds = Rounds { own: sides[0].to_vec(), theirs: Some(Ok(sides[1].to_vec())) };
    let row = job.row(&Processor::measured(), &rounds);
    assert!(!row.correct && row.peer_correct == Some(false) && row.ratio.is_none());
    assert_eq!((row.value_error, row.peer_inverse_error), (1e9, Some(1e9)));
}

#[test]
fn every_peer_has_a_folder() {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
    PEERS.iter().for_each(|peer| assert!(peers.join(peer).is_dir(), "{peer}"));
}
