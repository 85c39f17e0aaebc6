#include "papilio_precompile.h"

int main(void) {
    const uint8_t in[16] = {0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 1};
    uint8_t out[4] = {0};
    size_t len = 0;
    papilio_precompile_prepare();
    if (papilio_precompile_gas(0, in, sizeof in) != 204 || papilio_precompile_output_len(0, in, sizeof in) != 4) return 1;
    if (papilio_precompile_run(0, in, sizeof in, out, sizeof out, &len) != PAPILIO_PRECOMPILE_OK || len != 4) return 2;
    if (out[1] != 2 || out[3] != 3) return 3;
    if (papilio_precompile_run(0, in, 15, out, sizeof out, &len) != PAPILIO_PRECOMPILE_LENGTH || len != 0) return 4;
    return papilio_precompile_run(0, 0, 16, out, sizeof out, &len) == PAPILIO_PRECOMPILE_BAD_ARGUMENT ? 0 : 5;
}
