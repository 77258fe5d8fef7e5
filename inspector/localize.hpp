#pragma once
/// \file Localize: a loop's global indices become local ones, every off-rank value once.

#include <vector>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/row_of.hpp>
#include <partita/inspector/translation_table.hpp>

namespace partita {

/// The result of `localize`.
struct Localized {
  std::vector<local_index> indices;  ///< local index of each reference, in the order given
  AccessPattern pattern;
};

/// Translates global indices. Numbers each distinct off-rank value as a ghost behind the owned values
/// (ascending by owner, then by the owner's local index), and tells every owner the values that other ranks
/// need. Collective. Linear in the references of this rank and in the values that others need from it; no
/// memory that grows with the number of ranks.
/// @param references global indices of any integral type, in any order, with repetitions
/// @throws CollectiveError when a reference is out of range
Localized localize(const TranslationTable& table, const GlobalIndices& references);

namespace detail {

/// The same for values whose homes are known, of which this rank has `owned`. Collective.
/// @throws Error for a home here that is not an owned value; CollectiveError as `make_pattern`
Localized localize(const Communicator& comm, local_index owned, std::span<const Location> homes);

}  // namespace detail

}  // namespace partita
