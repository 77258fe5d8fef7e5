#pragma once
/// \file Who uses which rank and which link in which phase, while messages still change their phase.

#include <algorithm>
#include <cstddef>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// What has its place in a phase as one: a message, or two that pass each other. Its resources are what
/// nobody else may use in that phase: its ranks as senders (numbered from 0), its ranks as receivers (from
/// the number of ranks), its links (from twice that).
struct Item {
  std::vector<Piece> messages;  ///< whole, each from its origin to its target
  std::vector<int> resources;
};

/// Every message once; where the machine rewards exchanges, a message and its opposite are one item, and each
/// takes its two ranks both as senders and as receivers. O(m log m).
std::vector<Item> items_of(const CommunicationMatrix& matrix, const Machine& machine);

/// Items in phases 0 .. phases()-1 such that no resource is used twice in a phase. Memory: of each
/// resource an int for every phase up to the last in which it was used.
class Occupancy {
 public:
  static constexpr int none = -1;

  /// Of items that outlive it, none of which has a place yet; their resources are numbered below `resources`.
  Occupancy(const std::vector<Item>& items, std::size_t resources);

  int phases() const { return phases_; }

  /// By item; none: has no place.
  const std::vector<int>& phase_of() const { return phase_of_; }

  /// The item that uses the resource in this phase, or none.
  int user(int resource, int phase) const {
    const std::vector<int>& users = users_[static_cast<std::size_t>(resource)];
    return static_cast<std::size_t>(phase) < users.size() ? users[static_cast<std::size_t>(phase)] : none;
  }

  bool fits(int item, int phase) const {
    const std::vector<int>& resources = items_[static_cast<std::size_t>(item)].resources;
    return std::all_of(resources.begin(), resources.end(),
                       [&](int resource) { return user(resource, phase) == none; });
  }

  /// Gives the item, which has no place, one where it fits.
  void put(int item, int phase) { set(item, phase, item); }
  void remove(int item) { set(item, phase_of_[static_cast<std::size_t>(item)], none); }

  void append_phase() { ++phases_; }

  /// Takes the phase with the fewest items out. Gives them; they have no place then. O(items).
  std::vector<int> dissolve_phase();

 private:
  std::vector<int> items_in(int phase) const;
  void set(int item, int phase, int user);

  const std::vector<Item>& items_;
  int phases_ = 0;
  std::vector<int> phase_of_;
  std::vector<std::vector<int>> users_;  // by resource, then phase; later ones: none
};

}  // namespace partita
