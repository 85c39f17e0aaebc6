// The kernels by name. Threads of a block are 256 in all of them.
#ifndef PAPILIO_EMULATED
#define SHARED(T, name)                                \
    extern __shared__ __align__(16) char shared_bytes[]; \
    T* const name = (T*)shared_bytes
#endif
#include "pointwise.cuh"
#include "transform.cuh"

#define COLUMNS(A, suffix, LOG_R)                                                                                                           \
    KERNEL(columns_forward_##suffix##_##LOG_R, (u64* data, const Prime* primes, u32 limbs), (columns_forward<A, LOG_R>(data, primes, limbs))) \
    KERNEL(columns_inverse_##suffix##_##LOG_R, (u64* data, const Prime* primes, u32 limbs), (columns_inverse<A, LOG_R>(data, primes, limbs)))

#define TRANSFORM(A, suffix)                                                                                                               \
    COLUMNS(A, suffix, 4)                                                                                                                  \
    COLUMNS(A, suffix, 5)                                                                                                                  \
    COLUMNS(A, suffix, 6)                                                                                                                  \
    COLUMNS(A, suffix, 7)                                                                                                                  \
    COLUMNS(A, suffix, 8)                                                                                                                  \
    KERNEL(rows_forward_##suffix, (u64* data, const Prime* primes, u32 limbs, u32 rows), (rows_forward<A>(data, primes, limbs, rows)))     \
    KERNEL(rows_inverse_##suffix, (u64* data, const Prime* primes, u32 limbs, u32 rows), (rows_inverse<A>(data, primes, limbs, rows)))

#define POINTWISE(name, Operation)                                                       \
    KERNEL(name, (u64* x, const u64* y, const Prime* primes, u32 limbs, u32 n), (pointwise<Operation>(x, y, primes, limbs, n)))

#ifndef PAPILIO_EMULATED
#define KERNEL(name, parameters, body) \
    extern "C" __global__ void __launch_bounds__(256, 2) name parameters { body; }
#else
#define KERNEL(name, parameters, body)        \
    static void name parameters { body; }     \
    static const emulation::Entry entry_##name(#name, name);
#endif

TRANSFORM(F64, f64)
TRANSFORM(U64, u64)
POINTWISE(add, Add)
POINTWISE(subtract, Subtract)
POINTWISE(multiply, Multiply)
