#pragma once
/// \file Fortran's arrays: where they lie, and what they are to exchanges and to moves of values.

#include <cstddef>

#ifdef PARTITA_FORTRAN_ASSUMED_RANK
#include <ISO_Fortran_binding.h>
#endif

#include "bindings/c/partita.h"
#include "bindings/fortran/calls.hpp"

namespace partita::fortran {

/// The type of characters and derived types, which no exchange takes.
constexpr int of_parts = -1;

/// The layout is also generic_arrays.F90.in's.
struct Array {
  void* address;
  std::size_t bytes;  ///< of an element
  int type;           ///< partita_type, `of_parts`, or 0: has no name in C, and is copied by its size
  int rank = -1;      ///< -1: of an optional argument that is absent
  std::ptrdiff_t extents[15];
  std::ptrdiff_t strides[15];  ///< in bytes
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

/// As a field of an exchange.
/// @param number of the field in its call, from 1: for sentences
/// @param entities that the exchange's pattern needs
/// @throws Error for an array of a type or rank that no exchange takes
partita_field field_of(const Array& array, int number, Layout layout, int entities);

/// Bytes of one of an array's values, which the last dimension counts.
/// @param values that it must have room for
/// @throws Error unless the array is contiguous, and has a dimension and that room
std::size_t bytes_a_value(const Array& array, std::size_t values);

}  // namespace partita::fortran
