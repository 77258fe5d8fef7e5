#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include <partita/inspector/changes.hpp>
#include <partita/inspector/executors.hpp>
#include <partita/inspector/index_map.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/inspector/loop_checks.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

namespace partita {

namespace detail {

namespace {

// Local index of an entry: of an owned value its own, of others `owned` and more in the order of first sight.
local_index number(const IndexedLoop& loop, const IndexArray& array, std::size_t entry, IndexMap& off_rank) {
  if (const auto own = array.table.local(array.entries[entry])) return *own;
  check_range(loop, entry / static_cast<std::size_t>(array.arity));
  return checked_local(std::int64_t{array.table.owned()} + off_rank.insert(array.entries[entry]));
}

// Per rank, the changed iterations that it executes.
std::map<int, std::vector<std::size_t>> changes_by_executor(const IndexedLoop& loop, const Changes& changes,
                                                            int here) {
  std::map<int, std::vector<std::size_t>> by_rank;
  std::vector<int> ranks;
  for (std::size_t change = 0; change < changes.places.size(); ++change) {
    ranks.clear();
    for (std::size_t a = 0; a < loop.arrays.size(); ++a)
      if (loop.arrays[a].decides)
        for (const local_index index : changes.references[a].of(change))
          ranks.push_back(changes.references[a].location(index).rank);
    ranks = executors(loop.execution, std::move(ranks), here);
    for (const int rank : ranks) by_rank[rank].push_back(change);
  }
  return by_rank;
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

// Inspects some loops together. An iteration that refers to owned values only is executed here under every
// `Execution`. So all iterations of the share count as executed here at first, and those that refer to values
// of other ranks are the changes to that. The update of a loop begins with the iterations executed before.
class Inspection {
 public:
  Inspection(const Communicator& comm, std::span<const IndexedLoop> loops)
      : comm_(comm),
        loops_(loops),
        tables_(loops),
        drops_ghosts_(tables_.size()),
        off_rank_(tables_.size()),
        of_loop_(loops.size()) {}

  // `before`: the loops that were inspected before. They give their iterations away.
  std::vector<InspectedLoop> operator()(std::span<std::optional<InspectedLoop>> before) {
    collectively(comm_, [&] {
      for (std::size_t l = 0; l < loops_.size(); ++l)
        if (before[l]) before[l]->check_same_shape(loops_[l]);
    });
    begin_patterns(before);
    find_changes(before);
    for (std::size_t table = 0; table < tables_.size(); ++table)
      elsewhere_.push_back(tables_[table].locate(off_rank_[table].indices()));
    for (std::size_t l = 0; l < loops_.size(); ++l) exchange_changes(l);
    settle_ghosts();
    std::vector<InspectedLoop> inspected;
    for (std::size_t l = 0; l < loops_.size(); ++l) inspected.push_back(result(l));
    return inspected;
  }

 private:
  struct PerLoop {
    InspectedLoop::Share share;
    std::vector<Departure> leaving;
    Iterations executed;
    Changes changes;
    std::vector<std::vector<local_index>> changed;  // local indices of the changed iterations, by array
  };

  // Each set begins with the ghosts it keeps, else with those of a loop inspected before.
  void begin_patterns(std::span<const std::optional<InspectedLoop>> before) {
    std::vector<std::optional<AccessPattern>> known(tables_.size());
    for (std::size_t l = 0; l < loops_.size(); ++l)
      for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a) {
        const std::size_t table = table_of(l, a);
        if (const auto& kept = loops_[l].arrays[a].kept; kept && (!known[table] || drops_ghosts_[table])) {
          known[table] = kept;
          drops_ghosts_[table] = false;
        } else if (before[l] && !known[table]) {
          known[table] = before[l]->pattern(a);
          drops_ghosts_[table] = true;
        }
      }
    for (std::size_t table = 0; table < tables_.size(); ++table) {
      const local_index owned = tables_[table].owned();
      patterns_.push_back(known[table].value_or(AccessPattern(comm_, owned, owned, {}, {})));
      numberings_.emplace_back(comm_.rank(), owned, patterns_[table].ghost_locations());
    }
  }

  std::size_t table_of(std::size_t l, std::size_t a) const {
    return tables_.number(loops_[l].arrays[a].table);
  }

  // Finds the changed iterations of every loop, and numbers the values they refer to.
  void find_changes(std::span<std::optional<InspectedLoop>> before) {
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      Changes& changes = of_loop_[l].changes;
      changes.items = share_of(loops_[l]);
      changes.first = sum_below(comm_, static_cast<global_index>(changes.items));
      changes.numbers = loops_[l].numbers;
    }
    collectively(comm_, [&] {
      for (std::size_t l = 0; l < loops_.size(); ++l) {
        (void)checked_local(static_cast<std::int64_t>(of_loop_[l].changes.items));
        if (before[l])
          take_changes(l, *before[l]);
        else
          take_all(l);
        number_changed(l);
      }
    });
  }

  void take_all(std::size_t l) {
    auto& [share, leaving, executed, changes, changed] = of_loop_[l];
    changes.first_before = changes.first;
    changes.items_before = changes.items;
    if (changes.items > 0) {
      leaving = {{comm_.rank(), Runs(changes.items)}};
      executed.origins = {{comm_.rank(), 0, changes.first}};
    }
    executed.places = IndexList(changes.first, changes.items);
    if (changes.numbers) executed.numbers = IndexList(*changes.numbers);

    std::vector<char> elsewhere(changes.items);  // whether an iteration refers to values of other ranks
    for (const IndexArray& array : loops_[l].arrays) {
      std::vector<local_index>& indices = executed.indices.emplace_back(array.entries.size());
      for (std::size_t k = 0; k < indices.size(); ++k) {
        const auto own = array.table.local(array.entries[k]);
        indices[k] = own.value_or(nowhere);
        if (!own) elsewhere[k / static_cast<std::size_t>(array.arity)] = true;
      }
    }
    for (std::size_t place = 0; place < changes.items; ++place)
      if (elsewhere[place]) changes.places.push_back(place);
  }

  void take_changes(std::size_t l, InspectedLoop& before) {
    auto& [share, leaving, executed, changes, changed] = of_loop_[l];
    changes.first_before = before.share_.first;
    changes.items_before = before.remap_.items_here();
    before.put_ascending_by_place();
    changes.places = before.changed(loops_[l]);
    leaving.assign(before.remap_.leaving().begin(), before.remap_.leaving().end());
    share = std::move(before.share_);
    executed = std::move(before.executed_);
    for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a)
      take_ghosts(before.pattern(a), table_of(l, a), executed.indices[a]);
  }

  void number_changed(std::size_t l) {
    auto& [share, leaving, executed, changes, changed] = of_loop_[l];
    for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a) {
      const IndexArray& array = loops_[l].arrays[a];
      const auto arity = static_cast<std::size_t>(array.arity);
      IndexMap& off_rank = off_rank_[table_of(l, a)];
      std::vector<local_index>& indices = changed.emplace_back();
      indices.reserve(changes.places.size() * arity);
      for (const std::size_t place : changes.places)
        for (std::size_t k = place * arity; k < (place + 1) * arity; ++k)
          indices.push_back(number(loops_[l], array, k, off_rank));
    }
  }

  // Loops that were not inspected together number their ghosts in different ways: `indices` as `before` says.
  void take_ghosts(const AccessPattern& before, std::size_t table, std::span<local_index> indices) {
    const auto ghosts = before.ghost_locations();
    if (std::ranges::equal(ghosts, patterns_[table].ghost_locations())) return;
    for (local_index& index : indices)
      if (index >= before.owned()) index = numberings_[table](ghosts[index - before.owned()]);
  }

  // Chooses the ranks that execute the changed iterations of a loop, and tells them.
  void exchange_changes(std::size_t l) {
    auto& [share, leaving, executed, changes, changed] = of_loop_[l];
    for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a) {
      const IndexArray& array = loops_[l].arrays[a];
      const std::size_t table = table_of(l, a);
      changes.references.push_back({comm_.rank(), array.table.owned(), static_cast<std::size_t>(array.arity),
                                    changed[a], elsewhere_[table],
                                    array.needs_ghosts ? &numberings_[table] : nullptr});
    }
    changes.executors = changes_by_executor(loops_[l], changes, comm_.rank());
    share.first = changes.first;
    share.marked = marked(l);
    exchange(comm_, changes, leaving, executed);
    changes.references.clear();
    changed.clear();
  }

  // The marks of the share now: those of the changed iterations take the place of their old ones.
  std::vector<InspectedLoop::Share::Marked> marked(std::size_t l) {
    using Marked = InspectedLoop::Share::Marked;
    const Changes& changes = of_loop_[l].changes;
    std::vector<Marked> kept = std::move(of_loop_[l].share.marked), added, now;
    auto changed = changes.places.begin();
    std::erase_if(kept, [&](const Marked& old) {  // ascending
      while (changed != changes.places.end() && *changed < old.place) ++changed;
      return old.place >= changes.items || (changed != changes.places.end() && *changed == old.place);
    });
    for (std::size_t change = 0; change < changes.places.size(); ++change)
      if (const std::size_t place = changes.places[change]; refers_elsewhere(changes, change))
        added.push_back({place, mark(loops_[l], place)});
    std::ranges::merge(kept, added, std::back_inserter(now), {}, &Marked::place, &Marked::place);
    return now;
  }

  // All ghosts are known: one pattern per table.
  void settle_ghosts() {
    for (std::size_t l = 0; l < loops_.size(); ++l)
      for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a)
        if (const std::size_t table = table_of(l, a); drops_ghosts_[table])
          numberings_[table].keep(of_loop_[l].executed.indices[a]);
    for (std::size_t table = 0; table < tables_.size(); ++table)
      patterns_[table] = update_pattern(patterns_[table], numberings_[table].ghosts());
    for (std::size_t l = 0; l < loops_.size(); ++l)
      for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a)
        numberings_[table_of(l, a)].put_in_order(of_loop_[l].executed.indices[a]);
  }

  InspectedLoop result(std::size_t l) {
    auto& [share, leaving, executed, changes, changed] = of_loop_[l];
    std::vector<InspectedLoop::Array> arrays;
    for (std::size_t a = 0; a < loops_[l].arrays.size(); ++a) {
      const IndexArray& array = loops_[l].arrays[a];
      arrays.push_back(
          {array.table, array.arity, array.decides, array.needs_ghosts, patterns_[table_of(l, a)]});
    }
    Remap remap(comm_, changes.items, std::move(leaving), arrivals(executed));
    return {comm_, loops_[l], std::move(share), std::move(remap), std::move(executed), std::move(arrays)};
  }

  const Communicator& comm_;
  std::span<const IndexedLoop> loops_;
  Tables tables_;

  // By table.
  std::vector<char> drops_ghosts_;                // those that no iteration refers to any more
  std::vector<IndexMap> off_rank_;                // values that changed iterations refer to
  std::vector<std::vector<Location>> elsewhere_;  // where these live
  std::vector<AccessPattern> patterns_;           // as before, then as it is now
  std::vector<GhostNumbering> numberings_;

  std::vector<PerLoop> of_loop_;
};

}  // namespace detail

std::vector<InspectedLoop> inspect(const Communicator& comm, std::span<const IndexedLoop> loops) {
  return update(comm, std::vector<std::optional<InspectedLoop>>(loops.size()), loops);
}

InspectedLoop inspect(const Communicator& comm, std::string_view name, std::span<const IndexArray> arrays,
                      Execution execution) {
  return std::move(inspect(comm, std::array{IndexedLoop{name, arrays, execution}}).front());
}

InspectedLoop inspect(const TranslationTable& table, std::span<const Edge> share, Execution execution) {
  return inspect(table.communicator(), "edges", std::array{detail::end_points(table, share)}, execution);
}

std::vector<InspectedLoop> update(const Communicator& comm, std::vector<std::optional<InspectedLoop>> before,
                                  std::span<const IndexedLoop> loops) {
  collectively(comm, [&] {
    if (before.size() != loops.size())
      throw Error("rank ", comm.rank(), " updates ", before.size(), " loops and brings the index arrays of ",
                  loops.size());
  });
  detail::check(comm, loops);
  std::vector<char> known;
  for (const auto& loop : before) known.push_back(loop.has_value());
  require_same(comm, Hash().add(known).value(), "the loops that were inspected before");
  return detail::Inspection(comm, loops)(before);
}

InspectedLoop update(InspectedLoop loop, std::span<const IndexArray> arrays,
                     std::optional<std::span<const global_index>> numbers) {
  const Communicator comm = loop.communicator();
  const std::string name = loop.name();
  const std::array now{IndexedLoop{name, arrays, loop.execution(), numbers}};
  std::vector<std::optional<InspectedLoop>> before;
  before.emplace_back(std::move(loop));
  return std::move(update(comm, std::move(before), now).front());
}

InspectedLoop update(InspectedLoop loop, std::span<const Edge> share) {
  const std::array arrays{detail::end_points(loop.table(), share)};
  return update(std::move(loop), arrays);
}

}  // namespace partita
