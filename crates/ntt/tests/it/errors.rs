//! Every way in which a plan is refused, with the numbers in its text.

use papilio_field::Modulus;
use papilio_ntt::kernel::{KernelLimits, check_names};
use papilio_ntt::{Domain, Kernel, KernelWord, Plan, PlanError, RadixSchedule};

fn modulus(q: u64) -> Modulus {
    Modulus::new(q).expect("a prime")
}

fn scalar() -> &'static Kernel<u64> {
    Kernel::named("scalar").expect("the scalar kernel")
}

/// The error and its text.
fn refused<T: std::fmt::Debug>(result: Result<T, PlanError>, expected: PlanError, text: &str) {
    let error = result.expect_err(text);
    assert_eq!(error, expected);
    assert_eq!(error.to_string(), text);
}

#[test]
fn lengths() {
    for n in [0, 1, 3, 12, (1 << 24) + 1, 1 << 25] {
        let text = format!("transform length {n} is not a power of two from 2 to 2^24");
        refused(Domain::negacyclic(modulus(97), n), PlanError::Length(n), &text);
        refused(Domain::cyclic(modulus(97), n), PlanError::Length(n), &text);
        refused(Domain::with_root(modulus(97), n, 1, 1), PlanError::Length(n), &text);
        refused(Plan::<u64>::new(modulus(97), n), PlanError::Length(n), &text);
    }
    for n in [0, 1, 3] {
        let text = format!("transform length {n} is not a power of two from 2 to 2^24");
        refused(Domain::tree(modulus(97), vec![1; n]), PlanError::Length(n), &text);
    }
}

#[test]
fn roots() {
    let error = |order| PlanError::Root { modulus: 97, order };
    let text = |order| format!("the prime 97 has no primitive root of order {order} (it needs {order} | q - 1)");
    refused(Domain::negacyclic(modulus(97), 32), error(64), &text(64));
    refused(Domain::cyclic(modulus(97), 64), error(64), &text(64));
    refused(Domain::coset(modulus(97), 64, 5), error(64), &text(64));
    assert!(Domain::negacyclic(modulus(97), 16).is_ok() && Domain::cyclic(modulus(97), 32).is_ok());
}

#[test]
fn given_roots_and_shifts() {
    // 22 has order 4 modulo 97, 96 order 2.
    for root in [0, 1, 96, 97, 22 + 97, u64::MAX] {
        let text = format!("{root} is not a primitive root of order 4 modulo 97");
        refused(Domain::with_root(modulus(97), 4, root, 1), PlanError::NotARoot { root, order: 4, modulus: 97 }, &text);
    }
    for shift in [0, 97, 194] {
        let (error, text) = (PlanError::Shift(97), "the shift of a coset is a multiple of 97");
        refused(Domain::with_root(modulus(97), 4, 22, shift), error.clone(), text);
        refused(Domain::coset(modulus(97), 4, shift), error, text);
    }
    assert!(Domain::with_root(modulus(97), 4, 22, 98).is_ok());
}

#[test]
fn twiddles() {
    for twiddle in [0, 97, u64::MAX] {
        let text = format!("the twiddle {twiddle} is not from 1 to 97 - 1");
        let error = PlanError::Twiddle { twiddle, modulus: 97 };
        refused(Domain::tree(modulus(97), vec![1, 1, twiddle, 1]), error, &text);
    }
    assert!(Domain::tree(modulus(97), vec![u64::MAX, 96]).is_ok(), "the entry 0 is unused");
}

#[test]
fn words() {
    let q = (1 << 61) - 1;
    let domain = Domain::tree(modulus(q), vec![1, 1]).expect("a tree");
    let error = PlanError::Word { modulus: q, bits: 32 };
    let text = "the prime 2305843009213693951 does not fit words of 32 bits";
    refused(Plan::<u32>::over(domain.clone()), error.clone(), text);
    refused(Plan::<u32>::columns(domain.clone(), 3), error, text);
    assert!(Plan::<u64>::over(domain).is_ok());
    // Words of 16 bits hold primes of that many, but sums of two residues do not fit.
    let tree = |q| Domain::tree(modulus(q), vec![1, 1]).expect("a tree");
    let error = PlanError::Word { modulus: 65_537, bits: 16 };
    refused(Plan::<u16>::over(tree(65_537)), error, "the prime 65537 does not fit words of 16 bits");
    let limits = KernelLimits { least_bits: 2, most_bits: 15, least_length: 2 };
    let error = PlanError::Kernel { kernel: "scalar", modulus: 65_521, bits: 16, n: 2, limits };
    let text =
        "kernel scalar does not support the 16-bit prime 65521 at length 2: it takes primes of 2 to 15 bits and lengths from 2";
    refused(Plan::<u16>::over(tree(65_521)), error, text);
    assert!(Plan::<u16>::over(tree(32_749)).is_ok());
}

#[test]
fn passes() {
    let wrong: [(&[usize], usize); 9] =
        [(&[], 1), (&[4], 1), (&[2], 2), (&[2, 2, 2], 2), (&[], 8), (&[8], 0), (&[16], 1), (&[1, 8], 1), (&[8; 30], 1)];
    for (radices, base_len) in wrong {
        let domain = Domain::negacyclic(modulus(97), 8).expect("a domain");
        let radices = radices.to_vec();
        let given = Some(RadixSchedule { radices: radices.clone(), base_len });
        let text = format!("no transform of length 8 has the radices {radices:?} above leaves of {base_len} on kernel scalar");
        let error = PlanError::Passes { n: 8, radices, base_len, kernel: "scalar" };
        refused(Plan::over_with(scalar(), domain.clone(), given.clone()), error.clone(), &text);
        if given.as_ref().is_some_and(|passes| passes.base_len != 1) {
            refused(Plan::columns_with(scalar(), domain, 3, given), error, &text);
        }
    }
}

#[test]
fn columns() {
    let domain = Domain::negacyclic(modulus(97), 8).expect("a domain");
    for columns in [0, usize::MAX, usize::MAX / 8, usize::MAX / 64, 1 << 61] {
        let text = format!(
            "a matrix of {columns} columns has no transform: it has at least one, and as many words as memory can hold"
        );
        refused(Plan::<u64>::columns(domain.clone(), columns), PlanError::Columns(columns), &text);
    }
}

/// Kernels with vectors; the text without one is provoked over portable lanes, in the library's own
/// tests.
#[test]
fn kernels() {
    fn short<W: KernelWord>() {
        for kernel in Kernel::<W>::all().iter().filter(|kernel| kernel.name() != "scalar") {
            let (name, limits) = (kernel.name(), kernel.limits());
            let error = PlanError::Kernel { kernel: name, modulus: 97, bits: 7, n: 2, limits };
            let text = format!("kernel {name} does not support the 7-bit prime 97 at length 2: it takes {limits}");
            refused(Plan::with_kernel(kernel, modulus(97), 2), error, &text);
        }
    }
    short::<u16>();
    short::<u32>();
    short::<u64>();
}

/// Kernels in doubles name the bits that they take.
#[test]
fn primes_beyond_doubles() {
    let prime = modulus(562_949_954_093_057);
    for name in ["avx2fma", "avx512"] {
        if let Some(kernel) = Kernel::<u64>::named(name) {
            let error = Plan::with_kernel(kernel, prime, 4096).expect_err("more than 49 bits").to_string();
            assert!(error.contains("50-bit") && error.contains("it takes primes of 2 to 49 bits"), "{error}");
        }
    }
}

#[test]
fn names_of_kernels_that_keep_nothing_are_refused_with_those_that_do() {
    assert_eq!(check_names("scalar"), Ok(()));
    for (name, runs, _) in Kernel::<u64>::registry() {
        assert_eq!(check_names(name).is_ok(), runs, "{name}");
        assert_eq!(check_names(&format!("scalar,{name}")).is_ok(), runs, "{name}");
    }
    for value in ["nonsense", "scalar,nonsense", "scalar,", "Scalar", " scalar"] {
        let text = check_names(value).expect_err(value).to_string();
        assert!(text.contains(value) && text.contains("there is no kernel") && text.ends_with("scalar"), "{text}");
    }
}
