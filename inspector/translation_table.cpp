#include <algorithm>
#include <numeric>

#include <partita/inspector/remap.hpp>
#include <partita/inspector/translation_table.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

namespace partita {

namespace {

// What the owner of an index tells the page that index is on.
struct Claim {
  global_index index;
  local_index local;
};

constexpr Location nobody{-1, -1};

}  // namespace

global_index BlockDistribution::first(int rank) const {
  return rank * (size / ranks) + std::min<global_index>(rank, size % ranks);
}

Location BlockDistribution::locate(global_index index) const {
  const global_index length = size / ranks;
  const global_index longer = size % ranks;  // so many blocks have one more
  const global_index rank = index < longer * (length + 1) ? index / (length + 1) : (index - longer) / length;
  return {static_cast<int>(rank), static_cast<local_index>(index - first(static_cast<int>(rank)))};
}

TranslationTable TranslationTable::block(const Communicator& comm, global_index size) {
  require_same(comm, static_cast<std::uint64_t>(size), "the size of a block table");
  if (size < 0)
    throw CollectiveError(text("a block table of ", size, " indices: the size cannot be negative"));
  TranslationTable table(comm, size);
  collectively(comm, [&] { (void)table.owned(); });  // not more than local indices can count
  return table;
}

TranslationTable TranslationTable::from_partition(const Communicator& comm, std::span<const int> parts) {
  const Remap to_owner(comm, parts);
  std::vector<global_index> share(parts.size());
  std::iota(share.begin(), share.end(), sum_below(comm, static_cast<global_index>(parts.size())));
  return from_owned(comm, to_owner.forward<global_index>(share));
}

TranslationTable TranslationTable::from_owned(const Communicator& comm, std::span<const global_index> owned) {
  TranslationTable table(comm, sum(comm, static_cast<global_index>(owned.size())));
  const BlockDistribution& blocks = table.distribution_;
  collectively(comm, [&] {
    (void)checked_local(static_cast<std::int64_t>(owned.size()));
    for (const global_index index : owned)
      if (index < 0 || index >= table.size())
        throw Error(text("rank ", comm.rank(), " owns index ", index, ", but the ranks own ", table.size(),
                         " values in all, so indices run from 0 to ", table.size() - 1));
  });

  std::vector<int> homes;
  std::vector<Claim> claims;
  for (std::size_t k = 0; k < owned.size(); ++k) {
    homes.push_back(blocks.locate(owned[k]).rank);
    claims.push_back({owned[k], static_cast<local_index>(k)});
  }
  std::vector<int> claimants(owned.size(), comm.rank());
  const Remap to_home(comm, homes);
  const std::vector<Claim> arrived = to_home.forward<Claim>(claims);
  const std::vector<int> arrived_from = to_home.forward<int>(claimants);

  // As many claims as indices in all: if none is claimed twice, none is left over.
  std::vector<Location> page(static_cast<std::size_t>(blocks.length(comm.rank())), nobody);
  collectively(comm, [&] {
    for (std::size_t k = 0; k < arrived.size(); ++k) {
      const auto [index, local] = arrived[k];
      Location& entry = page[static_cast<std::size_t>(index - blocks.first(comm.rank()))];
      if (entry != nobody)
        throw Error(text("index ", index, " is owned twice, by rank ", entry.rank, " and by rank ",
                         arrived_from[k], "; every index needs one owner"));
      entry = {arrived_from[k], local};
    }
  });

  table.pages_ = Pages{{owned.begin(), owned.end()}, std::move(page)};
  return table;
}

local_index TranslationTable::owned() const {
  return pages_ ? static_cast<local_index>(pages_->owned.size()) : distribution_.length(comm_.rank());
}

global_index TranslationTable::global(local_index owned_value) const {
  return pages_ ? pages_->owned[static_cast<std::size_t>(owned_value)]
                : distribution_.first(comm_.rank()) + owned_value;
}

std::vector<Location> TranslationTable::locate(std::span<const global_index> indices) const {
  collectively(comm_, [&] {
    for (std::size_t k = 0; k < indices.size(); ++k)
      if (indices[k] < 0 || indices[k] >= size())
        throw Error(text("index ", indices[k], " (look-up ", k, " of rank ", comm_.rank(),
                         ") is out of range: the table holds 0 to ", size() - 1));
  });

  std::vector<Location> on_page;
  on_page.reserve(indices.size());
  for (const global_index index : indices) on_page.push_back(distribution_.locate(index));
  if (!pages_) return on_page;

  // Ask the page each index is on; answers come back the way the questions went.
  std::vector<int> homes;
  std::vector<local_index> places;
  for (const auto [home, place] : on_page) {
    homes.push_back(home);
    places.push_back(place);
  }
  const Remap to_home(comm_, homes);
  std::vector<Location> answers;
  for (const local_index place : to_home.forward<local_index>(places))
    answers.push_back(pages_->page[static_cast<std::size_t>(place)]);
  return to_home.backward<Location>(answers);
}

}  // namespace partita
