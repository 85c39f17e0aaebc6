//! Transforms of both residues of every pair of words of 16 bits alike: a polynomial whose
//! coefficients at even and at odd places are transformed with the same twiddles. The pair is a
//! word of 32 bits to the text of transforms, which so finds squares where half as many words make
//! none: 64 pairs are a leaf where 256 words would be.

use super::available::is_wanted;
use super::butterfly::centered;
use super::field_kernel::FieldKernel;
use super::{Direction, Part, TransformTable, Tree};
use crate::{Domain, RadixSchedule};
use core::marker::PhantomData;
use papilio_field::Word;

/// In order of preference.
pub(crate) static KERNELS: &[&FieldKernel<u32>] = &[
    #[cfg(target_arch = "x86_64")]
    &x86::AVX512,
    #[cfg(target_arch = "x86_64")]
    &x86::AVX2,
];

/// The transform of pairs of words `W`, which have 16 bits.
#[derive(Clone, Debug)]
pub(crate) struct PairTransform<W> {
    kernel: &'static FieldKernel<u32>,
    table: TransformTable<u32>,
    words: PhantomData<W>,
}

impl<W: Word> PairTransform<W> {
    /// By the first kernel of this machine that takes the words, the prime and the length.
    pub(crate) fn new(domain: &Domain) -> Option<Self> {
        let here = KERNELS.iter().filter(|kernel| (kernel.available)() && is_wanted(kernel.name));
        here.copied().find_map(|kernel| Self::with_kernel(kernel, domain, None))
    }

    /// By a kernel, if it takes the words, the prime and the length, with leaves of that many
    /// pairs, or the usual ones.
    pub(crate) fn with_kernel(kernel: &'static FieldKernel<u32>, domain: &Domain, base_len: Option<usize>) -> Option<Self> {
        let (q, n, transform) = (domain.modulus().value(), domain.size(), &kernel.transform);
        if W::BITS != 16 || q >= centered::LIMIT || n < transform.min_n() {
            return None;
        }
        let base_len = base_len.unwrap_or(transform.base_lens(n, 1)[0]);
        let tree = Tree::new(n, &RadixSchedule::usual_radices(n, base_len, transform.max_radix));
        Some(Self { kernel, table: transform.table(q, &domain.twiddles(), tree, 1, 1), words: PhantomData })
    }

    pub(crate) fn kernel(&self) -> &'static str {
        self.kernel.name
    }

    /// Runs one direction. Input `< q`, output `< q`.
    pub(crate) fn run(&self, direction: Direction, a: &mut [W]) {
        let q = self.table.q;
        assert_eq!(a.len(), 2 * self.table.tree.size(0), "pairs of another length");
        debug_assert!(a.iter().all(|x| x.extend() < q), "input is not below q");
        let function = match direction {
            Direction::Forward => self.kernel.transform.forward,
            Direction::Inverse => self.kernel.transform.inverse,
        };
        // SAFETY: the processor has been asked. The words have 16 bits, so that `a` has the pairs
        // of the table; vectors are loaded at any alignment, and rows, whose strides are multiples
        // of leaves, consist of whole ones.
        unsafe { function(&self.table, a.as_mut_ptr().cast(), Part::ALL) }
        debug_assert!(a.iter().all(|x| x.extend() < q), "output is not below q");
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{FieldKernel, Part, TransformTable};
    use crate::kernel::available::has;
    use crate::kernel::butterfly::Centered;
    use crate::kernel::isa::avx2::pairs16::Pairs16;
    use crate::kernel::isa::shells::shells;
    use crate::kernel::lanes::Lanes;
    use crate::kernel::{Transform, transform};

    /// The lanes of AVX2 with twice the registers.
    pub(super) static AVX512: FieldKernel<u32> = FieldKernel {
        name: "avx512",
        why: "AVX-512 F, BW and VL: 8 pairs of lanes, 16-bit products",
        available: || has!("avx512f", "avx512bw", "avx512vl"),
        transform: Transform {
            lanes: Pairs16::WIDTH,
            squares: 2,
            max_radix: 8,
            tables: transform::tables::<Centered<Pairs16>>,
            forward: forward_512,
            inverse: inverse_512,
        },
        operations: (),
    };

    pub(super) static AVX2: FieldKernel<u32> = FieldKernel {
        name: "avx2",
        why: "AVX2: 8 pairs of lanes, 16-bit products",
        available: || has!("avx2"),
        transform: Transform {
            lanes: Pairs16::WIDTH,
            squares: 2,
            max_radix: 8,
            tables: transform::tables::<Centered<Pairs16>>,
            forward: forward_256,
            inverse: inverse_256,
        },
        operations: (),
    };

    shells! {
        "avx512f,avx512bw,avx512vl";
        /// [`transform::forward`].
        fn forward_512(table: &TransformTable<u32>, a: *mut u32, part: Part) = transform::forward::<Centered<Pairs16>>;
        /// [`transform::inverse`].
        fn inverse_512(table: &TransformTable<u32>, a: *mut u32, part: Part) = transform::inverse::<Centered<Pairs16>>;
    }

    shells! {
        "avx2";
        /// [`transform::forward`].
        fn forward_256(table: &TransformTable<u32>, a: *mut u32, part: Part) = transform::forward::<Centered<Pairs16>>;
        /// [`transform::inverse`].
        fn inverse_256(table: &TransformTable<u32>, a: *mut u32, part: Part) = transform::inverse::<Centered<Pairs16>>;
    }
}
