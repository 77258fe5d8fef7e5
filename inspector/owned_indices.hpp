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
      : runs_(first, static_cast<std::size_t>(length)), only_run_{0, first, runs_.size()} {}

  /// Any list, without duplicates.
  explicit OwnedIndices(std::span<const global_index> list) : runs_(list) {
    (void)checked_local(std::ssize(list));
    if (runs_.in_runs() && std::ranges::is_sorted(list)) {
      if (list.empty() || list.back() - list.front() + 1 != std::ssize(list)) return;
      only_run_ = {0, list.front(), list.size()};
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
  local_index local(global_index global) const { return LookUp(*this)(global); }

  /// Look-ups one after the other: an index of the run of the one before costs one comparison.
  class LookUp {
   public:
    explicit LookUp(const OwnedIndices& owned) : owned_(owned), run_(owned.only_run_) {}

    local_index operator()(global_index global) {
      if (run_.has(global)) return static_cast<local_index>(run_.place(global));
      if (owned_.only_run_.count > 0) return absent;
      if (owned_.scattered_) return owned_.scattered_->find(global);
      const IndexList::Stretch run = owned_.runs_.stretch_with(global);
      if (run.count == 0) return absent;
      run_ = run;
      return static_cast<local_index>(run.place(global));
    }

   private:
    const OwnedIndices& owned_;
    IndexList::Stretch run_;
  };

  /// What is added to local indices if the list is one run of consecutive indices.
  std::optional<global_index> shift() const {
    return only_run_.count > 0 ? std::optional(only_run_.first) : std::nullopt;
  }

  /// Hash of the list, however it is kept.
  std::uint64_t fingerprint() const {
    return scattered_ ? IndexList(scattered_->indices()).fingerprint() : runs_.fingerprint();
  }

 private:
  IndexList runs_;                     // ascending
  std::optional<IndexMap> scattered_;  // all, where they are no few ascending runs
  IndexList::Stretch only_run_;        // if there is one run alone: one look suffices
};

}  // namespace partita::detail
