#pragma once
/// \file The messages that use each rank and link in each phase, while messages still change their phase.

#include <algorithm>
#include <cstddef>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// A message, or two that pass each other, which are placed in a phase as one. No other item of the phase may
/// use its resources: its ranks as senders (numbered from 0), its ranks as receivers (from the number of
/// ranks), its links (from twice that).
struct Item {
  std::vector<Piece> messages;  ///< whole, each from its origin to its target
  std::vector<int> resources;
};

/// Every message once. If the machine rewards exchanges, a message and its opposite are one item, and every
/// item takes its two ranks both as senders and as receivers. O(m log m).
std::vector<Item> items_of(const CommunicationMatrix& matrix, const Machine& machine);

/// Items in phases 0 .. phases()-1 such that no resource is used twice in a phase. Memory: for each resource
/// an int for every phase up to the last one that used it.
class Occupancy {
 public:
  static constexpr int none = -1;

  /// @param items outlive this object; none of them has a place yet
  /// @param resources more than the largest number of a resource
  Occupancy(const std::vector<Item>& items, std::size_t resources);

  int phases() const { return phases_; }

  /// @return phases by item; `none` for an item without a place
  const std::vector<int>& phase_of() const { return phase_of_; }

  /// @return the item that uses the resource in this phase, or `none`
  int user(int resource, int phase) const {
    const std::vector<int>& users = users_[static_cast<std::size_t>(resource)];
    return static_cast<std::size_t>(phase) < users.size() ? users[static_cast<std::size_t>(phase)] : none;
  }

  bool fits(int item, int phase) const {
    const std::vector<int>& resources = items_[static_cast<std::size_t>(item)].resources;
    return std::all_of(resources.begin(), resources.end(),
                       [&](int resource) { return user(resource, phase) == none; });
  }

  /// Puts an item without a place into a phase where it fits.
  void put(int item, int phase) { set(item, phase, item); }
  void remove(int item) { set(item, phase_of_[static_cast<std::size_t>(item)], none); }

  void append_phase() { ++phases_; }

  /// Removes the phase with the fewest items, which lose their place. O(items).
  ///
  /// @return the items of that phase
  std::vector<int> dissolve_phase();

 private:
  std::vector<int> items_in(int phase) const;
  void set(int item, int phase, int user);

  const std::vector<Item>& items_;
  int phases_ = 0;
  std::vector<int> phase_of_;
  std::vector<std::vector<int>> users_;  // by resource, then phase; later ones: none
};

}  // namespace partita::detail
