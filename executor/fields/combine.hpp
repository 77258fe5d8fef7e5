#pragma once
/// \file Combines contributions with the values of a field, by an operation on their type.

#include <cstddef>
#include <span>

#include <partita/executor/memory/field_memory.hpp>

namespace partita::detail {

/// Packed values, one record for each entity that they belong to.
struct Contributions {
  std::span<const local_index> entities;
  const std::byte* packed;
  std::size_t stride;  ///< from record to record, unless counts differ
};

/// What a scatter does with contributions to a field, in this order: a function that knows their type, and
/// the operation that it is given.
struct Combine {
  void (*function)(const void* operation, const FieldMemory& field, const Contributions& contributions);
  const void* operation;

  void operator()(const FieldMemory& field, const Contributions& contributions) const {
    function(operation, field, contributions);
  }
};

// Contributions lie in messages, never in the field: said by `__restrict`, so that compilers combine several
// components at once. Not inlined: they would warn of numbers of components that a field they see whole does
// not have.
template <class Value, class Operation, class Components>
[[gnu::noinline]] void combine_packed(Value* __restrict elements, Components components, Operation& operation,
                                      const Contributions& contributions) {
  const std::byte* record = contributions.packed;
  const std::size_t stride = contributions.stride;
  for (const local_index entity : contributions.entities) {
    Value* const values = elements + static_cast<std::size_t>(entity) * components;
    const Value* const added = reinterpret_cast<const Value*>(record);
    for (std::size_t c = 0; c < components; ++c) values[c] = operation(values[c], added[c]);
    record += stride;
  }
}

template <class Value, class Operation>
void combine_values(const void* given, const FieldMemory& field, const Contributions& contributions) {
  Operation& operation = *static_cast<Operation*>(const_cast<void*>(given));
  if (field.is_packed())
    return with_constant<1, 2, 3, 4, 5, 8>(field.components(), [&](const auto components) {
      combine_packed(reinterpret_cast<Value*>(field.data), components, operation, contributions);
    });
  const std::byte* record = contributions.packed;
  for (const local_index entity : contributions.entities) {
    const Value* added = reinterpret_cast<const Value*>(record);
    for_each_value(field, entity, [&](std::byte* value) {
      Value& owned = *reinterpret_cast<Value*>(value);
      owned = operation(owned, *added++);
    });
    record += field.varies ? field.count(entity) * sizeof(Value) : contributions.stride;
  }
}

/// Combines values of type Value by an operation, which must stay as long as it is used.
template <class Value, class Operation>
Combine combine_by(Operation& operation) {
  return {combine_values<Value, Operation>, &operation};
}

}  // namespace partita::detail
