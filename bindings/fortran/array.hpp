#pragma once
/// \file An array of Fortran as it lies in memory, and how the module gives it.

#include <cstddef>

#ifdef PARTITA_FORTRAN_ASSUMED_RANK
#include <ISO_Fortran_binding.h>
#endif

#include "bindings/c/partita.h"

namespace partita::fortran {

/// The layout is also generic_arrays.F90.in's.
struct Array {
  void* address;
  std::size_t bytes;  ///< of an element
  int type;           ///< partita_type, or 0: has no name in C, and is copied by its size
  int rank;           ///< -1: of an optional argument that is absent
  std::ptrdiff_t extents[15];
  std::ptrdiff_t strides[15];  ///< in bytes

  bool is_absent() const { return rank < 0; }
};

#ifdef PARTITA_FORTRAN_ASSUMED_RANK
/// The module passes any array by a C descriptor of Fortran 2018.
using GivenArray = CFI_cdesc_t;

/// @param given a null pointer: of an optional argument that is absent
Array array_of(const GivenArray* given);
#else
/// The module has a procedure for each type and rank of arrays, which says where an array lies.
using GivenArray = Array;

inline const Array& array_of(const GivenArray* given) { return *given; }
#endif

}  // namespace partita::fortran
