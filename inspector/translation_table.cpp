#include <algorithm>
#include <utility>
#include <variant>

#include <partita/inspector/block_distribution.hpp>
#include <partita/inspector/owned_indices.hpp>
#include <partita/inspector/pages.hpp>
#include <partita/inspector/radix_order.hpp>
#include <partita/inspector/translation_table.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

using namespace detail;

namespace {

// What an owner tells the home of some consecutive indices, which are consecutive among its values.
struct Claim {
  local_index place;  // of the first, on the home's page
  local_index local;  // of the first, among the owner's values
  local_index count;
};

// Consecutive places of a page with consecutive values of one owner.
struct Piece {
  local_index place;
  Location first;
  local_index count;
};

// Claims on their way to the homes of the indices.
std::vector<Parcel<Claim>> claims_on(std::span<const global_index> owned, const BlockDistribution& homes) {
  std::vector<Parcel<Claim>> claims;
  for (const local_index k : radix_order(owned)) {  // ascending indices ascend by home
    const auto [home, place] = homes.locate(owned[k]);
    if (claims.empty() || claims.back().rank != home) claims.push_back({home, {}});
    std::vector<Claim>& of_home = claims.back().content;
    if (!of_home.empty() && of_home.back().place + of_home.back().count == place &&
        of_home.back().local + of_home.back().count == k)
      ++of_home.back().count;
    else
      of_home.push_back({place, k, 1});
  }
  return claims;
}

// The same if the owned indices are `length` consecutive ones.
std::vector<Parcel<Claim>> claims_on(global_index first, local_index length, const BlockDistribution& homes) {
  std::vector<Parcel<Claim>> claims;
  for (local_index local = 0; local < length; local += claims.back().content.front().count) {
    const auto [home, place] = homes.locate(first + local);
    claims.push_back({home, {{place, local, std::min(length - local, homes.length(home) - place)}}});
  }
  return claims;
}

// The owners on one page, whose first index is `first`. Throws Error when an index has two owners or none.
std::vector<Piece> pieces_of(const std::vector<Parcel<Claim>>& claims, global_index first,
                             local_index length) {
  std::vector<Piece> pieces;
  for (const auto& [owner, content] : claims)
    for (const auto [place, local, count] : content) pieces.push_back({place, {owner, local}, count});
  std::ranges::stable_sort(pieces, {}, &Piece::place);

  local_index end = 0;  // of the places that have an owner
  const auto require_owned_until = [&](local_index place) {
    if (end < place) throw Error("index ", first + end, " is owned by no rank; every index needs one owner");
  };
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const auto& [place, location, count] = pieces[k];
    if (place < end)
      throw Error("index ", first + place, " is owned twice, by rank ", pieces[k - 1].first.rank,
                  " and by rank ", location.rank, "; every index needs one owner");
    require_owned_until(place);
    end = place + count;
  }
  require_owned_until(length);
  return pieces;
}

// As pieces, or place by place if these take less memory.
Pages::Page page_of(std::vector<Piece> pieces, local_index length) {
  const auto location = [](const Piece& piece, local_index place) {
    return Location{piece.first.rank, piece.first.index + (place - piece.place)};
  };
  if (pieces.size() * sizeof(Piece) < static_cast<std::size_t>(length) * sizeof(Location)) {
    pieces.shrink_to_fit();
    return [pieces = std::move(pieces), location](local_index place) {
      return location(*std::prev(std::ranges::upper_bound(pieces, place, {}, &Piece::place)), place);
    };
  }
  std::vector<Location> page;
  page.reserve(static_cast<std::size_t>(length));
  for (const Piece& piece : pieces)
    for (local_index k = 0; k < piece.count; ++k) page.push_back(location(piece, piece.place + k));
  return [page = std::move(page)](local_index place) { return page[place]; };
}

// The pages of a table, from the claims of every rank. Collective.
Pages pages_of(const Communicator& comm, const BlockDistribution& homes, std::vector<Parcel<Claim>> mine) {
  const std::vector<Parcel<Claim>> claims = sparse_exchange(comm, std::move(mine));
  return collectively(comm, [&] {
    const local_index length = homes.length(comm.rank());
    return Pages(homes, page_of(pieces_of(claims, homes.first(comm.rank()), length), length));
  });
}

}  // namespace

struct TranslationTable::State {
  using Replica = std::vector<Location>;

  Communicator comm;
  global_index size;
  OwnedIndices owned;
  std::variant<BlockDistribution, Replica, Pages> directory;
  // Every rank's part, of any size and in any order of ranks, adds to the sum.
  std::uint64_t fingerprint = sum(comm, Hash().add(comm.rank(), size, owned.fingerprint()).value());
};

TranslationTable::TranslationTable(State state) : state_(std::make_shared<State>(std::move(state))) {}

const Communicator& TranslationTable::communicator() const { return state_->comm; }
global_index TranslationTable::size() const { return state_->size; }
local_index TranslationTable::owned() const { return state_->owned.size(); }
global_index TranslationTable::global(local_index owned_value) const {
  return state_->owned.global(owned_value);
}

std::optional<local_index> TranslationTable::local(global_index index) const {
  const local_index own = state_->owned.local(index);
  return own == OwnedIndices::absent ? std::nullopt : std::optional(own);
}

const OwnedIndices& TranslationTable::owned_indices() const { return state_->owned; }
std::uint64_t TranslationTable::fingerprint() const { return state_->fingerprint; }

bool TranslationTable::operator==(const TranslationTable& other) const {
  return state_ == other.state_ || (size() == other.size() && fingerprint() == other.fingerprint());
}

TranslationTable TranslationTable::block(const Communicator& comm, global_index size) {
  require_same(comm, static_cast<std::uint64_t>(size), "the size of a block table");
  if (size < 0) throw CollectiveError("a block table of ", size, " indices: the size cannot be negative");
  const BlockDistribution blocks{size, comm.size()};
  const local_index length = collectively(comm, [&] { return blocks.length(comm.rank()); });
  return State{comm, size, OwnedIndices(blocks.first(comm.rank()), length), blocks};
}

TranslationTable TranslationTable::from_block_sizes(const Communicator& comm, local_index length) {
  collectively(comm, [&] {
    if (length < 0)
      throw Error("rank ", comm.rank(), " owns a block of ", length, " indices; give 0 or more");
  });
  const global_index first = sum_below(comm, global_index{length});
  const BlockDistribution homes{sum(comm, global_index{length}), comm.size()};
  return State{comm, homes.size, OwnedIndices(first, length),
               pages_of(comm, homes, claims_on(first, length, homes))};
}

TranslationTable TranslationTable::from_partition(const Communicator& comm, std::span<const int> parts) {
  const global_index first = sum_below(comm, static_cast<global_index>(parts.size()));
  const global_index size = sum(comm, static_cast<global_index>(parts.size()));
  collectively(comm, [&] {
    (void)checked_local(std::ssize(parts));
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (parts[k] < 0 || parts[k] >= comm.size())
        throw Error("index ", first + static_cast<global_index>(k), " (entry ", k, " of rank ", comm.rank(),
                    "'s share of the partition vector) is given to rank ", parts[k],
                    ", but the ranks are 0 to ", comm.size() - 1);
  });

  std::vector<Parcel<global_index>> given;
  const std::vector<std::int64_t> owners(parts.begin(), parts.end());
  for (const local_index k : radix_order(owners)) {
    const int owner = parts[k];
    if (given.empty() || given.back().rank != owner) given.push_back({owner, {}});
    given.back().content.push_back(first + k);
  }
  std::vector<global_index> owned;  // ascending, as shares and parcels ascend by rank
  for (const auto& [rank, indices] : sparse_exchange(comm, std::move(given)))
    owned.insert(owned.end(), indices.begin(), indices.end());
  return from_owned(comm, owned, size);
}

TranslationTable TranslationTable::from_owned(const Communicator& comm, const GlobalIndices& given) {
  const std::span<const global_index> owned = given;
  return from_owned(comm, owned, sum(comm, static_cast<global_index>(owned.size())));
}

TranslationTable TranslationTable::from_owned(const Communicator& comm, const GlobalIndices& given,
                                              global_index size) {
  const std::span<const global_index> owned = given;
  require_same(comm, static_cast<std::uint64_t>(size), "the size of a translation table");
  const BlockDistribution homes{size, comm.size()};
  collectively(comm, [&] {
    for (const global_index index : owned)
      if (index < 0 || index >= size)
        throw Error("rank ", comm.rank(), " owns index ", index, ", but a table of ", size,
                    " indices holds 0 to ", size - 1);
    (void)checked_local(std::ssize(owned));
    (void)homes.length(comm.rank());
  });
  return State{comm, size, OwnedIndices(owned), pages_of(comm, homes, claims_on(owned, homes))};
}

TranslationTable TranslationTable::replicated() const {
  const Pages* const pages = std::get_if<Pages>(&state_->directory);
  if (!pages) return *this;  // every rank knows all of it already
  return State{communicator(), size(), state_->owned, pages->all(communicator())};
}

std::vector<Location> TranslationTable::locate(const GlobalIndices& given) const {
  const std::span<const global_index> indices = given;
  collectively(communicator(), [&] {
    for (std::size_t k = 0; k < indices.size(); ++k) check(indices[k], "look-up", k);
  });
  if (auto* const pages = std::get_if<Pages>(&state_->directory))
    return pages->locate(communicator(), state_->owned, indices);

  std::vector<Location> locations;
  locations.reserve(indices.size());
  if (const auto* const replica = std::get_if<State::Replica>(&state_->directory)) {
    for (const global_index index : indices) locations.push_back((*replica)[index]);
  } else {
    const BlockDistribution blocks = std::get<BlockDistribution>(state_->directory);
    for (const global_index index : indices) locations.push_back(blocks.locate(index));
  }
  return locations;
}

void TranslationTable::check(global_index index, std::string_view what, std::size_t number) const {
  if (index < 0 || index >= size())
    throw Error("index ", index, " (", what, " ", number, " of rank ", communicator().rank(),
                ") is out of range: the table holds 0 to ", size() - 1);
}

}  // namespace partita
