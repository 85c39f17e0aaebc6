// The file that HEXL's build would write from `defines.hpp.in`, which is not in the package: the compiler, and no debugging.
#pragma once

#if defined(__clang__)
#define HEXL_USE_CLANG
#else
#define HEXL_USE_GNU
#endif

#define HEXL_UNUSED(x) (void)(x)
