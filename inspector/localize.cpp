#include <algorithm>
#include <iterator>

#include <partita/inspector/localize.hpp>

namespace partita {

namespace {

std::vector<global_index> distinct(std::span<const global_index> references) {
  std::vector<global_index> sorted(references.begin(), references.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

std::vector<Location> off_rank(const std::vector<Location>& locations, int rank) {
  std::vector<Location> ghosts;
  std::copy_if(locations.begin(), locations.end(), std::back_inserter(ghosts),
               [&](const Location& location) { return location.rank != rank; });
  std::sort(ghosts.begin(), ghosts.end());
  return ghosts;
}

// Local index of each location: owned values keep theirs, ghosts (sorted) follow behind them.
std::vector<local_index> number(const std::vector<Location>& locations, const std::vector<Location>& ghosts,
                                int rank, local_index owned) {
  std::vector<local_index> local;
  local.reserve(locations.size());
  for (const Location& location : locations) {
    if (location.rank == rank) {
      local.push_back(location.index);
    } else {
      const auto ghost = std::lower_bound(ghosts.begin(), ghosts.end(), location);
      local.push_back(owned + static_cast<local_index>(ghost - ghosts.begin()));
    }
  }
  return local;
}

}  // namespace

Localized localize(const TranslationTable& table, std::span<const global_index> references) {
  const Communicator& comm = table.communicator();
  const std::vector<global_index> wanted = distinct(references);
  const std::vector<Location> locations = table.locate(wanted);
  const std::vector<Location> ghosts = off_rank(locations, comm.rank());
  AccessPattern pattern = make_pattern(comm, table.owned(), ghosts);
  const std::vector<local_index> local_of_wanted = number(locations, ghosts, comm.rank(), table.owned());

  std::vector<local_index> indices;
  indices.reserve(references.size());
  for (const global_index reference : references) {
    const auto place = std::lower_bound(wanted.begin(), wanted.end(), reference) - wanted.begin();
    indices.push_back(local_of_wanted[static_cast<std::size_t>(place)]);
  }

  return {std::move(indices), std::move(pattern)};
}

}  // namespace partita
