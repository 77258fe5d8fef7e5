#pragma once
/// \file Combines contributions with the values of fields, by an operation on their type.

#include <cstddef>
#include <span>
#include <type_traits>

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
  // Loops of a length that the compiler knows are unrolled: the usual ones are.
  template <class Work>
  static void with_components(std::size_t components, Work&& work) {
    switch (components) {
      case 1:
        return work(std::integral_constant<std::size_t, 1>{});
      case 4:
        return work(std::integral_constant<std::size_t, 4>{});
      case 5:
        return work(std::integral_constant<std::size_t, 5>{});
      case 8:
        return work(std::integral_constant<std::size_t, 8>{});
      default:
        return work(components);
    }
  }

  template <class Value>
  void all(const FieldMemory& memory, const Contributions& contributions) const {
    if (memory.is_packed())
      return with_components(memory.components(), [&](const auto components) {
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
    const std::byte* const source = other.first_value(from);
    const bool is_dense = other.is_dense();
    std::size_t number = 0;
    for_each_value(memory, to, [&](std::byte* value) {
      const auto at = is_dense ? static_cast<std::ptrdiff_t>(number * sizeof(Value)) : other.offset(number);
      Value& owned = *reinterpret_cast<Value*>(value);
      owned = operation_(owned, *reinterpret_cast<const Value*>(source + at));
      ++number;
    });
  }

  Operation& operation_;
};

}  // namespace partita::detail
