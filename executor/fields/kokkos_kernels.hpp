#pragma once
/// \file Kernels that pack fields in Kokkos views into records, and take them from there.
///
/// A field is a view of one dimension (value) to four (value, components), of any layout. Its part of the
/// first record is at `packed`, and records follow every `stride` bytes. All kernels run on the default
/// instance of Space and may still run when these functions return.

#include <array>
#include <cstddef>

#include <Kokkos_Core.hpp>

#include <partita/executor/fields/kokkos_contributions.hpp>
#include <partita/executor/memory/field_memory.hpp>
#include <partita/support/types.hpp>

namespace partita::detail::kokkos {

template <class Space>
using Values = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::size_t>>;

template <class Space>
using Indices = Kokkos::View<std::size_t*, typename Space::memory_space>;

/// Consecutive local indices, called like a view of them.
struct From {
  std::size_t first;
  KOKKOS_INLINE_FUNCTION std::size_t operator()(std::size_t k) const { return first + k; }
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

/// `values(k)`, for k < count, are the local indices of the values to pack.
template <class Space, class View, class Which>
void pack(const View& field, const Which& values, std::size_t count, std::byte* packed, std::size_t stride) {
  using T = typename View::non_const_value_type;
  const std::size_t n = components(field);
  Kokkos::parallel_for(
      "partita pack", Values<Space>(0, count), KOKKOS_LAMBDA(std::size_t k) {
        T* const record = reinterpret_cast<T*>(packed + k * stride);
        for (std::size_t c = 0; c < n; ++c) record[c] = component(field, values(k), c);
      });
}

template <class Space, class View, class Which>
void unpack(const View& field, const Which& values, std::size_t count, const std::byte* packed,
            std::size_t stride) {
  using T = typename View::non_const_value_type;
  const std::size_t n = components(field);
  Kokkos::parallel_for(
      "partita unpack", Values<Space>(0, count), KOKKOS_LAMBDA(std::size_t k) {
        const T* const record = reinterpret_cast<const T*>(packed + k * stride);
        for (std::size_t c = 0; c < n; ++c) component(field, values(k), c) = record[c];
      });
}

/// One thread combines all packed values that belong to one owned value: no atomics, and always one order.
template <class Space, class View, class Operation>
void combine(const View& field, const Operation& operation,
             const detail::KokkosContributions<Space>& contributions, const std::byte* packed,
             std::size_t stride) {
  using T = typename View::non_const_value_type;
  const std::size_t n = components(field);
  Kokkos::parallel_for(
      "partita combine", Kokkos::RangePolicy<Space, Kokkos::IndexType<local_index>>(0, contributions.size()),
      KOKKOS_LAMBDA(local_index k) {
        const local_index owned = contributions.targets(k);
        for (std::size_t c = 0; c < n; ++c) {
          T value = component(field, owned, c);
          contributions.for_each(k, [&](local_index number) {
            const std::byte* const record = packed + static_cast<std::size_t>(number) * stride;
            value = operation(value, reinterpret_cast<const T*>(record)[c]);
          });
          component(field, owned, c) = value;
        }
      });
}

}  // namespace partita::detail::kokkos
