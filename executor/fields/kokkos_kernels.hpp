#pragma once
/// \file Kernels that pack fields in Kokkos views into records, and take them from there.
///
/// A field is a view of one dimension (value) to four (value, components), of any layout. Its part of the
/// first record is at `packed`, and records follow every `stride` bytes. All kernels run on the default
/// instance of Space and may still run when these functions return.

#include <array>
#include <cstddef>

#include <Kokkos_Core.hpp>

#include <partita/executor/fields/field_memory.hpp>
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

/// The contributions to each owned value that has any, ascending by the rank they come from: value
/// owned(k) gets the packed values packed(begins(k)), ..., packed(begins(k + 1) - 1).
template <class Space>
struct Contributions {
  Indices<Space> owned, begins, packed;
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

/// One owned value is the work of one thread: no atomics, and the order is always the same.
template <class Space, class View, class Operation>
void combine(const View& field, const Operation& operation, const Contributions<Space>& contributions,
             const std::byte* packed, std::size_t stride) {
  using T = typename View::non_const_value_type;
  const std::size_t n = components(field);
  Kokkos::parallel_for(
      "partita combine", Values<Space>(0, contributions.owned.extent(0)), KOKKOS_LAMBDA(std::size_t k) {
        for (std::size_t c = 0; c < n; ++c) {
          T value = component(field, contributions.owned(k), c);
          for (std::size_t p = contributions.begins(k); p < contributions.begins(k + 1); ++p)
            value =
                operation(value, reinterpret_cast<const T*>(packed + contributions.packed(p) * stride)[c]);
          component(field, contributions.owned(k), c) = value;
        }
      });
}

}  // namespace partita::kokkos
