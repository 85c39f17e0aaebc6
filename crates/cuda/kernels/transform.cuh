// The negacyclic transform of n = 256·R words, R = 16 … 256, in two passes: columns of R words, 256
// apart, and rows of 256 neighbors. Natural order on one side and bit-reversed order on the other,
// canonical words on both. A thread has sixteen values.
#pragma once
#include "arithmetic.cuh"

// One level of a tree of sixteen values below `node`. Templates, because the compiler does not
// unroll loops whose bounds depend on each other, and keeps the values in memory then.
template <int LEVEL, class A>
__device__ __forceinline__ void forward_level(const A& a, typename A::Value (&v)[16], const typename A::Constant* w, u32 node) {
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const int half = 8 >> LEVEL, subtree = i / half, at = subtree * 2 * half + i % half;
        a.ct_butterfly(v[at], v[at + half], w[(node << LEVEL) + subtree]);
    }
}

// The same level of the inverse. The inverse of the twiddle of a node is the negative of that of
// the node that mirrors it in its level, so that `mirrored` and the subtrees of a level count
// backwards.
template <int LEVEL, class A>
__device__ __forceinline__ void inverse_level(const A& a, typename A::Value (&v)[16], const typename A::Constant* w, u32 mirrored) {
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const int half = 8 >> LEVEL, subtree = i / half, at = subtree * 2 * half + i % half;
        a.gs_butterfly(v[at], v[at + half], w[(mirrored << LEVEL) + ((1 << LEVEL) - 1 - subtree)]);
    }
}

// Levels FIRST to 3. Doubles: values of at most 3.8 come in, those that the first level does not
// multiply become 1/2, and at most 3.8 come out, by the same bounds.
template <int FIRST, class A>
__device__ __forceinline__ void forward_levels(const A& a, typename A::Value (&v)[16], const typename A::Constant* w, u32 node) {
#pragma unroll
    for (int i = 0; i < 16; i++)
        if (!(i & (8 >> FIRST))) v[i] = a.partial_reduce(v[i]);
    if (FIRST <= 0) forward_level<0>(a, v, w, node);
    if (FIRST <= 1) forward_level<1>(a, v, w, node);
    if (FIRST <= 2) forward_level<2>(a, v, w, node);
    forward_level<3>(a, v, w, node);
}

// Levels 3 to FIRST. Doubles: values of at most 1 come in, sums and differences are at most 4, and
// at most 1 comes out. Which values are reduced follows from the bounds of all sixteen, which
// `crates/cuda/tests/intervals.rs` adds up.
template <int FIRST, class A>
__device__ __forceinline__ void inverse_levels(const A& a, typename A::Value (&v)[16], const typename A::Constant* w, u32 mirrored) {
    inverse_level<3>(a, v, w, mirrored);
    if (FIRST <= 2) inverse_level<2>(a, v, w, mirrored);
    if (FIRST <= 1) {
#pragma unroll
        for (int i = 0; i < 16; i += 4) v[i] = a.partial_reduce(v[i]);
        inverse_level<1>(a, v, w, mirrored);
    }
    if (FIRST <= 0) {
        v[1] = a.partial_reduce(v[1]);
        inverse_level<0>(a, v, w, mirrored);
    }
#pragma unroll
    for (int i = 0; i < (FIRST ? 16 : 8); i++) v[i] = a.partial_reduce(v[i]);
}

// Levels 3 to 0 of which the last is that of the root, with the division by n.
template <class A>
__device__ __forceinline__ void inverse_levels_to_root(const A& a, typename A::Value (&v)[16], const typename A::Constant* w, typename A::Constant inverse_n) {
    inverse_level<3>(a, v, w, 1);
    inverse_level<2>(a, v, w, 1);
#pragma unroll
    for (int i = 0; i < 16; i += 4) v[i] = a.partial_reduce(v[i]);
    inverse_level<1>(a, v, w, 1);
    v[1] = a.partial_reduce(v[1]);
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const typename A::Value sum = a.add(v[i], v[i + 8]);
        a.gs_butterfly(v[i], v[i + 8], w[0]);
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
    // The place of its first word, in polynomials of so many limbs.
    u64 place;
    const typename A::Constant* twiddles;
    typename A::Constant inverse_n;
    __device__ __forceinline__ Limb(const Prime* primes, u32 limbs, u32 n)
        : a(primes[blockIdx.y % limbs]),
          place((u64)blockIdx.y * n),
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
          limb(primes, limbs, R << 8),
          words(data + limb.place + blockIdx.x * COLUMNS + threadIdx.x % COLUMNS),
          s(shared + threadIdx.x % COLUMNS * pitch(R)) {}
};

// A thread's place in a row of 256 neighbors; a block has sixteen rows, sixteen threads each: those
// of SIDES polynomials, as many neighbors of each. Threads of a polynomial are neighbors too.
template <class A, int SIDES = 1>
struct Row {
    static constexpr u32 ROWS = 16 / SIDES;
    u32 side, row, j;
    Limb<A> limb;
    // The place of the first word of the row, in polynomials of so many limbs.
    u64 place;
    typename A::Value* s;
    __device__ __forceinline__ Row(const Prime* primes, u32 limbs, u32 rows, typename A::Value* shared)
        : side(threadIdx.x / 16 / ROWS),
          row(blockIdx.x * ROWS + threadIdx.x / 16 % ROWS),
          j(threadIdx.x % 16),
          limb(primes, limbs, rows << 8),
          place(limb.place + ((u64)row << 8)),
          s(shared + threadIdx.x / 16 * pitch(256)) {}
};

// The first limbs are those of `data`, and after them those of `more`.
template <class A, int LOG_R>
__device__ __forceinline__ void columns_forward(u64* data, const Prime* primes, u32 limbs, u64* more, u32 first) {
    SHARED(typename A::Value, shared);
    const Column<A, LOG_R> at(blockIdx.y < first ? data : more - ((u64)first << (LOG_R + 8)), primes, limbs, shared);
    constexpr u32 THREADS = Column<A, LOG_R>::THREADS;
    const u32 j = at.j;
    typename A::Value v[16];
#pragma unroll
    for (int i = 0; i < 16; i++) v[i] = at.limb.a.load(at.words[(u64)(j + THREADS * i) << 8]);
    forward_levels<0>(at.limb.a, v, at.limb.twiddles, 1);
    if (LOG_R > 4) {
#pragma unroll
        for (int i = 0; i < 16; i++) at.s[padded(j + THREADS * i)] = v[i];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) v[i] = at.s[padded(16 * j + i)];
        forward_levels<LOG_R == 4 ? 3 : 8 - LOG_R>(at.limb.a, v, at.limb.twiddles, THREADS + j);
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
        inverse_levels<LOG_R == 4 ? 3 : 8 - LOG_R>(at.limb.a, v, at.limb.twiddles, 2 * THREADS - 1 - j);
#pragma unroll
        for (int i = 0; i < 16; i++) at.s[padded(16 * j + i)] = v[i];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) v[i] = at.s[padded(j + THREADS * i)];
    }
    inverse_levels_to_root(at.limb.a, v, at.limb.twiddles, at.limb.inverse_n);
#pragma unroll
    for (int i = 0; i < 16; i++) at.words[(u64)(j + THREADS * i) << 8] = at.limb.a.store(v[i]);
}

// The forward rows of a block, from words of memory to values in shared memory. All threads come
// here; those that are not meant do nothing.
template <class A, int SIDES>
__device__ __forceinline__ void rows_forward(const Row<A, SIDES>& at, const u64* words, u32 rows, bool meant = true) {
    const A& a = at.limb.a;
    const u32 j = at.j, node = rows + at.row;
    typename A::Value v[16];
    if (meant) {
#pragma unroll
        for (int i = 0; i < 16; i++) v[i] = a.load(words[j + 16 * i]);
        forward_levels<0>(a, v, at.limb.twiddles, node);
#pragma unroll
        for (int i = 0; i < 16; i++) at.s[padded(j + 16 * i)] = v[i];
    }
    __syncthreads();
    if (meant) {
#pragma unroll
        for (int i = 0; i < 16; i++) v[i] = at.s[padded(16 * j + i)];
        forward_levels<0>(a, v, at.limb.twiddles, 16 * node + j);
        // A thread writes where it has read, and others read what it wrote: neighbors of memory by
        // neighboring threads.
#pragma unroll
        for (int i = 0; i < 16; i++) at.s[padded(16 * j + i)] = v[i];
    }
    __syncthreads();
}

// The inverse of `rows_forward`: from values in shared memory, which are at most 1, to words of
// memory.
template <class A, int SIDES>
__device__ __forceinline__ void rows_inverse(const Row<A, SIDES>& at, u64* words, u32 rows, bool meant = true) {
    const A& a = at.limb.a;
    const u32 j = at.j, mirrored = 2 * rows - 1 - at.row;
    typename A::Value v[16];
    __syncthreads();
    if (meant) {
#pragma unroll
        for (int i = 0; i < 16; i++) v[i] = at.s[padded(16 * j + i)];
        inverse_levels<0>(a, v, at.limb.twiddles, 16 * mirrored + 15 - j);
#pragma unroll
        for (int i = 0; i < 16; i++) at.s[padded(16 * j + i)] = v[i];
    }
    __syncthreads();
    if (meant) {
#pragma unroll
        for (int i = 0; i < 16; i++) v[i] = at.s[padded(j + 16 * i)];
        inverse_levels<0>(a, v, at.limb.twiddles, mirrored);
#pragma unroll
        for (int i = 0; i < 16; i++) words[j + 16 * i] = a.store(v[i]);
    }
}

template <class A>
__device__ __forceinline__ void rows_forward(u64* data, const Prime* primes, u32 limbs, u32 rows) {
    SHARED(typename A::Value, shared);
    const Row<A> at(primes, limbs, rows, shared);
    u64* const words = data + at.place;
    rows_forward(at, words, rows);
#pragma unroll
    for (int i = 0; i < 16; i++) words[at.j + 16 * i] = at.limb.a.store(at.s[padded(at.j + 16 * i)]);
}

template <class A>
__device__ __forceinline__ void rows_inverse(u64* data, const Prime* primes, u32 limbs, u32 rows) {
    SHARED(typename A::Value, shared);
    const Row<A> at(primes, limbs, rows, shared);
    u64* const words = data + at.place;
#pragma unroll
    for (int i = 0; i < 16; i++) at.s[padded(at.j + 16 * i)] = at.limb.a.load(words[at.j + 16 * i]);
    rows_inverse(at, words, rows);
}
