#pragma once
/// \file Kernels that pack fields in Kokkos views into records, and take them from there.
///
/// A field is a view of one dimension (value) or two (value, component), of any layout. Packed values are as
/// SpanField says: this field's part of the first record is at `packed`, and records follow every `stride`
/// bytes. All kernels run on the default instance of Space and may still run when these functions return.

#include <cstddef>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <partita/executor/fields/kokkos_contributions.hpp>
#include <partita/support/types.hpp>

namespace partita::kokkos {

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
std::size_t components(const View& field) {
  return static_cast<std::size_t>(View::rank) == 1 ? 1 : field.extent(1);
}

template <class View>
KOKKOS_INLINE_FUNCTION typename View::reference_type component(const View& field, std::size_t value,
                                                               std::size_t c) {
  if constexpr (static_cast<std::size_t>(View::rank) == 1)
    return field(value);
  else
    return field(value, c);
}

/// True when value follows value with nothing in between, each with its components side by side.
template <class View>
bool lies_like_span(const View& field) {
  constexpr bool by_value = static_cast<std::size_t>(View::rank) == 1 ||
                            std::is_same_v<typename View::array_layout, Kokkos::LayoutRight>;
  return by_value && field.span_is_contiguous();
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

}  // namespace partita::kokkos
