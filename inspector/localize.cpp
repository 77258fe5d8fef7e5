#include <utility>

#include <partita/inspector/index_map.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/inspector/radix_order.hpp>
#include <partita/support/collectively.hpp>

namespace partita {

using namespace detail;

namespace {

// Local indices of what is owned here; of the rest, -1 - (number in `off_rank`). Throws Error when a
// reference is out of range.
std::vector<local_index> number(const TranslationTable& table, std::span<const global_index> references,
                                IndexMap& off_rank) {
  std::vector<local_index> indices;
  indices.reserve(references.size());
  for (std::size_t k = 0; k < references.size(); ++k) {
    if (const auto own = table.local(references[k])) {
      indices.push_back(*own);
    } else {
      table.check(references[k], "reference", k);
      indices.push_back(-1 - off_rank.insert(references[k]));
    }
  }
  return indices;
}

// Ascending by owner, then by the owner's local index.
std::vector<local_index> ascending(const std::vector<Location>& locations) {
  std::vector<std::int64_t> keys;
  keys.reserve(locations.size());
  for (const auto [rank, index] : locations) keys.push_back(std::int64_t{rank} << 32 | index);
  return radix_order(keys);
}

}  // namespace

Localized localize(const TranslationTable& table, std::span<const global_index> references) {
  const Communicator& comm = table.communicator();
  IndexMap off_rank;
  std::vector<local_index> indices = collectively(comm, [&] { return number(table, references, off_rank); });

  const std::vector<Location> locations = table.locate(off_rank.indices());
  std::vector<Location> ghosts;
  std::vector<local_index> ghost_of(locations.size());  // by the number in off_rank
  ghosts.reserve(locations.size());
  for (const local_index k : ascending(locations)) {
    ghost_of[static_cast<std::size_t>(k)] = table.owned() + static_cast<local_index>(ghosts.size());
    ghosts.push_back(locations[static_cast<std::size_t>(k)]);
  }
  AccessPattern pattern = make_pattern(comm, table.owned(), std::move(ghosts));

  for (local_index& index : indices)
    if (index < 0) index = ghost_of[static_cast<std::size_t>(-1 - index)];
  return {std::move(indices), std::move(pattern)};
}

}  // namespace partita
