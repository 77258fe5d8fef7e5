// Inspects loops: the inspector's loops with one index array to the iteration's own element, and one for each
// column of a map.
//
// *Both sides*: an iteration is executed by every rank that owns an element which it changes. So nothing is
// sent back, and every element gets its contributions on one rank, in the order of the iterations' numbers.
#include <algorithm>
#include <functional>
#include <set>

#include <partita/inspector/inspect.hpp>
#include <partita/loops/domain_state.hpp>
#include <partita/loops/waiting.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/collectively.hpp>

namespace partita::loops {

namespace {

const SetState& set_of(const LoopState& loop, std::size_t array) {
  return array == 0 ? *loop.set() : *loop.columns()[array - 1].map->to;
}

std::vector<IndexArray> index_arrays(const LoopState& loop, bool keep_ghosts) {
  std::vector<IndexArray> arrays{{"own", loop.set()->table, loop.set()->numbers}};
  for (const auto& [map, column] : loop.columns())
    arrays.push_back({map->name, map->to->table, map->columns[column]});
  for (std::size_t array = 0; array < arrays.size(); ++array) {
    arrays[array].decides = arrays[array].needs_ghosts = false;
    if (keep_ghosts) arrays[array].kept = set_of(loop, array).pattern;
  }
  for (std::size_t a = 0; a < loop.arguments().size(); ++a) {
    const Argument& argument = loop.arguments()[a];
    IndexArray& array = arrays[loop.array(a)];  // the iteration's own for globals: reduced where it is owned
    array.decides |= writes(argument.access);
    array.needs_ghosts |= needs_ghosts(loop, argument);
  }
  return arrays;
}

// Elements of the loop's set whose rows have changed, in any of its maps: ascending, each once.
std::vector<local_index> changed_rows(const LoopState& loop) {
  std::vector<local_index> changed;
  std::set<const MapState*> maps;
  for (const auto& [map, column] : loop.columns())
    if (maps.insert(map.get()).second) changed = united(changed, map->changed);
  return changed;
}

// An iteration that reads and writes through a map would depend on an earlier one at the same element. The
// owner of an element executes all that change it.
void require_one_iteration_each(const LoopState& loop, const InspectedLoop& inspected) {
  for (std::size_t a = 0; a < loop.arguments().size(); ++a) {
    const Argument& argument = loop.arguments()[a];
    if (!argument.indirect() || argument.access != Access::read_write) continue;
    const SetState& set = argument.field->set();
    std::vector<global_index> by(set.numbers.size(), -1);
    auto iteration = inspected.iterations().begin();
    for (const local_index row : inspected.indices(loop.array(a))) {
      const global_index number = *iteration++;
      if (row >= set.owned()) continue;
      global_index& other = by[static_cast<std::size_t>(row)];
      if (other >= 0)
        throw Error("loop ", loop.name(), ", argument ", argument.descriptor, ": iterations ", other, " and ",
                    number, " read and write field ", argument.field->name(), " on ", set.name, " ",
                    set.numbers[static_cast<std::size_t>(row)],
                    "; give each element one iteration, or use increment");
      other = number;
    }
  }
}

bool reads_and_writes_by_maps(const LoopState& loop) {
  return std::ranges::any_of(loop.arguments(), [](const Argument& argument) {
    return argument.indirect() && argument.access == Access::read_write;
  });
}

}  // namespace

void SetState::require_rows(std::string_view what, std::size_t rows) const {
  if (rows != numbers.size())
    throw Error(what, ": rank ", table.communicator().rank(), " has ", owned(), " of the ", name,
                " and gives ", rows, " rows; give one for each");
}

void MapState::settle_changed() {
  if (std::ranges::adjacent_find(changed, std::greater_equal{}) == changed.end()) return;
  std::ranges::sort(changed);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
}

std::size_t DomainState::number(const SetState& set) const {
  const auto found = std::ranges::find(sets, &set, [](const auto& each) { return each.get(); });
  if (found == sets.end()) throw Error("set ", set.name, " was declared by another domain; declare it here");
  return static_cast<std::size_t>(found - sets.begin());
}

void DomainState::inspect() {
  std::vector<std::shared_ptr<LoopState>> all;
  for (const auto& weak : loops)
    if (auto loop = weak.lock()) all.push_back(std::move(loop));
  loops.assign(all.begin(), all.end());

  for (const auto& map : maps) map->settle_changed();
  std::vector<std::vector<IndexArray>> arrays;
  std::vector<std::vector<local_index>> changed_of;
  std::vector<IndexedLoop> given;
  std::vector<std::optional<InspectedLoop>> before;
  before.reserve(all.size());
  for (const auto& loop : all) {
    arrays.push_back(index_arrays(*loop, !maps_changed));
    changed_of.push_back(changed_rows(*loop));
    given.push_back(
        {loop->name(), arrays.back(), Execution::both_sides, loop->set()->numbers, changed_of.back()});
    before.push_back(std::exchange(loop->inspected, std::nullopt));
  }
  std::vector<InspectedLoop> found = update(comm, std::move(before), given);
  if (std::ranges::any_of(all, [](const auto& loop) { return reads_and_writes_by_maps(*loop); }))
    collectively(comm, [&] {
      for (std::size_t l = 0; l < all.size(); ++l)
        if (found[l].edited()) require_one_iteration_each(*all[l], found[l]);
    });
  maps_changed = false;
  for (const auto& map : maps) map->changed = std::vector<local_index>();

  // Ranks agree about the sets and loops that have changed on some rank.
  std::vector<int> changed(sets.size() + all.size());
  for (std::size_t l = 0; l < all.size(); ++l)
    for (std::size_t array = 0; array < found[l].arrays(); ++array) {
      const std::size_t set = number(set_of(*all[l], array));
      const AccessPattern& pattern = found[l].pattern(array);
      if (sets[set]->pattern && *sets[set]->pattern == pattern) continue;
      sets[set]->pattern = pattern;
      changed[set] = 1;
    }
  for (std::size_t l = 0; l < all.size(); ++l) {
    int& is_changed = changed[sets.size() + l] = found[l].edited();
    for (std::size_t array = 0; array < found[l].arrays(); ++array)
      is_changed |= changed[number(set_of(*all[l], array))];
    all[l]->inspected = std::move(found[l]);
  }
  detail::all_reduce(comm, changed.data(), static_cast<int>(changed.size()), MPI_INT, MPI_MAX,
                     {"comparison", "the loops of a domain"});
  for (std::size_t s = 0; s < sets.size(); ++s) sets[s]->patterns += changed[s];
  for (std::size_t l = 0; l < all.size(); ++l)
    if (changed[sets.size() + l]) {
      ++all[l]->inspections;
      all[l]->changed = all[l]->inspected->changed_rows();
    }

  std::erase_if(fields, [](const auto& field) { return field.expired(); });
  for (const auto& weak : fields) {
    const auto field = weak.lock();
    if (!changed[number(field->set())]) continue;
    field->resize();
    field->now_stale(field->changed_by());  // the new ghosts never were anything else
  }
}

void DomainState::forget_inspections() {
  for (const auto& weak : loops)
    if (const auto loop = weak.lock()) loop->inspected.reset();
  for (const auto& set : sets) set->pattern.reset();
  for (const auto& map : maps) map->changed = std::vector<local_index>();
}

std::vector<std::string> DomainState::remarks() const {
  if (comm.size() == 1) return {};
  if (std::ranges::none_of(sets, [](const auto& set) { return set->is_placed; }))
    return {
        text("no set was partitioned: each of the ", comm.size(), " ranks keeps the shares that it brought")};
  std::vector<int> without, first;  // of each set: ranks
  for (const auto& set : sets) {
    const bool none = set->owned() == 0;
    without.push_back(static_cast<int>(none));
    first.push_back(none ? comm.rank() : comm.size());
  }
  const auto of_all = [&](std::vector<int>& values, MPI_Op operation) {
    detail::all_reduce(comm, values.data(), static_cast<int>(values.size()), MPI_INT, operation,
                       {"reduction", "the ranks without elements"});
  };
  of_all(without, MPI_SUM);
  of_all(first, MPI_MIN);
  std::vector<std::string> remarks;
  for (std::size_t s = 0; s < sets.size(); ++s)
    if (without[s] > 0 && sets[s]->table.size() > 0)
      remarks.push_back(text("the partition leaves ", without[s], " of ", comm.size(), " ranks without ",
                             sets[s]->name, ", the first is rank ", first[s]));
  return remarks;
}

}  // namespace partita::loops
