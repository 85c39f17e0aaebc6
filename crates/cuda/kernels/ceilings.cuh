// How much a device does at most: chains of one instruction, copies, and nothing, or next to it.
#pragma once
#include "arithmetic.cuh"

// Chains of a thread, which do not wait for each other, and steps of each between two branches: 256
// instructions, beside which a branch counts little.
constexpr u32 CHAINS = 8, STEPS = 32;

// Any words, by a place. `crates/cuda/src/ceilings/instruction.rs` has the same.
__device__ __forceinline__ u64 word_at(u64 seed, u64 place) {
    const u64 word = (seed + place) * 0x9E3779B97F4A7C15ull;
    return word ^ word >> 32;
}

// An instruction of each: `step` is one, and makes a value of another and of itself.

// Two values that take turns come around an ellipse, and neither grow nor come to rest: the second
// factor is the first one's negative.
struct Dfma {
    typedef double Value, Factor;
    __device__ __forceinline__ static Value value(u64 word) { return (double)(word >> 12); }
    // From 1/2 to 1.
    __device__ __forceinline__ static Factor factor(u64 seed, u32 turn) {
        const double half = __longlong_as_double((long long)(seed >> 12 | 0x3FE0000000000000ull));
        return turn ? -half : half;
    }
    __device__ __forceinline__ static Value step(Value x, Value y, Factor factor) { return __fma_rn(x, factor, y); }
    __device__ __forceinline__ static u64 word(Value x) { return (u64)__double_as_longlong(x); }
};
// Odd factors, so that no bit is lost.
struct Imad {
    typedef u32 Value, Factor;
    __device__ __forceinline__ static Value value(u64 word) { return (u32)word; }
    __device__ __forceinline__ static Factor factor(u64 seed, u32 turn) { return (u32)(seed >> 32 * turn) | 1; }
    __device__ __forceinline__ static Value step(Value x, Value y, Factor factor) { return x * factor + y; }
    __device__ __forceinline__ static u64 word(Value x) { return x; }
};
struct ImadHigh : Imad {
    __device__ __forceinline__ static Value step(Value x, Value y, Factor factor) { return __umulhi(x, factor) + y; }
};
struct Iadd3 : Imad {
    __device__ __forceinline__ static Value step(Value x, Value y, Factor factor) { return x + factor + y; }
};
struct ImadWide : Imad {
    typedef u64 Value;
    __device__ __forceinline__ static Value value(u64 word) { return word; }
    // The product of the halves, which the compiler is not to take for one of 64 bits.
    __device__ __forceinline__ static Value step(Value x, Value y, Factor) {
        const double halves = __longlong_as_double((long long)x);
        return (u64)(u32)__double2loint(halves) * (u32)__double2hiint(halves) + y;
    }
    __device__ __forceinline__ static u64 word(Value x) { return x; }
};

// Two values that take turns, each with its factor: no step is known before the one before it.
template <class I>
struct Chain {
    typename I::Value values[2];

    __device__ __forceinline__ void begin(u64 seed, u64 place) {
        values[0] = I::value(word_at(seed, 2 * place));
        values[1] = I::value(word_at(seed, 2 * place + 1));
    }
    __device__ __forceinline__ void step(u32 turn, const typename I::Factor* factors) {
        values[turn] = I::step(values[1 - turn], values[turn], factors[turn]);
    }
    __device__ __forceinline__ void add_to(u64& sum) const { sum = 5 * (5 * sum + I::word(values[0])) + I::word(values[1]); }
};

// Chains of one instruction and as many of another, or of the same, a step of each in turn. A thread
// writes a sum of its values.
template <class A, class B>
__device__ __forceinline__ void chains(u64* to, u64 seed, u32 rounds) {
    const u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
    const typename A::Factor first_factors[2] = {A::factor(seed, 0), A::factor(seed, 1)};
    const typename B::Factor second_factors[2] = {B::factor(seed, 0), B::factor(seed, 1)};
    Chain<A> first[CHAINS / 2];
    Chain<B> second[CHAINS / 2];
#pragma unroll
    for (u32 c = 0; c < CHAINS / 2; c++) {
        first[c].begin(seed, (u64)CHAINS * thread + 2 * c);
        second[c].begin(seed, (u64)CHAINS * thread + 2 * c + 1);
    }
#pragma unroll 1
    for (u32 round = 0; round < rounds; round++)
#pragma unroll
        for (u32 step = 0; step < STEPS; step++)
#pragma unroll
            for (u32 c = 0; c < CHAINS / 2; c++) {
                first[c].step(step % 2, first_factors);
                second[c].step(step % 2, second_factors);
            }
    u64 sum = 0;
#pragma unroll
    for (u32 c = 0; c < CHAINS / 2; c++) {
        first[c].add_to(sum);
        second[c].add_to(sum);
    }
    to[thread] = sum;
}

// Words that a thread copies side by side, in pairs.
constexpr u32 PAIRS_COPIED = 4;

// Copies the words of a block, those of another block in each round, as often as there are rounds:
// the words of the last one stay. Reads and writes go by the cache that all multiprocessors share.
__device__ __forceinline__ void copy_in_rounds(u64* to, const u64* from, u32 rounds) {
    ulonglong2* const written = (ulonglong2*)to + (u64)blockIdx.x * PAIRS_COPIED * blockDim.x + threadIdx.x;
    const ulonglong2* const all = (const ulonglong2*)from + threadIdx.x;
    u32 block = blockIdx.x;
#pragma unroll 1
    for (u32 round = 0; round < rounds; round++) {
        const ulonglong2* const read = all + (u64)block * PAIRS_COPIED * blockDim.x;
        ulonglong2 pairs[PAIRS_COPIED];
#pragma unroll
        for (u32 i = 0; i < PAIRS_COPIED; i++) pairs[i] = __ldcg(read + i * blockDim.x);
#pragma unroll
        for (u32 i = 0; i < PAIRS_COPIED; i++) __stcg(written + i * blockDim.x, pairs[i]);
        block = block + 1 == gridDim.x ? 0 : block + 1;
    }
}

// One more launch, none of which are at the same time.
__device__ __forceinline__ void count_launch(u64* count) {
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) ++*count;
}
