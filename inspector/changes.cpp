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

// A message holds: the place of the sender's first iteration among all, how many iterations the receiver did
// not execute before, how many it did that are withdrawn, the places of these in the share; then for each
// iteration that is brought, its place, its number if the caller gives numbers, and its references. All
// ascending by place. An iteration that stays with other references is withdrawn and brought.
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
      message.reserve(3 + withdrawn.size() + brought.size() * words_each);
      message = {changes.first, 0, std::ssize(withdrawn)};
      message.insert(message.end(), withdrawn.begin(), withdrawn.end());
      auto before = withdrawn.begin();
      for (const std::size_t change : brought) {
        const std::size_t place = changes.places[change];
        before = std::find_if(before, withdrawn.end(), [&](std::size_t other) { return other >= place; });
        message[1] += before == withdrawn.end() || *before != place;
        message.push_back(static_cast<Word>(place));
        if (changes.numbers) message.push_back((*changes.numbers)[place]);
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

// Edits the iterations executed before by what messages withdraw and bring, origin by origin. References are
// edited in place: rows are read at `in_` and written at `out_`, which is never behind it. Places and numbers
// are listed anew: they are short.
class Editor {
 public:
  Editor(Iterations& executed, std::span<const References> arrays, bool numbered)
      : executed_(executed), arrays_(arrays), numbered_(numbered) {}

  void edit(std::span<const Parcel<Word>> messages) {
    constexpr int behind_all = std::numeric_limits<int>::max();
    executed_.origins.push_back({behind_all, executed_.places.size(), 0});
    for (const auto& [rank, message] : messages) to_add_ += static_cast<std::size_t>(message[1]);
    for (const auto& [rank, message] : messages) {
      keep_below(rank);
      edit_share(rank, message);
    }
    keep_below(behind_all);
    executed_.origins = std::move(origins_);
    executed_.places = std::move(places_);
    executed_.numbers = std::move(numbers_);
    executed_.places.shrink_to_fit();
    executed_.numbers.shrink_to_fit();
    each_list([&](auto& list, std::size_t width) { list.resize(out_ * width); });
  }

 private:
  // The shares of ranks below `rank` from which no message came.
  void keep_below(int rank) {
    while (executed_.origins[origin_].rank < rank) {
      const auto& [same, begin, first] = executed_.origins[origin_];
      edit_share(same, std::array<Word, 3>{first, 0, 0});
    }
  }

  void edit_share(int rank, std::span<const Word> message) {
    const global_index first = message[0];
    global_index first_before = first;
    std::size_t left = 0;  // rows of the share, from `in_` on
    if (executed_.origins[origin_].rank == rank) {
      first_before = executed_.origins[origin_].first;
      left = executed_.of(origin_++).size();
    }
    const std::size_t begin = out_;
    auto withdrawn = message.subspan(3, static_cast<std::size_t>(message[2]));
    auto brought = message.subspan(3 + withdrawn.size());
    while (!withdrawn.empty() || !brought.empty()) {
      const Word place = std::min(front(withdrawn), front(brought));
      const bool was_here = front(withdrawn) == place, is_here = front(brought) == place;
      const std::size_t below = rows_below(first_before + place, left);
      keep(below, first - first_before);
      left -= below;
      if (was_here) {
        withdrawn = withdrawn.subspan(1);
        ++in_, --left;
      }
      if (is_here && !was_here) make_room();
      if (is_here) brought = bring(first + place, brought.subspan(1));
    }
    keep(left, first - first_before);
    if (out_ > begin) origins_.push_back({rank, begin, first});
  }

  static Word front(std::span<const Word> words) {
    return words.empty() ? std::numeric_limits<Word>::max() : words.front();
  }

  // How many of the next `rows` rows have a place below `place`. Places ascend: no more than they differ.
  std::size_t rows_below(global_index place, std::size_t rows) const {
    const auto from = executed_.places.begin() + static_cast<std::ptrdiff_t>(row_before());
    if (rows == 0 || *from >= place) return 0;
    const auto furthest = std::min(static_cast<std::ptrdiff_t>(rows), place - *from);
    return static_cast<std::size_t>(std::lower_bound(from, from + furthest, place) - from);
  }

  // The next rows stay; their places move by `shift`.
  void keep(std::size_t rows, global_index shift) {
    places_.append(executed_.places, row_before(), rows, shift);
    if (numbered_) numbers_.append(executed_.numbers, row_before(), rows);
    if (in_ != out_)
      each_list([&](auto& list, std::size_t width) {
        const auto row = [&](std::size_t k) { return list.begin() + k * width; };
        std::move(row(in_), row(in_ + rows), row(out_));
      });
    in_ += rows;
    out_ += rows;
  }

  // For a row more than before: where there is no room yet, for all that are still to come.
  void make_room() {
    if (in_ == out_) {
      each_list([&](auto& list, std::size_t width) {
        list.insert(list.begin() + in_ * width, to_add_ * width, {});
      });
      in_ += to_add_;
      room_ += to_add_;
    }
    --to_add_;
  }

  // Writes a row from the words of a message; returns the words after it.
  std::span<const Word> bring(global_index place, std::span<const Word> words) {
    places_.push_back(place);
    if (numbered_) {
      numbers_.push_back(words.front());
      words = words.subspan(1);
    }
    for (std::size_t a = 0; a < arrays_.size(); ++a) {
      const std::size_t arity = arrays_[a].arity;
      for (std::size_t k = 0; k < arity; ++k)
        executed_.indices[a][out_ * arity + k] = arrays_[a].number(unpacked(words[k]));
      words = words.subspan(arity);
    }
    ++out_;
    return words;
  }

  // The next row among those before the edits.
  std::size_t row_before() const { return in_ - room_; }

  void each_list(const auto& work) {
    for (std::size_t a = 0; a < arrays_.size(); ++a) work(executed_.indices[a], arrays_[a].arity);
  }

  Iterations& executed_;
  std::span<const References> arrays_;
  bool numbered_;
  std::vector<Origin> origins_;  // after the edits
  IndexList places_, numbers_;   // the same
  std::size_t origin_ = 0;       // the next one before them
  std::size_t in_ = 0, out_ = 0, to_add_ = 0, room_ = 0;
};

}  // namespace

void exchange(const Communicator& comm, const Changes& changes, std::vector<Departure>& leaving,
              Iterations& executed) {
  const std::vector<Parcel<Word>> incoming = sparse_exchange(comm, messages(changes, leaving));
  collectively(comm,
               [&] { Editor(executed, changes.references, changes.numbers.has_value()).edit(incoming); });
}

}  // namespace partita::detail
