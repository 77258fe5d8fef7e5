#pragma once
/// \file Places: where the owned values of a pattern and the copies of its ghosts lie in a field.

#include <vector>

#include <partita/inspector/access_pattern.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// Where values lie in a field, as numbers of entities. A gather fills all copies of a ghost. A scatter first
/// combines the copies of a ghost, first to last, and sends the result.
class Places {
 public:
  /// Local order: value k at entity k.
  Places(const AccessPattern& pattern);  // NOLINT: the usual places of a pattern

  /// Lists, in any order.
  ///
  /// @param owned  entity of each owned value; empty: value k at entity k
  /// @param copies entities that are copies
  /// @param of     local index of the value that each copy is of; a ghost may have several copies, and an
  ///               owned value may have copies, too. Empty: copy k is of ghost k
  /// @param base   number of the first entity: 0, or 1 as in Fortran
  /// @throws Error if a list has another length, a number is out of range, or a ghost has no copy.
  /// Not collective.
  Places(const AccessPattern& pattern, std::vector<local_index> owned, std::vector<local_index> copies,
         std::vector<local_index> of = {}, local_index base = 0);

  /// A copy that no message goes to: of the ghost of this number, or of an owned value.
  struct Copy {
    local_index of;  ///< number of the ghost, from 0; or local index of the owned value
    local_index place;
  };

  local_index of_owned(local_index value) const {
    return owned_.empty() ? value : owned_[static_cast<std::size_t>(value)];
  }
  /// Of the copy that messages go to.
  local_index of_ghost(local_index ghost) const {
    return ghosts_.empty() ? first_ghost_ + ghost : ghosts_[static_cast<std::size_t>(ghost)];
  }

  /// Entity of each ghost's first copy; empty if they follow one another from `of_ghost(0)` on.
  const std::vector<local_index>& ghosts() const { return ghosts_; }
  const std::vector<Copy>& further() const { return further_; }  ///< all but the first copies of ghosts
  const std::vector<Copy>& own() const { return own_; }          ///< copies of values that are owned here

  /// Entities that a field must have, from entity 0 on.
  local_index owned_extent() const { return owned_extent_; }
  local_index ghost_extent() const { return ghost_extent_; }

 private:
  std::vector<local_index> owned_, ghosts_;
  local_index first_ghost_;
  std::vector<Copy> further_, own_;
  local_index owned_extent_, ghost_extent_;
};

}  // namespace partita
