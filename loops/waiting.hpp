#pragma once
/// \file The iterations of a segment's loops that wait for messages.
///
/// An iteration waits if it reads a ghost that an exchange brings. Later iterations on elements of waiting
/// iterations wait too, so that the order per element stays that of the program. An iteration that adds to
/// several elements, of which only some wait, is executed twice, each time for its part of them. Otherwise
/// waiting would spread through the whole mesh from edge to edge.
///
/// Few elements wait: those at the border of a rank's part. All rows are searched once for the iterations
/// that refer to them. After a change of some rows, these iterations are among those known before and those
/// whose rows have changed, unless other elements wait now.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <partita/loops/ordered_loop.hpp>

namespace partita::loops {

/// Few of the elements of a set that this rank owns.
class Elements {
 public:
  /// None. `owned`: others are not taken.
  explicit Elements(local_index owned = 0) : is_in_(static_cast<std::size_t>(owned)) {}

  bool empty() const { return list_.empty(); }
  bool contains(local_index element) const {
    // That of `nowhere` is too high.
    const auto place = static_cast<std::size_t>(static_cast<std::uint32_t>(element));
    return place < is_in_.size() && is_in_[place];
  }
  bool contains_all(std::span<const local_index> elements) const;
  std::span<const local_index> list() const { return list_; }  ///< in any order

  void insert(local_index element);

 private:
  std::vector<bool> is_in_;
  std::vector<local_index> list_;
};

/// Those in one or the other of two ascending lists, each once.
std::vector<local_index> united(std::span<const local_index> one, std::span<const local_index> other);

/// Elements of a field that the iterations which wait change, or change and read, in the loops so far. Of a
/// field that no loop of the segment changes: none.
struct LateElements {
  Elements changed, touched;
};

/// The iterations of a loop that refer to some elements.
class Referring {
 public:
  /// @param elements per argument; none: this argument does not matter. They are kept.
  void find(const OrderedLoop& loop, std::span<const Elements* const> elements);

  std::span<const local_index> iterations() const { return iterations_; }  ///< ascending
  const Elements& elements(std::size_t argument) const { return elements_[argument]; }

 private:
  std::vector<Elements> elements_;  // by argument
  std::vector<local_index> iterations_;
};

/// What waits in one loop.
class Waiting {
 public:
  /// Finds it, with little work if it was found before and few rows have changed since. No communication.
  /// @param late_elements by field: of the loops before this one; then with this one
  void find(const OrderedLoop& loop, std::span<const OrderedField> fields,
            std::span<LateElements> late_elements);

  /// Those that run after the messages only. Ascending.
  std::span<const local_index> late_only() const { return late_only_; }
  /// Those that run after the messages, or also then. Ascending.
  std::span<const local_index> late() const { return late_; }

  /// Whether the iterations that change this element through maps do so after the messages.
  bool target_waits(std::size_t argument, local_index element) const {
    return writing_.elements(argument).contains(element);
  }

 private:
  Referring reading_, writing_;  // iterations with something that waits to read, or to write through maps
  std::vector<local_index> late_only_, late_;
};

}  // namespace partita::loops
