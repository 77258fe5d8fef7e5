#include "bindings/c/fields.hpp"

#include <array>
#include <concepts>

namespace partita::c {

FieldMemory memory_of(const partita_field& field, int number, local_index entities) {
  if (field.entities >= 0 && field.entities < entities)
    throw Error("field ", number, " has room for ", field.entities, " entities; its pattern needs ",
                entities);
  if (field.data == nullptr && entities > 0) throw Error("field ", number, " has no data: a null pointer");
  std::array<std::size_t, 3> extents{};
  for (std::size_t d = 0; d < 3; ++d) {
    if (field.extents[d] < 0)
      throw Error("field ", number, " has ", field.extents[d], " values in dimension ", d,
                  "; give 1 where an entity has no such dimension");
    extents[d] = static_cast<std::size_t>(field.extents[d]);
  }
  if (field.block < 0)
    throw Error("field ", number, " has blocks of ", field.block, " entities; 0: no blocks");
  FieldMemory memory = with_type(field.type, [&](auto value) {
    using T = decltype(value);
    return FieldMemory::array(field.data, sizeof(T), alignof(T), kind_of<T>(), field.stride, extents,
                              std::to_array(field.strides));
  });
  if (field.counts != nullptr) {
    if (memory.extents[0] * memory.extents[1] != 1)
      throw Error("field ", number, " has counts that differ, and several dimensions of values; give it one");
    memory.varies = true;
    memory.counts = {field.counts, static_cast<std::size_t>(entities)};
    for (const int count : memory.counts)
      if (count < 0 || static_cast<std::size_t>(count) > memory.extents[2])
        throw Error("field ", number, " has an entity with ", count, " of ", memory.extents[2], " values");
  }
  memory.block = static_cast<std::size_t>(field.block);
  memory.block_stride = field.block_stride;
  return memory;
}

namespace {

// An operation without state, for values of this type. Min and Max need an order, which complex numbers lack.
template <class Operation>
Combine without_state(partita_type type, std::size_t number) {
  static const Operation operation{};
  return with_type(type, [&](auto value) -> Combine {
    using T = decltype(value);
    constexpr bool needs_order = std::same_as<Operation, Min> || std::same_as<Operation, Max>;
    if constexpr (needs_order && !std::totally_ordered<T>)
      throw Error("field ", number, " is complex: of two complex numbers, none is the smaller");
    else
      return combine_by<T>(operation);
  });
}

Combine combine_of(partita_operation operation, partita_type type, std::size_t number) {
  switch (operation) {
    case PARTITA_ADD:
      return without_state<Add>(type, number);
    case PARTITA_MIN:
      return without_state<Min>(type, number);
    case PARTITA_MAX:
      return without_state<Max>(type, number);
    case PARTITA_REPLACE:
      return without_state<Replace>(type, number);
  }
  throw Error("there is no operation ", static_cast<int>(operation),
              "; there are PARTITA_ADD, PARTITA_MIN, PARTITA_MAX and PARTITA_REPLACE");
}

}  // namespace

Operation::Operation(std::span<const partita_field> fields, partita_operation operation) {
  for (const partita_field& field : fields)
    of_fields_.push_back(combine_of(operation, field.type, of_fields_.size() + 1));
}

Operation::Operation(std::span<const partita_field> fields, partita_combine combine, void* context) {
  if (combine == nullptr) throw Error("the function that combines is a null pointer");
  for (const partita_field& field : fields) given_.push_back({combine, context, field.type});
  for (const Given& given : given_)
    of_fields_.push_back(with_type(given.type, [&](auto value) {
      using T = decltype(value);
      return Combine{[](const void* operation, const FieldMemory& field, const Contributions& contributions) {
                       const Given& by = *static_cast<const Given*>(operation);
                       const auto call = [&by](T owned, const T& contribution) {
                         by.combine(&owned, &contribution, by.type, by.context);
                         return owned;
                       };
                       combine_by<T>(call)(field, contributions);
                     },
                     &given};
    }));
}

}  // namespace partita::c

namespace {

// Strides are in values.
partita_field field_of(partita_type type, void* data, ptrdiff_t entities, ptrdiff_t stride, ptrdiff_t values,
                       ptrdiff_t stride_of_values) {
  // A type that does not exist has no bytes: the exchange refuses it.
  const bool exists = type >= PARTITA_INT8 && type <= PARTITA_COMPLEX_DOUBLE;
  const ptrdiff_t bytes =
      exists ? partita::c::with_type(type, [](auto value) { return std::ptrdiff_t{sizeof value}; }) : 0;
  return {data, type, entities, stride * bytes, {1, 1, values}, {0, 0, stride_of_values * bytes},
          0,    0,    nullptr};
}

}  // namespace

partita_field partita_rows(partita_type type, void* data, ptrdiff_t entities, ptrdiff_t values) {
  return field_of(type, data, entities, values, values, 1);
}

partita_field partita_columns(partita_type type, void* data, ptrdiff_t entities, ptrdiff_t values) {
  return field_of(type, data, entities, 1, values, entities);
}

partita_field partita_blocks(partita_type type, void* data, ptrdiff_t nproma, ptrdiff_t values,
                             ptrdiff_t blocks) {
  partita_field field = partita_columns(type, data, nproma, values);
  field.entities = nproma * blocks;
  field.block = nproma;
  field.block_stride = values * field.strides[2];
  return field;
}
