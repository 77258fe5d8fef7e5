#pragma once
/// \file Ghost numbering: numbers for values while the set of ghosts is not yet known.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <partita/inspector/index_map.hpp>
#include <partita/inspector/location.hpp>
#include <partita/inspector/radix_order.hpp>

namespace partita::detail {

/// A location in one number, which ascends as locations do.
inline std::int64_t packed(const Location& location) {
  return std::int64_t{location.rank} << 32 | location.index;
}

inline Location unpacked(std::int64_t number) {
  return {static_cast<int>(number >> 32), static_cast<local_index>(number & 0xffffffff)};
}

/// Local indices of one set's values. Owned values have their own, earlier ghosts keep theirs, others follow
/// in the order of first sight. When all have been seen, those still referred to are put in the order of
/// ghosts: ascending by owner and place there.
class GhostNumbering {
 public:
  /// `before`: earlier ghosts, distinct, in the order of their local indices.
  GhostNumbering(int here, local_index owned, std::span<const Location> before) : here_(here), owned_(owned) {
    before_.reserve(before.size());
    for (const Location& ghost : before) before_.push_back(packed(ghost));
  }

  /// @throws Error when there are more values than local indices can count.
  local_index operator()(const Location& location) {
    if (location.rank == here_) return location.index;
    if (known_.size() == 0)
      for (const std::int64_t ghost : before_) known_.insert(ghost);
    return checked_local(std::int64_t{owned_} + known_.insert(packed(location)));
  }

  /// Some indices that iterations refer to in the end. After the first call, unlisted ghosts are dropped.
  /// Without a call, all are kept.
  void keep(std::span<const local_index> indices) {
    kept_.resize(keys().size());
    for_each_ghost(indices, [&](local_index index) { kept_[number(index)] = true; });
  }

  /// The kept ghosts, ascending. Call once, after every `keep`.
  std::vector<Location> ghosts() {
    const std::span<const std::int64_t> keys = this->keys();
    if (kept_.empty()) kept_.assign(keys.size(), true);
    place_.resize(keys.size());
    std::vector<Location> ghosts;
    ghosts.reserve(keys.size());
    for (const local_index number : radix_order(keys)) {
      const auto k = static_cast<std::size_t>(number);
      place_[k] = static_cast<local_index>(ghosts.size());
      in_order_ = in_order_ && number == place_[k];
      if (kept_[k]) ghosts.push_back(unpacked(keys[k]));
    }
    return ghosts;
  }

  /// From indices given out so far to those in the order of `ghosts()`. Call after `ghosts()`.
  void put_in_order(std::span<local_index> indices) const {
    if (in_order_) return;
    for_each_ghost(indices, [&](local_index& index) { index = owned_ + place_[number(index)]; });
  }

 private:
  // By number.
  std::span<const std::int64_t> keys() const { return known_.size() == 0 ? before_ : known_.indices(); }

  std::size_t number(local_index ghost) const { return static_cast<std::size_t>(ghost - owned_); }

  // Most iterations touch no ghost: blocks whose highest index is owned are passed over.
  template <class Index>
  void for_each_ghost(std::span<Index> indices, const auto& visit) const {
    constexpr std::size_t at_once = 256;
    for (; !indices.empty(); indices = indices.subspan(std::min(at_once, indices.size()))) {
      const auto some = indices.first(std::min(at_once, indices.size()));
      local_index highest = 0;
      for (const local_index index : some) highest = std::max(highest, index);
      if (highest < owned_) continue;
      for (Index& index : some)
        if (index >= owned_) visit(index);
    }
  }

  int here_;
  local_index owned_;
  std::vector<std::int64_t> before_;  // packed
  IndexMap known_;                    // before_ and others, once some value is looked up
  std::vector<char> kept_;            // by number; whether referred to in the end
  std::vector<local_index> place_;    // by number; among the ghosts
  bool in_order_ = true;              // every place is the number itself
};

}  // namespace partita::detail
