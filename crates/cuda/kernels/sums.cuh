// Sums of products in 128 bits, reduced as seldom as they allow.
#pragma once
#include "arithmetic.cuh"

// Products of words below 2^62 that a sum takes besides a reduced word.
constexpr u32 PRODUCTS = 8;

// x mod q for any x = 2^64·high + low, from floor(2^128/q) (P. Barrett, 1986): the estimate of the
// quotient is at most 1 too small.
__device__ __forceinline__ u64 reduce_wide(u64 low, u64 high, u64 q, const u64* ratio) {
    // floor(x·ratio/2^128), whose lowest word is carried only.
    const u64 carry = __umul64hi(low, ratio[0]);
    u64 middle = low * ratio[1], top = __umul64hi(low, ratio[1]);
    middle += carry;
    top += middle < carry;
    const u64 other = high * ratio[0];
    top += middle + other < other;
    const u64 quotient = high * ratio[1] + __umul64hi(high, ratio[0]) + top;
    const u64 rest = low - quotient * q;
    return min(rest, rest - q);
}

struct Sum {
    u64 low, high;
    __device__ __forceinline__ explicit Sum(u64 x) : low(x), high(0) {}
    __device__ __forceinline__ void add_product(u64 x, u64 y) {
        const u64 product = x * y;
        low += product;
        high += __umul64hi(x, y) + (low < product);
    }
    __device__ __forceinline__ u64 reduced(u64 q, const u64* ratio) const { return reduce_wide(low, high, q, ratio); }
};

// Both halves of a switch of keys: sums of digits·keys over the polynomials of the digits, of which
// there are `count`. Keys have as many limbs and polynomials, or more: those of the first half, and
// then those of the second. A thread has one word of both.
__device__ __forceinline__ void inner_products_of_limb(u64* sums, const u64* digits, const u64* keys, const Prime* primes, u32 limbs, u32 n,
                                                       u32 count, u32 key_limbs, u32 key_count) {
    const Prime prime = primes[blockIdx.y];
    const u64 step = (u64)limbs * n, key_step = (u64)key_limbs * n, at = (u64)blockIdx.y * n + blockIdx.x * blockDim.x + threadIdx.x;
    digits += at;
    keys += at;
    Sum first(0), second(0);
    for (u32 from = 0; from < count; from += PRODUCTS) {
        for (u32 i = from; i < min(from + PRODUCTS, count); i++) {
            const u64 digit = digits[i * step];
            first.add_product(digit, keys[i * key_step]);
            second.add_product(digit, keys[(key_count + i) * key_step]);
        }
        first = Sum(first.reduced(prime.q, prime.wide_ratio));
        second = Sum(second.reduced(prime.q, prime.wide_ratio));
    }
    sums[at] = first.low;
    sums[step + at] = second.low;
}

// The polynomials of products, by value.
struct Pairs {
    const u64* of[16][2];
};

// x ← Σ a·b over the limbs of one polynomial, or x + Σ a·b. A thread has one word.
__device__ __forceinline__ void sum_of_pairs(u64* x, const Pairs& pairs, u32 count, u32 plus, const Prime* primes, u32 n) {
    const Prime prime = primes[blockIdx.y];
    const u64 at = (u64)blockIdx.y * n + blockIdx.x * blockDim.x + threadIdx.x;
    Sum sum(plus ? x[at] : 0);
    for (u32 from = 0; from < count; from += PRODUCTS) {
        for (u32 i = from; i < min(from + PRODUCTS, count); i++) sum.add_product(pairs.of[i][0][at], pairs.of[i][1][at]);
        sum = Sum(sum.reduced(prime.q, prime.wide_ratio));
    }
    x[at] = sum.low;
}
