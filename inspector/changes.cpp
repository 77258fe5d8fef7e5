#include <algorithm>
#include <array>
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
  for (const auto& [rank, brought] : changes.executors) neighbours[rank].brought = brought;

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

// Merges the iterations executed before with those that messages bring, origin by origin.
class Merger {
 public:
  Merger(const Iterations& before, std::span<const References> arrays, bool numbered)
      : before_(before), arrays_(arrays), numbered_(numbered) {
    merged_.indices.resize(arrays.size());
    merged_.places.reserve(before.places.size());
    merged_.numbers.reserve(before.numbers.size());
    for (std::size_t a = 0; a < arrays.size(); ++a) merged_.indices[a].reserve(before.indices[a].size());
  }

  // The shares of ranks below `rank` from which no message came.
  void keep_below(int rank) {
    while (origin_ < before_.origins.size() && before_.origins[origin_].rank < rank)
      follow(before_.origins[origin_].rank, std::array<Word, 2>{before_.origins[origin_].first, 0});
  }

  // The share of `rank`, after `keep_below(rank)`.
  void follow(int rank, std::span<const Word> message) {
    const global_index first = message[0];
    global_index first_before = first;
    Run old{0, 0};
    if (origin_ < before_.origins.size() && before_.origins[origin_].rank == rank) {
      first_before = before_.origins[origin_].first;
      old = before_.of(origin_++);
    }
    const std::size_t begin = merged_.places.size();
    auto withdrawn = message.subspan(2, static_cast<std::size_t>(message[1]));
    auto brought = message.subspan(2 + withdrawn.size());
    while (!withdrawn.empty() || !brought.empty()) {
      const Word place = std::min(front(withdrawn), front(brought));
      const std::size_t end = find(first_before + place, old);
      keep({old.begin, end}, first - first_before);
      old.begin = end;
      if (front(withdrawn) == place) {
        ++old.begin;
        withdrawn = withdrawn.subspan(1);
      }
      if (front(brought) == place) {
        merged_.places.push_back(first + place);
        brought = bring(brought.subspan(1));
      }
    }
    keep(old, first - first_before);
    if (merged_.places.size() > begin) merged_.origins.push_back({rank, begin, first});
  }

  Iterations merged() && { return std::move(merged_); }

 private:
  static Word front(std::span<const Word> words) {
    return words.empty() ? std::numeric_limits<Word>::max() : words.front();
  }

  // The first of the old rows, or their end, whose place is not below `place`. Places ascend: it cannot be
  // further off than they differ.
  std::size_t find(global_index place, const Run& old) const {
    const auto from = before_.places.begin() + static_cast<std::ptrdiff_t>(old.begin);
    if (old.size() == 0 || *from >= place) return old.begin;
    const auto furthest = std::min(static_cast<std::ptrdiff_t>(old.size()), place - *from);
    return static_cast<std::size_t>(std::lower_bound(from, from + furthest, place) - before_.places.begin());
  }

  // Appends old rows, whose places have moved by `shift`.
  void keep(const Run& old, global_index shift) {
    for (std::size_t row = old.begin; row < old.end; ++row)
      merged_.places.push_back(before_.places[row] + shift);
    if (numbered_) append(before_.numbers, 1, old, merged_.numbers);
    for (std::size_t a = 0; a < arrays_.size(); ++a)
      append(before_.indices[a], arrays_[a].arity, old, merged_.indices[a]);
  }

  template <class T>
  static void append(const std::vector<T>& list, std::size_t width, const Run& rows, std::vector<T>& to) {
    const auto first = list.begin() + static_cast<std::ptrdiff_t>(rows.begin * width);
    to.insert(to.end(), first, first + static_cast<std::ptrdiff_t>(rows.size() * width));
  }

  // Appends a row from the words of a message; returns the words after it.
  std::span<const Word> bring(std::span<const Word> words) {
    if (numbered_) {
      merged_.numbers.push_back(words.front());
      words = words.subspan(1);
    }
    for (std::size_t a = 0; a < arrays_.size(); ++a) {
      for (const Word location : words.first(arrays_[a].arity))
        merged_.indices[a].push_back(arrays_[a].number(unpacked(location)));
      words = words.subspan(arrays_[a].arity);
    }
    return words;
  }

  const Iterations& before_;
  std::span<const References> arrays_;
  bool numbered_;
  Iterations merged_;
  std::size_t origin_ = 0;  // the next one of before_
};

}  // namespace

void exchange(const Communicator& comm, const Changes& changes, std::vector<Departure>& leaving,
              Iterations& executed) {
  const std::vector<Parcel<Word>> incoming = sparse_exchange(comm, messages(changes, leaving));
  collectively(comm, [&] {
    Merger merger(executed, changes.references, changes.numbers.has_value());
    for (const auto& [rank, message] : incoming) {
      merger.keep_below(rank);
      merger.follow(rank, message);
    }
    merger.keep_below(comm.size());
    executed = std::move(merger).merged();
  });
}

}  // namespace partita::detail
