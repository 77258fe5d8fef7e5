#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include <partita/inspector/iterations.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

namespace {

// A message holds: the number of the sender's first iteration, how many iterations are withdrawn, their
// places in the share; then for each iteration that is brought, its place and its references. All ascending.
using Word = std::int64_t;

Word packed(const Location& location) { return static_cast<Word>(location.rank) << 32 | location.index; }

Location unpacked(Word word) {
  return {static_cast<int>(word >> 32), static_cast<local_index>(word & 0xffffffff)};
}

// To the other ranks: nothing is sent about iterations that are in this rank's share and executed here.
std::vector<Parcel<Word>> messages(int here, const Changes& changes) {
  struct Message {
    std::vector<Word> withdrawn, brought;
  };
  const Executors& before = *changes.executors_before;
  const Executors& now = *changes.executors;
  std::map<int, Message> to;  // as many as this rank has neighbours: few
  if (changes.first != changes.first_before)
    for (const int rank : before.ranks)
      if (rank != here) to[rank];  // they have to count anew

  const auto withdraw = [&](std::size_t place) {
    for (const int rank : before.of(place))
      if (rank != here) to[rank].withdrawn.push_back(static_cast<Word>(place));
  };
  for (std::size_t change = 0; change < changes.places.size(); ++change) {
    const auto place = static_cast<std::size_t>(changes.places[change]);
    if (place < before.iterations()) withdraw(place);
    for (const int rank : now.of(place)) {
      if (rank == here) continue;
      std::vector<Word>& brought = to[rank].brought;
      brought.push_back(static_cast<Word>(place));
      for (const References& array : changes.references)
        for (const local_index index : array.of(change)) brought.push_back(packed(array.location(index)));
    }
  }
  for (std::size_t place = changes.iterations; place < before.iterations(); ++place) withdraw(place);

  std::vector<Parcel<Word>> parcels;
  for (auto& [rank, message] : to) {
    std::vector<Word> content{changes.first, static_cast<Word>(message.withdrawn.size())};
    content.reserve(2 + message.withdrawn.size() + message.brought.size());
    content.insert(content.end(), message.withdrawn.begin(), message.withdrawn.end());
    content.insert(content.end(), message.brought.begin(), message.brought.end());
    message = {};
    parcels.push_back({rank, std::move(content)});
  }
  return parcels;
}

// Puts the new list of iterations together, origin by origin, from the old list and what has changed.
class Merge {
 public:
  Merge(const Executed& before, const Changes& changes, std::span<GhostNumbering* const> numberings)
      : before_(before), changes_(changes), numberings_(numberings) {
    merged_.indices.resize(numberings.size());
  }

  void reserve(std::size_t iterations) {
    merged_.numbers.reserve(iterations);
    for (std::size_t a = 0; a < numberings_.size(); ++a)
      merged_.indices[a].reserve(iterations * changes_.references[a].arity);
  }

  // The next old origin is this one, or a higher one: then `rank` had no iterations here.
  void begin(int rank) {
    const bool known = origin_ < before_.origins.size() && before_.origins[origin_].rank == rank;
    old_ = known ? before_.origins[origin_].begin : 0;
    first_before_ = known ? before_.origins[origin_].first : 0;
    if (known) ++origin_;
    old_end_ = !known                             ? 0
               : origin_ < before_.origins.size() ? before_.origins[origin_].begin
                                                  : before_.numbers.size();
    begin_ = merged_.numbers.size();
  }

  void end(int rank, global_index first) {
    if (merged_.numbers.size() > begin_) merged_.origins.push_back({rank, begin_, first});
  }

  // From this rank's own share.
  void append_own(int here) {
    begin(here);
    std::size_t change = 0;
    for (std::size_t place = 0; place < changes_.iterations; ++place) {
      const bool was_here = old_ < old_end_ && old_place() == static_cast<Word>(place);
      if (change < changes_.places.size() && static_cast<std::size_t>(changes_.places[change]) == place) {
        const auto executors = changes_.executors->of(place);
        if (std::find(executors.begin(), executors.end(), here) != executors.end())
          append(changes_.first + static_cast<Word>(place), changes_.references, change);
        ++change;
      } else if (was_here) {
        append(changes_.first + static_cast<Word>(place), before_.references, old_);
      }
      if (was_here) ++old_;
    }
    end(here, changes_.first);
  }

  // From another rank's share, of which nothing has changed.
  void append_unchanged(int rank) {
    begin(rank);
    const global_index first = first_before_;
    for (; old_ < old_end_; ++old_) append(before_.numbers[old_], before_.references, old_);
    end(rank, first);
  }

  void append_changed(int rank, std::span<const Word> message) {
    begin(rank);
    const global_index first = message[0];
    const auto withdrawn = message.subspan(2, static_cast<std::size_t>(message[1]));
    auto brought = message.subspan(2 + withdrawn.size());
    const auto append_brought = [&](Word below) {
      while (!brought.empty() && brought.front() < below) {
        merged_.numbers.push_back(first + brought.front());
        brought = brought.subspan(1);
        for (std::size_t a = 0; a < numberings_.size(); ++a) {
          for (const Word word : brought.first(changes_.references[a].arity))
            merged_.indices[a].push_back((*numberings_[a])(unpacked(word)));
          brought = brought.subspan(changes_.references[a].arity);
        }
      }
    };

    auto gone = withdrawn.begin();
    for (; old_ < old_end_; ++old_) {
      const Word place = old_place();
      append_brought(place);
      if (gone != withdrawn.end() && *gone == place)
        ++gone;
      else
        append(first + place, before_.references, old_);
    }
    append_brought(std::numeric_limits<Word>::max());
    end(rank, first);
  }

  // From the shares of ranks below `rank` that have said nothing.
  void append_unchanged_below(int rank) {
    while (origin_ < before_.origins.size() && before_.origins[origin_].rank < rank)
      append_unchanged(before_.origins[origin_].rank);
  }

  Iterations result() && { return std::move(merged_); }

 private:
  Word old_place() const { return before_.numbers[old_] - first_before_; }

  void append(global_index number, const std::vector<References>& references, std::size_t iteration) {
    merged_.numbers.push_back(number);
    for (std::size_t a = 0; a < numberings_.size(); ++a)
      for (const local_index index : references[a].of(iteration))
        merged_.indices[a].push_back((*numberings_[a])(references[a].location(index)));
  }

  const Executed& before_;
  const Changes& changes_;
  std::span<GhostNumbering* const> numberings_;
  Iterations merged_;

  // Of the origin at hand.
  std::size_t origin_ = 0;  // the next old one
  std::size_t old_ = 0, old_end_ = 0;
  global_index first_before_ = 0;
  std::size_t begin_ = 0;
};

}  // namespace

Iterations exchange(const Communicator& comm, const Executed& before, const Changes& changes,
                    std::span<GhostNumbering* const> numberings) {
  const std::vector<Parcel<Word>> incoming = sparse_exchange(comm, messages(comm.rank(), changes));
  return collectively(comm, [&] {
    std::size_t words = 0;
    for (const Parcel<Word>& parcel : incoming) words += parcel.content.size();
    std::size_t words_each = 1;
    for (const References& array : changes.references) words_each += array.arity;

    Merge merge(before, changes, numberings);
    merge.reserve(before.numbers.size() + changes.places.size() + words / words_each);
    auto parcel = incoming.begin();
    const auto append_changed_below = [&](int rank) {
      for (; parcel != incoming.end() && parcel->rank < rank; ++parcel) {
        merge.append_unchanged_below(parcel->rank);
        merge.append_changed(parcel->rank, parcel->content);
      }
      merge.append_unchanged_below(rank);
    };
    append_changed_below(comm.rank());
    merge.append_own(comm.rank());
    append_changed_below(comm.size());
    return std::move(merge).result();
  });
}

}  // namespace partita
