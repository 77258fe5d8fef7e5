#pragma once
/// \file Values of any elements, from the ranks that own them: once, without ghosts.

#include <cstddef>
#include <span>
#include <vector>

#include <partita/inspector/owned_indices.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/inspector/translation_table.hpp>

namespace partita::detail {

/// The values of these elements, in their order. An element that is given several times travels as often.
/// What is read again and again has ghosts: see inspect. Collective.
/// @param owned     one value for each element that this rank owns
/// @param elements  global indices
template <class T>
std::vector<T> values_of(const TranslationTable& table, std::span<const T> owned,
                         std::span<const global_index> elements) {
  std::vector<T> values(elements.size());
  std::vector<global_index> elsewhere;
  std::vector<std::size_t> places;  // of those among the values
  OwnedIndices::LookUp local(table.owned_indices());
  for (std::size_t k = 0; k < elements.size(); ++k)
    if (const local_index own = local(elements[k]); own != nowhere) {
      values[k] = owned[static_cast<std::size_t>(own)];
    } else {
      elsewhere.push_back(elements[k]);
      places.push_back(k);
    }
  const std::vector<Location> homes = table.locate(elsewhere);
  const Remap to_owners(table.communicator(), homes, &Location::rank);
  std::vector<T> answers;
  for (const Location& asked : to_owners.forward(homes))
    answers.push_back(owned[static_cast<std::size_t>(asked.index)]);
  answers = to_owners.backward(answers);
  for (std::size_t k = 0; k < places.size(); ++k) values[places[k]] = answers[k];
  return values;
}

}  // namespace partita::detail
