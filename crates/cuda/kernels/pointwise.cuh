// Operations place by place, on canonical words. A thread has two neighboring words.
#pragma once
#include "arithmetic.cuh"

// x·y mod q for residues of a prime below 2^62 (P. Barrett, 1986). With b bits of q the estimate of
// the quotient is at most 2 too small, so that the rest is below 3q.
__device__ __forceinline__ u64 multiply_words(u64 x, u64 y, const Prime& prime) {
    const u64 low = x * y, high = __umul64hi(x, y);
    // floor(xy/2^(b−1)), below 2^(b+1).
    const u64 top = low >> (prime.bits - 1) | high << (65 - prime.bits);
    const u64 quotient_low = top * prime.ratio, quotient_high = __umul64hi(top, prime.ratio);
    const u64 quotient = quotient_low >> (prime.bits + 1) | quotient_high << (63 - prime.bits);
    u64 rest = low - quotient * prime.q;
    rest = min(rest, rest - 2 * prime.q);
    return min(rest, rest - prime.q);
}

struct Add {
    __device__ __forceinline__ u64 operator()(u64 x, u64 y, const Prime& prime) const {
        const u64 sum = x + y;
        return min(sum, sum - prime.q);
    }
};
struct Subtract {
    __device__ __forceinline__ u64 operator()(u64 x, u64 y, const Prime& prime) const {
        const u64 difference = x - y;
        return min(difference, difference + prime.q);
    }
};
struct Multiply {
    __device__ __forceinline__ u64 operator()(u64 x, u64 y, const Prime& prime) const { return multiply_words(x, y, prime); }
};

// x ← x ∘ y for the two words of a thread.
template <class Operation>
__device__ __forceinline__ void operate(u64* x, const u64* y, const Prime& prime) {
    ulonglong2* const to = (ulonglong2*)x;
    const ulonglong2 from = *(const ulonglong2*)y;
    const Operation operation;
    ulonglong2 words = *to;
    words.x = operation(words.x, from.x, prime);
    words.y = operation(words.y, from.y, prime);
    *to = words;
}

// x ← x ∘ y over limbs of n words.
template <class Operation>
__device__ __forceinline__ void pointwise(u64* x, const u64* y, const Prime* primes, u32 limbs, u32 n) {
    const Prime prime = primes[blockIdx.y % limbs];
    const u64 at = (u64)blockIdx.y * n + 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    operate<Operation>(x + at, y + at, prime);
}

// Operands x and y of many operations, by value: 2 KiB of the 4 that arguments have room for.
struct Operands {
    u64* of[128][2];
};

// x ← x ∘ y for polynomials of as many limbs, each at an address of its own: the limbs of the first
// pair, then those of the next.
template <class Operation>
__device__ __forceinline__ void pointwise_pairs(const Operands& operands, const Prime* primes, u32 limbs, u32 n) {
    const u32 pair = blockIdx.y / limbs, limb = blockIdx.y % limbs;
    const Prime prime = primes[limb];
    const u64 at = (u64)limb * n + 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    operate<Operation>(operands.of[pair][0] + at, operands.of[pair][1] + at, prime);
}

// Two residues for each prime of a basis, by value: for the first half of the words of a limb, and
// for the second.
struct Constants {
    u64 of[2][64];
};

struct AddConstant {
    __device__ __forceinline__ u64 operator()(u64 x, u64, u64 c, const Prime& prime) const { return Add()(x, c, prime); }
};
struct Scale {
    __device__ __forceinline__ u64 operator()(u64 x, u64, u64 c, const Prime& prime) const { return multiply_words(x, c, prime); }
};
struct AddMultiple {
    __device__ __forceinline__ u64 operator()(u64 x, u64 y, u64 c, const Prime& prime) const {
        return Add()(x, multiply_words(y, c, prime), prime);
    }
};
// The quotient by p of y, whose remainder modulo p is x, with c = 1/p.
struct Quotient {
    __device__ __forceinline__ u64 operator()(u64 x, u64 y, u64 c, const Prime& prime) const {
        return multiply_words(Subtract()(y, x, prime), c, prime);
    }
};

// x ← x ∘ y with a constant for each half of a limb, over the limbs of one polynomial.
template <class Operation>
__device__ __forceinline__ void pointwise_constant(u64* x, const u64* y, const Constants& constants, const Prime* primes, u32 n) {
    const Prime prime = primes[blockIdx.y];
    const u32 place = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    const u64 c = constants.of[place >= n / 2][blockIdx.y], at = (u64)blockIdx.y * n + place;
    ulonglong2* const to = (ulonglong2*)(x + at);
    const ulonglong2 from = *(const ulonglong2*)(y + at);
    const Operation operation;
    ulonglong2 words = *to;
    words.x = operation(words.x, from.x, c, prime);
    words.y = operation(words.y, from.y, c, prime);
    *to = words;
}
