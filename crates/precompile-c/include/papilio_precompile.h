/* EIP-7885: the number-theoretic transform and vector arithmetic as Ethereum precompiles.
 *
 * Operations: 0 forward transform, 1 inverse transform, 2 products, 3 sums; their addresses are base + 0 to 3, the base being
 * 0x12 by default. Functions may be called from any thread, keep no pointer and do not unwind. A host charges the gas first. */
#ifndef PAPILIO_PRECOMPILE_H
#define PAPILIO_PRECOMPILE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAPILIO_PRECOMPILE_DEFAULT_BASE 0x12

/* The results of papilio_precompile_run. Errors of input are in the order in which it is validated. */
enum papilio_precompile_result {
    PAPILIO_PRECOMPILE_OK = 0,
    PAPILIO_PRECOMPILE_TOO_SHORT = -1,
    PAPILIO_PRECOMPILE_HEADER = -2,
    PAPILIO_PRECOMPILE_DEGREE_NOT_POWER = -3,
    PAPILIO_PRECOMPILE_DEGREE = -4,
    PAPILIO_PRECOMPILE_ZERO_MODULUS = -5,
    PAPILIO_PRECOMPILE_MODULUS = -6,
    PAPILIO_PRECOMPILE_CONGRUENCE = -7,
    PAPILIO_PRECOMPILE_ROOT = -8,
    PAPILIO_PRECOMPILE_LENGTH = -9,
    PAPILIO_PRECOMPILE_COEFFICIENT = -10,
    PAPILIO_PRECOMPILE_NOT_PRIME = -11,
    /* A null pointer where there must be none, or no operation of that number. */
    PAPILIO_PRECOMPILE_BAD_ARGUMENT = -100,
    /* Nothing was written; *out_len says how much room the output needs. */
    PAPILIO_PRECOMPILE_OUTPUT_TOO_SMALL = -101,
    /* A defect of the library. */
    PAPILIO_PRECOMPILE_PANIC = -102
};

/* The gas of a call, from the header and the length alone; UINT64_MAX for a bad argument. */
uint64_t papilio_precompile_gas(uint8_t op, const uint8_t *in, size_t len);

/* Bytes of the output of a call with a sound header, else 0. */
size_t papilio_precompile_output_len(uint8_t op, const uint8_t *in, size_t len);

/* Computes. `in` may be null if `len` is 0, `out` if `out_cap` is 0; `out_len` may not. Buffers do not overlap. */
int32_t papilio_precompile_run(uint8_t op, const uint8_t *in, size_t len, uint8_t *out, size_t out_cap, size_t *out_len);

/* Makes the tables of the signature standards, so that the first call need not. Optional. */
void papilio_precompile_prepare(void);

#ifdef __cplusplus
}
#endif

#endif
