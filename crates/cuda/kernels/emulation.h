// The device on one processor, for tests: every thread of a block is a fiber, and a barrier
// switches to the next one. A kernel without shared memory has no barrier, and its threads are
// calls. Races between blocks are not seen, nor orders of threads between two
// barriers other than those that are asked for.
#pragma once
#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <ucontext.h>
#include <utility>
#include <vector>

#define __device__
#define __forceinline__ inline

struct ulonglong2 {
    unsigned long long x, y;
};

namespace emulation {
struct Index {
    unsigned x, y, z;
};
inline Index thread, block, threads, blocks;
inline char* shared;
// Factors of doubles beyond 2^52, and the greatest in multiples of the prime.
inline uint64_t outside;
inline double greatest;

inline void factor(double x, double q) {
    if (!(std::fabs(x) <= 4503599627370496.0)) outside++;
    greatest = std::max(greatest, std::fabs(x) / q);
}

struct Fiber {
    ucontext_t start;
    jmp_buf paused;
    bool begun, done;
};
constexpr size_t STACK = 32 << 10;
inline std::vector<Fiber> fibers;
inline std::vector<char> stacks;
inline jmp_buf scheduler;
inline unsigned current;
// Whether threads are fibers, and whether one came to a barrier that is none.
inline bool fibered, misplaced;
inline std::function<void()> body;

// A context is entered once: swapcontext saves the mask of signals, by a call of the system, and
// took half of the time of the tests.
inline void resume(Fiber& fiber) {
    if (_setjmp(scheduler)) return;
    if (fiber.begun) _longjmp(fiber.paused, 1);
    fiber.begun = true;
    setcontext(&fiber.start);
}

inline void pause(Fiber& fiber) {
    if (!_setjmp(fiber.paused)) _longjmp(scheduler, 1);
}

// A fiber runs its thread of one block after the other.
inline void run() {
    Fiber& fiber = fibers[current];
    for (;;) {
        body();
        fiber.done = true;
        pause(fiber);
    }
}

inline void barrier() {
    if (!fibered) {
        misplaced = true;
        return;
    }
    pause(fibers[current]);
}

// Kernels by name, which take pointers to their arguments as the driver does.
using Call = std::function<void(void**)>;
inline std::map<std::string, Call>& kernels() {
    static std::map<std::string, Call> all;
    return all;
}

template <class... T, size_t... I>
Call call(void (*kernel)(T...), std::index_sequence<I...>) {
    return [kernel](void** arguments) { kernel(*static_cast<std::remove_reference_t<T>*>(arguments[I])...); };
}

struct Entry {
    template <class... T>
    Entry(const char* name, void (*kernel)(T...)) {
        kernels()[name] = call(kernel, std::index_sequence_for<T...>{});
    }
};

enum Outcome { DONE, UNKNOWN_KERNEL, BARRIER_NOT_REACHED, BARRIER_WITHOUT_SHARED_MEMORY, FACTOR_OUTSIDE };

// The fibers of a block between two barriers: as they are numbered, backwards, or in an order that
// changes from round to round.
enum Order { ASCENDING, DESCENDING, SHUFFLED };

inline void shuffle(std::vector<unsigned>& turns, unsigned order, uint64_t& state) {
    for (size_t t = turns.size(); order == SHUFFLED && t > 1; t--) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        std::swap(turns[t - 1], turns[(state >> 33) % t]);
    }
}

inline Outcome run_block(unsigned order, uint64_t& state) {
    std::vector<unsigned> turns(threads.x);
    for (unsigned t = 0; t < threads.x; t++) turns[t] = order == DESCENDING ? threads.x - 1 - t : t;
    if (!fibered) {
        shuffle(turns, order, state);
        for (const unsigned t : turns) {
            thread.x = t;
            body();
        }
        return misplaced ? BARRIER_WITHOUT_SHARED_MEMORY : DONE;
    }
    for (Fiber& fiber : fibers) fiber.done = false;
    // A round is the work between two barriers, which all threads reach or none.
    for (unsigned left = threads.x; left;) {
        shuffle(turns, order, state);
        unsigned waiting = 0;
        for (const unsigned t : turns) {
            if (fibers[t].done) continue;
            current = t;
            thread.x = t;
            resume(fibers[t]);
            fibers[t].done ? left-- : waiting++;
        }
        if (waiting && waiting != threads.x) return BARRIER_NOT_REACHED;
    }
    return DONE;
}

inline Outcome launch(const char* name, Index grid, unsigned block_threads, size_t shared_bytes, void** arguments, unsigned order) {
    const auto found = kernels().find(name);
    if (found == kernels().end()) return UNKNOWN_KERNEL;
    body = [&] { found->second(arguments); };
    blocks = grid;
    threads = {block_threads, 1, 1};
    fibered = shared_bytes > 0;
    misplaced = false;
    fibers.resize(block_threads);
    stacks.resize(block_threads * STACK);
    for (unsigned t = 0; fibered && t < block_threads; t++) {
        Fiber& fiber = fibers[t];
        fiber.begun = false;
        getcontext(&fiber.start);
        fiber.start.uc_stack.ss_sp = &stacks[t * STACK];
        fiber.start.uc_stack.ss_size = STACK;
        fiber.start.uc_link = nullptr;
        makecontext(&fiber.start, run, 0);
    }
    std::vector<double> memory(shared_bytes / 8 + 2);
    shared = reinterpret_cast<char*>(memory.data());
    uint64_t state = 1;
    const uint64_t outside_before = outside;
    for (block.y = 0; block.y < grid.y; block.y++)
        for (block.x = 0; block.x < grid.x; block.x++) {
            // Shared memory is not zero when a block begins.
            memset(memory.data(), 0xA5, memory.size() * 8);
            if (const Outcome outcome = run_block(order, state)) return outcome;
        }
    return outside == outside_before ? DONE : FACTOR_OUTSIDE;
}
}  // namespace emulation

#define threadIdx emulation::thread
#define blockIdx emulation::block
#define blockDim emulation::threads
#define gridDim emulation::blocks
#define __syncthreads() emulation::barrier()
#define SHARED(T, name) T* const name = (T*)emulation::shared

static inline unsigned long long min(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
static inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32); }
static inline ulonglong2 __ldcg(const ulonglong2* from) { return *from; }
static inline void __stcg(ulonglong2* to, ulonglong2 pair) { *to = pair; }
static inline unsigned __brev(unsigned x) {
    unsigned y = 0;
    for (int i = 0; i < 32; i++) y |= (x >> i & 1u) << (31 - i);
    return y;
}
static inline int __clz(unsigned x) { return x ? __builtin_clz(x) : 32; }
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
static inline double __fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }
static inline double __dmul_rn(double a, double b) { return a * b; }
static inline double __dadd_rn(double a, double b) { return a + b; }
static inline double __dsub_rn(double a, double b) { return a - b; }
static inline double __longlong_as_double(long long x) {
    double y;
    memcpy(&y, &x, 8);
    return y;
}
static inline long long __double_as_longlong(double x) {
    long long y;
    memcpy(&y, &x, 8);
    return y;
}
static inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
static inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
