#pragma once
/// \file What all procedures of the Fortran modules do: handles and texts as Fortran has them, and optional
/// errors.

#include <string>

#include <ISO_Fortran_binding.h>
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

/// A text without the blanks at its end.
/// @param text  a null pointer: of an optional argument that is absent; its text is empty
std::string text_of(const CFI_cdesc_t* text);

/// Number of elements of an array in dimension d, from 0. Some arrays without elements have a negative one in
/// gfortran 12.
inline CFI_index_t extent(const CFI_cdesc_t& array, int d) {
  return array.dim[d].extent < 0 ? 0 : array.dim[d].extent;
}

/// What Fortran counts from, unless the caller says another number.
inline int base_of(const int* base) { return base ? *base : 1; }

}  // namespace partita::fortran
