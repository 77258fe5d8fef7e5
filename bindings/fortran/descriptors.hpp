#pragma once
/// \file Fortran's arrays as fields, by the C descriptors of Fortran 2018.

#include <ISO_Fortran_binding.h>

#include "bindings/c/partita.h"

namespace partita::fortran {

/// The dimension of an array that counts entities.
enum Layout {
  entities_last,
  entities_first,
  blocks  ///< the first counts entities in a block, the last blocks
};

/// @param number of the field in its call, from 1: for sentences
/// @param entities that the exchange's pattern needs
/// @throws Error for an array of a type or rank that no exchange takes
partita_field field_of(const CFI_cdesc_t& array, int number, Layout layout, int entities);

}  // namespace partita::fortran
