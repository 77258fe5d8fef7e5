#include <algorithm>
#include <utility>

#include <partita/inspector/inspected_loop.hpp>
#include <partita/support/collectively.hpp>

namespace partita {

InspectedLoop::InspectedLoop(const Communicator& comm, const IndexedLoop& loop, Share share,
                             Iterations executed, std::vector<Array> arrays)
    : comm_(comm),
      name_(loop.name),
      execution_(loop.execution),
      share_(std::move(share)),
      remap_(comm, share_.executors.offsets, share_.executors.ranks),
      origins_(std::move(executed.origins)),
      numbers_(std::move(executed.numbers)),
      arrays_(std::move(arrays)),
      fingerprint_(partita::fingerprint(loop, share_.marks)) {}

Executed InspectedLoop::executed() const {
  Executed executed{origins_, numbers_, {}};
  for (const Array& array : arrays_)
    executed.references.push_back({comm_.rank(), array.pattern.owned(), static_cast<std::size_t>(array.arity),
                                   array.indices, array.pattern.ghost_locations()});
  return executed;
}

Location InspectedLoop::origin(std::size_t iteration) const {
  const auto after = std::upper_bound(origins_.begin(), origins_.end(), iteration,
                                      [](std::size_t k, const Origin& origin) { return k < origin.begin; });
  const Origin& origin = *std::prev(after);
  return {origin.rank, static_cast<local_index>(numbers_[iteration] - origin.first)};
}

void InspectedLoop::require_current(std::span<const IndexArray> arrays) const {
  collectively(comm_, [&] {
    const IndexedLoop now{name_, arrays, execution_};
    check_shape(comm_, now);
    check_arrays(arrays);
    const std::vector<std::uint64_t> marks_now = marks(now);
    if (partita::fingerprint(now, marks_now) == fingerprint_) return;
    const std::string stale = text("loop \"", name_, "\" is out of date: ");
    if (marks_now.size() != share_.marks.size())
      throw Error(text(stale, "rank ", comm_.rank(), " had ", share_.marks.size(),
                       " iterations when it was inspected and has ", marks_now.size(), "; update the loop"));
    throw Error(text(
        stale, "on rank ", comm_.rank(), ", iteration ",
        std::mismatch(marks_now.begin(), marks_now.end(), share_.marks.begin()).first - marks_now.begin(),
        " refers to other values than when it was inspected; update the loop"));
  });
}

// The arrays the loop was inspected for, but perhaps for their entries.
void InspectedLoop::check_arrays(std::span<const IndexArray> given) const {
  if (given.size() != arrays_.size())
    throw Error(text("loop \"", name_, "\" was inspected with ", arrays_.size(),
                     " index arrays and comes with ", given.size(), " on rank ", comm_.rank(),
                     "; inspect it anew"));
  for (std::size_t a = 0; a < given.size(); ++a) {
    const Array& array = arrays_[a];
    const std::string_view differs = given[a].arity != array.arity       ? "arity"
                                     : given[a].decides != array.decides ? "say in who executes"
                                     : !(given[a].table == array.table)  ? "table"
                                                                         : "";
    if (!differs.empty())
      throw Error(text("loop \"", name_, "\", index array \"", given[a].name, "\" of rank ", comm_.rank(),
                       " has another ", differs, " than the loop was inspected for; inspect it anew"));
  }
}

}  // namespace partita
