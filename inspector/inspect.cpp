#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include <partita/inspector/changes.hpp>
#include <partita/inspector/execution.hpp>
#include <partita/inspector/index_map.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/inspector/loop_checks.hpp>
#include <partita/inspector/numbered.hpp>
#include <partita/inspector/owned_indices.hpp>
#include <partita/inspector/radix_order.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/span.hpp>

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
  std::vector<int> owners;
  for (std::size_t change = 0; change < changes.places.size(); ++change) {
    owners.clear();
    for (std::size_t a = 0; a < loop.arrays.size(); ++a)
      if (loop.arrays[a].decides)
        for (const local_index index : changes.references[a].of(change))
          owners.push_back(changes.references[a].location(index).rank);
    const bool agree = !owners.empty() && std::ranges::count(owners, owners.front()) == std::ssize(owners);
    if (agree)  // as most do, and so do all executions
      by_rank[owners.front()].push_back(change);
    else
      for (const int rank : executors(loop.execution, owners, here)) by_rank[rank].push_back(change);
  }
  return by_rank;
}

// The caller names places of the share.
void check_names(const IndexedLoop& loop, std::size_t items) {
  for (const local_index place : *loop.changed)
    if (static_cast<std::uint32_t>(place) >= items)  // also if it is negative
      throw Error("loop \"", loop.name, "\": iteration ", place, " of rank ",
                  loop.arrays[0].table.communicator().rank(), " is named as changed, but its share has ",
                  items, "; count from 0");
}

// The places that the caller names, and those of iterations that are new: ascending, each once.
std::vector<std::size_t> named(const IndexedLoop& loop, std::size_t items, std::size_t items_before) {
  std::vector<std::size_t> places;
  places.reserve(loop.changed->size());
  for (const local_index name : *loop.changed)
    if (const auto place = static_cast<std::size_t>(name); place < items_before) places.push_back(place);
  if (std::ranges::adjacent_find(places, std::greater_equal{}) != places.end()) {
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
  }
  for (std::size_t place = items_before; place < items; ++place) places.push_back(place);
  return places;
}

// What the caller does not name must be as before.
void require_named(const IndexedLoop& loop, std::span<const std::size_t> named,
                   std::span<const std::size_t> changed) {
  for (const std::size_t place : changed)
    if (!std::ranges::binary_search(named, place))
      throw Error("loop \"", loop.name, "\": iteration ", place, " of rank ",
                  loop.arrays[0].table.communicator().rank(),
                  " has other references or another number than before and is not named as changed; name it");
}

// Whether to compare all the same.
bool is_checked(const Communicator& comm) {
#ifdef NDEBUG
  return comm.checks() != nullptr;
#else
  return static_cast<void>(comm), true;
#endif
}

// References of the share's iterations through one index array, and the rows that hold them as local indices.
struct Column {
  const IndexArray& array;
  local_index* rows;
  std::size_t arity = static_cast<std::size_t>(array.arity);
  const OwnedIndices& owned = array.table.owned_indices();

  const global_index* entries(std::size_t place) const { return array.entries.data() + place * arity; }
  local_index* row(std::size_t number) const { return rows + number * arity; }

  bool owns_all(std::size_t place) const {
    bool owns = true;
    for (std::size_t k = 0; k < arity; ++k) owns &= owned.local(entries(place)[k]) != OwnedIndices::absent;
    return owns;
  }

  void write(std::size_t place, std::size_t number) const {
    const auto local = [&](global_index index) { return owned.local(index); };
    std::transform(entries(place), entries(place + 1), row(number), local);
  }
};

bool refers_elsewhere(const Changes& changes, std::size_t change) {
  return std::any_of(changes.references.begin(), changes.references.end(), [&](const References& array) {
    const auto indices = array.of(change);
    return std::any_of(indices.begin(), indices.end(), [&](local_index k) { return k >= array.owned; });
  });
}

}  // namespace

// Inspects some loops together. An iteration that refers to owned values only is executed here under every
// `Execution`. So all iterations of the share count as executed here at first, and those that refer to values
// of other ranks are the changes to that. The update of a loop begins with the iterations executed before.
class Inspection {
 public:
  /// @param before the loops that were inspected before, as on every rank. They give their iterations away.
  Inspection(const Communicator& comm, std::span<const IndexedLoop> loops,
             std::span<std::optional<InspectedLoop>> before)
      : comm_(comm) {
    for (const IndexedLoop& loop : loops) {
      loops_.push_back({loop});
      loops_.back().changes.items = share_of(loop);
    }
    collectively(comm_, [&] {
      if (before.size() != loops.size())
        throw Error("rank ", comm_.rank(), " updates ", before.size(),
                    " loops and brings the index arrays of ", loops.size());
      for (std::size_t l = 0; l < loops.size(); ++l)
        if (before[l]) before[l]->check_same_shape(loops[l]);
      for (std::size_t l = 0; l < loops.size(); ++l)
        if (before[l]) compare(*before[l], loops_[l]);
    });
    drop_what_changes_most(before);
    const std::vector<TranslationTable> tables = tables_of(loops);
    for (const TranslationTable& table : tables) sets_.push_back(set_of(table, loops, before));
    for (std::size_t l = 0; l < loops.size(); ++l) {
      Loop& loop = loops_[l];
      if (before[l]) loop.before = &*before[l];
      for (const IndexArray& array : loops[l].arrays)
        loop.arrays.push_back({array, sets_[number_in(tables, array.table)]});
    }
  }

  std::vector<InspectedLoop> operator()() {
    find_changes();
    for (Set& set : sets_) set.elsewhere = set.table.locate(set.off_rank.indices());
    for (Loop& loop : loops_) exchange_changes(loop);
    settle_ghosts();
    std::vector<InspectedLoop> inspected;
    inspected.reserve(loops_.size());  // so that none is moved again
    for (Loop& loop : loops_) inspected.push_back(result(loop));
    return inspected;
  }

 private:
  // The values that some index arrays point into.
  struct Set {
    TranslationTable table;
    bool drops_ghosts;      // those that no iteration refers to any more
    AccessPattern pattern;  // as before, then as it is now
    GhostNumbering numbering;
    IndexMap off_rank = {};                // values that changed iterations refer to
    std::vector<Location> elsewhere = {};  // where these live
  };

  struct Array {
    const IndexArray& given;
    Set& set;
    std::vector<local_index> changed = {};  // local indices of the changed iterations
  };

  struct Loop {
    const IndexedLoop& given;
    InspectedLoop* before = nullptr;  // none: it is new
    std::vector<Array> arrays = {};
    InspectedLoop::Share share = {};
    std::vector<Departure> leaving = {};
    Iterations executed = {};
    Changes changes = {};
    bool edited = false;
  };

  // Compares the iterations of the share with what they were, unless the caller names those that differ.
  void compare(const InspectedLoop& before, Loop& loop) const {
    Changes& changes = loop.changes;
    changes.items_before = before.remap_.items_here();
    if (loop.given.changed) check_names(loop.given, changes.items);
    if (!loop.given.changed)
      changes.places = before.changed(loop.given);
    else if (is_checked(comm_))
      require_named(loop.given, named(loop.given, changes.items, changes.items_before),
                    before.changed(loop.given));
  }

  // An inspection brings every iteration. An update withdraws each that changes and brings it again: if that
  // is more, on all ranks together, the loop counts as new. One that is named twice counts twice: to find out
  // may take longer than to inspect. Collective.
  void drop_what_changes_most(std::span<std::optional<InspectedLoop>> before) {
    std::vector<std::int64_t> more(before.size());
    for (std::size_t l = 0; l < before.size(); ++l) {
      if (!before[l]) continue;
      const IndexedLoop& given = loops_[l].given;
      const Changes& changes = loops_[l].changes;
      const auto items = static_cast<std::int64_t>(changes.items);
      const std::int64_t longer = items - static_cast<std::int64_t>(changes.items_before);
      const auto was_there = [&](local_index place) {
        return static_cast<std::size_t>(place) < changes.items_before;
      };
      const std::int64_t others = given.changed
                                      ? std::ranges::count_if(*given.changed, was_there)
                                      : std::ssize(changes.places) - std::max(longer, std::int64_t{0});
      more[l] = 2 * others + std::abs(longer) - items;
    }
    all_reduce(comm_, more.data(), static_cast<int>(more.size()), MPI_INT64_T, MPI_SUM,
               {"sum", "the changes of the loops to update"});
    for (std::size_t l = 0; l < before.size(); ++l) {
      if (more[l] <= 0) continue;
      before[l].reset();
      loops_[l].changes.places = std::vector<std::size_t>();
    }
  }

  // A set begins with the ghosts that it keeps, else with those of a loop inspected before.
  Set set_of(const TranslationTable& table, std::span<const IndexedLoop> loops,
             std::span<const std::optional<InspectedLoop>> before) const {
    std::optional<AccessPattern> kept, known;
    for (std::size_t l = 0; l < loops.size(); ++l)
      for (std::size_t a = 0; a < loops[l].arrays.size(); ++a) {
        const IndexArray& array = loops[l].arrays[a];
        if (!array.table.is_copy_of(table)) continue;
        if (!kept) kept = array.kept;
        if (!known && before[l]) known = before[l]->pattern(a);
      }
    const local_index owned = table.owned();
    const AccessPattern pattern = kept ? *kept : known.value_or(AccessPattern(comm_, owned, owned, {}, {}));
    return {table, !kept && known, pattern, {comm_.rank(), owned, pattern.ghost_locations()}};
  }

  // Finds the changed iterations of every loop, and numbers the values they refer to.
  void find_changes() {
    for (Loop& loop : loops_) {
      loop.changes.first = sum_below(comm_, static_cast<global_index>(loop.changes.items));
      loop.changes.numbers = loop.given.numbers;
    }
    collectively(comm_, [&] {
      for (Loop& loop : loops_) {
        (void)checked_local(static_cast<std::int64_t>(loop.changes.items));
        if (loop.before)
          take_changes(loop);
        else
          take_all(loop);
        for (Array& array : loop.arrays) number_changed(loop, array);
      }
    });
  }

  void take_all(Loop& loop) {
    auto& [given, before, arrays, share, leaving, executed, changes, edited] = loop;
    changes.first_before = changes.first;
    changes.items_before = changes.items;
    changes.ascend_before = false;
    edited = true;
    if (changes.items > 0) {
      leaving = {{comm_.rank(), IndexList(0, changes.items)}};
      executed.origins = {{comm_.rank(), 0, changes.items, changes.first}};
    }
    executed.places = IndexList(changes.first, changes.items);
    if (changes.numbers) executed.numbers = IndexList(*changes.numbers);
    for (std::size_t place = 0; changes.numbers && place < changes.items; ++place) check_number(given, place);

    std::vector<char> elsewhere(changes.items);  // whether an iteration refers to values of other ranks
    static_assert(OwnedIndices::absent == nowhere);
    for (const IndexArray& array : given.arrays) {
      OwnedIndices::LookUp local(array.table.owned_indices());
      std::vector<local_index>& indices = executed.indices.emplace_back();
      indices.reserve(array.entries.size() + array.entries.size() / 16);  // with what other ranks bring
      indices.resize(array.entries.size());
      for (std::size_t k = 0; k < indices.size(); ++k) {
        indices[k] = local(array.entries[k]);
        if (indices[k] == nowhere) elsewhere[k / static_cast<std::size_t>(array.arity)] = true;
      }
    }
    for (std::size_t place = 0; place < changes.items; ++place)
      if (elsewhere[place]) changes.places.push_back(place);
  }

  void take_changes(Loop& loop) {
    InspectedLoop& before = *loop.before;
    loop.changes.first_before = before.share_.first;
    if (loop.given.changed)
      loop.changes.places = named(loop.given, loop.changes.items, loop.changes.items_before);
    if (loop.given.numbers)
      for (const std::size_t place : loop.changes.places) check_number(loop.given, place);
    loop.leaving.assign(before.remap_.leaving().begin(), before.remap_.leaving().end());
    loop.share = std::move(before.share_);
    loop.executed = std::move(before.executed_);
    loop.executed.changed = {{}, loop.executed.places.size()};
    if (loop.executed.interior_first) {
      loop.executed.put_ascending_by_place();
      if (!loop.given.numbers)
        loop.executed.numbers = {};
      else
        loop.executed.put_in_order(radix_order(loop.executed.numbers.values()));
      loop.executed.interior_first = false;
      loop.edited = true;
    }
    for (std::size_t a = 0; a < loop.arrays.size(); ++a) take_ghosts(before.pattern(a), loop, a);
    edit_at_home(loop);
  }

  // Iterations that referred to owned values only, and do so now, stay here under every `Execution`, in their
  // rows: they are edited at once. The others are left.
  void edit_at_home(Loop& loop) const {
    Iterations& executed = loop.executed;
    const auto own = std::ranges::find(executed.origins, comm_.rank(), &Origin::rank);
    if (own == executed.origins.end()) return;
    const bool all_are_here =  // one after the other
        executed.row.empty() && own->end - own->begin == loop.changes.items_before;
    const auto row_of = [&](std::size_t place) {
      return all_are_here ? own->begin + place
                          : executed.row_of(
                                executed.places.lower_bound(own->first + static_cast<global_index>(place)));
    };
    std::vector<Column> columns;
    for (std::size_t a = 0; a < loop.arrays.size(); ++a)
      columns.push_back({loop.arrays[a].given, executed.indices[a].data()});

    std::vector<std::size_t>& places = loop.changes.places;
    executed.changed.rows.reserve(places.size());
    auto elsewhere = loop.share.places.begin();
    auto left = places.begin();
    for (std::size_t k = 0; k < places.size(); ++k) {
      // Each row lies in cache lines of its own, which are on their way some rows ahead. 8 to 64 serve alike.
      // Not a function: compilers leave out calls of one that does no more.
      constexpr std::size_t ahead = 16;
      for (std::size_t a = 0; k + ahead < places.size() && a < columns.size(); ++a) {
        const std::size_t row = std::min(own->begin + places[k + ahead], executed.places.size() - 1);
        __builtin_prefetch(columns[a].entries(places[k + ahead]));
        __builtin_prefetch(columns[a].row(row), 1);
      }
      const std::size_t place = places[k];
      while (elsewhere != loop.share.places.end() && *elsewhere < place) ++elsewhere;
      const bool was_at_home =
          place < loop.changes.items_before && (elsewhere == loop.share.places.end() || *elsewhere != place);
      const auto is_at_home = [&](const Column& column) { return column.owns_all(place); };
      if (was_at_home && std::ranges::all_of(columns, is_at_home)) {
        const std::size_t row = row_of(place);
        if (!loop.given.numbers || executed.numbers[row] == (*loop.given.numbers)[place]) {
          for (const Column& column : columns) column.write(place, row);
          executed.changed.rows.push_back(static_cast<local_index>(row));
          continue;
        }
      }
      *left++ = place;
    }
    loop.edited |= left != places.end();
    places.erase(left, places.end());
  }

  // The references of the iterations that refer to ghosts, through one index array.
  static void visit_touching(Loop& loop, std::size_t array, const auto& visit) {
    const auto arity = static_cast<std::size_t>(loop.arrays[array].given.arity);
    for (const local_index row : loop.executed.touching)
      visit(std::span(loop.executed.indices[array]).subspan(static_cast<std::size_t>(row) * arity, arity));
  }

  // Loops that were not inspected together number their ghosts in different ways: indices as `before` says.
  static void take_ghosts(const AccessPattern& before, Loop& loop, std::size_t array) {
    Set& set = loop.arrays[array].set;
    const auto ghosts = before.ghost_locations();
    if (std::ranges::equal(ghosts, set.pattern.ghost_locations())) return;
    visit_touching(loop, array, [&](std::span<local_index> references) {
      for (local_index& index : references)
        if (index >= before.owned()) index = set.numbering(ghosts[index - before.owned()]);
    });
  }

  static void number_changed(const Loop& loop, Array& array) {
    const auto arity = static_cast<std::size_t>(array.given.arity);
    array.changed.reserve(loop.changes.places.size() * arity);
    for (const std::size_t place : loop.changes.places)
      for (std::size_t k = place * arity; k < (place + 1) * arity; ++k)
        array.changed.push_back(number(loop.given, array.given, k, array.set.off_rank));
  }

  // Chooses the ranks that execute the changed iterations of a loop, and tells them.
  void exchange_changes(Loop& loop) {
    Changes& changes = loop.changes;
    for (const auto& [given, set, changed] : loop.arrays)
      changes.references.push_back({comm_.rank(), set.table.owned(), static_cast<std::size_t>(given.arity),
                                    changed, set.elsewhere, given.needs_ghosts ? &set.numbering : nullptr});
    changes.executors = changes_by_executor(loop.given, changes, comm_.rank());
    loop.share = share_now(loop);
    loop.edited |= exchange(comm_, changes, loop.leaving, loop.executed);
    changes.references.clear();
    for (Array& array : loop.arrays) array.changed = std::vector<local_index>();
  }

  // The changed iterations of the share take the places of what they were.
  static InspectedLoop::Share share_now(const Loop& loop) {
    const InspectedLoop::Share& before = loop.share;
    const Changes& changes = loop.changes;
    std::size_t width = changes.numbers ? 1 : 0;
    for (const IndexArray& array : loop.given.arrays) width += static_cast<std::size_t>(array.arity);
    InspectedLoop::Share now{changes.first, {}, {}};
    now.places.reserve(before.places.size() + changes.places.size());
    now.entries.reserve(now.places.capacity() * width);
    auto old = before.places.begin();
    const auto keep_below = [&](std::size_t place) {
      const auto end =
          std::find_if(old, before.places.end(), [&](std::size_t other) { return other >= place; });
      const auto entry = [&](auto of) {
        return before.entries.begin() + (of - before.places.begin()) * width;
      };
      now.places.insert(now.places.end(), old, end);
      now.entries.insert(now.entries.end(), entry(old), entry(end));
      old = end;
    };
    for (std::size_t change = 0; change < changes.places.size(); ++change) {
      const std::size_t place = changes.places[change];
      keep_below(place);
      if (old != before.places.end() && *old == place) ++old;
      if (!refers_elsewhere(changes, change)) continue;
      now.places.push_back(place);
      visit_iteration(loop.given, place, [&](global_index index) { now.entries.push_back(index); });
    }
    keep_below(changes.items);
    return now;
  }

  // All ghosts are known: one pattern per set.
  void settle_ghosts() {
    const auto each_array = [&](const auto& visit) {
      for (Loop& loop : loops_)
        for (std::size_t a = 0; a < loop.arrays.size(); ++a)
          visit_touching(loop, a,
                         [&](std::span<local_index> references) { visit(loop.arrays[a].set, references); });
    };
    for (Set& set : sets_)
      if (set.drops_ghosts) set.numbering.keep({});
    each_array([](Set& set, std::span<const local_index> indices) {
      if (set.drops_ghosts) set.numbering.keep(indices);
    });
    for (Set& set : sets_)
      set.pattern = numbered(update_pattern(set.pattern, set.numbering.ghosts()), set.table);
    each_array([](Set& set, std::span<local_index> indices) { set.numbering.put_in_order(indices); });
  }

  static void settle(ChangedRows& changed) {
    if (!std::ranges::is_sorted(changed.rows)) std::ranges::sort(changed.rows);
    std::erase_if(changed.rows,
                  [&](local_index row) { return static_cast<std::size_t>(row) >= changed.from; });
  }

  InspectedLoop result(Loop& loop) const {
    std::vector<InspectedLoop::Array> arrays;
    for (const auto& [given, set, changed] : loop.arrays)
      arrays.push_back({given.table, given.arity, given.decides, given.needs_ghosts, set.pattern});
    std::vector<Arrival> arriving;
    for (const auto& [rank, begin, end, first] : loop.executed.origins)
      arriving.push_back({rank, end - begin});
    settle(loop.executed.changed);
    Remap remap(comm_, loop.changes.items, std::move(loop.leaving), std::move(arriving));
    return {comm_,       loop.given,       std::move(loop.share), std::move(remap), std::move(loop.executed),
            loop.edited, std::move(arrays)};
  }

  const Communicator& comm_;
  std::vector<Set> sets_;
  std::vector<Loop> loops_;
};

}  // namespace detail

std::vector<InspectedLoop> inspect(const Communicator& comm, std::span<const IndexedLoop> loops) {
  const detail::Span span(comm, "set-up", "inspection");
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
  detail::check(comm, loops);
  std::vector<char> known;
  for (const auto& loop : before) known.push_back(loop.has_value());
  require_same(comm, Hash().add(known).value(), "the loops that were inspected before");
  return detail::Inspection(comm, loops, before)();
}

InspectedLoop update(InspectedLoop loop, std::span<const IndexArray> arrays,
                     std::optional<std::span<const global_index>> numbers,
                     std::optional<std::span<const local_index>> changed) {
  const Communicator comm = loop.communicator();
  const std::string name = loop.name();
  const std::array now{IndexedLoop{name, arrays, loop.execution(), numbers, changed}};
  std::vector<std::optional<InspectedLoop>> before;
  before.emplace_back(std::move(loop));
  return std::move(update(comm, std::move(before), now).front());
}

InspectedLoop update(InspectedLoop loop, std::span<const Edge> share,
                     std::optional<std::span<const local_index>> changed) {
  const std::array arrays{detail::end_points(loop.table(), share)};
  return update(std::move(loop), arrays, {}, changed);
}

}  // namespace partita
