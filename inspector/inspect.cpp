#include <algorithm>
#include <array>
#include <utility>

#include <partita/inspector/index_map.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/inspector/update_pattern.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

namespace partita {

namespace {

// Iterations whose mark is not what it was.
std::vector<local_index> changed(std::span<const std::uint64_t> before, std::span<const std::uint64_t> now) {
  std::vector<local_index> places;
  if (before.empty()) places.reserve(now.size());
  for (std::size_t k = 0; k < now.size(); ++k)
    if (k >= before.size() || before[k] != now[k]) places.push_back(static_cast<local_index>(k));
  return places;
}

// What changed iterations refer to through one index array: local indices if it is owned here, else `owned`
// and more in the order of first sight.
std::vector<local_index> number(const IndexArray& array, std::span<const local_index> places,
                                IndexMap& off_rank) {
  const local_index owned = array.table.owned();
  const auto arity = static_cast<std::size_t>(array.arity);
  std::vector<local_index> indices;
  indices.reserve(places.size() * arity);
  for (const local_index place : places)
    for (const global_index index : array.entries.subspan(static_cast<std::size_t>(place) * arity, arity)) {
      const auto own = array.table.local(index);
      indices.push_back(own ? *own : checked_local(std::int64_t{owned} + off_rank.insert(index)));
    }
  return indices;
}

// Who executes the iterations of the share now.
Executors executors(const IndexedLoop& loop, const Changes& changes, int here) {
  Executors now;
  now.offsets.reserve(changes.iterations + 1);
  now.ranks.reserve(changes.iterations);
  std::vector<int> owners;
  std::size_t change = 0;
  for (std::size_t place = 0; place < changes.iterations; ++place) {
    if (change == changes.places.size() || static_cast<std::size_t>(changes.places[change]) != place) {
      now.append(changes.executors_before->of(place));
      continue;
    }
    owners.clear();
    for (std::size_t a = 0; a < loop.arrays.size(); ++a)
      if (loop.arrays[a].decides)
        for (const local_index index : changes.references[a].of(change))
          owners.push_back(changes.references[a].location(index).rank);
    append_executors(loop.execution, owners, here, now.ranks);
    now.offsets.push_back(now.ranks.size());
    ++change;
  }
  return now;
}

}  // namespace

// Inspects `loops`, of which `before` (none, or one each) knows all but what has changed since.
std::vector<InspectedLoop> inspect_changes(const Communicator& comm, std::span<const IndexedLoop> loops,
                                           std::span<const InspectedLoop> before) {
  const Tables tables(loops);
  const int here = comm.rank();
  const InspectedLoop::Share blank;
  const auto share_before = [&](std::size_t l) -> const InspectedLoop::Share& {
    return before.empty() ? blank : before[l].share_;
  };

  // Look up what the changed iterations of the share refer to: first number it, then locate what is new.
  std::vector<InspectedLoop::Share> shares(loops.size());
  std::vector<Changes> changes(loops.size());
  std::vector<std::vector<std::vector<local_index>>> references(loops.size());  // by loop and array
  std::vector<IndexMap> off_rank(tables.size());
  for (std::size_t l = 0; l < loops.size(); ++l) {
    shares[l].first = sum_below(comm, static_cast<global_index>(share_of(loops[l])));
    collectively(comm, [&] {
      (void)checked_local(static_cast<std::int64_t>(share_of(loops[l])));
      shares[l].marks = marks(loops[l]);
      changes[l].places = changed(share_before(l).marks, shares[l].marks);
      for (const IndexArray& array : loops[l].arrays)
        references[l].push_back(number(array, changes[l].places, off_rank[tables.number(array.table)]));
    });
  }
  std::vector<std::vector<Location>> elsewhere;
  for (std::size_t table = 0; table < tables.size(); ++table)
    elsewhere.push_back(tables[table].locate(off_rank[table].indices()));

  // Decide who executes the changed iterations, and tell him.
  std::vector<GhostNumbering> numberings;
  for (std::size_t table = 0; table < tables.size(); ++table)
    numberings.emplace_back(here, tables[table].owned());
  std::vector<Iterations> executed;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    std::vector<GhostNumbering*> of_arrays;
    for (std::size_t a = 0; a < loops[l].arrays.size(); ++a) {
      const IndexArray& array = loops[l].arrays[a];
      const std::size_t table = tables.number(array.table);
      of_arrays.push_back(&numberings[table]);
      changes[l].references.push_back({here, array.table.owned(), static_cast<std::size_t>(array.arity),
                                       references[l][a], elsewhere[table]});
    }
    changes[l].first = shares[l].first;
    changes[l].first_before = share_before(l).first;
    changes[l].iterations = shares[l].marks.size();
    changes[l].executors_before = &share_before(l).executors;
    shares[l].executors = executors(loops[l], changes[l], here);
    changes[l].executors = &shares[l].executors;
    executed.push_back(
        exchange(comm, before.empty() ? Executed{} : before[l].executed(), changes[l], of_arrays));
    references[l] = {};
  }

  // All that is touched elsewhere is known: one pattern per table.
  std::vector<AccessPattern> patterns;
  for (std::size_t table = 0; table < tables.size(); ++table) {
    const auto& [set, loop, array] = tables.first_use(table);
    const AccessPattern nothing(comm, set.owned(), set.owned(), {}, {});
    patterns.push_back(
        update_pattern(before.empty() ? nothing : before[loop].pattern(array), numberings[table].ghosts()));
  }
  std::vector<InspectedLoop> inspected;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    std::vector<InspectedLoop::Array> arrays;
    for (std::size_t a = 0; a < loops[l].arrays.size(); ++a) {
      const IndexArray& array = loops[l].arrays[a];
      const std::size_t table = tables.number(array.table);
      std::vector<local_index>& indices = executed[l].indices[a];
      numberings[table].put_in_order(indices);
      arrays.push_back({std::string(array.name), array.table, array.arity, array.decides, patterns[table],
                        std::move(indices)});
    }
    inspected.push_back(
        InspectedLoop(comm, loops[l], std::move(shares[l]), std::move(executed[l]), std::move(arrays)));
  }
  return inspected;
}

std::vector<InspectedLoop> inspect(const Communicator& comm, std::span<const IndexedLoop> loops) {
  check(comm, loops);
  return inspect_changes(comm, loops, {});
}

InspectedLoop inspect(const Communicator& comm, std::string_view name, std::span<const IndexArray> arrays,
                      Execution execution) {
  return std::move(inspect(comm, std::array{IndexedLoop{name, arrays, execution}}).front());
}

std::vector<InspectedLoop> update(const Communicator& comm, std::span<const InspectedLoop> loops,
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
  return inspect_changes(comm, now, loops);
}

InspectedLoop update(const InspectedLoop& loop, std::span<const IndexArray> arrays) {
  return std::move(update(loop.communicator(), std::span(&loop, 1), std::array{arrays}).front());
}

}  // namespace partita
