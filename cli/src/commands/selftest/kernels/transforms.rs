//! Negacyclic transforms, against Horner's rule at their points.

use super::comparisons::{Comparisons, numbers, words};
use super::primes;
use papilio_field::order::reversed;
use papilio_ntt::{Kernel, KernelWord, Plan, naive};

/// The longest transforms have two to this words.
pub(super) const MAX_LOG: u32 = 14;
/// Longer transforms are compared with the definition at some points, and by their inverses.
const WHOLE: usize = 256;
/// The number of those points, the ends among them.
const POINTS: usize = 6;

/// One length, over every prime.
pub(super) fn transforms<W: KernelWord>(kernel: &'static Kernel<W>, n: usize, compared: &mut Comparisons) {
    for q in primes::all(2 * n as u64) {
        match Plan::with_kernel(kernel, q, n) {
            Ok(plan) => {
                compared.expect(kernel.supports(&q, n), || {
                    format!("{}: takes {} at {n}, against its word", name_of(kernel), q.value())
                });
                check(&plan, compared);
            }
            Err(_) => {
                compared.refusals += 1;
                let named = !kernel.supports(&q, n) || n < 2;
                compared.expect(named, || format!("{}: refuses {} at {n}, against its word", name_of(kernel), q.value()));
            }
        }
    }
}

fn name_of<W: KernelWord>(kernel: &Kernel<W>) -> String {
    format!("{} on {} bits", kernel.name(), W::BITS)
}

/// Random words, and the ends of the interval: all the greatest, and in turn with zero.
fn check<W: KernelWord>(plan: &Plan<W>, compared: &mut Comparisons) {
    let (q, n) = (plan.modulus().value(), plan.size());
    let random = compared.random.below(q, n);
    let turns = (0..n).map(|i| if i % 2 == 0 { q - 1 } else { 0 }).collect();
    for input in [random, vec![q - 1; n], turns] {
        let mut values = words::<W>(&input);
        plan.forward(&mut values);
        let holds = is_transform(plan, &input, &numbers(&values), compared);
        compared.expect(holds, || format!("{}: forward, prime {q}, length {n}", name_of(plan.kernel())));
        plan.inverse(&mut values);
        compared.expect(numbers(&values) == input, || format!("{}: inverse, prime {q}, length {n}", name_of(plan.kernel())));
        compared.transforms += 2;
    }
}

fn is_transform<W: KernelWord>(plan: &Plan<W>, input: &[u64], values: &[u64], compared: &mut Comparisons) -> bool {
    let (m, n, root) = (plan.modulus(), plan.size(), plan.root());
    if n <= WHOLE {
        return values == naive::negacyclic(m, root, input);
    }
    let ends = [0, 1, n / 2, n - 1];
    let more: Vec<_> = (ends.len()..POINTS).map(|_| (compared.random.word() % n as u64) as usize).collect();
    let log = n.trailing_zeros();
    ends.into_iter().chain(more).all(|i| values[reversed(i, log)] == naive::evaluate(m, input, m.pow(root, 2 * i as u64 + 1)))
}
