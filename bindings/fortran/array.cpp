#include "bindings/fortran/array.hpp"

#include <partita/support/error.hpp>

namespace partita::fortran {

namespace {

partita_type type_of(const Array& array, int number) {
  if (array.type == of_parts)
    throw Error("field ", number, " is of characters or of a derived type; give numbers");
  if (array.type != 0) return static_cast<partita_type>(array.type);
  for (const partita_type type : {PARTITA_INT8, PARTITA_INT16, PARTITA_INT32, PARTITA_INT64})
    if (array.bytes == std::size_t{1} << (type - PARTITA_INT8)) return type;
  throw Error("field ", number, " has elements of ", array.bytes,
              " bytes, which are neither real, complex, integer nor logical of at most 8 bytes a part");
}

bool is_contiguous(const Array& array) {
  auto next = static_cast<std::ptrdiff_t>(array.bytes);
  bool is_whole = true;
  for (int d = 0; d < array.rank; ++d) {
    if (array.extents[d] == 0) return true;
    is_whole = is_whole && (array.extents[d] == 1 || array.strides[d] == next);
    next *= array.extents[d];
  }
  return is_whole;
}

}  // namespace

partita_field field_of(const Array& array, int number, Layout layout, int entities) {
  partita_field field = {};
  field.data = array.address;
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

  const int first = 0, last = rank - 1, counts_entities = layout == entities_last ? last : first;
  field.stride = array.strides[counts_entities];
  field.entities = array.extents[counts_entities];  // -1 if the array is assumed-size
  if (layout == blocks) {
    field.block = array.extents[first];
    field.block_stride = array.strides[last];
    field.entities = array.extents[last] < 0 ? -1 : array.extents[first] * array.extents[last];
  }
  const int begin = layout == entities_last ? 0 : 1, end = layout == entities_first ? rank : rank - 1;
  if (end - begin > 3)
    throw Error("field ", number, " has ", end - begin,
                " dimensions for the values of an entity; at most 3 are taken");
  for (int d = begin; d < end; ++d) {
    if (array.extents[d] < 0)
      throw Error("field ", number,
                  " is an assumed-size array whose last dimension does not count entities; give its ",
                  "shape");
    field.extents[2 - (d - begin)] = array.extents[d];
    field.strides[2 - (d - begin)] = array.strides[d];
  }
  return field;
}

std::size_t bytes_a_value(const Array& array, std::size_t values) {
  if (array.rank == 0) throw Error("an array of values is one value; give the array, not its first element");
  if (!is_contiguous(array))
    throw Error("an array of values is a section whose elements do not lie side by side; give a whole array");
  const std::ptrdiff_t room = array.extents[array.rank - 1];  // -1 if the array is assumed-size
  if (room >= 0 && static_cast<std::size_t>(room) < values)
    throw Error("an array has room for ", room, " values, where there are ", values,
                "; its last dimension counts values");
  std::size_t bytes = array.bytes;
  for (int d = 0; d + 1 < array.rank; ++d) bytes *= static_cast<std::size_t>(array.extents[d]);
  return bytes;
}

}  // namespace partita::fortran
