#include <cstdlib>  // defines __GLIBC__ where that is the C library

#include <partita/support/freed_memory.hpp>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace partita {

void return_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace partita
