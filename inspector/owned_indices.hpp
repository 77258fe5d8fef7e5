#pragma once
/// \file Owned indices: the global indices that one rank owns, in its local order.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include <partita/inspector/index_list.hpp>
#include <partita/inspector/index_map.hpp>
#include <partita/support/types.hpp>

namespace partita::detail {

/// Both ways: local index -> global index, and back. Ascending runs of consecutive indices are searched in
/// O(log runs); any other list takes a hash table.
class OwnedIndices {
 public:
  static constexpr local_index absent = IndexMap::absent;

  /// first, first + 1, ... , first + length - 1.
  OwnedIndices(global_index first, local_index length)
      : runs_(first, static_cast<std::size_t>(length)), first_(first), consecutive_(runs_.size()) {}

  /// Any list, without duplicates.
  explicit OwnedIndices(std::span<const global_index> list) : runs_(list) {
    (void)checked_local(std::ssize(list));
    if (runs_.in_runs() && std::ranges::is_sorted(list)) {
      if (list.empty() || list.back() - list.front() + 1 != std::ssize(list)) return;
      first_ = list.front();
      consecutive_ = list.size();
      return;
    }
    runs_ = {};
    scattered_.emplace();
    for (const global_index index : list) scattered_->insert(index);
  }

  local_index size() const {
    return static_cast<local_index>(scattered_ ? scattered_->size() : runs_.size());
  }

  /// Global index of the owned value `local`.
  global_index global(local_index local) const {
    const auto at = static_cast<std::size_t>(local);
    return scattered_ ? scattered_->indices()[at] : runs_[at];
  }

  /// Local index of `global`, or `absent` when it is not owned here.
  local_index local(global_index global) const {
    if (consecutive_ > 0) {
      const std::uint64_t place = static_cast<std::uint64_t>(global) - static_cast<std::uint64_t>(first_);
      return place < consecutive_ ? static_cast<local_index>(place) : absent;
    }
    return scattered_ ? scattered_->find(global) : static_cast<local_index>(runs_.find_ascending(global));
  }

  /// What is added to local indices if the list is one run of consecutive indices.
  std::optional<global_index> shift() const {
    return consecutive_ > 0 ? std::optional(first_) : std::nullopt;
  }

  /// Hash of the list, however it is kept.
  std::uint64_t fingerprint() const {
    return scattered_ ? IndexList(scattered_->indices()).fingerprint() : runs_.fingerprint();
  }

 private:
  IndexList runs_;                     // ascending
  std::optional<IndexMap> scattered_;  // all, where they are no few ascending runs
  global_index first_ = 0;             // of one run of consecutive indices: one look suffices
  std::uint64_t consecutive_ = 0;      // how many it has; 0: there is not one run alone
};

}  // namespace partita::detail
