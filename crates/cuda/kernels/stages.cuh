// Stages down the rows of a batch of polynomials, as `papilio_ring::stages::Program` has them. A batch
// lies tile after tile: a tile has limb after limb, a limb row after row, a row a few neighboring
// words. A block has the rows of one limb of a tile that some stages combine, in shared memory.
#pragma once
#include "arithmetic.cuh"
#include "transform.cuh"

// A prime that is dropped, as a limb below it sees it. `crates/cuda/src/driver/stages.rs` has the same words
// in the same order.
struct Dropped {
    // Its limb, and what is added before its words are subtracted.
    u64 limb, shift;
    // Its inverse, as the arithmetic has constants.
    u64 inverse[2];
};

// A stage of a limb.
struct Stage {
    u64 log_radix, nonzero_inputs;
    // Whether products are shared, and whether the constant of input 0 is 1.
    u64 shared, first_is_one;
    // Added to words at the end of the life of a limb.
    u64 half;
    // Address of the constants, product after product, the lanes of all groups for each.
    u64 constants;
    // Primes that are dropped after the stage.
    u64 dropped, dropped_count;
};

// Products that a sum of doubles takes besides a reduced value.
constexpr u32 SUMMANDS = 8;

// The inputs of a butterfly in one column.
template <class A>
struct Inputs {
    const typename A::Value* tile;
    u32 first, step;
    __device__ __forceinline__ typename A::Value operator[](u32 j) const { return tile[padded(first + j * step)]; }
};

// The constants of a thread.
template <class A>
struct Factors {
    const typename A::Constant* at;
    u32 step;
    __device__ __forceinline__ typename A::Constant next() {
        const typename A::Constant factor = *at;
        at += step;
        return factor;
    }
};

// Adds the products of inputs first, first + step … below `end` to as many sums.
template <int COUNT, class A, class In, class From>
__device__ __forceinline__ void add_products(const A& a, typename A::Value (&sums)[COUNT], const In& inputs, u32 first, u32 step, u32 end,
                                             From& factors) {
    u32 count = 0;
    for (u32 j = first; j < end; j += step) {
        const typename A::Value x = inputs[j];
#pragma unroll
        for (int i = 0; i < COUNT; i++) a.accumulate(sums[i], x, factors.next());
        if (++count % SUMMANDS == 0)
#pragma unroll
            for (int i = 0; i < COUNT; i++) sums[i] = a.partial_reduce(sums[i]);
    }
}

// Twice as many outputs: sums over inputs at multiples of STEP come in, those over the odd multiples
// of STEP/2 are added and subtracted.
template <int LEVEL, int LOG_K, class A, class In, class From>
__device__ __forceinline__ void join_level(const A& a, typename A::Value (&v)[1 << LOG_K], const In& inputs, u32 end, From& factors) {
    constexpr int HALF = 1 << LEVEL, STEP = 1 << (LOG_K - LEVEL);
    typename A::Value odd[HALF];
#pragma unroll
    for (int i = 0; i < HALF; i++) odd[i] = 0;
    add_products<HALF>(a, odd, inputs, STEP / 2, STEP, end, factors);
#pragma unroll
    for (int i = 0; i < HALF; i++) a.join(v[i], v[i + HALF], odd[i]);
}

// The outputs k + i·r/K of a butterfly, for i < K = 2^LOG_K. Doubles: inputs of at most 1 come in, and
// sums are below 8, which `crates/cuda/tests/intervals.rs` adds up.
template <int LOG_K, class A, class In, class From>
__device__ __forceinline__ void outputs(const A& a, typename A::Value (&v)[1 << LOG_K], const In& inputs, u32 nonzero, bool shared,
                                        bool first_is_one, From& factors) {
    constexpr u32 K = 1 << LOG_K;
#pragma unroll
    for (u32 i = 0; i < K; i++) v[i] = 0;
    if (!shared) {
        add_products<K>(a, v, inputs, 0, 1, nonzero, factors);
    } else {
        typename A::Value sum[1] = {0};
        if (first_is_one) sum[0] = inputs[0];
        add_products<1>(a, sum, inputs, first_is_one ? K : 0, K, nonzero, factors);
        v[0] = sum[0];
        join_level<0, LOG_K>(a, v, inputs, nonzero, factors);
        if constexpr (LOG_K > 1) join_level<1, LOG_K>(a, v, inputs, nonzero, factors);
        if constexpr (LOG_K > 2) join_level<2, LOG_K>(a, v, inputs, nonzero, factors);
    }
#pragma unroll
    for (u32 i = 0; i < K; i++) v[i] = a.partial_reduce(v[i]);
}

// The rows of a limb that a block has: i of them is row (i << log_before) + first of the batch. Columns
// are those of a tile, and those of as many rows that follow each as one block has besides.
struct Rows {
    // The first limb of the tile, and words of a limb.
    u64* words;
    u64 plane;
    u32 limb, first, log_before, log_rows, log_width, log_columns;
    // The place of a word of a row in its limb.
    __device__ __forceinline__ u64 place(u32 i, u32 column) const {
        return ((u64)((i << log_before) + first) << log_width) + column;
    }
};

// One stage, whose butterflies have rows 2^log_stride apart. The last one of a block goes to memory.
template <int LOG_K, class A>
__device__ __forceinline__ void stage_of_rows(const A& a, const Stage& stage, typename A::Value* tile, const Rows& rows, u32 log_stride,
                                              bool last) {
    constexpr u32 K = 1 << LOG_K;
    const u32 log_lanes = (u32)stage.log_radix - LOG_K, columns = 1u << rows.log_columns;
    const u32 items = 1u << (rows.log_rows + rows.log_columns - LOG_K);
    for (u32 from = 0; from < items; from += blockDim.x) {
        const u32 item = from + threadIdx.x, column = item & (columns - 1), lane = item >> rows.log_columns;
        const u32 k = lane & ((1u << log_lanes) - 1), butterfly = lane >> log_lanes;
        const u32 p = butterfly & ((1u << log_stride) - 1), block = butterfly >> log_stride;
        const u32 row = (block << (log_stride + (u32)stage.log_radix)) + p;
        typename A::Value v[K];
        if (item < items) {
            const u32 group = (p << rows.log_before) + (rows.first & ((1u << rows.log_before) - 1)) + (column >> rows.log_width);
            const u32 step = 1u << (rows.log_before + log_stride + log_lanes);
            Factors<A> factors{(const typename A::Constant*)stage.constants + (((u64)group << log_lanes) + k), step};
            const Inputs<A> inputs{tile, (row << rows.log_columns) + column, columns << log_stride};
            outputs<LOG_K>(a, v, inputs, (u32)stage.nonzero_inputs, stage.shared != 0, stage.first_is_one != 0, factors);
        }
        // Others read what this thread writes: threads of the same butterflies, all in this round.
        if (!last && log_lanes) __syncthreads();
        if (item < items) {
#pragma unroll
            for (u32 i = 0; i < K; i++) {
                const u32 to = row + ((k + (i << log_lanes)) << log_stride);
                const u64 place = rows.place(to, column);
                const Dropped* const dropped = (const Dropped*)stage.dropped;
                for (u32 d = 0; d < (u32)stage.dropped_count; d++)
                    v[i] = a.quotient(v[i], rows.words[dropped[d].limb * rows.plane + place], dropped[d].shift, A::constant(dropped[d].inverse));
                if (last)
                    rows.words[rows.limb * rows.plane + place] = a.store(a.add(v[i], a.load(stage.half)));
                else
                    tile[padded((to << rows.log_columns) + column)] = v[i];
            }
        }
    }
    if (!last) __syncthreads();
}

// Some stages of one limb, from those of butterflies with rows 2^log_before apart on: 2^log_block such
// rows are of one block.
template <class A>
__device__ __forceinline__ void stages_of_limb(u64* tiles, const Prime* primes, const Stage* stages, u32 count, u32 limb, u32 limbs,
                                               u32 log_rows, u32 log_before, u32 log_block, u32 log_width, u32 log_columns) {
    SHARED(typename A::Value, tile);
    const A a(primes[limb]);
    const u32 log_beside = log_columns - log_width, log_low = log_before - log_beside;
    const u32 log_parts = log_rows - log_block - log_beside, part = blockIdx.x & ((1u << log_parts) - 1);
    // The low digits of a row are those of earlier stages, the high ones of later.
    const u32 first = (part >> log_low << (log_before + log_block)) + ((part & ((1u << log_low) - 1)) << log_beside);
    const u64 plane = 1ull << (log_rows + log_width);
    const Rows rows{tiles + (blockIdx.x >> log_parts) * limbs * plane, plane, limb, first, log_before, log_block, log_width, log_columns};
    const u32 first_digit = (1u << (u32)stages[0].log_radix) - 1, nonzero = (u32)stages[0].nonzero_inputs;
    for (u32 i = threadIdx.x; i < 1u << (log_block + log_columns); i += blockDim.x) {
        const u32 row = i >> log_columns, column = i & ((1u << log_columns) - 1);
        // Other rows are zero, and not read.
        if ((row & first_digit) < nonzero) tile[padded(i)] = a.load(rows.words[limb * plane + rows.place(row, column)]);
    }
    __syncthreads();
    u32 log_stride = 0;
    for (u32 s = 0; s < count; s++) {
        const Stage stage = stages[s];
        const bool last = s + 1 == count;
        if (stage.log_radix == 1)
            stage_of_rows<1>(a, stage, tile, rows, log_stride, last);
        else if (stage.log_radix == 2)
            stage_of_rows<2>(a, stage, tile, rows, log_stride, last);
        else
            stage_of_rows<3>(a, stage, tile, rows, log_stride, last);
        log_stride += (u32)stage.log_radix;
    }
}

// The places of whole rows in tiles: rows of pairs of polynomials, part after part, limb after limb, a
// window each. A thread has one word.
struct RowPlaces {
    u32 first, limbs, tile_limbs, log_rows, log_width, window;
};
__device__ __forceinline__ u64 place_in_rows(const RowPlaces& rows) { return (u64)blockIdx.y * rows.window + blockIdx.x * blockDim.x + threadIdx.x; }
__device__ __forceinline__ u64 place_in_tiles(const RowPlaces& rows) {
    const u32 column = blockIdx.x * blockDim.x + threadIdx.x, limb = blockIdx.y % rows.limbs, pair = blockIdx.y / rows.limbs;
    const u32 row = rows.first + pair / 2;
    const u64 tile = (u64)(pair % 2) * (rows.window >> rows.log_width) + (column >> rows.log_width);
    return ((tile * rows.tile_limbs + limb) << (rows.log_rows + rows.log_width)) + ((u64)row << rows.log_width) +
           (column & ((1u << rows.log_width) - 1));
}
