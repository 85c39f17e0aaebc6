//! Shells, which enable an instruction set for the text of an algorithm.

/// One shell per operation: the algorithm is inlined here, where the instruction set is enabled.
macro_rules! shells {
    ($features:literal; $(
        $(#[$doc:meta])* $vis:vis fn $name:ident $(<$field:ident: $bound:path>)? ($($arg:ident: $type:ty),*) = $body:path;
    )*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// The processor has the features below; the arguments are as the algorithm asks.
        #[target_feature(enable = $features)]
        $vis unsafe fn $name $(<$field: $bound>)? ($($arg: $type),*) {
            // SAFETY: as for the caller.
            unsafe { $body($($arg),*) }
        }
    )*};
}
pub(in crate::kernel) use shells;

/// The shells of a kernel over 32-bit lanes.
macro_rules! shells_32 {
    ($features:literal, $lanes:ty) => {
        $crate::kernel::isa::shells::shells! {
            $features;
            /// [`$crate::kernel::transform::forward_32`].
            fn forward(table: &TransformTable<u32>, a: *mut u32, part: Part) = $crate::kernel::transform::forward_32::<$lanes>;
            /// [`$crate::kernel::transform::inverse_32`].
            fn inverse(table: &TransformTable<u32>, a: *mut u32, part: Part) = $crate::kernel::transform::inverse_32::<$lanes>;
            /// [`reverse::words`].
            fn words(a: &mut [u32]) = reverse::words::<$lanes>;
            /// [`reverse::rows`].
            fn rows(a: &mut [u32], exchange: Exchange) = reverse::rows::<$lanes>;
            /// [`tiled_permutation::to_values_by`].
            fn to_values(blocks: &TiledPermutation, slots: &[u32], values: &mut [u32]) = tiled_permutation::to_values_by::<$lanes>;
            /// [`tiled_permutation::to_slots_by`].
            fn to_slots(blocks: &TiledPermutation, values: &[u32], slots: &mut [u32]) = tiled_permutation::to_slots_by::<$lanes>;
            /// [`pointwise::add`].
            fn add(modulus: &Modulus, a: &mut [u32], b: &[u32]) = by_width::add::<$lanes>;
            /// [`pointwise::sub`].
            fn sub(modulus: &Modulus, a: &mut [u32], b: &[u32]) = by_width::sub::<$lanes>;
            /// [`pointwise::negate`].
            fn negate(modulus: &Modulus, a: &mut [u32]) = by_width::negate::<$lanes>;
            /// [`pointwise::multiply`].
            fn multiply(modulus: &Modulus, a: &mut [u32], b: &[u32]) = by_width::multiply::<$lanes>;
            /// [`pointwise::scale`].
            fn scale(modulus: &Modulus, a: &mut [u32], c: u64) = by_width::scale::<$lanes>;
            /// [`pointwise::accumulate`].
            fn accumulate(modulus: &Modulus, sum: &mut [u32], factors: Factors<'_, u32>) = by_width::accumulate::<$lanes>;
            /// [`pointwise::shift_reduce`].
            fn shift_reduce(modulus: &Modulus, from: *const u32, to: *mut u32, len: usize, c: u64) =
                by_width::shift_reduce::<$lanes>;
            /// [`pointwise::subtract_lazy`].
            fn subtract_lazy(a: &mut [u32], b: &[u32], c: u64) = pointwise::subtract_lazy::<$lanes>;
        }
    };
}
pub(in crate::kernel) use shells_32;

/// The shells of a kernel over 16-bit lanes.
macro_rules! shells_16 {
    ($features:literal, $lanes:ty) => {
        $crate::kernel::isa::shells::shells! {
            $features;
            /// [`transform::forward_16`].
            fn forward(table: &TransformTable<u16>, a: *mut u16, part: Part) = transform::forward_16::<$lanes>;
            /// [`transform::inverse_16`].
            fn inverse(table: &TransformTable<u16>, a: *mut u16, part: Part) = transform::inverse_16::<$lanes>;
            /// [`reverse::words`].
            fn words(a: &mut [u16]) = reverse::words::<$lanes>;
            /// [`reverse::rows`].
            fn rows(a: &mut [u16], exchange: Exchange) = reverse::rows::<$lanes>;
            /// [`tiled_permutation::to_values_by`].
            fn to_values(blocks: &TiledPermutation, slots: &[u16], values: &mut [u16]) = tiled_permutation::to_values_by::<$lanes>;
            /// [`tiled_permutation::to_slots_by`].
            fn to_slots(blocks: &TiledPermutation, values: &[u16], slots: &mut [u16]) = tiled_permutation::to_slots_by::<$lanes>;
            /// [`pointwise::add`].
            fn add(modulus: &Modulus, a: &mut [u16], b: &[u16]) = pointwise::add::<$lanes, Prime<$lanes>>;
            /// [`pointwise::sub`].
            fn sub(modulus: &Modulus, a: &mut [u16], b: &[u16]) = pointwise::sub::<$lanes, Prime<$lanes>>;
            /// [`pointwise::negate`].
            fn negate(modulus: &Modulus, a: &mut [u16]) = pointwise::negate::<$lanes, Prime<$lanes>>;
            /// [`pointwise::multiply`].
            fn multiply(modulus: &Modulus, a: &mut [u16], b: &[u16]) = pointwise::multiply::<$lanes, Prime<$lanes>>;
            /// [`pointwise::scale`].
            fn scale(modulus: &Modulus, a: &mut [u16], c: u64) = pointwise::scale::<$lanes, Prime<$lanes>>;
            /// [`pointwise::accumulate`].
            fn accumulate(modulus: &Modulus, sum: &mut [u16], factors: Factors<'_, u16>) =
                pointwise::accumulate::<$lanes, Prime<$lanes>>;
            /// [`pointwise::shift_reduce`].
            fn shift_reduce(modulus: &Modulus, from: *const u16, to: *mut u16, len: usize, c: u64) =
                pointwise::shift_reduce::<$lanes, Prime<$lanes>>;
            /// [`pointwise::subtract_lazy`].
            fn subtract_lazy(a: &mut [u16], b: &[u16], c: u64) = pointwise::subtract_lazy::<$lanes>;
        }
    };
}
pub(in crate::kernel) use shells_16;

/// The shells of what a kernel over 64-bit words does with them as they are: orders, sums and
/// differences.
macro_rules! shells_words {
    ($features:literal, $words:ty) => {
        $crate::kernel::isa::shells::shells! {
            $features;
            /// [`reverse::words`].
            fn words(a: &mut [u64]) = reverse::words::<$words>;
            /// [`reverse::rows`].
            fn rows(a: &mut [u64], exchange: Exchange) = reverse::rows::<$words>;
            /// [`tiled_permutation::to_values_by`].
            fn to_values(blocks: &TiledPermutation, slots: &[u64], values: &mut [u64]) = tiled_permutation::to_values_by::<$words>;
            /// [`tiled_permutation::to_slots_by`].
            fn to_slots(blocks: &TiledPermutation, values: &[u64], slots: &mut [u64]) = tiled_permutation::to_slots_by::<$words>;
            /// [`pointwise::add`].
            fn add(modulus: &Modulus, a: &mut [u64], b: &[u64]) = pointwise::add::<$words, Prime<$words>>;
            /// [`pointwise::sub`].
            fn sub(modulus: &Modulus, a: &mut [u64], b: &[u64]) = pointwise::sub::<$words, Prime<$words>>;
            /// [`pointwise::negate`].
            fn negate(modulus: &Modulus, a: &mut [u64]) = pointwise::negate::<$words, Prime<$words>>;
            /// [`pointwise::subtract_lazy`].
            fn subtract_lazy(a: &mut [u64], b: &[u64], c: u64) = pointwise::subtract_lazy::<$words>;
        }
    };
}
pub(in crate::kernel) use shells_words;

/// The shells of a kernel over `$doubles`, with `$words` of the same width beside them.
macro_rules! shells_double {
    ($features:literal, $words:ty, $doubles:ty) => {
        $crate::kernel::isa::shells::shells_words!($features, $words);
        $crate::kernel::isa::shells::shells! {
            $features;
            /// [`transform::forward`].
            fn forward(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::forward::<Double<$doubles>>;
            /// [`transform::inverse`].
            fn inverse(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::inverse::<Double<$doubles>>;
            /// [`pointwise::multiply`].
            fn multiply(modulus: &Modulus, a: &mut [u64], b: &[u64]) =
                pointwise::multiply::<$doubles, double::DoublePrime<$doubles>>;
            /// [`pointwise::scale`].
            fn scale(modulus: &Modulus, a: &mut [u64], c: u64) = pointwise::scale::<$doubles, double::DoublePrime<$doubles>>;
            /// [`double::accumulate`].
            fn accumulate(modulus: &Modulus, sum: &mut [u64], factors: Factors<'_, u64>) = double::accumulate::<$doubles>;
            /// [`stage::double::stage`].
            fn apply(table: &StageTable, operands: Operands<'_>) = stage::double::stage::<$doubles>;
            /// [`double_sums::linear_combination`].
            fn linear_combination(
                modulus: &Modulus,
                out: &mut [u64],
                accumulate_scale: Option<u64>,
                terms: &Terms<'_>,
                bound: u64,
                ahead: &[&[u64]]
            ) = double_sums::linear_combination::<$doubles>;
            /// [`double_sums::whole_parts`].
            fn whole_parts(out: &mut [u64], terms: &Terms<'_>, s: u32) = double_sums::whole_parts::<$doubles>;
            /// [`double_sums::divide`].
            fn divide(modulus: &Modulus, out: &mut [u64], x: &[u64], by: Divisor, plus: Option<&[u64]>) =
                double_sums::divide::<$doubles>;
            /// [`automorphism::values`].
            fn automorphism_values(from: &[u64], to: &mut [u64], places: &[u32], patterns: &Patterns) =
                automorphism::values::<$doubles>;
            /// [`reconstruction::by_halves`].
            fn reconstruct(constants: &Reconstruction, operands: DigitOperands<'_>) = reconstruction::by_halves::<$words>;
            /// [`double::shift_reduce`].
            fn shift_reduce(modulus: &Modulus, from: *const u64, to: *mut u64, len: usize, c: u64) =
                double::shift_reduce::<$doubles>;
        }
    };
}
pub(in crate::kernel) use shells_double;

/// The shells of a kernel over 64-bit lanes: `$near` estimates quotients, with a reach of 4, for
/// primes below `2^61`; `$exact` has them, and serves the others.
macro_rules! shells_64 {
    ($features:literal, $near:ty, $exact:ty) => {
        $crate::kernel::isa::shells::shells_words!($features, $exact);
        $crate::kernel::isa::shells::shells! {
            $features;
            /// [`$crate::kernel::transform::forward_shoup`].
            fn forward(table: &TransformTable<u64>, a: *mut u64, part: Part) =
                $crate::kernel::transform::forward_shoup::<$near, $crate::kernel::butterfly::Exact<$exact>>;
            /// [`$crate::kernel::transform::inverse_shoup`].
            fn inverse(table: &TransformTable<u64>, a: *mut u64, part: Part) =
                $crate::kernel::transform::inverse_shoup::<$near, $crate::kernel::butterfly::Exact<$exact>>;
            /// [`pointwise::multiply`].
            fn multiply(modulus: &Modulus, a: &mut [u64], b: &[u64]) = pointwise::multiply::<$exact, Prime<$exact>>;
            /// [`pointwise::scale`].
            fn scale(modulus: &Modulus, a: &mut [u64], c: u64) = pointwise::scale::<$exact, Prime<$exact>>;
            /// [`pointwise::accumulate_64`].
            fn accumulate(modulus: &Modulus, sum: &mut [u64], factors: Factors<'_, u64>) =
                pointwise::accumulate_64::<$exact, Prime<$exact>>;
            /// [`pointwise::shift_reduce`].
            fn shift_reduce(modulus: &Modulus, from: *const u64, to: *mut u64, len: usize, c: u64) =
                pointwise::shift_reduce::<$exact, Prime<$exact>>;
        }
    };
}
pub(in crate::kernel) use shells_64;
