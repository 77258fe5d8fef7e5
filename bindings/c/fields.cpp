#include "bindings/c/fields.hpp"

#include <utility>

namespace partita::c {

FieldMemory memory_of(const partita_field& field, int number, local_index entities) {
  if (field.entities >= 0 && field.entities < entities)
    throw Error("field ", number, " has room for ", field.entities, " entities; its pattern needs ",
                entities);
  if (field.data == nullptr && entities > 0) throw Error("field ", number, " has no data: a null pointer");
  std::array<std::size_t, 3> extents{};
  std::array<std::ptrdiff_t, 3> strides{};
  for (std::size_t d = 0; d < 3; ++d) {
    if (field.extents[d] < 0)
      throw Error("field ", number, " has ", field.extents[d], " values in dimension ", d,
                  "; give 1 where an entity has no such dimension");
    extents[d] = static_cast<std::size_t>(field.extents[d]);
    strides[d] = field.strides[d];
  }
  if (field.block < 0)
    throw Error("field ", number, " has blocks of ", field.block, " entities; 0: no blocks");
  FieldMemory memory = with_type(field.type, [&](auto value) {
    using T = decltype(value);
    return FieldMemory::array(field.data, sizeof(T), alignof(T), field.stride, extents, strides);
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

template <class T>
constexpr bool has_order = true;
template <class T>
constexpr bool has_order<std::complex<T>> = false;

// Complex numbers, too, have a sum; of the smaller one they have nothing, and are refused before.
struct Plus {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a + b);
  }
};
struct LesserOf {
  template <class T>
  T operator()(const T& a, const T& b) const {
    if constexpr (has_order<T>) return Min{}(a, b);
    return a;
  }
};
struct GreaterOf {
  template <class T>
  T operator()(const T& a, const T& b) const {
    if constexpr (has_order<T>) return Max{}(a, b);
    return a;
  }
};

// An operation without state, for values of this type.
template <class Operation>
detail::Combine without_state(partita_type type) {
  static const Operation operation{};
  return with_type(type, [](auto value) { return detail::combine_by<decltype(value)>(operation); });
}

detail::Combine combine_of(partita_operation operation, partita_type type) {
  if (operation == PARTITA_REPLACE) return without_state<Replace>(type);
  if (operation == PARTITA_ADD) return without_state<Plus>(type);
  return operation == PARTITA_MIN ? without_state<LesserOf>(type) : without_state<GreaterOf>(type);
}

}  // namespace

Operation::Operation(partita_operation operation, const std::vector<partita_type>& types) {
  if (operation < PARTITA_ADD || operation > PARTITA_REPLACE)
    throw Error("there is no operation ", static_cast<int>(operation),
                "; there are PARTITA_ADD, PARTITA_MIN, ", "PARTITA_MAX and PARTITA_REPLACE");
  for (std::size_t f = 0; f < types.size(); ++f) {
    const bool is_complex = types[f] == PARTITA_COMPLEX_FLOAT || types[f] == PARTITA_COMPLEX_DOUBLE;
    if (is_complex && (operation == PARTITA_MIN || operation == PARTITA_MAX))
      throw Error("field ", f + 1, " is complex: of two complex numbers, none is the smaller");
    of_fields_.push_back(combine_of(operation, types[f]));
  }
}

Operation::Operation(partita_combine combine, void* context, const std::vector<partita_type>& types) {
  if (combine == nullptr) throw Error("the function that combines is a null pointer");
  for (const partita_type type : types) given_.push_back({combine, context, type});
  for (const Given& given : given_)
    of_fields_.push_back(with_type(given.type, [&](auto value) {
      using T = decltype(value);
      return detail::Combine{
          [](const void* operation, const FieldMemory& field, const detail::Contributions& contributions) {
            const Given& by = *static_cast<const Given*>(operation);
            const auto call = [&by](T owned, const T& contribution) {
              by.combine(&owned, &contribution, by.type, by.context);
              return owned;
            };
            detail::combine_values<T, const decltype(call)>(&call, field, contributions);
          },
          &given};
    }));
}

}  // namespace partita::c

namespace {

partita_field field_of(partita_type type, void* data, ptrdiff_t entities) {
  partita_field field = {};
  field.data = data;
  field.type = type;
  field.entities = entities;
  for (int d = 0; d < 3; ++d) field.extents[d] = 1;
  return field;
}

// 0 for a type that does not exist: the exchange refuses it.
ptrdiff_t bytes_of(partita_type type) {
  if (type < PARTITA_INT8 || type > PARTITA_COMPLEX_DOUBLE) return 0;
  return partita::c::with_type(type, [](auto value) { return static_cast<ptrdiff_t>(sizeof value); });
}

}  // namespace

partita_field partita_rows(partita_type type, void* data, ptrdiff_t entities, ptrdiff_t values) {
  partita_field field = field_of(type, data, entities);
  field.stride = values * bytes_of(type);
  field.extents[2] = values;
  field.strides[2] = bytes_of(type);
  return field;
}

partita_field partita_columns(partita_type type, void* data, ptrdiff_t entities, ptrdiff_t values) {
  partita_field field = field_of(type, data, entities);
  field.stride = bytes_of(type);
  field.extents[2] = values;
  field.strides[2] = entities * bytes_of(type);
  return field;
}

partita_field partita_blocks(partita_type type, void* data, ptrdiff_t nproma, ptrdiff_t values,
                             ptrdiff_t blocks) {
  partita_field field = partita_columns(type, data, nproma, values);
  field.entities = nproma * blocks;
  field.block = nproma;
  field.block_stride = nproma * values * bytes_of(type);
  return field;
}
