#pragma once
/// \file Fortran's arrays: where they lie, and what they are to exchanges and to moves of values.

#include <cstddef>

#include <ISO_Fortran_binding.h>

#include "bindings/c/partita.h"
#include "bindings/fortran/calls.hpp"

namespace partita::fortran {

struct Array {
  void* address;
  std::size_t bytes;  ///< of an element
  int type;           ///< partita_type, or 0: has no name in C, and is copied by its size
  int rank;
  std::ptrdiff_t extents[CFI_MAX_RANK];  ///< -1: the last one of an assumed-size array
  std::ptrdiff_t strides[CFI_MAX_RANK];  ///< in bytes
};

Array array_of(const CFI_cdesc_t& given);

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
