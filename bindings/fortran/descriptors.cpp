#include <cstddef>
#include <utility>

#include "bindings/fortran/array.hpp"

namespace partita::fortran {

namespace {

// gfortran 12 gives no strides for some arrays that an assignment allocates, a = reshape(...).
void make_whole(Array& array) {
  auto next = static_cast<std::ptrdiff_t>(array.bytes);
  for (int d = 0; d < array.rank; ++d) {
    array.strides[d] = next;
    next *= array.extents[d];
  }
}

}  // namespace

Array array_of(const CFI_cdesc_t* given) {
  Array array = {};
  if (given == nullptr) return array;
  constexpr std::pair<CFI_type_t, partita_type> named[] = {{CFI_type_float, PARTITA_FLOAT},
                                                           {CFI_type_double, PARTITA_DOUBLE},
                                                           {CFI_type_float_Complex, PARTITA_COMPLEX_FLOAT},
                                                           {CFI_type_double_Complex, PARTITA_COMPLEX_DOUBLE}};
  for (const auto& [type, name] : named)
    if (given->type == type) array.type = name;
  for (const int type : {CFI_type_char, CFI_type_struct, CFI_type_other})
    if (given->type == type) array.type = of_parts;
  array.address = given->base_addr;
  array.bytes = given->elem_len;
  array.rank = given->rank;
  bool has_strides = false;
  for (int d = 0; d < given->rank; ++d) {
    // -1: the last of an assumed-size array. gfortran 12 gives empty arrays extents below 0.
    const std::ptrdiff_t extent = given->dim[d].extent;
    array.extents[d] = extent < 0 && (extent < -1 || d + 1 < given->rank) ? 0 : extent;
    array.strides[d] = given->dim[d].sm;
    has_strides = has_strides || array.strides[d] != 0;
  }
  if (!has_strides) make_whole(array);
  return array;
}

}  // namespace partita::fortran
