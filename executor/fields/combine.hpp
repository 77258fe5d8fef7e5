#pragma once
/// \file Combines contributions with the values of fields, by an operation on their type.

#include <cstddef>
#include <span>

#include <partita/executor/fields/field_memory.hpp>

namespace partita::detail {

/// Packed values, one record for each entity that they belong to.
struct Contributions {
  std::span<const local_index> entities;
  const std::byte* packed;
  std::size_t stride;  ///< from record to record, unless counts differ
};

/// What a scatter does with the contributions to several fields, the k-th of which has values of the k-th T.
template <class Operation, class... T>
class Combine {
 public:
  explicit Combine(Operation& operation) : operation_(operation) {}

  /// Combines contributions with the values of their entities, in this order.
  void operator()(std::size_t field, const FieldMemory& memory, const Contributions& contributions) const {
    std::size_t k = 0;
    ((k++ == field ? all<T>(memory, contributions) : void()), ...);
  }

  /// Combines the values of entity `from` of another field, which lie at any strides, with those of `to`.
  void operator()(std::size_t field, const FieldMemory& memory, local_index to, const FieldMemory& other,
                  local_index from) const {
    std::size_t k = 0;
    ((k++ == field ? one<T>(memory, to, other, from) : void()), ...);
  }

 private:
  template <class Value>
  void all(const FieldMemory& memory, const Contributions& contributions) const {
    if (memory.is_packed())
      return with_constant<1, 4, 5, 8>(memory.components(), [&](const auto components) {
        packed(reinterpret_cast<Value*>(memory.data), components, operation_, contributions);
      });
    const std::byte* record = contributions.packed;
    for (const local_index entity : contributions.entities) {
      const Value* added = reinterpret_cast<const Value*>(record);
      for_each_value(memory, entity, [&](std::byte* value) {
        Value& owned = *reinterpret_cast<Value*>(value);
        owned = operation_(owned, *added++);
      });
      record += memory.varies ? memory.count(entity) * sizeof(Value) : contributions.stride;
    }
  }

  // Not inlined: compilers would warn of numbers of components that a field they see whole does not have.
  template <class Value, class Components>
  [[gnu::noinline]] static void packed(Value* elements, Components components, Operation& operation,
                                       const Contributions& contributions) {
    const std::byte* record = contributions.packed;
    for (const local_index entity : contributions.entities) {
      __builtin_prefetch(record + 1024);
      Value* const values = elements + static_cast<std::size_t>(entity) * components;
      const Value* const added = reinterpret_cast<const Value*>(record);
      for (std::size_t c = 0; c < components; ++c) values[c] = operation(values[c], added[c]);
      record += contributions.stride;
    }
  }

  template <class Value>
  void one(const FieldMemory& memory, local_index to, const FieldMemory& other, local_index from) const {
    for_each_pair(memory, to, other, from, [&](std::byte* value, const std::byte* contribution) {
      Value& owned = *reinterpret_cast<Value*>(value);
      owned = operation_(owned, *reinterpret_cast<const Value*>(contribution));
    });
  }

  Operation& operation_;
};

}  // namespace partita::detail
