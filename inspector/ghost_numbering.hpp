#pragma once
/// \file Numbers for values while it is not yet known which ghosts there will be.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <partita/inspector/index_map.hpp>
#include <partita/inspector/location.hpp>
#include <partita/inspector/radix_order.hpp>

namespace partita {

/// Local indices of one set's values: owned ones have their own, the others follow in the order of first
/// sight. When all have been seen they are put in the order of ghosts, ascending by owner and place there.
class GhostNumbering {
 public:
  GhostNumbering(int here, local_index owned) : here_(here), owned_(owned) {}

  /// Throws Error when there are more values than local indices can count.
  local_index operator()(const Location& location) {
    if (location.rank == here_) return location.index;
    return checked_local(std::int64_t{owned_} +
                         seen_.insert(std::int64_t{location.rank} << 32 | location.index));
  }

  /// What has been seen elsewhere, ascending. Once all have been seen.
  std::vector<Location> ghosts() {
    const std::span<const std::int64_t> keys = seen_.indices();
    std::vector<Location> ghosts;
    ghosts.reserve(keys.size());
    place_.resize(keys.size());
    for (const local_index number : radix_order(keys)) {
      const std::int64_t key = keys[static_cast<std::size_t>(number)];
      place_[static_cast<std::size_t>(number)] = static_cast<local_index>(ghosts.size());
      ghosts.push_back({static_cast<int>(key >> 32), static_cast<local_index>(key & 0xffffffff)});
    }
    return ghosts;
  }

  /// From numbers in the order of first sight to those in the order of `ghosts()`, which was called before.
  void put_in_order(std::span<local_index> indices) const {
    for (local_index& index : indices)
      if (index >= owned_) index = owned_ + place_[static_cast<std::size_t>(index - owned_)];
  }

 private:
  int here_;
  local_index owned_;
  IndexMap seen_;
  std::vector<local_index> place_;  // among the ghosts, by number
};

}  // namespace partita
