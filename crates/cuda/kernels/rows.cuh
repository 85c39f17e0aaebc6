// Products between the passes of transforms: forward rows of the operands, products of values, and
// inverse rows of the results. Operands come after their columns, results are left before those of
// their inverse, and values stay in shared memory.
#pragma once
#include "pointwise.cuh"
#include "sums.cuh"
#include "transform.cuh"

// The words of a thread in the products of a block: one of each row, 256 apart, in memory and in
// shared memory.
template <class A, int SIDES>
struct Words {
    static constexpr u32 ROWS = Row<A, SIDES>::ROWS;
    const A& a;
    u64 place;
    typename A::Value* s;
    __device__ __forceinline__ Words(const Row<A, SIDES>& at, typename A::Value* shared)
        : a(at.limb.a), place(at.limb.place + blockIdx.x * ROWS * 256 + threadIdx.x), s(shared + padded(threadIdx.x)) {}
    __device__ __forceinline__ u64 get(u32 side, u32 row) const { return a.store(s[(side * ROWS + row) * pitch(256)]); }
    __device__ __forceinline__ void set(u32 side, u32 row, u64 word) const { s[(side * ROWS + row) * pitch(256)] = a.load(word); }
};

// Both halves of a switch of keys, as `inner_products_of_limb` has them, of digits after their
// columns or of values. The sums of the first `inverted` limbs are left before the columns of their
// inverse, and the others are values. Two digits are side by side, and then both sums.
template <class A, bool VALUES>
__device__ __forceinline__ void rows_inner(u64* sums, const u64* digits, const u64* keys, const Prime* primes, u32 limbs, u32 rows, u32 count,
                                           u32 key_limbs, u32 key_count, u32 inverted) {
    SHARED(typename A::Value, shared);
    const Row<A, 2> at(primes, limbs, rows, shared);
    const Words<A, 2> words(at, shared);
    constexpr u32 ROWS = Words<A, 2>::ROWS;
    const u64 step = (u64)limbs * rows << 8, key_step = (u64)key_limbs * rows << 8;
    const Prime& prime = primes[blockIdx.y];
    keys += words.place;
    u64 first[ROWS] = {}, second[ROWS] = {};
    for (u32 from = 0; from < count; from += 2) {
        if (!VALUES) {
            // The words before are read.
            __syncthreads();
            rows_forward(at, digits + (from + at.side) * step + at.place, rows, from + at.side < count);
        }
#pragma unroll
        for (u32 i = 0; i < ROWS; i++) {
            Sum one(first[i]), other(second[i]);
            for (u32 side = 0; side < min(2, count - from); side++) {
                const u64 digit = VALUES ? digits[(from + side) * step + words.place + 256 * i] : words.get(side, i);
                const u64 key = (from + side) * key_step + 256 * i;
                one.add_product(digit, keys[key]);
                other.add_product(digit, keys[key_count * key_step + key]);
            }
            first[i] = one.reduced(prime.q, prime.wide_ratio);
            second[i] = other.reduced(prime.q, prime.wide_ratio);
        }
    }
    if (blockIdx.y < inverted) {
#pragma unroll
        for (u32 i = 0; i < ROWS; i++) {
            words.set(0, i, first[i]);
            words.set(1, i, second[i]);
        }
        rows_inverse(at, sums + at.side * step + at.place, rows);
    } else {
#pragma unroll
        for (u32 i = 0; i < ROWS; i++) {
            sums[words.place + 256 * i] = first[i];
            sums[step + words.place + 256 * i] = second[i];
        }
    }
}

// (a_0·b_0, a_0·b_1 + a_1·b_0, a_1·b_1) of two pairs, one after the other, or of one with itself. All
// factors are side by side, and then the parts.
template <class A>
__device__ __forceinline__ void rows_tensor(u64* to, const u64* factors, const Prime* primes, u32 limbs, u32 rows, u32 count) {
    SHARED(typename A::Value, shared);
    const Row<A, 4> at(primes, limbs, rows, shared);
    const Words<A, 4> words(at, shared);
    const u64 step = (u64)limbs * rows << 8;
    const Prime& prime = primes[blockIdx.y];
    rows_forward(at, factors + at.side * step + at.place, rows, at.side < count);
#pragma unroll
    for (u32 i = 0; i < Words<A, 4>::ROWS; i++) {
        const u64 a_0 = words.get(0, i), a_1 = words.get(1, i), b_0 = words.get(count - 2, i), b_1 = words.get(count - 1, i);
        words.set(0, i, multiply_words(a_0, b_0, prime));
        words.set(1, i, Add()(multiply_words(a_0, b_1, prime), multiply_words(a_1, b_0, prime), prime));
        words.set(2, i, multiply_words(a_1, b_1, prime));
    }
    rows_inverse(at, to + at.side * step + at.place, rows, at.side < 3);
}

// x·y in the place of x. Both are side by side.
template <class A>
__device__ __forceinline__ void rows_multiply(u64* x, const u64* y, const Prime* primes, u32 limbs, u32 rows) {
    SHARED(typename A::Value, shared);
    const Row<A, 2> at(primes, limbs, rows, shared);
    const Words<A, 2> words(at, shared);
    rows_forward(at, (at.side ? y : x) + at.place, rows);
#pragma unroll
    for (u32 i = 0; i < Words<A, 2>::ROWS; i++)
        words.set(0, i, multiply_words(words.get(0, i), words.get(1, i), primes[blockIdx.y % limbs]));
    rows_inverse(at, x + at.place, rows, !at.side);
}
