// How a residue is held in a register and multiplied by a constant of a table. One text for the
// device, for the compiler that reports its registers, and for the host's compiler, which emulates
// it.
#pragma once
#ifdef PAPILIO_EMULATED
#include "emulation.h"
#endif

typedef unsigned long long u64;
typedef unsigned int u32;

// A prime, as kernels read it. `crates/cuda/src/basis.rs` has the same words in the same order.
struct Prime {
    u64 q;
    // floor(2^(2b)/q) for the b bits of q, and b.
    u64 ratio, bits;
    // floor(2^128/q), the low word first.
    u64 wide_ratio[2];
    // 1/n and its companion, as the arithmetic has constants.
    u64 inverse_n[2];
    // Address of the twiddles by node of the tree; in the place of node 0, which is none, that of
    // the root over n.
    u64 twiddles;
};

// Primes below 2^50: residues are integers in doubles, of either sign. A product is exact where its
// factor from outside is at most 2^52 in magnitude and the constant at most q/2: two roundings come
// before the one to an integer, and the last two operations have results that are integers below
// 2^53. It is then at most (1/2 + |x|/2^53)·q.
// Bounds below are multiples of q.
struct F64 {
    typedef double Value;
    typedef double Constant;
    double q, reciprocal;
    // 1.5·2^52: a sum with it is rounded to an integer.
    static constexpr double ROUND = 6755399441055744.0;
    static constexpr double UNIT = 4503599627370496.0;

    __device__ __forceinline__ explicit F64(const Prime& prime) : q((double)prime.q), reciprocal(1.0 / (double)prime.q) {}
    // A word below 2^52.
    __device__ __forceinline__ Value load(u64 x) const { return __longlong_as_double((long long)(x | 0x4330000000000000ull)) - UNIT; }
    __device__ __forceinline__ static Constant constant(const u64* words) { return __longlong_as_double((long long)words[0]); }
    // |x| ≤ 8 becomes at most 1/2: words below 2^53.
    __device__ __forceinline__ Value partial_reduce(Value x) const {
        const double quotient = __dsub_rn(__fma_rn(x, reciprocal, ROUND), ROUND);
        return __fma_rn(-quotient, q, x);
    }
    __device__ __forceinline__ Value multiply(Value x, Constant w) const {
#ifdef PAPILIO_EMULATED
        emulation::factor(x, q);
#endif
        return product(x, w);
    }
    __device__ __forceinline__ Value product(Value x, Constant w) const {
        const double high = __dmul_rn(x, w), low = __fma_rn(x, w, -high);
        const double quotient = __dsub_rn(__fma_rn(high, reciprocal, ROUND), ROUND);
        return __dadd_rn(__fma_rn(-quotient, q, high), low);
    }
    __device__ __forceinline__ Value add(Value x, Value y) const { return __dadd_rn(x, y); }
    // A butterfly of a forward level: x + yw, x − yw.
    __device__ __forceinline__ void ct_butterfly(Value& x, Value& y, Constant w) const {
        const double product = multiply(y, w);
        y = __dsub_rn(x, product);
        x = __dadd_rn(x, product);
    }
    // A butterfly of an inverse level: x + y, (y − x)w.
    __device__ __forceinline__ void gs_butterfly(Value& x, Value& y, Constant w) const {
        const double difference = __dsub_rn(y, x);
        x = __dadd_rn(x, y);
        y = multiply(difference, w);
    }
    // A product more in a sum.
    __device__ __forceinline__ void accumulate(Value& sum, Value x, Constant w) const { sum = __dadd_rn(sum, multiply(x, w)); }
    // even + odd, even − odd.
    __device__ __forceinline__ void join(Value& even, Value& difference, Value odd) const {
        difference = __dsub_rn(even, odd);
        even = __dadd_rn(even, odd);
    }
    // (x + shift − word)·inverse, of words below 2^50, which may be many times q: |x| ≤ 1 becomes less
    // than 1.
    __device__ __forceinline__ Value quotient(Value x, u64 word, u64 shift, Constant inverse) const {
        const double difference = __dsub_rn(__dadd_rn(x, load(shift)), load(word));
#ifdef PAPILIO_EMULATED
        emulation::factor(difference, 1125899906842624.0);
#endif
        return product(difference, inverse);
    }
    // The canonical word.
    __device__ __forceinline__ u64 store(Value x) const {
        x = partial_reduce(x);
        x = x < 0 ? x + q : x;
        return (u64)__double_as_longlong(x + UNIT) & 0xFFFFFFFFFFFFFull;
    }
};

// Primes below 2^62: words, and constants with V. Shoup's companion, floor(2^64·w/q). Values are
// below 4q in forward levels and 2q in inverse ones (D. Harvey, "Faster arithmetic for
// number-theoretic transforms", 2014).
struct U64 {
    typedef u64 Value;
    struct Constant {
        u64 w, companion;
    };
    u64 q, q2;

    __device__ __forceinline__ explicit U64(const Prime& prime) : q(prime.q), q2(2 * prime.q) {}
    __device__ __forceinline__ Value load(u64 x) const { return x; }
    __device__ __forceinline__ static Constant constant(const u64* words) { return {words[0], words[1]}; }
    __device__ __forceinline__ Value partial_reduce(Value x) const { return x; }
    // Any word becomes less than 2q.
    __device__ __forceinline__ Value multiply(Value x, Constant w) const { return x * w.w - __umul64hi(x, w.companion) * q; }
    __device__ __forceinline__ Value add(Value x, Value y) const { return x + y; }
    __device__ __forceinline__ void ct_butterfly(Value& x, Value& y, Constant w) const {
        const u64 below = min(x, x - q2), product = multiply(y, w);
        x = below + product;
        y = below + q2 - product;
    }
    __device__ __forceinline__ void gs_butterfly(Value& x, Value& y, Constant w) const {
        const u64 sum = x + y, difference = y + q2 - x;
        x = min(sum, sum - q2);
        y = multiply(difference, w);
    }
    // Sums of stages are below 2q.
    __device__ __forceinline__ void accumulate(Value& sum, Value x, Constant w) const {
        sum += multiply(x, w);
        sum = min(sum, sum - q2);
    }
    __device__ __forceinline__ void join(Value& even, Value& difference, Value odd) const {
        const u64 plus = even + odd, minus = even + q2 - odd;
        even = min(plus, plus - q2);
        difference = min(minus, minus - q2);
    }
    // The shift is at least the word, and any sum with a residue is a word.
    __device__ __forceinline__ Value quotient(Value x, u64 word, u64 shift, Constant inverse) const {
        return multiply(min(x, x - q) + (shift - word), inverse);
    }
    __device__ __forceinline__ u64 store(Value x) const {
        x = min(x, x - q2);
        return min(x, x - q);
    }
};
