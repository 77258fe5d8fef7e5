#pragma once
/// \file A field as memory: where its values lie, known at run time.

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <ranges>
#include <span>
#include <type_traits>

#include <partita/support/types.hpp>

namespace partita {

/// What the checks know of a value's type, besides its bytes.
enum class ValueKind : unsigned char { unknown, record, integer, natural, floating };

template <class T>
constexpr ValueKind kind_of() {
  if (std::is_floating_point_v<T>) return ValueKind::floating;
  if (!std::is_integral_v<T>) return ValueKind::record;
  return std::is_signed_v<T> ? ValueKind::integer : ValueKind::natural;
}

/// Both are known, and not the same.
constexpr bool differ(ValueKind one, ValueKind other) {
  return one != other && one != ValueKind::unknown && other != ValueKind::unknown;
}

/// A field as memory. An entity has up to three dimensions of values; messages carry them with the last
/// dimension running fastest. Strides are in bytes. Entity e lies at `data + e * stride`; in blocked storage
/// (nproma) at place e % block of block e / block.
struct FieldMemory {
  static constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

  std::byte* data = nullptr;              ///< first value of entity 0
  std::size_t value_bytes = 0;            ///< of one value
  std::size_t alignment = 1;              ///< of one value, in bytes
  std::ptrdiff_t stride = 0;              ///< from entity to entity
  std::size_t extents[3] = {1, 1, 1};     ///< values of one entity, per dimension
  std::ptrdiff_t strides[3] = {0, 0, 0};  ///< from value to value, per dimension
  std::size_t block = 0;                  ///< entities in a block; 0: no blocks
  std::ptrdiff_t block_stride = 0;        ///< from block to block
  std::size_t entities = any_number;      ///< that there are, if it is known

  /// True if the count of values differs from entity to entity. Then either `offsets` or `counts` is given,
  /// for all entities that are exchanged.
  bool varies = false;
  ValueKind kind = ValueKind::unknown;
  unsigned char unused[sizeof(std::size_t) - 2] = {};  ///< in place of padding: fields are compared as bytes
  std::span<const std::size_t> offsets = {};  ///< entity e has the values [offsets[e], offsets[e + 1])
  std::span<const local_index> counts = {};   ///< entity e has its first counts[e] values of the last extent

  /// Up to three dimensions of values for each entity; `alignment` is that of one value, strides are in
  /// bytes. Dimensions that lie like one become one, the last.
  static FieldMemory array(void* data, std::size_t value_bytes, std::size_t alignment, ValueKind kind,
                           std::ptrdiff_t stride, const std::array<std::size_t, 3>& extents,
                           const std::array<std::ptrdiff_t, 3>& strides) {
    FieldMemory field;
    field.data = static_cast<std::byte*>(data);
    field.value_bytes = value_bytes;
    field.kind = kind;
    field.alignment = alignment;
    field.stride = stride;
    std::size_t into = 2;
    for (std::size_t d = 3; d-- > 0;) {
      if (extents[d] == 1) continue;
      std::size_t& extent = field.extents[into];
      if (extent != 1 && strides[d] == static_cast<std::ptrdiff_t>(extent) * field.strides[into]) {
        extent *= extents[d];
        continue;
      }
      if (extent != 1) --into;
      field.extents[into] = extents[d];
      field.strides[into] = strides[d];
    }
    return field;
  }

  std::size_t components() const { return extents[0] * extents[1] * extents[2]; }
  std::size_t bytes() const { return components() * value_bytes; }

  /// True if the values of an entity lie side by side.
  bool is_dense() const {
    return extents[0] * extents[1] == 1 &&
           (extents[2] == 1 || strides[2] == static_cast<std::ptrdiff_t>(value_bytes));
  }
  /// True if, besides, entity follows entity with no gap.
  bool is_packed() const {
    return !varies && block == 0 && stride == static_cast<std::ptrdiff_t>(bytes()) && is_dense();
  }

  std::size_t count(local_index entity) const {
    const auto e = static_cast<std::size_t>(entity);
    if (!varies) return components();
    return offsets.empty() ? static_cast<std::size_t>(counts[e]) : offsets[e + 1] - offsets[e];
  }

  /// First value of an entity.
  std::byte* entity(std::ptrdiff_t number) const {
    if (block == 0) return data + number * stride;
    const auto size = static_cast<std::ptrdiff_t>(block);
    return data + number / size * block_stride + number % size * stride;
  }
  std::byte* first_value(local_index number) const {
    return offsets.empty() ? entity(number) : data + offsets[static_cast<std::size_t>(number)] * value_bytes;
  }

  /// From the first value of an entity to its value `number`, in the order of messages.
  std::ptrdiff_t offset(std::size_t number) const {
    if (is_dense()) return static_cast<std::ptrdiff_t>(number * value_bytes);
    const std::size_t last = number % extents[2], rest = number / extents[2];
    return static_cast<std::ptrdiff_t>(rest / extents[1]) * strides[0] +
           static_cast<std::ptrdiff_t>(rest % extents[1]) * strides[1] +
           static_cast<std::ptrdiff_t>(last) * strides[2];
  }
};
static_assert(std::has_unique_object_representations_v<FieldMemory>, "the same fields have the same bytes");

/// The fields of a call.
using FieldList = std::span<const FieldMemory>;

/// A field of values of type T, trivially copyable, with its memory. Strides are in values.
template <class T>
struct FieldView : FieldMemory {
  static_assert(
      !std::is_const_v<T>,
      "an exchange writes to the fields that it is given: do not give it a const vector, span or view");
  static_assert(std::is_trivially_copyable_v<T>, "an exchange copies bytes: T must be trivially copyable");
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__, "messages align values as `new` does");

  /// `components` values side by side, entity after entity.
  template <std::convertible_to<T*> Pointer>
  requires(!std::is_array_v<std::remove_reference_t<Pointer>>) static FieldView
      contiguous(Pointer&& data, std::size_t components = 1) {
    return strided(data, static_cast<std::ptrdiff_t>(components), components, 1);
  }

  /// The same of a contiguous range of T, or an array, whose length exchanges check: it may be longer than
  /// they need.
  template <std::ranges::contiguous_range Range>
  static FieldView contiguous(Range&& range, std::size_t components = 1) {
    FieldView field = contiguous(std::ranges::data(range), components);
    if (components > 0) field.entities = std::ranges::size(range) / components;
    return field;
  }

  /// Entity e has the values data[e * stride + c * component_stride], c < components.
  static FieldView strided(T* data, std::ptrdiff_t stride, std::size_t components = 1,
                           std::ptrdiff_t component_stride = 1) {
    return array(data, stride, {1, 1, components}, {0, 0, component_stride});
  }

  /// Up to three dimensions of values for each entity.
  static FieldView array(T* data, std::ptrdiff_t stride, std::array<std::size_t, 3> extents,
                         std::array<std::ptrdiff_t, 3> strides) {
    constexpr std::ptrdiff_t bytes = sizeof(T);
    for (std::ptrdiff_t& each : strides) each *= bytes;
    return {FieldMemory::array(const_cast<std::remove_const_t<T>*>(data), sizeof(T), alignof(T), kind_of<T>(),
                               stride * bytes, extents, strides)};
  }

  /// Blocked storage: (nproma, levels, blocks), the first index running fastest.
  static FieldView blocked(T* data, std::size_t nproma, std::size_t levels = 1) {
    FieldView field = strided(data, 1, levels, static_cast<std::ptrdiff_t>(nproma));
    field.block = nproma;
    field.block_stride = static_cast<std::ptrdiff_t>(nproma * levels * sizeof(T));
    return field;
  }

  /// Entity e has the values [offsets[e], offsets[e + 1]) of `data`: one more offset than entities.
  static FieldView varying(T* data, std::span<const std::size_t> offsets) {
    FieldView field = contiguous(data);
    field.varies = true;
    field.offsets = offsets;
    return field;
  }

  /// Of each entity e of this field, which has one dimension of values, the first counts[e].
  FieldView first_of_each(std::span<const local_index> counts_of_entities) const {
    FieldView field = *this;
    field.varies = true;
    field.counts = counts_of_entities;
    return field;
  }
};

}  // namespace partita

namespace partita::detail {

/// Calls use(address) for the values of an entity, in the order of messages.
template <class Use>
void for_each_value(const FieldMemory& field, local_index entity, Use&& use) {
  std::byte* const first = field.first_value(entity);
  const std::size_t last = field.varies ? field.count(entity) : field.extents[2];
  const std::ptrdiff_t stride =
      field.offsets.empty() ? field.strides[2] : static_cast<std::ptrdiff_t>(field.value_bytes);
  for (std::size_t i = 0; i < field.extents[0]; ++i)
    for (std::size_t j = 0; j < field.extents[1]; ++j) {
      std::byte* value = first + static_cast<std::ptrdiff_t>(i) * field.strides[0] +
                         static_cast<std::ptrdiff_t>(j) * field.strides[1];
      for (std::size_t k = 0; k < last; ++k, value += stride) use(value);
    }
}

/// Calls use(address, address in the other) for the values of an entity and those of another, of one shape.
template <class Use>
void for_each_pair(const FieldMemory& field, local_index entity, const FieldMemory& other,
                   local_index other_entity, Use&& use) {
  const std::byte* const first = other.first_value(other_entity);
  std::size_t number = 0;
  for_each_value(field, entity, [&](std::byte* value) { use(value, first + other.offset(number++)); });
}

/// Calls work(number), with a constant if the number is one of `known`: compilers unroll loops, and copies,
/// of lengths that they know.
template <std::size_t... known, class Work>
void with_constant(std::size_t number, Work&& work) {
  const auto works_with = [&](auto constant) {
    if (number == constant) work(constant);
    return number == constant;
  };
  if (!(works_with(std::integral_constant<std::size_t, known>{}) || ...)) work(number);
}

}  // namespace partita::detail
