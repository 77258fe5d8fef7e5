#pragma once
/// \file Fortran's arrays as fields, and as values side by side.

#include <cstddef>

#include "bindings/fortran/array.hpp"
#include "bindings/fortran/calls.hpp"

namespace partita::fortran {

/// @param number of the field in its call, from 1: for sentences
/// @param entities that the exchange's pattern needs
/// @throws Error for an array of a type or rank that no exchange takes
partita_field field_of(const Array& array, int number, Layout layout, int entities);

/// Bytes of one of an array's values, which the last dimension counts.
/// @param values that it must have room for
/// @throws Error unless the array is contiguous, and has a dimension and that room
std::size_t bytes_a_value(const Array& array, std::size_t values);

}  // namespace partita::fortran
