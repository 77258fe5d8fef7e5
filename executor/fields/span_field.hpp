#pragma once
/// \file A field in the host's memory, as an exchange sees it.

#include <cstddef>
#include <span>
#include <type_traits>

#include <partita/executor/fields/record.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// `components` elements for each value of a pattern: owned values first, then ghosts.
template <class T>
class SpanField {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

 public:
  SpanField(std::span<T> elements, std::size_t components) : elements_(elements), components_(components) {}

  FieldSize size() const { return {components_ * sizeof(T), alignof(T)}; }

  /// Where a value lies, and all after it.
  std::byte* from(local_index value) const {
    return reinterpret_cast<std::byte*>(elements_.data() + first(value));
  }

  /// Combines contributions with the values of these indices, in this order. They lie in records, `stride`
  /// bytes apart; the first record's part of this field is at `contributions`.
  template <class Operation>
  void combine(std::span<const local_index> indices, Operation& operation, const std::byte* contributions,
               std::size_t stride) const {
    with_components([&](const auto components) {
      combine(elements_.data(), components, indices, operation, contributions, stride);
    });
  }

 private:
  std::size_t first(local_index value) const { return static_cast<std::size_t>(value) * components_; }

  // Loops of a length that the compiler knows are unrolled: worth it for the usual ones.
  template <class Work>
  void with_components(Work&& work) const {
    switch (components_) {
      case 1:
        return work(std::integral_constant<std::size_t, 1>{});
      case 4:
        return work(std::integral_constant<std::size_t, 4>{});
      case 5:
        return work(std::integral_constant<std::size_t, 5>{});
      case 8:
        return work(std::integral_constant<std::size_t, 8>{});
      default:
        return work(components_);
    }
  }

  // Not inlined: compilers would warn of numbers of components that a field they see whole does not have.
  template <class Components, class Operation>
  [[gnu::noinline]] static void combine(T* elements, Components components,
                                        std::span<const local_index> indices, Operation& operation,
                                        const std::byte* contributions, std::size_t stride) {
    for (const local_index index : indices) {
      __builtin_prefetch(contributions + 1024);
      T* const values = elements + static_cast<std::size_t>(index) * components;
      const T* const added = reinterpret_cast<const T*>(contributions);
      for (std::size_t c = 0; c < components; ++c) values[c] = operation(values[c], added[c]);
      contributions += stride;
    }
  }

  std::span<T> elements_;
  std::size_t components_;
};

}  // namespace partita
