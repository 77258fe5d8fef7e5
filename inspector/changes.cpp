#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include <partita/inspector/changes.hpp>
#include <partita/inspector/radix_order.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::detail {

namespace {

// A message holds: the place of the sender's first iteration among all, how many iterations are withdrawn,
// their places in the share; then for each iteration that is brought, its place, its number if the caller
// gives numbers, and its references. All ascending by place. An iteration that stays with other references is
// withdrawn and brought.
using Word = std::int64_t;

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
  for (auto& [rank, items] : leaving) {
    std::vector<std::size_t> withdrawn = common(items, gone);
    neighbours[rank] = {std::move(items), std::move(withdrawn), {}};
  }
  for (const auto& [rank, brought] : changes.executors) neighbours[rank].brought = brought;

  const std::size_t words_each = words_of_row(changes);
  std::vector<Parcel<Word>> parcels;
  leaving.clear();
  for (auto& [rank, neighbour] : neighbours) {
    auto& [executes, withdrawn, brought] = neighbour;
    const bool counts_anew = changes.first != changes.first_before && executes.size() > withdrawn.size();
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
    if (withdrawn != brought) executes = with(without(executes, withdrawn), brought);
    if (!executes.empty()) leaving.push_back({rank, std::move(executes)});
    neighbour = {};
  }
  return parcels;
}

// An iteration that a message brings: its number, if it has one, and its references.
struct Row {
  const Word* words;
  bool numbered;

  global_index number() const { return words[0]; }
  const Word* references() const { return words + numbered; }
};

// One that is new here.
struct Coming {
  std::size_t before;  // the place that it is put before, among those so far
  global_index place;
  Row row;
};

// What messages say about the iterations executed here.
struct Edits {
  std::vector<std::pair<std::size_t, Row>> replaced;  // rows with other references
  std::vector<std::size_t> gone;                      // places so far, ascending
  std::vector<Coming> coming;                         // ascending by place
  std::vector<Origin> origins;                        // as they are now
  bool counts_anew = false;                           // the places of some origin begin elsewhere
};

// Compares what a message withdraws with what it brings.
void take_message(const Iterations& executed, const Origin& before, std::span<const Word> message,
                  std::size_t words_each, bool numbered, Edits& edits) {
  constexpr Word none = std::numeric_limits<Word>::max();
  const global_index first = message[0];
  std::span<const Word> withdrawn = message.subspan(2, static_cast<std::size_t>(message[1]));
  std::span<const Word> brought = message.subspan(2 + withdrawn.size());
  while (!withdrawn.empty() || !brought.empty()) {
    const Word next_withdrawn = withdrawn.empty() ? none : withdrawn.front();
    const Word next_brought = brought.empty() ? none : brought.front();
    const Word next = std::min(next_withdrawn, next_brought);
    const std::size_t place =
        std::clamp(executed.places.lower_bound(before.first + next), before.begin, before.end);
    const auto row = [&] { return Row{&brought[1], numbered}; };
    const bool stays = next_withdrawn == next_brought &&
                       (!numbered || executed.numbers[executed.row_of(place)] == row().number());
    if (stays) {
      edits.replaced.push_back({executed.row_of(place), row()});
    } else {
      if (next_withdrawn == next) edits.gone.push_back(place);
      if (next_brought == next) edits.coming.push_back({place, first + next, row()});
    }
    if (next_withdrawn == next) withdrawn = withdrawn.subspan(1);
    if (next_brought == next) brought = brought.subspan(words_each);
  }
}

Edits edits_of(const Iterations& executed, const Changes& changes, std::span<const Parcel<Word>> messages) {
  const std::size_t words_each = words_of_row(changes);
  Edits edits;
  std::size_t places_before = 0, places_now = 0;
  auto origin = executed.origins.begin();
  auto message = messages.begin();
  while (origin != executed.origins.end() || message != messages.end()) {  // both ascend by rank
    const bool is_known =
        message == messages.end() || (origin != executed.origins.end() && origin->rank <= message->rank);
    Origin now = is_known ? *origin++ : Origin{message->rank, places_before, places_before, 0};
    places_before = now.end;
    std::size_t places = now.end - now.begin;
    if (message != messages.end() && message->rank == now.rank) {
      const std::size_t gone = edits.gone.size(), coming = edits.coming.size();
      take_message(executed, now, message->content, words_each, changes.numbers.has_value(), edits);
      places += (edits.coming.size() - coming) - (edits.gone.size() - gone);
      edits.counts_anew |= is_known && now.first != message->content[0];
      now.first = message->content[0];
      ++message;
    }
    now.begin = places_now;
    now.end = places_now += places;
    if (places > 0) edits.origins.push_back(now);
  }
  return edits;
}

// Entries of a list that stay, from position `from` on before, from position `to` on now.
struct Kept {
  std::size_t from, to, count;
};

// A list from which entries go and to which others come.
class Splice {
 public:
  // `gone`: positions before. `coming`: the position before that each is put before. Both ascend.
  Splice(std::size_t size, std::span<const std::size_t> gone, std::span<const std::size_t> coming) {
    std::size_t next = 0;
    const auto keep_until = [&](std::size_t end) {
      for (; !gone.empty() && gone.front() < end; gone = gone.subspan(1)) {
        keep(next, gone.front());
        next = gone.front() + 1;
      }
      keep(next, end);
      next = std::max(next, end);
    };
    for (const std::size_t position : coming) {
      keep_until(position);
      at_.push_back(size_++);
    }
    keep_until(size);
  }

  std::size_t size() const { return size_; }
  std::span<const Kept> kept() const { return kept_; }
  std::size_t at(std::size_t coming) const { return at_[coming]; }  // its position now

  // Calls `keep(from, count)` and `add(coming)` in the order of the list as it is now.
  void visit(const auto& keep, const auto& add) const {
    auto kept = kept_.begin();
    for (std::size_t coming = 0; coming < at_.size() || kept != kept_.end();)
      if (coming < at_.size() && (kept == kept_.end() || at_[coming] < kept->to)) {
        add(coming++);
      } else {
        keep(kept->from, kept->count);
        ++kept;
      }
  }

 private:
  void keep(std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    kept_.push_back({begin, size_, end - begin});
    size_ += end - begin;
  }

  std::vector<Kept> kept_;
  std::vector<std::size_t> at_;
  std::size_t size_ = 0;
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

// Merges the iterations executed here with what messages withdraw and bring.
class Editor {
 public:
  Editor(Iterations& executed, const Changes& changes, Edits edits)
      : executed_(executed), changes_(changes), edits_(std::move(edits)) {}

  void operator()() {
    for (const auto& [row, now] : edits_.replaced) write(row, now);
    executed_.changed.rows.insert(executed_.changed.rows.end(), written_.begin(), written_.end());
    note_touching();
    if (!edits_.gone.empty() || !edits_.coming.empty()) splice_rows();
    if (edits_.counts_anew || !edits_.gone.empty() || !edits_.coming.empty()) splice_places();
    executed_.origins = std::move(edits_.origins);
  }

 private:
  void write(std::size_t row, const Row& now) {
    const Word* next = now.references();
    bool touches = false;
    for (std::size_t a = 0; a < changes_.references.size(); ++a) {
      const References& array = changes_.references[a];
      for (std::size_t k = row * array.arity; k < (row + 1) * array.arity; ++k) {
        const local_index index = array.number(unpacked(*next++));
        executed_.indices[a][k] = index;
        touches |= index == nowhere || index >= array.owned;
      }
    }
    written_.push_back(static_cast<local_index>(row));
    if (touches) touching_.push_back(static_cast<local_index>(row));
  }

  // Of the rows written since the last time.
  void note_touching() {
    for (std::vector<local_index>* const rows : {&written_, &touching_})
      if (!std::ranges::is_sorted(*rows)) std::ranges::sort(*rows);
    std::vector<local_index> others, all;
    std::ranges::set_difference(executed_.touching, written_, std::back_inserter(others));
    std::ranges::merge(others, touching_, std::back_inserter(all));
    executed_.touching = std::move(all);
    written_.clear();
    touching_.clear();
  }

  // Rows that come go between the others by number, or by place where rows are in the order of places. So
  // they are made where an iteration that stays has the number of one that comes.
  void splice_rows() {
    if (executed_.row.empty() && changes_.numbers && ascends(executed_.numbers)) {
      executed_.row.resize(executed_.places.size());
      std::iota(executed_.row.begin(), executed_.row.end(), local_index{0});
    }
    if (!executed_.row.empty() && !find_rows()) executed_.put_ascending_by_place();
    if (executed_.row.empty()) {
      gone_ = edits_.gone;
      coming_.resize(edits_.coming.size());
      std::iota(coming_.begin(), coming_.end(), std::size_t{0});
      before_.clear();
      for (const Coming& each : edits_.coming) before_.push_back(each.before);
    }
    for (const std::span<const std::size_t> moving : {std::span(std::as_const(gone_)), {before_}})
      if (!moving.empty()) executed_.changed.from = std::min(executed_.changed.from, moving.front());
    const std::size_t rows_before = executed_.places.size();
    const Splice rows(rows_before, gone_, before_);
    (void)checked_local(static_cast<std::int64_t>(rows.size()));

    if (changes_.numbers) {
      IndexList numbers;
      rows.visit([&](std::size_t from, std::size_t count) { numbers.append(executed_.numbers, from, count); },
                 [&](std::size_t k) { numbers.push_back(edits_.coming[coming_[k]].row.number()); });
      executed_.numbers = std::move(numbers);
      executed_.numbers.shrink_to_fit();
    }
    for (std::size_t a = 0; a < executed_.indices.size(); ++a)
      move_rows(rows.kept(), rows.size(), changes_.references[a].arity, executed_.indices[a]);
    move_touching(rows);
    if (!executed_.row.empty()) move_row_of_places(rows, rows_before);
    for (std::size_t k = 0; k < coming_.size(); ++k) write(rows.at(k), edits_.coming[coming_[k]].row);
    note_touching();
  }

  // @return whether numbers tell where rows go
  bool find_rows() {
    for (const std::size_t place : edits_.gone) gone_.push_back(executed_.row_of(place));
    std::ranges::sort(gone_);
    std::vector<global_index> numbers;
    for (const Coming& each : edits_.coming) numbers.push_back(each.row.number());
    for (const local_index k : radix_order(numbers)) coming_.push_back(static_cast<std::size_t>(k));
    for (const std::size_t k : coming_) {
      std::size_t row = executed_.numbers.lower_bound(numbers[k]);
      while (row > 0 && executed_.numbers[row - 1] == numbers[k]) --row;
      before_.push_back(row);
      for (; row < executed_.places.size() && executed_.numbers[row] == numbers[k]; ++row)
        if (!std::ranges::binary_search(gone_, row)) return false;
    }
    return true;
  }

  void move_touching(const Splice& rows) {
    std::vector<local_index> now;
    auto kept = rows.kept().begin();
    for (const local_index row : executed_.touching) {
      const auto from = static_cast<std::size_t>(row);
      while (kept != rows.kept().end() && kept->from + kept->count <= from) ++kept;
      if (kept != rows.kept().end() && kept->from <= from)
        now.push_back(static_cast<local_index>(from - kept->from + kept->to));
    }
    executed_.touching = std::move(now);
  }

  void move_row_of_places(const Splice& rows, std::size_t rows_before) {
    std::vector<local_index> moved(rows_before), come(coming_.size()), now;
    for (const auto& [from, to, count] : rows.kept())
      std::iota(moved.begin() + from, moved.begin() + (from + count), static_cast<local_index>(to));
    for (std::size_t k = 0; k < coming_.size(); ++k) come[coming_[k]] = static_cast<local_index>(rows.at(k));
    now.reserve(rows.size());
    places().visit(
        [&](std::size_t from, std::size_t count) {
          for (std::size_t k = from; k < from + count; ++k) now.push_back(moved[executed_.row[k]]);
        },
        [&](std::size_t k) { now.push_back(come[k]); });
    if (std::ranges::is_sorted(now)) now = std::vector<local_index>();
    executed_.row = std::move(now);
  }

  Splice places() const {
    std::vector<std::size_t> before;
    for (const Coming& each : edits_.coming) before.push_back(each.before);
    return {executed_.places.size(), edits_.gone, before};
  }

  void splice_places() {
    IndexList now;
    auto origin = executed_.origins.begin();
    auto origin_now = edits_.origins.begin();
    places().visit(
        [&](std::size_t from, std::size_t count) {
          for (const std::size_t end = from + count; from < end;) {  // shift by shift
            while (origin->end <= from) ++origin;
            while (origin_now->rank < origin->rank) ++origin_now;
            const std::size_t some = std::min(end, origin->end) - from;
            now.append(executed_.places, from, some, origin_now->first - origin->first);
            from += some;
          }
        },
        [&](std::size_t k) { now.push_back(edits_.coming[k].place); });
    now.shrink_to_fit();
    executed_.places = std::move(now);
  }

  Iterations& executed_;
  const Changes& changes_;
  Edits edits_;
  std::vector<local_index> written_, touching_;  // rows
  std::vector<std::size_t> gone_;                // rows so far, ascending
  std::vector<std::size_t> coming_;              // numbers in edits_.coming, as their rows ascend
  std::vector<std::size_t> before_;              // of each of these the row so far that it is put before
};

}  // namespace

bool exchange(const Communicator& comm, const Changes& changes, std::vector<Departure>& leaving,
              Iterations& executed) {
  const std::vector<Parcel<Word>> incoming = sparse_exchange(comm, messages(changes, leaving));
  collectively(comm, [&] {
    bool ascend = changes.ascend_before;
    if (!incoming.empty()) {
      Edits edits = edits_of(executed, changes, incoming);
      ascend = ascend && edits.coming.empty();
      Editor(executed, changes, std::move(edits))();
    }
    if (!ascend && executed.row.empty() && changes.numbers && !ascends(executed.numbers))
      executed.put_in_order(radix_order(executed.numbers.values()));
  });
  return !incoming.empty();
}

}  // namespace partita::detail
