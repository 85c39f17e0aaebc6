// HEXL's transform as C functions. Values are canonical before and after: both factors are 1.
#include <cstdint>

#include "hexl/ntt/ntt.hpp"

using intel::hexl::NTT;

extern "C" {

// Null when there is no memory; the caller has checked length and prime.
NTT* papilio_ntt_new(std::uint64_t n, std::uint64_t q) noexcept {
  try {
    return new NTT(n, q);
  } catch (...) {
    return nullptr;
  }
}

void papilio_ntt_delete(NTT* ntt) noexcept { delete ntt; }

void papilio_ntt_forward(NTT* ntt, std::uint64_t* a) noexcept { ntt->ComputeForward(a, a, 1, 1); }

void papilio_ntt_inverse(NTT* ntt, std::uint64_t* a) noexcept { ntt->ComputeInverse(a, a, 1, 1); }
}
