// The kernels by name. Threads of a block are 256 in all of them.
#ifndef PAPILIO_EMULATED
#define SHARED(T, name)                                \
    extern __shared__ __align__(16) char shared_bytes[]; \
    T* const name = (T*)shared_bytes
#endif
#include "automorphism.cuh"
#include "ceilings.cuh"
#include "convert.cuh"
#include "field_transform.cuh"
#include "pointwise.cuh"
#include "rows.cuh"
#include "stages.cuh"
#include "sums.cuh"
#include "transform.cuh"

#define COLUMNS(A, suffix, LOG_R)                                                                                                           \
    KERNEL(columns_forward_##suffix##_##LOG_R, (u64* data, const Prime* primes, u32 limbs, u64* more, u32 first),                           \
           (columns_forward<A, LOG_R>(data, primes, limbs, more, first)))                                                                   \
    KERNEL(columns_inverse_##suffix##_##LOG_R, (u64* data, const Prime* primes, u32 limbs), (columns_inverse<A, LOG_R>(data, primes, limbs)))

#define TRANSFORM(A, suffix)                                                                                                               \
    COLUMNS(A, suffix, 4)                                                                                                                  \
    COLUMNS(A, suffix, 5)                                                                                                                  \
    COLUMNS(A, suffix, 6)                                                                                                                  \
    COLUMNS(A, suffix, 7)                                                                                                                  \
    COLUMNS(A, suffix, 8)                                                                                                                  \
    KERNEL(rows_forward_##suffix, (u64* data, const Prime* primes, u32 limbs, u32 rows), (rows_forward<A>(data, primes, limbs, rows)))     \
    KERNEL(rows_inverse_##suffix, (u64* data, const Prime* primes, u32 limbs, u32 rows), (rows_inverse<A>(data, primes, limbs, rows)))

#define ROWS_INNER(A, suffix, name, VALUES)                                                                                           \
    KERNEL(rows_inner_##name##_##suffix,                                                                                              \
           (u64* sums, const u64* digits, const u64* keys, const Prime* primes, u32 limbs, u32 rows, u32 count, u32 key_limbs,        \
            u32 key_count, u32 inverted),                                                                                             \
           (rows_inner<A, VALUES>(sums, digits, keys, primes, limbs, rows, count, key_limbs, key_count, inverted)))
#define ROWS(A, suffix)                                                                                                               \
    ROWS_INNER(A, suffix, columns, false)                                                                                             \
    ROWS_INNER(A, suffix, values, true)                                                                                               \
    KERNEL(rows_multiply_##suffix, (u64* x, const u64* y, const Prime* primes, u32 limbs, u32 rows),                                  \
           (rows_multiply<A>(x, y, primes, limbs, rows)))                                                                             \
    KERNEL(rows_tensor_##suffix, (u64* to, const u64* factors, const Prime* primes, u32 limbs, u32 rows, u32 count),                  \
           (rows_tensor<A>(to, factors, primes, limbs, rows, count)))

#define POINTWISE(name, Operation)                                                       \
    KERNEL(name, (u64* x, const u64* y, const Prime* primes, u32 limbs, u32 n), (pointwise<Operation>(x, y, primes, limbs, n)))

#define POINTWISE_PAIRS(name, Operation) \
    KERNEL(name, (Operands operands, const Prime* primes, u32 limbs, u32 n), (pointwise_pairs<Operation>(operands, primes, limbs, n)))

#define POINTWISE_CONSTANT(name, Operation)                                               \
    KERNEL(name, (u64* x, const u64* y, Constants constants, const Prime* primes, u32 n), \
           (pointwise_constant<Operation>(x, y, constants, primes, n)))

#define STAGES(A, suffix)                                                                                                              \
    KERNEL(stages_##suffix,                                                                                                            \
           (u64* tiles, const Prime* primes, const Stage* stages, u32 count, u32 limb, u32 limbs, u32 log_rows, u32 log_before,        \
            u32 log_block, u32 log_width, u32 log_columns),                                                                            \
           (stages_of_limb<A>(tiles, primes, stages, count, limb, limbs, log_rows, log_before, log_block, log_width, log_columns)))

#ifndef PAPILIO_EMULATED
#define KERNEL(name, parameters, body) \
    extern "C" __global__ void __launch_bounds__(256, 2) name parameters { body; }
#else
#define KERNEL(name, parameters, body)        \
    static void name parameters { body; }     \
    static const emulation::Entry entry_##name(#name, name);
#endif

TRANSFORM(F64, f64)
TRANSFORM(U64, u64)
ROWS(F64, f64)
ROWS(U64, u64)
STAGES(F64, f64)
STAGES(U64, u64)
POINTWISE(add, Add)
POINTWISE(subtract, Subtract)
POINTWISE(multiply, Multiply)
POINTWISE_PAIRS(add_pairs, Add)
POINTWISE_PAIRS(subtract_pairs, Subtract)
POINTWISE_CONSTANT(add_constant, AddConstant)
POINTWISE_CONSTANT(scale, Scale)
POINTWISE_CONSTANT(add_multiple, AddMultiple)
POINTWISE_CONSTANT(quotient, Quotient)
KERNEL(automorphism_coefficients, (u64* to, const u64* from, const Prime* primes, u32 limbs, u32 log_n, u32 inverse),
       (image_of_coefficients(to, from, primes, limbs, log_n, inverse)))
KERNEL(automorphism_values, (u64* to, const u64* from, u32 log_n, u32 exponent), (image_of_values(to, from, log_n, exponent)))
KERNEL(convert,
       (u64* to, u64 to_limbs, u64* from, u64 from_limbs, u64* residues, u64 residue_limbs, const u64* plus, const Source* sources,
        const Target* targets, const u64* factors, u32 source_count, u32 target_count, u32 n, u32 whole, u32 bits, u32 shift),
       (convert_group({to, to_limbs}, {from, from_limbs}, {residues, residue_limbs}, plus, sources, targets, factors, source_count,
                      target_count, n, whole, bits, shift)))
KERNEL(sum_of_products, (u64* x, Pairs pairs, u32 count, u32 plus, const Prime* primes, u32 n),
       (sum_of_pairs(x, pairs, count, plus, primes, n)))
KERNEL(inner_products,
       (u64* sums, const u64* digits, const u64* keys, const Prime* primes, u32 limbs, u32 n, u32 count, u32 key_limbs, u32 key_count),
       (inner_products_of_limb(sums, digits, keys, primes, limbs, n, count, key_limbs, key_count)))
KERNEL(rows_to_tiles, (u64* tiles, const u64* rows, u32 first, u32 limbs, u32 tile_limbs, u32 log_rows, u32 log_width, u32 window),
       (tiles[place_in_tiles({first, limbs, tile_limbs, log_rows, log_width, window})] =
            rows[place_in_rows({first, limbs, tile_limbs, log_rows, log_width, window})]))
KERNEL(tiles_to_rows, (u64* rows, const u64* tiles, u32 first, u32 limbs, u32 tile_limbs, u32 log_rows, u32 log_width, u32 window),
       (rows[place_in_rows({first, limbs, tile_limbs, log_rows, log_width, window})] =
            tiles[place_in_tiles({first, limbs, tile_limbs, log_rows, log_width, window})]))

#define FIELD_PASSES(F, direction, suffix)                                                                                     \
    KERNEL(field_columns_##direction##_##suffix,                                                                               \
           (F::Word* data, const F::Word* nodes, const F::Word* roots, u32 log_n, u32 log_fine, u32 log_r, u32 log_m),         \
           (field_columns_##direction<F>(data, nodes, roots, log_n, log_fine, log_r, log_m)))                                  \
    KERNEL(field_rows_##direction##_##suffix, (F::Word* data, const F::Word* nodes, const F::Word* roots, u32 log_n, u32 log_fine), \
           (field_rows_##direction<F>(data, nodes, roots, log_n, log_fine)))
#define FIELD_TRANSFORM(F, suffix)   \
    FIELD_PASSES(F, forward, suffix) \
    FIELD_PASSES(F, inverse, suffix)

FIELD_TRANSFORM(BabyBear, baby_bear)
FIELD_TRANSFORM(Bn254, bn254)
FIELD_TRANSFORM(Goldilocks, goldilocks)

#define CEILING(A, B, name) KERNEL(ceiling_##name, (u64* to, u64 seed, u32 rounds), (chains<A, B>(to, seed, rounds)))

CEILING(Dfma, Dfma, dfma)
CEILING(Dfma, Imad, dfma_imad)
CEILING(Iadd3, Iadd3, iadd3)
CEILING(Imad, Imad, imad)
CEILING(ImadHigh, ImadHigh, imad_high)
CEILING(ImadWide, ImadWide, imad_wide)
KERNEL(ceiling_copy, (u64* to, const u64* from, u32 rounds), (copy_in_rounds(to, from, rounds)))
KERNEL(ceiling_count, (u64* count), (count_launch(count)))
KERNEL(ceiling_nothing, (), (void()))
