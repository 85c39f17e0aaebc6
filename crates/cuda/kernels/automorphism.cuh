// X ↦ X^g modulo X^n + 1, on canonical words of n = 2^log_n coefficients or values.
#pragma once
#include "arithmetic.cuh"

__device__ __forceinline__ u32 reversed(u32 i, u32 log_n) { return __brev(i) >> (32 - log_n); }

// The coefficient of X^i becomes that of X^(ig), with the sign of X^n = −1. `inverse` is that of g.
__device__ __forceinline__ void image_of_coefficients(u64* to, const u64* from, const Prime* primes, u32 limbs, u32 log_n, u32 inverse) {
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x, n = 1u << log_n, power = i * inverse & (2 * n - 1);
    const u64 limb = (u64)blockIdx.y << log_n, q = primes[blockIdx.y % limbs].q;
    const u64 word = from[limb + (power & (n - 1))], negative = word ? q - word : 0;
    to[limb + i] = power < n ? word : negative;
}

// Place i holds the value at the root to the power of 2·reversed(i) + 1.
__device__ __forceinline__ void image_of_values(u64* to, const u64* from, u32 log_n, u32 exponent) {
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x, n = 1u << log_n;
    const u32 power = (2 * reversed(i, log_n) + 1) * exponent & (2 * n - 1);
    const u64 limb = (u64)blockIdx.y << log_n;
    to[limb + i] = from[limb + reversed(power >> 1, log_n)];
}
