// The negacyclic transform of n = 256·R words, R = 16 … 256, in two passes: columns of R words, 256
// apart, and rows of 256 neighbors. Natural order on one side and bit-reversed order on the other,
// canonical words on both. A thread has sixteen values.
#pragma once
#include "arithmetic.cuh"

// One level of a tree of sixteen values below `node`. Templates, because the compiler does not
// unroll loops whose bounds depend on each other, and keeps the values in memory then.
template <int LEVEL, class A>
__device__ __forceinline__ void level_down(const A& a, typename A::Value (&v)[16], const typename A::Constant* w, u32 node) {
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const int half = 8 >> LEVEL, subtree = i / half, at = subtree * 2 * half + i % half;
        a.split(v[at], v[at + half], w[(node << LEVEL) + subtree]);
    }
}

// The same upwards. The inverse of the twiddle of a node is the negative of that of the node that
// mirrors it in its level, so that `mirrored` and the subtrees of a level count backwards.
template <int LEVEL, class A>
__device__ __forceinline__ void level_up(const A& a, typename A::Value (&v)[16], const typename A::Constant* w, u32 mirrored) {
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const int half = 8 >> LEVEL, subtree = i / half, at = subtree * 2 * half + i % half;
        a.merge(v[at], v[at + half], w[(mirrored << LEVEL) + ((1 << LEVEL) - 1 - subtree)]);
    }
}

// Levels FIRST to 3. Doubles: values of at most 3.8 come in, those that the first level does not
// multiply become 1/2, and at most 3.8 come out, by the same bounds.
template <int FIRST, class A>
__device__ __forceinline__ void down(const A& a, typename A::Value (&v)[16], const typename A::Constant* w, u32 node) {
#pragma unroll
    for (int i = 0; i < 16; i++)
        if (!(i & (8 >> FIRST))) v[i] = a.settle(v[i]);
    if (FIRST <= 0) level_down<0>(a, v, w, node);
    if (FIRST <= 1) level_down<1>(a, v, w, node);
    if (FIRST <= 2) level_down<2>(a, v, w, node);
    level_down<3>(a, v, w, node);
}

// Levels 3 to FIRST. Doubles: values of at most 1 come in, sums and differences are at most 4, and
// at most 1 comes out. Which values are settled follows from the bounds of all sixteen, which
// `crates/cuda/tests/intervals.rs` adds up.
template <int FIRST, class A>
__device__ __forceinline__ void up(const A& a, typename A::Value (&v)[16], const typename A::Constant* w, u32 mirrored) {
    level_up<3>(a, v, w, mirrored);
    if (FIRST <= 2) level_up<2>(a, v, w, mirrored);
    if (FIRST <= 1) {
#pragma unroll
        for (int i = 0; i < 16; i += 4) v[i] = a.settle(v[i]);
        level_up<1>(a, v, w, mirrored);
    }
    if (FIRST <= 0) {
        v[1] = a.settle(v[1]);
        level_up<0>(a, v, w, mirrored);
    }
#pragma unroll
    for (int i = 0; i < (FIRST ? 16 : 8); i++) v[i] = a.settle(v[i]);
}

// Levels 3 to 0 of which the last is that of the root, with the division by n.
template <class A>
__device__ __forceinline__ void up_to_root(const A& a, typename A::Value (&v)[16], const typename A::Constant* w, typename A::Constant inverse_n) {
    level_up<3>(a, v, w, 1);
    level_up<2>(a, v, w, 1);
#pragma unroll
    for (int i = 0; i < 16; i += 4) v[i] = a.settle(v[i]);
    level_up<1>(a, v, w, 1);
    v[1] = a.settle(v[1]);
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const typename A::Value sum = a.add(v[i], v[i + 8]);
        a.merge(v[i], v[i + 8], w[0]);
        v[i] = a.multiply(sum, inverse_n);
    }
}

// Words of shared memory between those of two neighboring columns or rows: one more for every
// sixteen, and one, so that no two threads of sixteen meet in a bank.
__device__ __forceinline__ constexpr u32 pitch(u32 length) { return length + length / 16 + 1; }
__device__ __forceinline__ constexpr u32 padded(u32 i) { return i + i / 16; }

template <class A>
struct Limb {
    A a;
    u64* words;
    const typename A::Constant* twiddles;
    typename A::Constant inverse_n;
    __device__ __forceinline__ Limb(u64* data, const Prime* primes, u32 limbs, u32 n)
        : a(primes[blockIdx.y % limbs]),
          words(data + (u64)blockIdx.y * n),
          twiddles((const typename A::Constant*)primes[blockIdx.y % limbs].twiddles),
          inverse_n(A::constant(primes[blockIdx.y % limbs].inverse_n)) {}
};

// A thread's place in a column of R = 2^LOG_R words, 256 apart; a block has 4096/R neighboring
// columns, R/16 threads each.
template <class A, int LOG_R>
struct Column {
    static constexpr u32 R = 1u << LOG_R, THREADS = R / 16, COLUMNS = 256 / THREADS;
    u32 j;
    Limb<A> limb;
    u64* words;
    typename A::Value* s;
    __device__ __forceinline__ Column(u64* data, const Prime* primes, u32 limbs, typename A::Value* shared)
        : j(threadIdx.x / COLUMNS),
          limb(data, primes, limbs, R << 8),
          words(limb.words + blockIdx.x * COLUMNS + threadIdx.x % COLUMNS),
          s(shared + threadIdx.x % COLUMNS * pitch(R)) {}
};

// A thread's place in a row of 256 neighbors; a block has sixteen rows, sixteen threads each.
template <class A>
struct Row {
    u32 row, j;
    Limb<A> limb;
    u64* words;
    typename A::Value* s;
    __device__ __forceinline__ Row(u64* data, const Prime* primes, u32 limbs, u32 rows, typename A::Value* shared)
        : row(blockIdx.x * 16 + threadIdx.x / 16),
          j(threadIdx.x % 16),
          limb(data, primes, limbs, rows << 8),
          words(limb.words + ((u64)row << 8)),
          s(shared + threadIdx.x / 16 * pitch(256)) {}
};

template <class A, int LOG_R>
__device__ __forceinline__ void columns_forward(u64* data, const Prime* primes, u32 limbs) {
    SHARED(typename A::Value, shared);
    const Column<A, LOG_R> at(data, primes, limbs, shared);
    constexpr u32 THREADS = Column<A, LOG_R>::THREADS;
    const u32 j = at.j;
    typename A::Value v[16];
#pragma unroll
    for (int i = 0; i < 16; i++) v[i] = at.limb.a.load(at.words[(u64)(j + THREADS * i) << 8]);
    down<0>(at.limb.a, v, at.limb.twiddles, 1);
    if (LOG_R > 4) {
#pragma unroll
        for (int i = 0; i < 16; i++) at.s[padded(j + THREADS * i)] = v[i];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) v[i] = at.s[padded(16 * j + i)];
        down<LOG_R == 4 ? 3 : 8 - LOG_R>(at.limb.a, v, at.limb.twiddles, THREADS + j);
    }
#pragma unroll
    for (int i = 0; i < 16; i++) at.words[(u64)(16 * j + i) << 8] = at.limb.a.store(v[i]);
}

template <class A, int LOG_R>
__device__ __forceinline__ void columns_inverse(u64* data, const Prime* primes, u32 limbs) {
    SHARED(typename A::Value, shared);
    const Column<A, LOG_R> at(data, primes, limbs, shared);
    constexpr u32 THREADS = Column<A, LOG_R>::THREADS;
    const u32 j = at.j;
    typename A::Value v[16];
#pragma unroll
    for (int i = 0; i < 16; i++) v[i] = at.limb.a.load(at.words[(u64)(16 * j + i) << 8]);
    if (LOG_R > 4) {
        up<LOG_R == 4 ? 3 : 8 - LOG_R>(at.limb.a, v, at.limb.twiddles, 2 * THREADS - 1 - j);
#pragma unroll
        for (int i = 0; i < 16; i++) at.s[padded(16 * j + i)] = v[i];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) v[i] = at.s[padded(j + THREADS * i)];
    }
    up_to_root(at.limb.a, v, at.limb.twiddles, at.limb.inverse_n);
#pragma unroll
    for (int i = 0; i < 16; i++) at.words[(u64)(j + THREADS * i) << 8] = at.limb.a.store(v[i]);
}

template <class A>
__device__ __forceinline__ void rows_forward(u64* data, const Prime* primes, u32 limbs, u32 rows) {
    SHARED(typename A::Value, shared);
    const Row<A> at(data, primes, limbs, rows, shared);
    const u32 j = at.j, node = rows + at.row;
    typename A::Value v[16];
#pragma unroll
    for (int i = 0; i < 16; i++) v[i] = at.limb.a.load(at.words[j + 16 * i]);
    down<0>(at.limb.a, v, at.limb.twiddles, node);
#pragma unroll
    for (int i = 0; i < 16; i++) at.s[padded(j + 16 * i)] = v[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; i++) v[i] = at.s[padded(16 * j + i)];
    down<0>(at.limb.a, v, at.limb.twiddles, 16 * node + j);
    // A thread writes where it has read, and reads what others wrote: neighbors of memory by
    // neighboring threads.
#pragma unroll
    for (int i = 0; i < 16; i++) at.s[padded(16 * j + i)] = v[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; i++) at.words[j + 16 * i] = at.limb.a.store(at.s[padded(j + 16 * i)]);
}

template <class A>
__device__ __forceinline__ void rows_inverse(u64* data, const Prime* primes, u32 limbs, u32 rows) {
    SHARED(typename A::Value, shared);
    const Row<A> at(data, primes, limbs, rows, shared);
    const u32 j = at.j, mirrored = 2 * rows - 1 - at.row;
    typename A::Value v[16];
#pragma unroll
    for (int i = 0; i < 16; i++) at.s[padded(j + 16 * i)] = at.limb.a.load(at.words[j + 16 * i]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; i++) v[i] = at.s[padded(16 * j + i)];
    up<0>(at.limb.a, v, at.limb.twiddles, 16 * mirrored + 15 - j);
#pragma unroll
    for (int i = 0; i < 16; i++) at.s[padded(16 * j + i)] = v[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; i++) v[i] = at.s[padded(j + 16 * i)];
    up<0>(at.limb.a, v, at.limb.twiddles, mirrored);
#pragma unroll
    for (int i = 0; i < 16; i++) at.words[j + 16 * i] = at.limb.a.store(v[i]);
}
