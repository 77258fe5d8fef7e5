#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include <partita/inspector/changes.hpp>
#include <partita/inspector/edits.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::detail {

namespace {

// A message holds: the place of the sender's first iteration among all, how many iterations are withdrawn,
// their places in the share; then for each iteration that is brought, its place, its number if the caller
// gives numbers, and its references. All ascending by place.
using Word = std::int64_t;

Word packed(const Location& location) { return static_cast<Word>(location.rank) << 32 | location.index; }

Location unpacked(Word word) {
  return {static_cast<int>(word >> 32), static_cast<local_index>(word & 0xffffffff)};
}

// Places of the share whose iteration is another now, or none.
std::vector<std::size_t> touched(const Changes& changes) {
  std::vector<std::size_t> places = changes.places;
  for (std::size_t place = changes.items; place < changes.items_before; ++place) places.push_back(place);
  return places;
}

// Messages to all ranks that the changes concern, also this one. Notes the iterations that each executes now.
std::vector<Parcel<Word>> messages(const Changes& changes, std::vector<Departure>& leaving) {
  struct Neighbour {
    Runs executes;
    std::vector<std::size_t> withdrawn;  // places
    std::vector<std::size_t> brought;    // numbers of changes
  };
  std::map<int, Neighbour> neighbours;  // few
  const std::vector<std::size_t> gone = touched(changes);
  for (const auto& [rank, items] : leaving)
    neighbours[rank] = {without(items, gone), common(items, gone), {}};
  for (std::size_t change = 0; change < changes.places.size(); ++change)
    for (const int rank : changes.executors.of(change)) neighbours[rank].brought.push_back(change);

  std::size_t words_each = changes.numbers ? 2 : 1;
  for (const References& array : changes.references) words_each += array.arity;
  std::vector<Parcel<Word>> parcels;
  leaving.clear();
  for (auto& [rank, neighbour] : neighbours) {
    auto& [executes, withdrawn, brought] = neighbour;
    const bool counts_anew = changes.first != changes.first_before && executes.items() > 0;
    if (counts_anew || !withdrawn.empty() || !brought.empty()) {
      std::vector<Word>& message = parcels.emplace_back(Parcel<Word>{rank, {}}).content;
      message.reserve(2 + withdrawn.size() + brought.size() * words_each);
      message = {changes.first, std::ssize(withdrawn)};
      message.insert(message.end(), withdrawn.begin(), withdrawn.end());
      for (const std::size_t change : brought) {
        message.push_back(static_cast<Word>(changes.places[change]));
        if (changes.numbers) message.push_back((*changes.numbers)[changes.places[change]]);
        for (const References& array : changes.references)
          for (const local_index index : array.of(change)) message.push_back(packed(array.location(index)));
      }
    }
    for (std::size_t& item : brought) item = changes.places[item];
    executes = with(executes, brought);
    if (executes.items() > 0) leaving.push_back({rank, std::move(executes)});
    neighbour = {};
  }
  return parcels;
}

// Turns the messages into edits of the list of iterations, origin by origin.
class Editor {
 public:
  Editor(Iterations& executed, std::span<const References> arrays, bool numbered)
      : executed_(executed), arrays_(arrays), numbered_(numbered), new_indices_(arrays.size()) {}

  // The shares of ranks below `rank` from which no message came.
  void keep_below(int rank) {
    for (; origin_ < executed_.origins.size() && executed_.origins[origin_].rank < rank; ++origin_) {
      const Origin& same = executed_.origins[origin_];
      origins_.push_back({same.rank, edited(row_), same.first});
      row_ = executed_.of(origin_).end;
    }
  }

  // The share of `rank`, after `keep_below(rank)`.
  void follow(int rank, std::span<const Word> message) {
    const global_index first = message[0];
    std::size_t end = row_;
    if (origin_ < executed_.origins.size() && executed_.origins[origin_].rank == rank) {
      end = executed_.of(origin_).end;
      if (const global_index shift = first - executed_.origins[origin_].first; shift != 0)
        for (std::size_t row = row_; row < end; ++row) executed_.places[row] += shift;
      ++origin_;
    }

    const std::size_t begin = edited(row_);
    auto withdrawn = message.subspan(2, static_cast<std::size_t>(message[1]));
    auto brought = message.subspan(2 + withdrawn.size());
    while (!withdrawn.empty() || !brought.empty()) {
      const Word place = std::min(front(withdrawn), front(brought));
      row_ = find(first + place, end);
      const bool was_here = front(withdrawn) == place, is_here = front(brought) == place;
      if (was_here) withdrawn = withdrawn.subspan(1);
      if (is_here) brought = brought.subspan(1);
      if (was_here && !is_here) edits_.removed.push_back(row_);
      if (is_here && !was_here) {
        edits_.inserted_before.push_back(row_);
        new_places_.push_back(first + place);
      }
      if (is_here && numbered_) {
        (was_here ? executed_.numbers[row_] : new_numbers_.emplace_back()) = brought.front();
        brought = brought.subspan(1);
      }
      if (is_here)
        for (std::size_t a = 0; a < arrays_.size(); ++a) {
          const std::size_t arity = arrays_[a].arity;
          if (was_here)
            number(a, brought.first(arity), &executed_.indices[a][row_ * arity]);
          else {
            new_indices_[a].resize(new_indices_[a].size() + arity);
            number(a, brought.first(arity), &*new_indices_[a].end() - arity);
          }
          brought = brought.subspan(arity);
        }
    }
    row_ = end;
    if (edited(row_) > begin) origins_.push_back({rank, begin, first});
  }

  // After all messages.
  void finish() {
    executed_.origins = std::move(origins_);
    apply(edits_, 1, new_places_, executed_.places);
    if (numbered_) apply(edits_, 1, new_numbers_, executed_.numbers);
    for (std::size_t a = 0; a < arrays_.size(); ++a)
      apply(edits_, arrays_[a].arity, new_indices_[a], executed_.indices[a]);
  }

 private:
  static Word front(std::span<const Word> words) {
    return words.empty() ? std::numeric_limits<Word>::max() : words.front();
  }

  // The first row from `row_` on, or `end`, whose place is not below `place`. Places ascend: it cannot be
  // further off than they differ.
  std::size_t find(global_index place, std::size_t end) const {
    if (row_ == end || executed_.places[row_] >= place) return row_;
    const std::size_t furthest =
        std::min(end - row_, static_cast<std::size_t>(place - executed_.places[row_]));
    const auto from = executed_.places.begin() + static_cast<std::ptrdiff_t>(row_);
    const auto to = from + static_cast<std::ptrdiff_t>(furthest);
    return static_cast<std::size_t>(std::lower_bound(from, to, place) - executed_.places.begin());
  }

  // Where a row will be when the edits so far are applied.
  std::size_t edited(std::size_t row) const {
    return row - edits_.removed.size() + edits_.inserted_before.size();
  }

  void number(std::size_t array, std::span<const Word> locations, local_index* indices) const {
    for (const Word location : locations) *indices++ = arrays_[array].number(unpacked(location));
  }

  Iterations& executed_;
  std::span<const References> arrays_;
  bool numbered_;

  Edits edits_;
  std::vector<global_index> new_places_, new_numbers_;
  std::vector<std::vector<local_index>> new_indices_;  // by index array
  std::vector<Origin> origins_;

  std::size_t origin_ = 0, row_ = 0;  // the next old ones
};

}  // namespace

void exchange(const Communicator& comm, const Changes& changes, std::vector<Departure>& leaving,
              Iterations& executed) {
  const std::vector<Parcel<Word>> incoming = sparse_exchange(comm, messages(changes, leaving));
  collectively(comm, [&] {
    Editor editor(executed, changes.references, changes.numbers.has_value());
    for (const auto& [rank, message] : incoming) {
      editor.keep_below(rank);
      editor.follow(rank, message);
    }
    editor.keep_below(comm.size());
    editor.finish();
  });
}

}  // namespace partita::detail
