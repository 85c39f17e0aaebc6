// The kernels for the host, and what `crates/cuda/src/driver/emulated/emulator.rs` calls.
#define PAPILIO_EMULATED
#include "papilio.cu"

// The greatest magnitudes that the text of the passes comes to, whatever the words are: multiples
// of a prime below 2^50, whose factors are at most 4.
// Settled values are beyond 1/2 by some units at most. There is room: 8192 divides q − 1, so that 4q
// is below 2^52 by 32,764.
struct Bound {
    typedef double Value;
    typedef double Constant;
    inline static double greatest_sum = 0;
    // Sums are integers below 2^53.
    Value partial_reduce(Value x) const {
        emulation::outside += x >= 8;
        greatest_sum = std::max(greatest_sum, x);
        return 0.5;
    }
    Value multiply(Value x, Constant) const {
        emulation::outside += x > 4;
        emulation::greatest = std::max(emulation::greatest, x);
        return 0.5 + x / 8;
    }
    Value add(Value x, Value y) const { return x + y; }
    void accumulate(Value& sum, Value x, Constant w) const { sum += multiply(x, w); }
    void join(Value& even, Value& difference, Value odd) const { even = difference = even + odd; }
    void ct_butterfly(Value& x, Value& y, Constant w) const { x = y = x + multiply(y, w); }
    void gs_butterfly(Value& x, Value& y, Constant w) const {
        const double sum = x + y;
        x = sum;
        y = multiply(sum, w);
    }
};

template <class Pass>
static double greatest(double in, Pass pass) {
    double v[16];
    std::fill_n(v, 16, in);
    const double twiddles[32] = {};
    pass(v, twiddles);
    return *std::max_element(v, v + 16);
}

// Inputs of a butterfly up to a bound, and its constants.
struct Bounded {
    double operator[](u32) const { return 1; }
    double next() { return 0; }
};

// Kernels that are wrong, for a test that this is found: the first thread passes a barrier by, and
// a barrier that is none without shared memory.
KERNEL(wrong_uneven_barrier, (), (threadIdx.x ? __syncthreads() : void()))
KERNEL(wrong_unshared_barrier, (), (__syncthreads()))

extern "C" {
// The greatest sum of a stage with so many outputs a thread, of inputs up to 1; infinite where a factor
// or a sum is outside.
double papilio_emulated_outputs(unsigned log_outputs, unsigned nonzero, unsigned shared, unsigned first_is_one) {
    const Bound a;
    Bounded in, constants;
    double two[2], four[4], eight[8];
    Bound::greatest_sum = 0;
    const uint64_t before = emulation::outside;
    log_outputs == 1   ? outputs<1>(a, two, in, nonzero, shared, first_is_one, constants)
    : log_outputs == 2 ? outputs<2>(a, four, in, nonzero, shared, first_is_one, constants)
                       : outputs<3>(a, eight, in, nonzero, shared, first_is_one, constants);
    return emulation::outside == before ? Bound::greatest_sum : INFINITY;
}
// The greatest value that a pass from a level on makes of values up to a bound.
double papilio_emulated_forward(unsigned first, double in) {
    return greatest(in, [&](auto& v, auto& w) {
        const Bound a;
        first == 0   ? forward_levels<0>(a, v, w, 1)
        : first == 1 ? forward_levels<1>(a, v, w, 1)
        : first == 2 ? forward_levels<2>(a, v, w, 1)
                     : forward_levels<3>(a, v, w, 1);
    });
}
// The same for a pass up to a level; level 4 is for the pass to the root.
double papilio_emulated_inverse(unsigned first, double in) {
    return greatest(in, [&](auto& v, auto& w) {
        const Bound a;
        first == 0   ? inverse_levels<0>(a, v, w, 1)
        : first == 1 ? inverse_levels<1>(a, v, w, 1)
        : first == 2 ? inverse_levels<2>(a, v, w, 1)
        : first == 3 ? inverse_levels<3>(a, v, w, 1)
                     : inverse_levels_to_root(a, v, w, 0.0);
    });
}
unsigned papilio_emulated_launch(const char* name, unsigned x, unsigned y, unsigned threads, size_t shared, void** arguments, unsigned order) {
    return emulation::launch(name, {x, y, 1}, threads, shared, arguments, order);
}
// Takes what was counted, and begins anew.
uint64_t papilio_emulated_outside() { return std::exchange(emulation::outside, 0); }
double papilio_emulated_greatest() { return std::exchange(emulation::greatest, 0); }
}
