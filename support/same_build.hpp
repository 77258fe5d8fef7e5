#pragma once
/// \file A program that differs from the library in the layout of vectors or strings, in MPI or in the
/// version does not link.
///
/// Linked, it would crash: vectors with `_GLIBCXX_DEBUG` are longer. The function that the linker misses
/// says how the program was compiled.

#include <version>

#include <mpi.h>

namespace partita::detail {

#ifdef _GLIBCXX_DEBUG
using Containers = struct with_GLIBCXX_DEBUG;
#else
using Containers = struct without_GLIBCXX_DEBUG;
#endif

#if defined(_LIBCPP_VERSION)
using Strings = struct with_libcxx;
#elif defined(_GLIBCXX_USE_CXX11_ABI) && _GLIBCXX_USE_CXX11_ABI == 0
using Strings = struct with_GLIBCXX_USE_CXX11_ABI_0;
#else
using Strings = struct with_libstdcxx;
#endif

#if defined(OPEN_MPI)
using Mpi = struct with_Open_MPI;
#elif defined(MPICH)
using Mpi = struct with_MPICH;
#else
using Mpi = struct with_another_MPI;
#endif

using Version = struct of_version_0_2;

/// Does nothing.
void needs_a_partita_compiled(Containers*, Strings*, Mpi*, Version*);

[[gnu::used]] inline void (*const same_build)(Containers*, Strings*, Mpi*,
                                              Version*) = needs_a_partita_compiled;

}  // namespace partita::detail
