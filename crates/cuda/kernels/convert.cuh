// Residues modulo some primes from residues modulo others, as `papilio_ring::BasisConverter` has
// them, word for word: sum of y_i·factor_i + v·whole, plus the residue itself times `own`.
#pragma once
#include "sums.cuh"

// A prime to convert from. `crates/cuda/src/conversion.rs` has the same words in the same order.
struct Source {
    u64 q;
    // y is the residue times this; its companion, floor(2^64·digit/q).
    u64 digit, companion;
    u64 reciprocal;
    // Its limb in a polynomial that is converted.
    u64 limb;
};

// A prime to convert to.
struct Target {
    u64 q;
    u64 wide_ratio[2];
    u64 whole;
    // Zero where the residue itself is not used.
    u64 own;
    // Its limb in a polynomial that comes of it, and in that of residues.
    u64 limb, residue_limb;
};

// Polynomials, and limbs of each.
struct Polynomials {
    u64* words;
    u64 limbs;
};

// How v is found.
enum Whole { ROUNDED_EACH, ROUNDED_SUM, COMPARED };

// Targets that a thread has, for which y and v are found once.
constexpr u32 GROUP = 4;

// floor((2^64·high + low)/2^bits) for 1 to 64 bits, where that is a word.
__device__ __forceinline__ u64 shifted(u64 low, u64 high, u32 bits) { return (low >> (bits - 1) >> 1) | (high << (64 - bits)); }

// One coefficient of up to GROUP targets of a polynomial; tables of targets are filled up to whole
// groups. What is added has limbs as what comes of it.
__device__ __forceinline__ void convert_group(Polynomials to, Polynomials from, Polynomials residues, const u64* plus, const Source* sources,
                                              const Target* targets, const u64* factors, u32 source_count, u32 target_count, u32 n, u32 whole,
                                              u32 bits, u32 shift) {
    const u32 groups = (target_count + GROUP - 1) / GROUP, first = blockIdx.y % groups * GROUP, polynomial = blockIdx.y / groups;
    const u32 c = blockIdx.x * blockDim.x + threadIdx.x;
    const u64* const x = from.words + polynomial * from.limbs * n + c;
    const u64 at = polynomial * to.limbs * n + c;
    targets += first;
    factors += first * source_count;
    Sum sums[GROUP] = {Sum(0), Sum(0), Sum(0), Sum(0)};
    Sum fractions(0);
    for (u32 i = 0; i < source_count; i++) {
        const Source source = sources[i];
        const u64 residue = x[source.limb * n];
        u64 y = residue * source.digit - __umul64hi(residue, source.companion) * source.q;
        y = min(y, y - source.q);
        if (whole == COMPARED)
            fractions.low = y > source.q / 2;
        else if (whole == ROUNDED_SUM)
            fractions.add_product(y, source.reciprocal);
        else
            fractions.low += shifted(y * source.reciprocal, __umul64hi(y, source.reciprocal), bits);
#pragma unroll
        for (u32 j = 0; j < GROUP; j++) {
            sums[j].add_product(y, factors[j * source_count + i]);
            if (i % PRODUCTS == PRODUCTS - 1) sums[j] = Sum(sums[j].reduced(targets[j].q, targets[j].wide_ratio));
        }
    }
    u64 v = fractions.low;
    if (whole == ROUNDED_SUM) v = shifted(v, fractions.high, bits);
    if (whole != COMPARED) v = (v + (1ull << (shift - 1))) >> shift;
#pragma unroll
    for (u32 j = 0; j < GROUP; j++)
        if (first + j < target_count) {
            const Target target = targets[j];
            const u64 place = at + target.limb * n;
            Sum sum(sums[j].reduced(target.q, target.wide_ratio));
            sum.add_product(v, target.whole);
            if (target.own) sum.add_product(residues.words[(polynomial * residues.limbs + target.residue_limb) * n + c], target.own);
            if (plus) sum.add_product(plus[place], 1);
            to.words[place] = sum.reduced(target.q, target.wide_ratio);
        }
}
