#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include <partita/inspector/ghost_numbering.hpp>
#include <partita/inspector/index_map.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/inspector/numbered.hpp>
#include <partita/inspector/owned_indices.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/span.hpp>

namespace partita {

Localized localize(const TranslationTable& table, const GlobalIndices& given) {
  const std::span<const global_index> references = given;
  const Communicator& comm = table.communicator();
  const detail::OwnedIndices& owned = table.owned_indices();
  const auto size = static_cast<std::uint64_t>(table.size());
  detail::IndexMap off_rank;
  // Of off-rank values: `owned` and more in the order of first sight.
  std::vector<local_index> indices = collectively(comm, [&] {
    std::vector<local_index> found(references.size());
    detail::OwnedIndices::LookUp local(owned);
    for (std::size_t k = 0; k < references.size(); ++k) {
      found[k] = local(references[k]);
      if (found[k] != detail::OwnedIndices::absent) continue;
      if (static_cast<std::uint64_t>(references[k]) >= size) table.check(references[k], "reference", k);
      found[k] = checked_local(std::int64_t{owned.size()} + off_rank.insert(references[k]));
    }
    return found;
  });
  detail::GhostNumbering numbering(comm.rank(), table.owned(), table.locate(off_rank.indices()));
  AccessPattern pattern = detail::numbered(make_pattern(comm, table.owned(), numbering.ghosts()), table);
  numbering.put_in_order(indices);
  return {std::move(indices), std::move(pattern)};
}

Localized detail::localize(const Communicator& comm, local_index owned, std::span<const Location> homes) {
  const Span span(comm, "set-up", "inspection");
  std::vector<Location> ghosts;
  std::ranges::copy_if(homes, std::back_inserter(ghosts),
                       [&](const Location& home) { return home.rank != comm.rank(); });
  std::ranges::sort(ghosts);
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  AccessPattern pattern = make_pattern(comm, owned, std::move(ghosts));
  std::vector<local_index> indices(homes.size());
  std::ranges::transform(homes, indices.begin(), [&](const Location& home) { return pattern.local(home); });
  return {std::move(indices), std::move(pattern)};
}

}  // namespace partita
