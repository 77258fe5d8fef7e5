#pragma once
/// \file Kernels that pack fields in Kokkos views into records, and take them from there.
///
/// A field is a view of one dimension (value) to four (value, components), of any layout. Its part of the
/// first record is at `packed`, and records follow every `stride` bytes. All kernels run on the default
/// instance of Space and may still run when these functions return.

#include <array>
#include <cstddef>

#include <Kokkos_Core.hpp>

#include <partita/executor/exchange/kokkos_contributions.hpp>
#include <partita/executor/replay/memory/field_memory.hpp>
#include <partita/support/types.hpp>

namespace partita::detail::kokkos {

template <class Space>
using Values = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::size_t>>;

/// Entities in a list, or one after the other; called like a view of them.
template <class Space>
struct Entities {
  typename detail::KokkosContributions<Space>::Indices listed = {};
  local_index first = 0;
  KOKKOS_INLINE_FUNCTION std::size_t operator()(std::size_t k) const {
    return listed.extent(0) == 0 ? static_cast<std::size_t>(first) + k : static_cast<std::size_t>(listed(k));
  }
};

template <class View>
inline constexpr auto rank_of = static_cast<std::size_t>(View::rank);

template <class View>
std::size_t components(const View& field) {
  std::size_t all = 1;
  for (std::size_t d = 1; d < rank_of<View>; ++d) all *= field.extent(d);
  return all;
}

/// Component c of a value; the last dimension runs fastest.
template <class View>
KOKKOS_INLINE_FUNCTION typename View::reference_type component(const View& field, std::size_t value,
                                                               std::size_t c) {
  static_assert(rank_of<View> >= 1 && rank_of<View> <= 4,
                "an exchange takes views of one to four dimensions");
  if constexpr (rank_of<View> == 1)
    return field(value);
  else if constexpr (rank_of<View> == 2)
    return field(value, c);
  else if constexpr (rank_of<View> == 3)
    return field(value, c / field.extent(2), c % field.extent(2));
  else
    return field(value, c / (field.extent(2) * field.extent(3)), c / field.extent(3) % field.extent(2),
                 c % field.extent(3));
}

/// The memory of a view: entity by entity, the last dimension running fastest.
template <class View>
FieldMemory memory_of(const View& field) {
  using T = typename View::value_type;
  std::array<std::size_t, 3> extents{1, 1, 1};
  std::array<std::ptrdiff_t, 3> strides{0, 0, 0};
  for (std::size_t d = 1; d < rank_of<View>; ++d) {
    extents[d + 3 - rank_of<View>] = field.extent(d);
    strides[d + 3 - rank_of<View>] = static_cast<std::ptrdiff_t>(field.stride(d));
  }
  return FieldView<T>::array(field.data(), static_cast<std::ptrdiff_t>(field.stride(0)), extents, strides);
}

/// Values of the entities of a field, called with the number of an entity in a list.
template <class View, class Which>
struct InField {
  View field;
  Which entities;
  KOKKOS_INLINE_FUNCTION typename View::reference_type operator()(std::size_t k, std::size_t c) const {
    return component(field, entities(k), c);
  }
};

/// Its part of records, called with the number of a record.
template <class T>
struct InRecords {
  std::byte* packed;
  std::size_t stride;
  KOKKOS_INLINE_FUNCTION T& operator()(std::size_t k, std::size_t c) const {
    return reinterpret_cast<T*>(packed + k * stride)[c];
  }
};

/// The values of k < count, from one to the other.
template <class Space, class From, class To>
void copy(std::size_t count, std::size_t components_each, const From& from, const To& to) {
  Kokkos::parallel_for(
      "partita copy", Values<Space>(0, count), KOKKOS_LAMBDA(std::size_t k) {
        for (std::size_t c = 0; c < components_each; ++c) to(k, c) = from(k, c);
      });
}

/// One thread combines all contributions to one target: no atomics, and always one order.
template <class Space, class Operation, class From, class To>
void combine(const detail::KokkosContributions<Space>& contributions, std::size_t components_each,
             const Operation& operation, const From& from, const To& to) {
  Kokkos::parallel_for(
      "partita combine", Kokkos::RangePolicy<Space, Kokkos::IndexType<local_index>>(0, contributions.size()),
      KOKKOS_LAMBDA(local_index k) {
        const auto target = static_cast<std::size_t>(contributions.targets(k));
        for (std::size_t c = 0; c < components_each; ++c) {
          auto value = to(target, c);
          contributions.for_each(k, [&](local_index number) {
            value = operation(value, from(static_cast<std::size_t>(number), c));
          });
          to(target, c) = value;
        }
      });
}

}  // namespace partita::detail::kokkos
