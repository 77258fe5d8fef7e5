#include <algorithm>

#include <partita/inspector/loop_checks.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>

namespace partita::detail {

namespace {

// Of all that must be the same on every rank.
std::uint64_t agreement(std::span<const IndexedLoop> loops) {
  Hash hash;
  const std::vector<TranslationTable> tables = tables_of(loops);
  for (const IndexedLoop& loop : loops) {
    hash.add(loop.name, loop.execution, loop.numbers.has_value());
    for (const IndexArray& array : loop.arrays)
      hash.add(array.name, array.arity, array.decides, array.needs_ghosts, array.kept.has_value(),
               number_in(tables, array.table), array.table.fingerprint());
  }
  return hash.value();
}

// Throws Error unless the loop's arrays fit each other: lengths, arities, communicators.
void check_shape(const Communicator& comm, const IndexedLoop& loop) {
  if (loop.arrays.empty())
    throw Error("loop \"", loop.name, "\" has no index array on rank ", comm.rank(),
                ": there is nothing to inspect");
  for (const IndexArray& array : loop.arrays) {
    const std::string where =
        text("loop \"", loop.name, "\", index array \"", array.name, "\" of rank ", comm.rank(), ": ");
    if (array.arity < 1)
      throw Error(where, "its arity is ", array.arity, "; an iteration needs 1 reference or more");
    if (array.table.communicator().handle() != comm.handle())
      throw Error(where, "its table lives on another communicator; make all tables of a loop on one");
    const auto arity = static_cast<std::size_t>(array.arity);
    if (array.entries.size() % arity != 0)
      throw Error(where, array.entries.size(), " entries are no multiple of its arity ", arity);
    if (array.entries.size() / arity != share_of(loop))
      throw Error(where, "it has ", array.entries.size() / arity, " iterations, but \"", loop.arrays[0].name,
                  "\" has ", share_of(loop), "; give every array as many");
    if (array.kept &&
        (array.kept->owned() != array.table.owned() || array.kept->first_ghost() != array.table.owned()))
      throw Error(where, "the ghosts to keep are behind ", array.kept->first_ghost(),
                  " values, but the rank owns ", array.table.owned(), "; give the set's own pattern");
  }
  if (!loop.numbers) return;
  if (loop.numbers->size() != share_of(loop))
    throw Error("loop \"", loop.name, "\" has ", share_of(loop), " iterations and ", loop.numbers->size(),
                " numbers on rank ", comm.rank(), "; give one for each");
}

}  // namespace

void check(const Communicator& comm, std::span<const IndexedLoop> loops) {
  require_same(comm, loops.size(), "the number of loops to inspect");
  std::vector<std::size_t> arrays;
  for (const IndexedLoop& loop : loops) arrays.push_back(loop.arrays.size());
  require_same(comm, Hash().add(arrays).value(), "the number of index arrays of the loops to inspect");
  collectively(comm, [&] {
    for (const IndexedLoop& loop : loops) check_shape(comm, loop);
  });
  require_same(comm, agreement(loops), "the loops to inspect (names, arities, tables, execution)");
}

void check_range(const IndexedLoop& loop, std::size_t place) {
  for (const IndexArray& array : loop.arrays) {
    const auto arity = static_cast<std::size_t>(array.arity);
    for (std::size_t entry = place * arity; entry < (place + 1) * arity; ++entry)
      if (const global_index index = array.entries[entry]; index < 0 || index >= array.table.size())
        throw Error("loop \"", loop.name, "\", index array \"", array.name, "\" of rank ",
                    array.table.communicator().rank(), ", entry ", entry, " (iteration ", place, "): index ",
                    index, " is out of range: the table holds 0 to ", array.table.size() - 1);
  }
}

void check_number(const IndexedLoop& loop, std::size_t place) {
  if (const global_index number = (*loop.numbers)[place]; number < 0)
    throw Error("loop \"", loop.name, "\" numbers an iteration ", number, " on rank ",
                loop.arrays[0].table.communicator().rank(), "; count from 0");
}

std::vector<TranslationTable> tables_of(std::span<const IndexedLoop> loops) {
  std::vector<TranslationTable> tables;
  for (const IndexedLoop& loop : loops)
    for (const IndexArray& array : loop.arrays)
      if (number_in(tables, array.table) == tables.size()) tables.push_back(array.table);
  return tables;
}

std::size_t number_in(const std::vector<TranslationTable>& tables, const TranslationTable& table) {
  const auto known = std::ranges::find_if(tables, [&](const auto& each) { return each.is_copy_of(table); });
  return static_cast<std::size_t>(known - tables.begin());
}

}  // namespace partita::detail
