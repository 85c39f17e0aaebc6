//! The parts that every plan over word primes is made of.

use crate::kernel::{Direction, Kernel, KernelWord, TransformTable, Tree, bit_reverse};
use crate::radix_schedule::RadixSchedule;
use crate::{Domain, PlanError};
use alloc::format;
use alloc::string::String;

/// A transform of fixed domain: kernel, passes, and twiddle tables in that kernel's format, decided
/// together.
#[derive(Clone, Debug)]
pub(crate) struct Engine<W: KernelWord> {
    pub(crate) kernel: &'static Kernel<W>,
    pub(crate) domain: Domain,
    pub(crate) passes: RadixSchedule,
    pub(crate) table: TransformTable<W>,
}

impl<W: KernelWord> Engine<W> {
    pub(crate) fn new(
        domain: Domain,
        kernel: Option<&'static Kernel<W>>,
        passes: Option<RadixSchedule>,
        width: usize,
    ) -> Result<Self, PlanError> {
        let (modulus, n) = (*domain.modulus(), domain.size());
        if modulus.bits() > W::BITS {
            return Err(PlanError::Word { modulus: modulus.value(), bits: W::BITS });
        }
        // Columns have no leaves, which is what makes kernels refuse short transforms.
        let n_of_row = if width > 1 { usize::MAX } else { n };
        let kernel = kernel.unwrap_or_else(|| Kernel::preferred(&modulus, n_of_row));
        if !kernel.supports(&modulus, n_of_row) {
            let (modulus, bits) = (modulus.value(), modulus.bits());
            return Err(PlanError::Kernel { kernel: kernel.name(), modulus, bits, n });
        }
        let passes = passes.unwrap_or_else(|| RadixSchedule::usual(kernel, domain.modulus(), n, width));
        if !passes.fit(kernel, domain.modulus(), n, width) {
            let RadixSchedule { radices, base_len } = passes;
            return Err(PlanError::Passes { n, radices, base_len, kernel: kernel.name() });
        }
        let tree = Tree::new(n, &passes.radices);
        let table = kernel.transform.table(modulus.value(), &domain.twiddles(), tree, width, 1);
        Ok(Self { kernel, domain, passes, table })
    }

    pub(crate) fn run(&self, direction: Direction, a: &mut [W]) {
        let q = self.domain.modulus().value();
        debug_assert!(a.iter().all(|x| x.extend() < q), "input is not below q");
        self.kernel.transform.run(direction, &self.table, a);
        debug_assert!(a.iter().all(|x| x.extend() < q), "output is not below q");
    }

    #[cfg(feature = "threads")]
    pub(crate) fn run_parallel(&self, direction: Direction, a: &mut [W]) {
        self.kernel.transform.run_parallel(direction, &self.table, a);
    }

    /// Forward with its values sorted into natural order.
    pub(crate) fn forward_natural(&self, a: &mut [W]) {
        self.run(Direction::Forward, a);
        bit_reverse(a, self.table.width);
    }

    /// The inverse of values in natural order.
    pub(crate) fn inverse_natural(&self, a: &mut [W]) {
        bit_reverse(a, self.table.width);
        self.run(Direction::Inverse, a);
    }

    pub(crate) fn explain(&self) -> String {
        let (q, n, kind) = (self.domain.modulus(), self.domain.size(), self.domain.name());
        let RadixSchedule { radices, base_len } = &self.passes;
        let shape = match base_len {
            1 => format!("columns of {} words, radices {radices:?}", self.table.width),
            _ => format!("radices {radices:?} above leaves of {base_len}"),
        };
        let bytes = size_of_val(&*self.table.forward) + size_of_val(&*self.table.inverse);
        let (kernel, class) = (self.kernel.explain(), self.kernel.class(q));
        format!("{kind} n={n}, {}-bit prime {}: {kernel}; class {class}; {shape}; tables of {bytes} bytes", q.bits(), q.value())
    }
}
