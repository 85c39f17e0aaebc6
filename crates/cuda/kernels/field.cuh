// Elements of the fields of proof systems in registers: words as the host has them, and constants
// of tables, products with which are words again, and of two of which a constant.
// `ct_butterfly` makes x + yw and x − yw, and `gs_butterfly` x + y and (x − y)w; both take and give
// values of an interval of the field's own, of which `canonical` makes the word.
// Values of a thread are 2^LOG_VALUES.
#pragma once
#include "arithmetic.cuh"

// 2^64 − 2^32 + 1: values are any words.
struct Goldilocks {
    typedef u64 Word;
    typedef u64 Value;
    static constexpr int LOG_VALUES = 4, WORDS = 1;
    static constexpr u64 P = 0xFFFFFFFF00000001ull, EPSILON = 0xFFFFFFFFull;

    __device__ __forceinline__ static Value load(const Word* words, u64 at) { return words[at]; }
    __device__ __forceinline__ static void store(Word* words, u64 at, Value x) { words[at] = x; }
    __device__ __forceinline__ static Value take(const Word* shared, u32, u32 at) { return shared[at]; }
    __device__ __forceinline__ static void put(Word* shared, u32, u32 at, Value x) { shared[at] = x; }
    __device__ __forceinline__ static Value canonical(Value x) { return min(x, x - P); }
    // 2^64 is 2^32 − 1 and 2^96 is −1: low + 2^64·h_0 + 2^96·h_1 is low − h_1 + h_0(2^32 − 1).
    __device__ __forceinline__ static Value multiply(Value x, Value w) {
        const u64 low = x * w, high = __umul64hi(x, w), above = high >> 32;
        const u64 difference = low - above - (low < above ? EPSILON : 0), rest = (high & EPSILON) * EPSILON, sum = difference + rest;
        return sum + (sum < rest ? EPSILON : 0);
    }
    // For y < p: what leaves the word comes back as 2^32 − 1, and does not leave it again.
    __device__ __forceinline__ static Value add(Value x, Value y) {
        const u64 sum = x + y;
        return sum + (sum < y ? EPSILON : 0);
    }
    __device__ __forceinline__ static Value subtract(Value x, Value y) { return x - y - (x < y ? EPSILON : 0); }
    __device__ __forceinline__ static void ct_butterfly(Value& x, Value& y, Value w) {
        const u64 product = canonical(multiply(y, w));
        y = subtract(x, product);
        x = add(x, product);
    }
    __device__ __forceinline__ static void gs_butterfly(Value& x, Value& y, Value w) {
        const u64 below = canonical(y);
        y = multiply(subtract(x, below), w);
        x = add(x, below);
    }
};

// 2^31 − 2^27 + 1: values are canonical, and constants times 2^32, which the reduction of a product
// divides by (P. Montgomery, 1985).
struct BabyBear {
    typedef u32 Word;
    typedef u32 Value;
    static constexpr int LOG_VALUES = 4, WORDS = 1;
    // The prime, and its inverse modulo 2^32.
    static constexpr u32 P = 0x78000001u, INVERSE = 0x88000001u;

    __device__ __forceinline__ static Value load(const Word* words, u64 at) { return words[at]; }
    __device__ __forceinline__ static void store(Word* words, u64 at, Value x) { words[at] = x; }
    __device__ __forceinline__ static Value take(const Word* shared, u32, u32 at) { return shared[at]; }
    __device__ __forceinline__ static void put(Word* shared, u32, u32 at, Value x) { shared[at] = x; }
    __device__ __forceinline__ static Value canonical(Value x) { return x; }
    // The lesser of a word and of one more or less by p, where one of both has wrapped.
    __device__ __forceinline__ static Value lesser(u32 x, u32 y) { return x < y ? x : y; }
    // x·w − mp, where m makes it a multiple of 2^32, is between −p·2^32 and p·2^32.
    __device__ __forceinline__ static Value multiply(Value x, Value w) {
        const u64 product = (u64)x * w;
        const u32 m = (u32)product * INVERSE, rest = (u32)(product >> 32) - (u32)((u64)m * P >> 32);
        return lesser(rest, rest + P);
    }
    __device__ __forceinline__ static Value add(Value x, Value y) { return lesser(x + y, x + y - P); }
    __device__ __forceinline__ static Value subtract(Value x, Value y) { return lesser(x - y, x - y + P); }
    __device__ __forceinline__ static void ct_butterfly(Value& x, Value& y, Value w) {
        const u32 product = multiply(y, w);
        y = subtract(x, product);
        x = add(x, product);
    }
    __device__ __forceinline__ static void gs_butterfly(Value& x, Value& y, Value w) {
        const u32 difference = subtract(x, y);
        x = add(x, y);
        y = multiply(difference, w);
    }
};

// The scalar field of BN254, below 2^254: elements are x·2^256 in eight words of 32 bits, constants
// w·2^261, and products are divided by 2^261 (P. Montgomery, 1985). Values are below 4p in
// forward levels and 2p in inverse ones (D. Harvey, as for `U64`), and constants below 2p.
struct Bn254 {
    typedef u64 Word;
    struct Value {
        u32 words[8];
    };
    static constexpr int LOG_VALUES = 2, WORDS = 4;
    // −1/p modulo 2^32.
    static constexpr u32 INVERSE = 0xEFFFFFFFu;
    // p times a power of two.
    template <int LOG>
    __device__ __forceinline__ static Value multiple() {
        const u32 p[9] = {0, 0xF0000001u, 0x43E1F593u, 0x79B97091u, 0x2833E848u, 0x8181585Du, 0xB85045B6u, 0xE131A029u, 0x30644E72u};
        Value multiple;
#pragma unroll
        for (int i = 0; i < 8; i++) multiple.words[i] = LOG ? p[i + 1] << LOG | p[i] >> (32 - LOG) % 32 : p[i + 1];
        return multiple;
    }

    __device__ __forceinline__ static Value load(const Word* words, u64 at) {
        const ulonglong2* const from = (const ulonglong2*)(words + 4 * at);
        const ulonglong2 low = from[0], high = from[1];
        return {{(u32)low.x, (u32)(low.x >> 32), (u32)low.y, (u32)(low.y >> 32), (u32)high.x, (u32)(high.x >> 32), (u32)high.y,
                 (u32)(high.y >> 32)}};
    }
    __device__ __forceinline__ static u64 word(const Value& x, int i) { return (u64)x.words[2 * i + 1] << 32 | x.words[2 * i]; }
    __device__ __forceinline__ static void store(Word* words, u64 at, const Value& x) {
        ulonglong2* const to = (ulonglong2*)(words + 4 * at);
        to[0] = ulonglong2{word(x, 0), word(x, 1)};
        to[1] = ulonglong2{word(x, 2), word(x, 3)};
    }
    // Words of the same place of elements are neighbors in shared memory.
    __device__ __forceinline__ static Value take(const Word* shared, u32 apart, u32 at) {
        Value x;
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const u64 word = shared[apart * i + at];
            x.words[2 * i] = (u32)word;
            x.words[2 * i + 1] = (u32)(word >> 32);
        }
        return x;
    }
    __device__ __forceinline__ static void put(Word* shared, u32 apart, u32 at, const Value& x) {
#pragma unroll
        for (int i = 0; i < 4; i++) shared[apart * i + at] = word(x, i);
    }

    // Sums of words of 64 bits, and of complements instead of borrows, take the fewest instructions.
    __device__ __forceinline__ static Value add(const Value& x, const Value& y) {
        Value sum;
        u64 carry = 0;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            carry += (u64)x.words[i] + y.words[i];
            sum.words[i] = (u32)carry;
            carry >>= 32;
        }
        return sum;
    }
    // x + 2p − y.
    __device__ __forceinline__ static Value subtract(const Value& x, const Value& y) {
        const Value p2 = multiple<1>();
        Value difference;
        u64 carry = 1;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            carry += (u64)x.words[i] + p2.words[i] + (u32)~y.words[i];
            difference.words[i] = (u32)carry;
            carry >>= 32;
        }
        return difference;
    }
    // x, or x − y from there on.
    __device__ __forceinline__ static Value reduce(const Value& x, const Value& y) {
        Value reduced;
        u64 carry = 1;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            carry += (u64)x.words[i] + (u32)~y.words[i];
            reduced.words[i] = (u32)carry;
            carry >>= 32;
        }
#pragma unroll
        for (int i = 0; i < 8; i++) reduced.words[i] = carry ? reduced.words[i] : x.words[i];
        return reduced;
    }
    __device__ __forceinline__ static Value canonical(const Value& x) { return reduce(reduce(x, multiple<1>()), multiple<0>()); }

    // Nine limbs of 29 bits: sums of their products fit words of 64 bits without a carry.
    struct Limbs {
        u32 of[9];
    };
    static constexpr u32 LIMB = 0x1FFFFFFFu;
    __device__ __forceinline__ static Limbs limbs(const Value& x) {
        Limbs limbs;
#pragma unroll
        for (int i = 0; i < 9; i++) {
            const int word = 29 * i / 32;
            limbs.of[i] = __funnelshift_r(x.words[word], word < 7 ? x.words[word + 1] : 0, 29 * i % 32) & LIMB;
        }
        return limbs;
    }
    // The low half of a word, of which the compiler sees no more: it would go on with words of 64
    // bits, whose products are several instructions.
    __device__ __forceinline__ static u32 low(u64 x) { return (u32)__double2loint(__longlong_as_double((long long)x)); }
    // For x < 4p and w < 2p: below 2p, as the product is less than p·2^258. A limb of the sums is
    // less than 18·2^58 + 2^35.
    __device__ __forceinline__ static Value multiply(const Value& x, const Value& w) {
        const Limbs a = limbs(x), b = limbs(w), p = limbs(multiple<0>());
        u64 sums[10] = {};
#pragma unroll
        for (int i = 0; i < 9; i++) {
#pragma unroll
            for (int j = 0; j < 9; j++) sums[j] += (u64)a.of[j] * b.of[i];
            const u32 factor = low(sums[0]) * INVERSE & LIMB;
#pragma unroll
            for (int j = 0; j < 9; j++) sums[j] += (u64)factor * p.of[j];
            sums[1] += sums[0] >> 29;
#pragma unroll
            for (int j = 0; j < 9; j++) sums[j] = sums[j + 1];
            sums[9] = 0;
        }
        u32 limbs[9];
        u64 carry = 0;
#pragma unroll
        for (int i = 0; i < 9; i++) {
            carry += sums[i];
            limbs[i] = low(carry) & LIMB;
            carry >>= 29;
        }
        Value product;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            const int limb = 32 * i / 29, bit = 32 * i % 29;
            product.words[i] = limbs[limb] >> bit | limbs[limb + 1] << (29 - bit);
        }
        return product;
    }
    __device__ __forceinline__ static void ct_butterfly(Value& x, Value& y, const Value& w) {
        const Value below = reduce(x, multiple<1>()), product = multiply(y, w);
        x = add(below, product);
        y = subtract(below, product);
    }
    __device__ __forceinline__ static void gs_butterfly(Value& x, Value& y, const Value& w) {
        const Value difference = subtract(x, y);
        x = reduce(add(x, y), multiple<1>());
        y = multiply(difference, w);
    }
};
