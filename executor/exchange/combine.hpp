#pragma once
/// \file Operations that are known at run time: combine contributions with the values of a field.

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include <partita/executor/replay/memory/field_memory.hpp>

namespace partita {

/// Packed values, one record for each entity that they belong to.
struct Contributions {
  std::span<const local_index> entities;
  const std::byte* packed;
  std::size_t stride;          ///< from record to record, unless counts differ
  std::size_t components = 0;  ///< of each, if the field is packed and that is known
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

using Combines = std::span<const Combine>;  ///< one for each field

namespace detail {

template <class Value, class Operation>
void combine_record(Value* values, const Value* added, Operation& operation, std::size_t components) {
  for (std::size_t c = 0; c < components; ++c) values[c] = operation(values[c], added[c]);
}

// Read as a whole, and written as a whole: to the compiler a value that is written may be the next
// contribution, so that it could not combine several at once.
template <class Value, class Operation, std::size_t components>
void combine_record(Value* values, const Value* added, Operation& operation,
                    std::integral_constant<std::size_t, components>) {
  [&]<std::size_t... c>(std::index_sequence<c...>) {
    const Value sums[]{static_cast<Value>(operation(values[c], added[c]))...};
    ((values[c] = sums[c]), ...);
  }
  (std::make_index_sequence<components>());
}

// Not inlined: compilers would warn of numbers of components that a field they see whole does not have.
template <class Value, class Operation, class Components>
[[gnu::noinline]] void combine_packed(Value* elements, Components components, Operation& operation,
                                      const Contributions& contributions) {
  const std::byte* record = contributions.packed;
  const std::size_t stride = contributions.stride;
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4
#endif
  for (const local_index entity : contributions.entities) {
    __builtin_prefetch(record + 1024);  // lines of shared memory come from another core
    combine_record(elements + static_cast<std::size_t>(entity) * components,
                   reinterpret_cast<const Value*>(record), operation, components);
    record += stride;
  }
}

template <class Value, class Operation>
void combine_values(const void* given, const FieldMemory& field, const Contributions& contributions) {
  Operation& operation = *static_cast<Operation*>(const_cast<void*>(given));
  if (contributions.components > 0)
    return with_constant<1, 2, 3, 4, 5, 8>(contributions.components, [&](const auto components) {
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

}  // namespace detail

/// Combines values of type Value by an operation, which must stay as long as it is used.
template <class Value, class Operation>
Combine combine_by(Operation& operation) {
  constexpr bool combines = std::is_invocable_r_v<Value, Operation&, Value&, const Value&>;
  static_assert(combines,
                "the operation of a scatter takes two values of the field and returns one; give a struct an "
                "operation of its own, or its numbers as a FieldView");
  if constexpr (combines)
    return {detail::combine_values<Value, Operation>, &operation};
  else
    return {};
}

}  // namespace partita
