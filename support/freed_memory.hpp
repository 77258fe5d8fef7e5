#pragma once
/// \file Freed memory, back to the operating system.

#include <cstdlib>  // defines __GLIBC__ where that is the C library

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace partita {

/// Returns memory that this process has freed, where the C library can: for the end of a phase that needed
/// much. Else fragments between blocks still in use stay this process's until it ends. Costs milliseconds.
/// Not collective.
inline void return_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace partita
