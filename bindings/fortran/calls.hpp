#pragma once
/// \file What all procedures of the Fortran modules do: handles as Fortran has them, and optional errors.

#include <mpi.h>

#include "bindings/c/partita.h"

namespace partita::fortran {

/// A derived type that holds a handle alone.
template <class T>
struct Handle {
  T* handle;
};
using Pattern = Handle<partita_pattern>;
using Table = Handle<partita_table>;
using Loop = Handle<partita_loop>;
using Remap = Handle<partita_remap>;
using SchedulingTable = Handle<partita_scheduling_table>;

/// The dimension of an array that counts entities.
enum Layout : int {
  entities_last,
  entities_first,
  blocks  ///< the first counts entities in a block, the last blocks
};

template <>
struct Handle<partita_exchange> {
  partita_exchange* handle;
  Layout layout;
};
using Exchange = Handle<partita_exchange>;

/// A caller that takes no error is ended with one sentence. All ranks have the same one after a collective
/// error: the first says it, and ends the others.
/// @param function the function that calls it: behind the procedure partita_NAME it is partita_f_NAME
void report(int code, int* error, const char* function = __builtin_FUNCTION());

/// What Fortran counts from, unless the caller says another number.
inline int base_of(const int* base) { return base ? *base : 1; }

}  // namespace partita::fortran
