#include <algorithm>
#include <array>
#include <utility>

#include <partita/inspector/inspected_loop.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>

namespace partita {

InspectedLoop::InspectedLoop(const Communicator& comm, const IndexedLoop& loop, Share share, Remap remap,
                             Iterations executed, std::vector<Array> arrays)
    : comm_(comm),
      name_(loop.name),
      execution_(loop.execution),
      share_(std::move(share)),
      remap_(std::move(remap)),
      executed_(std::move(executed)),
      arrays_(std::move(arrays)) {}

std::uint64_t InspectedLoop::fingerprint() const {
  Hash hash;
  hash.add(std::span<const Execution>(&execution_, 1)).add(iterations());
  for (std::size_t a = 0; a < arrays_.size(); ++a) {
    const std::array<std::uint64_t, 4> shape{static_cast<std::uint64_t>(arrays_[a].arity), arrays_[a].decides,
                                             arrays_[a].table.fingerprint(),
                                             arrays_[a].pattern.fingerprint()};
    hash.add(std::span<const std::uint64_t>(shape)).add(indices(a));
  }
  return hash.value();
}

Location InspectedLoop::origin(std::size_t iteration) const {
  const auto after = std::upper_bound(executed_.origins.begin(), executed_.origins.end(), iteration,
                                      [](std::size_t k, const Origin& origin) { return k < origin.begin; });
  const Origin& origin = *std::prev(after);
  return {origin.rank, static_cast<local_index>(executed_.numbers[iteration] - origin.first)};
}

void InspectedLoop::require_current(std::span<const IndexArray> arrays, std::size_t ascending) const {
  collectively(comm_, [&] {
    const IndexedLoop now{name_, arrays, execution_};
    check_shape(comm_, now);
    check_arrays(arrays);
    const std::string stale = text("loop \"", name_, "\" is out of date: ");
    if (share_of(now) != remap_.items_here())
      throw Error(text(stale, "rank ", comm_.rank(), " had ", remap_.items_here(),
                       " iterations when it was inspected and has ", share_of(now), "; update the loop"));
    if (const auto places = changed(now, ascending); !places.empty())
      throw Error(text(stale, "on rank ", comm_.rank(), ", iteration ", places.front(),
                       " refers to other values than when it was inspected; update the loop"));
  });
}

// Places of the share's iterations that are new or refer to other values than when the loop was inspected,
// ascending. So many of the first iterations executed here ascend by number, among them all that refer to
// owned values only: the others may have been put behind.
std::vector<std::size_t> InspectedLoop::changed(const IndexedLoop& now, std::size_t ascending) const {
  // Whether the iterations executed in some rows, all of whose references are owned, are those at some places
  // now.
  const auto same = [&](std::size_t row, std::size_t place, std::size_t count) {
    global_index difference = 0;
    for (std::size_t a = 0; a < now.arrays.size(); ++a) {
      const TranslationTable& table = arrays_[a].table;
      const auto arity = static_cast<std::size_t>(now.arrays[a].arity);
      const auto owned = indices(a).subspan(row * arity, count * arity);
      const auto entries = now.arrays[a].entries.subspan(place * arity, count * arity);
      for (std::size_t k = 0; k < entries.size(); ++k) difference |= table.global(owned[k]) ^ entries[k];
    }
    return difference == 0;
  };

  std::vector<std::size_t> places;
  const std::span<const global_index> numbers = iterations();
  const auto own = std::lower_bound(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(ascending),
                                    share_.first);
  auto row = static_cast<std::size_t>(own - numbers.begin());  // of the next iteration of the share
  std::size_t place = 0;
  const auto compare_below = [&](std::size_t end) {
    constexpr std::size_t at_once = 16;  // most are the same: none is looked at alone
    while (place < end) {
      const std::size_t count = std::min(at_once, end - place);
      const bool all_same = same(row, place, count);
      for (const std::size_t behind = place + count; place < behind; ++place, ++row)
        if (!all_same && !same(row, place, 1)) places.push_back(place);
    }
  };

  const std::size_t known = std::min(share_of(now), remap_.items_here());
  for (const auto& [marked, mark_before] : share_.marked) {
    if (marked >= known) break;
    compare_below(marked);
    if (mark(now, marked) != mark_before) places.push_back(marked);
    if (row < ascending && numbers[row] == share_.first + static_cast<global_index>(marked)) ++row;
    ++place;
  }
  compare_below(known);
  for (; place < share_of(now); ++place) places.push_back(place);
  return places;
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
