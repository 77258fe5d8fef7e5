#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <utility>

#include <partita/inspector/index_map.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/inspector/update_pattern.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

namespace partita {

namespace {

// Local index of an entry: of an owned value its own, of others `owned` and more in the order of first sight.
local_index number(const IndexedLoop& loop, const IndexArray& array, std::size_t entry, local_index owned,
                   IndexMap& off_rank) {
  if (const auto own = array.table.local(array.entries[entry])) return *own;
  check_range(loop, entry / static_cast<std::size_t>(array.arity));
  return checked_local(std::int64_t{owned} + off_rank.insert(array.entries[entry]));
}

// Who executes the changed iterations.
Executors executors(const IndexedLoop& loop, const Changes& changes, int here) {
  Executors now;
  now.offsets.reserve(changes.places.size() + 1);
  now.ranks.reserve(changes.places.size());
  std::vector<int> owners;
  for (std::size_t change = 0; change < changes.places.size(); ++change) {
    owners.clear();
    for (std::size_t a = 0; a < loop.arrays.size(); ++a)
      if (loop.arrays[a].decides)
        for (const local_index index : changes.references[a].of(change))
          owners.push_back(changes.references[a].location(index).rank);
    append_executors(loop.execution, owners, here, now.ranks);
    now.offsets.push_back(now.ranks.size());
  }
  return now;
}

bool refers_elsewhere(const Changes& changes, std::size_t change) {
  return std::any_of(changes.references.begin(), changes.references.end(), [&](const References& array) {
    const auto indices = array.of(change);
    return std::any_of(indices.begin(), indices.end(), [&](local_index k) { return k >= array.owned; });
  });
}

std::vector<Arrival> arrivals(const Iterations& executed) {
  std::vector<Arrival> arriving;
  for (std::size_t k = 0; k < executed.origins.size(); ++k)
    arriving.push_back({executed.origins[k].rank, executed.of(k).size()});
  return arriving;
}

}  // namespace

// Inspects some loops together. An iteration that refers to owned values only is executed here, whatever
// `Execution` says: so all iterations of the share are taken to be executed here at first, and those that
// refer to others' values are the changes to that. An update begins with what was executed instead.
class Inspection {
 public:
  Inspection(const Communicator& comm, std::span<const IndexedLoop> loops)
      : comm_(comm), loops_(loops), tables_(loops), off_rank_(tables_.size()), work_(loops.size()) {}

  // Nothing is known.
  void begin() {
    for (std::size_t table = 0; table < tables_.size(); ++table)
      begin_with(AccessPattern(comm_, tables_[table].owned(), tables_[table].owned(), {}, {}));
    first_look([&](std::size_t l) { take_all(l); });
  }

  // All is known but for what has changed; takes from `before` what it knows.
  void begin(std::span<InspectedLoop> before) {
    known_before_ = true;
    for (std::size_t table = 0; table < tables_.size(); ++table)
      begin_with(before[tables_.first_use(table).loop].pattern(tables_.first_use(table).array));
    first_look([&](std::size_t l) { take_changes(l, before[l]); });
  }

  std::vector<InspectedLoop> finish() {
    locate();
    for (std::size_t l = 0; l < loops_.size(); ++l) exchange_changes(l);
    settle_ghosts();
    std::vector<InspectedLoop> inspected;
    for (std::size_t l = 0; l < loops_.size(); ++l) inspected.push_back(result(l));
    return inspected;
  }

 private:
  struct Work {  // on one loop
    InspectedLoop::Share share;
    std::vector<Departure> leaving;
    Iterations executed;
    Changes changes;
    std::vector<std::vector<local_index>> changed;  // local indices of the changed iterations, by array
  };

  void begin_with(const AccessPattern& pattern) {
    patterns_.push_back(pattern);
    numberings_.emplace_back(comm_.rank(), pattern.owned(), pattern.ghost_locations());
  }

  std::size_t table_of(std::size_t l, std::size_t a) const {
    return tables_.number(loops_[l].arrays[a].table);
  }

  // Finds the changed iterations of every loop, and numbers what they refer to.
  void first_look(const auto& take) {
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      work_[l].changes.items = share_of(loops_[l]);
      work_[l].changes.first = sum_below(comm_, static_cast<global_index>(work_[l].changes.items));
    }
    collectively(comm_, [&] {
      for (std::size_t l = 0; l < loops_.size(); ++l) {
        (void)checked_local(static_cast<std::int64_t>(work_[l].changes.items));
        take(l);
      }
    });
  }

  void take_all(std::size_t l) {
    auto& [share, leaving, executed, changes, changed] = work_[l];
    changes.first_before = changes.first;
    changes.items_before = changes.items;
    if (changes.items > 0) {
      leaving = {{comm_.rank(), Runs(changes.items)}};
      executed.origins = {{comm_.rank(), 0, changes.first}};
    }
    executed.numbers.resize(changes.items);
    std::iota(executed.numbers.begin(), executed.numbers.end(), changes.first);

    for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a) {
      const IndexArray& array = loops_[l].arrays[a];
      const local_index owned = array.table.owned();
      IndexMap& off_rank = off_rank_[table_of(l, a)];
      std::vector<std::size_t> places;  // of iterations that refer to values of other ranks
      std::vector<local_index>& indices = executed.indices.emplace_back(array.entries.size());
      for (std::size_t k = 0; k < indices.size(); ++k) {
        indices[k] = number(loops_[l], array, k, owned, off_rank);
        if (indices[k] < owned) continue;
        const std::size_t place = k / static_cast<std::size_t>(array.arity);
        if (places.empty() || places.back() != place) places.push_back(place);
      }
      std::vector<std::size_t> all;
      std::set_union(changes.places.begin(), changes.places.end(), places.begin(), places.end(),
                     std::back_inserter(all));
      changes.places = std::move(all);
    }
    for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a) {
      const auto arity = static_cast<std::size_t>(loops_[l].arrays[a].arity);
      std::vector<local_index>& indices = changed.emplace_back();
      indices.reserve(changes.places.size() * arity);
      for (const std::size_t place : changes.places)
        for (std::size_t k = place * arity; k < (place + 1) * arity; ++k)
          indices.push_back(executed.indices[a][k]);
    }
  }

  void take_changes(std::size_t l, InspectedLoop& before) {
    auto& [share, leaving, executed, changes, changed] = work_[l];
    changes.first_before = before.share_.first;
    changes.items_before = before.remap_.items_here();
    changes.places = before.changed(loops_[l], before.iterations().size());
    leaving.assign(before.remap_.leaving().begin(), before.remap_.leaving().end());
    share = std::move(before.share_);
    executed = std::move(before.executed_);

    for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a) {
      const IndexArray& array = loops_[l].arrays[a];
      const auto arity = static_cast<std::size_t>(array.arity);
      const std::size_t table = table_of(l, a);
      std::vector<local_index>& indices = changed.emplace_back();
      indices.reserve(changes.places.size() * arity);
      for (const std::size_t place : changes.places)
        for (std::size_t k = place * arity; k < (place + 1) * arity; ++k)
          indices.push_back(number(loops_[l], array, k, array.table.owned(), off_rank_[table]));
      take_ghosts(before.pattern(a), table, executed.indices[a]);
    }
  }

  // Loops that were not inspected together number their ghosts in different ways: `indices` as `before` says.
  void take_ghosts(const AccessPattern& before, std::size_t table, std::span<local_index> indices) {
    const auto ghosts = before.ghost_locations();
    if (std::ranges::equal(ghosts, patterns_[table].ghost_locations())) return;
    for (local_index& index : indices)
      if (index >= before.owned())
        index = numberings_[table](ghosts[static_cast<std::size_t>(index - before.owned())]);
  }

  void locate() {
    for (std::size_t table = 0; table < tables_.size(); ++table)
      elsewhere_.push_back(tables_[table].locate(off_rank_[table].indices()));
  }

  // Decides who executes the changed iterations of a loop, and tells him.
  void exchange_changes(std::size_t l) {
    auto& [share, leaving, executed, changes, changed] = work_[l];
    std::vector<GhostNumbering*> numberings;
    for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a) {
      const IndexArray& array = loops_[l].arrays[a];
      const std::size_t table = table_of(l, a);
      numberings.push_back(&numberings_[table]);
      changes.references.push_back({comm_.rank(), array.table.owned(), static_cast<std::size_t>(array.arity),
                                    changed[a], elsewhere_[table]});
    }
    changes.executors = executors(loops_[l], changes, comm_.rank());
    share.first = changes.first;
    share.marked = marked(l);
    exchange(comm_, changes, numberings, leaving, executed);
    changes.references.clear();
    changed.clear();
  }

  std::vector<InspectedLoop::Share::Marked> marked(std::size_t l) const {
    const auto& before = work_[l].share.marked;
    const Changes& changes = work_[l].changes;
    std::vector<InspectedLoop::Share::Marked> now;
    now.reserve(before.size() + changes.places.size());
    auto old = before.begin();
    const auto keep_below = [&](std::size_t place) {
      for (; old != before.end() && old->place < place; ++old) now.push_back(*old);
    };
    for (std::size_t change = 0; change < changes.places.size(); ++change) {
      const std::size_t place = changes.places[change];
      keep_below(place);
      if (old != before.end() && old->place == place) ++old;
      if (refers_elsewhere(changes, change)) now.push_back({place, mark(loops_[l], place)});
    }
    keep_below(changes.items);
    return now;
  }

  // All that is touched elsewhere is known: one pattern per table.
  void settle_ghosts() {
    for (std::size_t l = 0; l < loops_.size() && known_before_; ++l)  // at first all ghosts are new
      for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a)
        numberings_[table_of(l, a)].keep(work_[l].executed.indices[a]);
    for (std::size_t table = 0; table < tables_.size(); ++table)
      patterns_[table] = update_pattern(patterns_[table], numberings_[table].ghosts());
    for (std::size_t l = 0; l < loops_.size(); ++l)
      for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a)
        numberings_[table_of(l, a)].put_in_order(work_[l].executed.indices[a]);
  }

  InspectedLoop result(std::size_t l) {
    auto& [share, leaving, executed, changes, changed] = work_[l];
    std::vector<InspectedLoop::Array> arrays;
    for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a) {
      const IndexArray& array = loops_[l].arrays[a];
      arrays.push_back(
          {std::string(array.name), array.table, array.arity, array.decides, patterns_[table_of(l, a)]});
    }
    Remap remap(comm_, changes.items, std::move(leaving), arrivals(executed));
    return {comm_, loops_[l], std::move(share), std::move(remap), std::move(executed), std::move(arrays)};
  }

  const Communicator& comm_;
  std::span<const IndexedLoop> loops_;
  Tables tables_;
  bool known_before_ = false;

  // By table.
  std::vector<IndexMap> off_rank_;                // what changed iterations refer to
  std::vector<std::vector<Location>> elsewhere_;  // where that lives
  std::vector<AccessPattern> patterns_;           // as before, then as it is now
  std::vector<GhostNumbering> numberings_;

  std::vector<Work> work_;
};

std::vector<InspectedLoop> inspect(const Communicator& comm, std::span<const IndexedLoop> loops) {
  check(comm, loops);
  Inspection inspection(comm, loops);
  inspection.begin();
  return inspection.finish();
}

InspectedLoop inspect(const Communicator& comm, std::string_view name, std::span<const IndexArray> arrays,
                      Execution execution) {
  return std::move(inspect(comm, std::array{IndexedLoop{name, arrays, execution}}).front());
}

std::vector<InspectedLoop> update(const Communicator& comm, std::vector<InspectedLoop> loops,
                                  std::span<const std::span<const IndexArray>> arrays) {
  collectively(comm, [&] {
    if (arrays.size() != loops.size())
      throw Error(text("rank ", comm.rank(), " updates ", loops.size(),
                       " loops and brings the index arrays of ", arrays.size()));
  });
  std::vector<IndexedLoop> now;
  for (std::size_t l = 0; l < loops.size(); ++l)
    now.push_back({loops[l].name(), arrays[l], loops[l].execution()});
  check(comm, now);
  collectively(comm, [&] {
    for (std::size_t l = 0; l < loops.size(); ++l) loops[l].check_arrays(arrays[l]);
  });
  Inspection inspection(comm, now);
  inspection.begin(loops);
  return inspection.finish();
}

InspectedLoop update(InspectedLoop loop, std::span<const IndexArray> arrays) {
  const Communicator comm = loop.communicator();
  std::vector<InspectedLoop> one;
  one.push_back(std::move(loop));
  return std::move(update(comm, std::move(one), std::array{arrays}).front());
}

}  // namespace partita
