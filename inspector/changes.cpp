#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include <partita/inspector/changes.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::detail {

namespace {

// A message holds: the place of the sender's first iteration among all, how many iterations are withdrawn,
// their places in the share; then for each iteration that is brought, its place, its number if the caller
// gives numbers, and its references. All ascending by place. An iteration that stays with other references is
// withdrawn and brought.
using Word = std::int64_t;

Word packed(const Location& location) { return static_cast<Word>(location.rank) << 32 | location.index; }

Location unpacked(Word word) {
  return {static_cast<int>(word >> 32), static_cast<local_index>(word & 0xffffffff)};
}

std::size_t words_of_row(const Changes& changes) {
  std::size_t words = changes.numbers ? 2 : 1;
  for (const References& array : changes.references) words += array.arity;
  return words;
}

// Messages to all ranks that the changes concern, also this one. Notes the iterations that each executes now.
std::vector<Parcel<Word>> messages(const Changes& changes, std::vector<Departure>& leaving) {
  struct Neighbour {
    IndexList executes;
    std::vector<std::size_t> withdrawn;  // places
    std::vector<std::size_t> brought;    // numbers of changes
  };
  std::map<int, Neighbour> neighbours;             // few
  std::vector<std::size_t> gone = changes.places;  // those whose iteration is another now, or none
  for (std::size_t place = changes.items; place < changes.items_before; ++place) gone.push_back(place);
  for (const auto& [rank, items] : leaving)
    neighbours[rank] = {without(items, gone), common(items, gone), {}};
  for (const auto& [rank, brought] : changes.executors) neighbours[rank].brought = brought;

  const std::size_t words_each = words_of_row(changes);
  std::vector<Parcel<Word>> parcels;
  leaving.clear();
  for (auto& [rank, neighbour] : neighbours) {
    auto& [executes, withdrawn, brought] = neighbour;
    const bool counts_anew = changes.first != changes.first_before && !executes.empty();
    if (counts_anew || !withdrawn.empty() || !brought.empty()) {
      std::vector<Word>& message = parcels.emplace_back(Parcel<Word>{rank, {}}).content;
      message.reserve(2 + withdrawn.size() + brought.size() * words_each);
      message = {changes.first, std::ssize(withdrawn)};
      message.insert(message.end(), withdrawn.begin(), withdrawn.end());
      for (const std::size_t change : brought) {
        const std::size_t place = changes.places[change];
        message.push_back(static_cast<Word>(place));
        if (changes.numbers) message.push_back((*changes.numbers)[place]);
        for (const References& array : changes.references)
          for (const local_index index : array.of(change)) message.push_back(packed(array.location(index)));
      }
    }
    for (std::size_t& item : brought) item = changes.places[item];
    executes = with(executes, brought);
    if (!executes.empty()) leaving.push_back({rank, std::move(executes)});
    neighbour = {};
  }
  return parcels;
}

// Rows that stay, from row `from` on before, from row `to` on now.
struct Kept {
  std::size_t from, to, count;
};

// A row that a message brings.
struct Brought {
  std::size_t row;
  const Word* references;
};

// The rows of one origin before, and what its message says.
struct Share {
  global_index first_before, first;
  std::size_t next = 0, end = 0;  // rows
  std::span<const Word> withdrawn = {}, brought = {};
};

// Moves the rows that stay within their list. Those that move down go first, ascending, then those that move
// up, descending: so none is overwritten before it has moved.
void move_rows(std::span<const Kept> kept, std::size_t rows, std::size_t arity,
               std::vector<local_index>& indices) {
  indices.resize(std::max(indices.size(), rows * arity));
  const auto row = [&](std::size_t k) { return indices.begin() + k * arity; };
  for (const auto& [from, to, count] : kept)
    if (to < from) std::move(row(from), row(from + count), row(to));
  for (; !kept.empty(); kept = kept.first(kept.size() - 1))
    if (const auto& [from, to, count] = kept.back(); to > from)
      std::move_backward(row(from), row(from + count), row(to + count));
  indices.resize(rows * arity);
}

// Merges the iterations executed before with what messages withdraw and bring, origin by origin. Places and
// numbers are listed anew: they are short.
void edit(Iterations& executed, const Changes& changes, std::span<const Parcel<Word>> messages) {
  std::map<int, Share> shares;  // by rank
  for (const auto& [rank, begin, end, first] : executed.origins) shares[rank] = {first, first, begin, end};
  for (const auto& [rank, message] : messages) {
    Share& share = shares.try_emplace(rank, Share{message[0], message[0]}).first->second;
    share.first = message[0];
    share.withdrawn = std::span(message).subspan(2, static_cast<std::size_t>(message[1]));
    share.brought = std::span(message).subspan(2 + share.withdrawn.size());
  }

  const bool numbered = changes.numbers.has_value();
  const std::size_t words_each = words_of_row(changes);
  Iterations now;
  std::vector<Kept> kept;
  std::vector<Brought> brought_rows;
  for (auto& [rank, share] : shares) {
    auto& [first_before, first, next, end, withdrawn, brought] = share;
    const std::size_t begin = now.places.size();
    const auto keep_until = [&, &next = next, shift = first - first_before](std::size_t row) {
      const std::size_t count = row - next;
      if (count > 0) kept.push_back({next, now.places.size(), count});
      now.places.append(executed.places, next, count, shift);
      if (numbered) now.numbers.append(executed.numbers, next, count);
      next = row;
    };
    while (!withdrawn.empty() || !brought.empty()) {
      constexpr Word none = std::numeric_limits<Word>::max();
      const Word next_withdrawn = withdrawn.empty() ? none : withdrawn.front();
      const Word next_brought = brought.empty() ? none : brought.front();
      const Word place = std::min(next_withdrawn, next_brought);
      keep_until(std::clamp(executed.places.lower_bound(first_before + place), next, end));
      if (next_withdrawn == place) {
        ++next;
        withdrawn = withdrawn.subspan(1);
      }
      if (next_brought == place) {
        brought_rows.push_back({now.places.size(), &brought[numbered ? 2 : 1]});
        now.places.push_back(first + place);
        if (numbered) now.numbers.push_back(brought[1]);
        brought = brought.subspan(words_each);
      }
    }
    keep_until(end);
    if (now.places.size() > begin) now.origins.push_back({rank, begin, now.places.size(), first});
  }
  now.places.shrink_to_fit();
  now.numbers.shrink_to_fit();

  now.indices = std::move(executed.indices);
  for (std::size_t a = 0; a < now.indices.size(); ++a) {
    const References& array = changes.references[a];
    move_rows(kept, now.places.size(), array.arity, now.indices[a]);
    for (auto& [row, references] : brought_rows)
      for (std::size_t k = row * array.arity; k < (row + 1) * array.arity; ++k)
        now.indices[a][k] = array.number(unpacked(*references++));
  }
  executed = std::move(now);
}

}  // namespace

void exchange(const Communicator& comm, const Changes& changes, std::vector<Departure>& leaving,
              Iterations& executed) {
  const std::vector<Parcel<Word>> incoming = sparse_exchange(comm, messages(changes, leaving));
  collectively(comm, [&] { edit(executed, changes, incoming); });
}

}  // namespace partita::detail
