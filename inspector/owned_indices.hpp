#pragma once
/// \file Owned indices: the global indices that one rank owns, in its local order.

#include <cstdint>
#include <optional>
#include <span>

#include <partita/inspector/index_map.hpp>
#include <partita/support/types.hpp>

namespace partita::detail {

/// Both ways: local index -> global index, and back. A run of consecutive indices takes no memory and a
/// comparison, any other list a hash table.
class OwnedIndices {
 public:
  static constexpr local_index absent = IndexMap::absent;

  /// first, first + 1, ... , first + length - 1.
  OwnedIndices(global_index first, local_index length) : run_{first, length} {}

  /// Any list, without duplicates.
  explicit OwnedIndices(std::span<const global_index> list);

  local_index size() const { return scattered_ ? static_cast<local_index>(scattered_->size()) : run_.length; }

  /// Global index of the owned value `local`.
  global_index global(local_index local) const {
    return scattered_ ? scattered_->indices()[local] : run_.first + local;
  }

  /// Local index of `global`, or `absent` when it is not owned here.
  local_index local(global_index global) const {
    if (scattered_) return scattered_->find(global);
    const global_index place = global - run_.first;
    return place >= 0 && place < run_.length ? static_cast<local_index>(place) : absent;
  }

  /// Hash of the list: the same for a run and for a list of the same indices.
  std::uint64_t fingerprint() const;

 private:
  struct Run {
    global_index first;
    local_index length;
  };

  Run run_;
  std::optional<IndexMap> scattered_;  // where they are no run
};

}  // namespace partita::detail
