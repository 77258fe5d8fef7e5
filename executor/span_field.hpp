#pragma once
/// \file A field in the host's memory, as an exchange sees it: packed into records, and taken from them.

#include <cstddef>
#include <span>
#include <type_traits>

#include <partita/executor/record.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// `components` elements for each value of a pattern: owned values first, then ghosts. Where packed values
/// are given, their first record's part of this field is at `packed` and records follow every `stride` bytes;
/// the owner's end has one for each index of `needed_by`, neighbour by neighbour, the other one for each
/// ghost.
template <class T>
class SpanField {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

 public:
  SpanField(std::span<T> elements, std::size_t components) : elements_(elements), components_(components) {}

  FieldSize size() const { return {components_ * sizeof(T), alignof(T)}; }

  /// Where the ghosts lie, for messages that are sent from there or received there.
  std::byte* ghosts(const AccessPattern& pattern) const {
    return reinterpret_cast<std::byte*>(elements_.data() + first(pattern.first_ghost()));
  }

  void pack_owned(const AccessPattern& pattern, std::byte* packed, std::size_t stride) const {
    for (const NeededBy& neighbour : pattern.needed_by())
      for (const local_index owned : neighbour.owned) {
        copy(&elements_[first(owned)], reinterpret_cast<T*>(packed));
        packed += stride;
      }
  }

  /// Combines every contribution with the owner's value, in the order in which they are packed.
  template <class Operation>
  void combine(const AccessPattern& pattern, Operation& operation, const std::byte* packed,
               std::size_t stride) const {
    for (const NeededBy& neighbour : pattern.needed_by())
      for (const local_index owned : neighbour.owned) {
        T* const values = &elements_[first(owned)];
        const T* const contributions = reinterpret_cast<const T*>(packed);
        for (std::size_t c = 0; c < components_; ++c) values[c] = operation(values[c], contributions[c]);
        packed += stride;
      }
  }

  void pack_ghosts(const AccessPattern& pattern, std::byte* packed, std::size_t stride) const {
    for (local_index ghost = pattern.first_ghost(); ghost < pattern.local_size(); ++ghost) {
      copy(&elements_[first(ghost)], reinterpret_cast<T*>(packed));
      packed += stride;
    }
  }

  void unpack_ghosts(const AccessPattern& pattern, const std::byte* packed, std::size_t stride) const {
    for (local_index ghost = pattern.first_ghost(); ghost < pattern.local_size(); ++ghost) {
      copy(reinterpret_cast<const T*>(packed), &elements_[first(ghost)]);
      packed += stride;
    }
  }

 private:
  std::size_t first(local_index value) const { return static_cast<std::size_t>(value) * components_; }

  void copy(const T* from, T* to) const {
    for (std::size_t c = 0; c < components_; ++c) to[c] = from[c];
  }

  std::span<T> elements_;
  std::size_t components_;
};

}  // namespace partita
