#include "bindings/fortran/descriptors.hpp"

#include <utility>

#include <partita/support/error.hpp>

namespace partita::fortran {

namespace {

// Types without a name in C, such as logical(8), are copied by their size.
partita_type type_of(const CFI_cdesc_t& array, int number) {
  constexpr std::pair<CFI_type_t, partita_type> named[] = {{CFI_type_float, PARTITA_FLOAT},
                                                           {CFI_type_double, PARTITA_DOUBLE},
                                                           {CFI_type_float_Complex, PARTITA_COMPLEX_FLOAT},
                                                           {CFI_type_double_Complex, PARTITA_COMPLEX_DOUBLE}};
  for (const auto& [type, name] : named)
    if (array.type == type) return name;
  switch (array.elem_len) {
    case 1:
      return PARTITA_INT8;
    case 2:
      return PARTITA_INT16;
    case 4:
      return PARTITA_INT32;
    case 8:
      return PARTITA_INT64;
    default:
      throw Error("field ", number, " has elements of ", array.elem_len,
                  " bytes, which are neither real, complex, integer nor logical of at most 8 bytes a part");
  }
}

}  // namespace

partita_field field_of(const CFI_cdesc_t& array, int number, Layout layout, int entities) {
  partita_field field = {};
  field.data = array.base_addr;
  field.type = type_of(array, number);
  for (auto& extent : field.extents) extent = 1;
  const int rank = array.rank;
  if (rank == 0) {
    if (entities > 1)
      throw Error("field ", number, " is one value, where the pattern has ", entities,
                  " entities; give the array, not its first element");
    field.entities = 1;
    return field;
  }
  if (layout == blocks && rank < 2)
    throw Error("field ", number,
                " has one dimension; blocks of entities have at least two, (nproma, blocks)");

  const CFI_dim_t &first = array.dim[0], &last = array.dim[rank - 1];
  const CFI_dim_t& counts_entities = layout == entities_last ? last : first;
  field.stride = counts_entities.sm;
  field.entities = counts_entities.extent;  // -1 if the array is assumed-size
  if (layout == blocks) {
    field.block = first.extent;
    field.block_stride = last.sm;
    field.entities = last.extent < 0 ? -1 : first.extent * last.extent;
  }
  const int begin = layout == entities_last ? 0 : 1, end = layout == entities_first ? rank : rank - 1;
  if (end - begin > 3)
    throw Error("field ", number, " has ", end - begin,
                " dimensions for the values of an entity; at most 3 are taken");
  for (int d = begin; d < end; ++d) {
    if (array.dim[d].extent < 0)
      throw Error("field ", number,
                  " is an assumed-size array whose last dimension does not count entities; give its ",
                  "shape");
    field.extents[2 - (d - begin)] = array.dim[d].extent;
    field.strides[2 - (d - begin)] = array.dim[d].sm;
  }
  return field;
}

}  // namespace partita::fortran
