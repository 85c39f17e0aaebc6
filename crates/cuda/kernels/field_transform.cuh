// Transforms of 2^12 to 2^24 elements of a field over a subgroup or a coset, in passes over memory:
// one or two of columns of 2^4 to 2^8 elements, and one of rows of 2^8 neighbors. Natural order on
// one side and bit-reversed order on the other.
//
// A pass splits each polynomial modulo X^(Rm) − c into R modulo X^m − c', or merges them. The
// twiddles of its tree are those of the first polynomial, in a table of the pass, times a root of
// unity for each level, which is of the polynomial alone: for polynomial r of 2^b, and level l,
// e(reversed(r)/2^(b + l + 1)), where e(x) is the root to the power nx and `reversed` reverses b bits.
// These roots are products of two from short tables. `crates/cuda/src/field_transform/tables.rs`
// makes the tables.
#pragma once
#include "field.cuh"
#include "transform.cuh"

// Levels of a thread's values, as `forward_level` and `inverse_level` of `transform.cuh`, with
// twiddles from a function of the level and the node.
template <int LEVEL, class F, class W>
__device__ __forceinline__ void field_forward_level(typename F::Value (&v)[1 << F::LOG_VALUES], const W& twiddle, u32 node) {
    constexpr int HALF = 1 << (F::LOG_VALUES - 1 - LEVEL);
#pragma unroll
    for (int subtree = 0; subtree < 1 << LEVEL; subtree++) {
        const typename F::Value w = twiddle(LEVEL, (node << LEVEL) + subtree);
#pragma unroll
        for (int i = 0; i < HALF; i++) F::ct_butterfly(v[2 * HALF * subtree + i], v[2 * HALF * subtree + HALF + i], w);
    }
}
template <int LEVEL, class F, class W>
__device__ __forceinline__ void field_inverse_level(typename F::Value (&v)[1 << F::LOG_VALUES], const W& twiddle, u32 node) {
    constexpr int HALF = 1 << (F::LOG_VALUES - 1 - LEVEL);
#pragma unroll
    for (int subtree = 0; subtree < 1 << LEVEL; subtree++) {
        const typename F::Value w = twiddle(LEVEL, (node << LEVEL) + subtree);
#pragma unroll
        for (int i = 0; i < HALF; i++) F::gs_butterfly(v[2 * HALF * subtree + i], v[2 * HALF * subtree + HALF + i], w);
    }
}

// The places of a thread's values in a column while it does levels `depth` and on: the levels from
// `first` on of a tree of as many values, whose root is at `node`.
template <class F>
struct Step {
    static constexpr u32 LOG = F::LOG_VALUES;
    u32 log_stride, first, start, node;
    __device__ __forceinline__ Step(u32 log_r, u32 depth, u32 j)
        : log_stride(log_r > depth + LOG ? log_r - depth - LOG : 0), first(depth + LOG > log_r ? depth + LOG - log_r : 0) {
        const u32 subtree = j >> log_stride;
        start = (subtree << (log_stride + LOG)) + (j & ((1u << log_stride) - 1));
        node = (1u << (log_r - LOG - log_stride)) + subtree;
    }
    __device__ __forceinline__ u32 place(u32 i) const { return start + (i << log_stride); }
};

// The part that both kinds of passes have: the column of a thread, of which it has every so many values.
template <class F>
struct FieldColumn {
    typedef typename F::Value Value;
    typedef typename F::Word Word;
    static constexpr u32 LOG = F::LOG_VALUES, VALUES = 1u << LOG;
    u32 log_r, j;
    // Words of the exchange between threads, and between those of an element.
    Word* exchange;
    u32 apart;
    __device__ __forceinline__ FieldColumn(u32 log_r, u32 j, u32 column, Word* shared)
        : log_r(log_r), j(j), exchange(shared + column * pitch(1u << log_r)), apart(pitch(1u << log_r) << (8 + LOG - log_r)) {}
    // The words after those of the exchange.
    __device__ __forceinline__ static Word* after_exchange(Word* shared, u32 log_r) {
        return shared + (pitch(1u << log_r) << (8 + LOG - log_r)) * F::WORDS;
    }
    __device__ __forceinline__ Step<F> step(u32 depth) const { return Step<F>(log_r, depth, j); }
    __device__ __forceinline__ u32 last_depth() const { return (log_r - 1) / LOG * LOG; }
    // A thread writes where it has read, so that one barrier is enough.
    __device__ __forceinline__ void move(Value (&v)[VALUES], const Step<F>& from, const Step<F>& to) const {
#pragma unroll
        for (u32 i = 0; i < VALUES; i++) F::put(exchange, apart, padded(from.place(i)), v[i]);
        __syncthreads();
#pragma unroll
        for (u32 i = 0; i < VALUES; i++) v[i] = F::take(exchange, apart, padded(to.place(i)));
    }
    // All levels, from the places of the first step to those of the last.
    template <class W>
    __device__ __forceinline__ void forward_levels(Value (&v)[VALUES], W& twiddle) const {
#pragma unroll 1
        for (u32 depth = 0; depth < log_r; depth += LOG) {
            const Step<F> at = step(depth);
            if (depth) move(v, step(depth - LOG), at);
            twiddle.last = depth == last_depth();
            if (at.first <= 0) field_forward_level<0, F>(v, twiddle, at.node);
            if (at.first <= 1) field_forward_level<1, F>(v, twiddle, at.node);
            if (LOG > 2) {
                if (at.first <= 2) field_forward_level<LOG - 2, F>(v, twiddle, at.node);
                field_forward_level<LOG - 1, F>(v, twiddle, at.node);
            }
        }
    }
    // The same backwards.
    template <class W>
    __device__ __forceinline__ void inverse_levels(Value (&v)[VALUES], W& twiddle) const {
#pragma unroll 1
        for (u32 left = last_depth() + LOG; left; left -= LOG) {
            const u32 depth = left - LOG;
            const Step<F> at = step(depth);
            if (depth != last_depth()) move(v, step(left), at);
            twiddle.last = depth == last_depth();
            if (LOG > 2) {
                field_inverse_level<LOG - 1, F>(v, twiddle, at.node);
                if (at.first <= 2) field_inverse_level<LOG - 2, F>(v, twiddle, at.node);
            }
            if (at.first <= 1) field_inverse_level<1, F>(v, twiddle, at.node);
            if (at.first <= 0) field_inverse_level<0, F>(v, twiddle, at.node);
        }
    }
};

// Roots of unity as products of two: those of the greatest half of the bits of an exponent, and the
// others. Exponents are below n/2.
template <class F>
struct Roots {
    const typename F::Word *coarse, *fine;
    u32 log_n, log_fine;
    __device__ __forceinline__ Roots(const typename F::Word* roots, u32 log_n, u32 log_fine)
        : coarse(roots), fine(roots + ((u64)F::WORDS << (log_n - 1 - log_fine))), log_n(log_n), log_fine(log_fine) {}
    // For polynomial `r` of 2^log_blocks, and a level.
    __device__ __forceinline__ typename F::Value of(u32 r, u32 log_blocks, u32 level) const {
        const u32 exponent = (u32)((u64)__brev(r) >> (32 - log_blocks)) << (log_n - log_blocks - level - 1);
        return F::multiply(F::load(coarse, exponent >> log_fine), F::load(fine, exponent & ((1u << log_fine) - 1)));
    }
};
__device__ __forceinline__ u32 level_of(u32 node) { return 31 - __clz(node | 1); }

// Twiddles of all nodes of a pass, in shared memory; in the place of node 0, the table's word.
template <class F>
struct MadeTwiddles {
    const typename F::Word* made;
    bool last;
    __device__ __forceinline__ typename F::Value operator()(int, u32 node) const { return F::load(made, node); }
};
// Twiddles of a row: those of the last step, of which no two threads have the same, are made when
// they are used.
template <class F>
struct RowTwiddles {
    const typename F::Word *made, *nodes, *roots;
    bool last;
    __device__ __forceinline__ typename F::Value operator()(int level, u32 node) const {
        return last ? F::multiply(F::load(nodes, node), F::load(roots, level)) : F::load(made, node);
    }
};

// A pass over columns of 2^log_r elements, 2^log_m apart; a block has neighboring columns of one
// polynomial.
template <class F>
struct ColumnPass {
    typedef typename F::Word Word;
    u32 log_columns, log_groups, log_blocks, r;
    FieldColumn<F> column;
    Word *words, *made;
    __device__ __forceinline__ ColumnPass(Word* data, u32 log_n, u32 log_r, u32 log_m, Word* shared)
        : log_columns(8 + F::LOG_VALUES - log_r),
          log_groups(log_m - log_columns),
          log_blocks(log_n - log_r - log_m),
          r(blockIdx.x >> log_groups),
          column(log_r, threadIdx.x >> log_columns, threadIdx.x & ((1u << log_columns) - 1), shared),
          words(data + (((u64)blockIdx.y << log_n) + ((u64)r << (log_r + log_m)) +
                        ((blockIdx.x & ((1u << log_groups) - 1)) << log_columns) + (threadIdx.x & ((1u << log_columns) - 1))) *
                           F::WORDS),
          made(FieldColumn<F>::after_exchange(shared, log_r)) {}
    __device__ __forceinline__ MadeTwiddles<F> twiddles(const Word* nodes, const Roots<F>& roots) const {
        const u32 node = threadIdx.x;
        if (node < 1u << column.log_r)
            F::store(made, node, F::multiply(F::load(nodes, node), roots.of(r, log_blocks, level_of(node))));
        __syncthreads();
        return {made, false};
    }
};

template <class F>
__device__ __forceinline__ void field_columns_forward(typename F::Word* data, const typename F::Word* nodes, const typename F::Word* roots,
                                                      u32 log_n, u32 log_fine, u32 log_r, u32 log_m) {
    SHARED(typename F::Word, shared);
    const ColumnPass<F> pass(data, log_n, log_r, log_m, shared);
    const Step<F> first = pass.column.step(0), last = pass.column.step(pass.column.last_depth());
    typename F::Value v[1 << F::LOG_VALUES];
#pragma unroll
    for (int i = 0; i < 1 << F::LOG_VALUES; i++) v[i] = F::load(pass.words, (u64)first.place(i) << log_m);
    MadeTwiddles<F> twiddles = pass.twiddles(nodes, Roots<F>(roots, log_n, log_fine));
    pass.column.forward_levels(v, twiddles);
#pragma unroll
    for (int i = 0; i < 1 << F::LOG_VALUES; i++) F::store(pass.words, (u64)last.place(i) << log_m, F::canonical(v[i]));
}

template <class F>
__device__ __forceinline__ void field_columns_inverse(typename F::Word* data, const typename F::Word* nodes, const typename F::Word* roots,
                                                      u32 log_n, u32 log_fine, u32 log_r, u32 log_m) {
    SHARED(typename F::Word, shared);
    const ColumnPass<F> pass(data, log_n, log_r, log_m, shared);
    const Step<F> first = pass.column.step(0), last = pass.column.step(pass.column.last_depth());
    typename F::Value v[1 << F::LOG_VALUES];
#pragma unroll
    for (int i = 0; i < 1 << F::LOG_VALUES; i++) v[i] = F::load(pass.words, (u64)last.place(i) << log_m);
    MadeTwiddles<F> twiddles = pass.twiddles(nodes, Roots<F>(roots, log_n, log_fine));
    pass.column.inverse_levels(v, twiddles);
    // The division by n, which the twiddle of the root has done for the other half.
    if (pass.log_blocks == 0) {
        const typename F::Value inverse_n = twiddles(0, 0);
#pragma unroll
        for (int i = 0; i < 1 << (F::LOG_VALUES - 1); i++) v[i] = F::multiply(v[i], inverse_n);
    }
#pragma unroll
    for (int i = 0; i < 1 << F::LOG_VALUES; i++) F::store(pass.words, (u64)first.place(i) << log_m, F::canonical(v[i]));
}

// A pass over rows of 2^8 neighbors; a block has neighboring rows.
template <class F>
struct RowPass {
    typedef typename F::Word Word;
    static constexpr u32 LOG_R = 8, LOG_THREADS = LOG_R - F::LOG_VALUES, THREADS = 1u << LOG_THREADS;
    u32 row_of_block, row;
    FieldColumn<F> column;
    Word *words, *made, *roots;
    __device__ __forceinline__ RowPass(Word* data, u32 log_n, Word* shared)
        : row_of_block(threadIdx.x >> LOG_THREADS),
          row((blockIdx.x << F::LOG_VALUES) + row_of_block),
          column(LOG_R, threadIdx.x & (THREADS - 1), row_of_block, shared),
          words(data + (((u64)blockIdx.y << log_n) + ((u64)row << LOG_R)) * F::WORDS),
          made(FieldColumn<F>::after_exchange(shared, LOG_R) + row_of_block * (THREADS + F::LOG_VALUES) * F::WORDS),
          roots(made + THREADS * F::WORDS) {}
    // A row's threads make these together: each one node, and some the root of a level of the last
    // step. A barrier comes before these are read.
    __device__ __forceinline__ RowTwiddles<F> twiddles(const Word* nodes, const Roots<F>& of, u32 log_n) const {
        const u32 j = column.j;
        F::store(made, j, F::multiply(F::load(nodes, j), of.of(row, log_n - LOG_R, level_of(j))));
        if (j < F::LOG_VALUES) F::store(roots, j, of.of(row, log_n - LOG_R, LOG_R - F::LOG_VALUES + j));
        return {made, nodes, roots, false};
    }
};

template <class F>
__device__ __forceinline__ void field_rows_forward(typename F::Word* data, const typename F::Word* nodes, const typename F::Word* roots, u32 log_n,
                                                   u32 log_fine) {
    SHARED(typename F::Word, shared);
    const RowPass<F> pass(data, log_n, shared);
    const Step<F> first = pass.column.step(0), last = pass.column.step(pass.column.last_depth());
    typename F::Value v[1 << F::LOG_VALUES];
#pragma unroll
    for (int i = 0; i < 1 << F::LOG_VALUES; i++) v[i] = F::load(pass.words, first.place(i));
    RowTwiddles<F> twiddles = pass.twiddles(nodes, Roots<F>(roots, log_n, log_fine), log_n);
    __syncthreads();
    pass.column.forward_levels(v, twiddles);
    pass.column.move(v, last, first);
#pragma unroll
    for (int i = 0; i < 1 << F::LOG_VALUES; i++) F::store(pass.words, first.place(i), F::canonical(v[i]));
}

template <class F>
__device__ __forceinline__ void field_rows_inverse(typename F::Word* data, const typename F::Word* nodes, const typename F::Word* roots, u32 log_n,
                                                   u32 log_fine) {
    SHARED(typename F::Word, shared);
    const RowPass<F> pass(data, log_n, shared);
    const Step<F> first = pass.column.step(0), last = pass.column.step(pass.column.last_depth());
    typename F::Value v[1 << F::LOG_VALUES];
#pragma unroll
    for (int i = 0; i < 1 << F::LOG_VALUES; i++) v[i] = F::load(pass.words, first.place(i));
    RowTwiddles<F> twiddles = pass.twiddles(nodes, Roots<F>(roots, log_n, log_fine), log_n);
    pass.column.move(v, first, last);
    pass.column.inverse_levels(v, twiddles);
#pragma unroll
    for (int i = 0; i < 1 << F::LOG_VALUES; i++) F::store(pass.words, first.place(i), F::canonical(v[i]));
}
