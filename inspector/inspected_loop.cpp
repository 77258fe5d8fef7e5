#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <partita/inspector/inspected_loop.hpp>
#include <partita/inspector/loop_checks.hpp>
#include <partita/inspector/owned_indices.hpp>
#include <partita/inspector/row_order.hpp>

namespace partita {

using namespace detail;

InspectedLoop::InspectedLoop(const Communicator& comm, const IndexedLoop& loop, Share share, Remap remap,
                             Iterations executed, bool edited, std::vector<Array> arrays)
    : comm_(comm),
      name_(loop.name),
      execution_(loop.execution),
      numbered_(loop.numbers.has_value()),
      share_(std::move(share)),
      remap_(std::move(remap)),
      executed_(std::move(executed)),
      edited_(edited),
      arrays_(std::move(arrays)) {}

// Values of `bytes` bytes, ascending by place: as the iterations.
void InspectedLoop::put_in_order(std::span<std::byte> values, std::size_t bytes) const {
  if (executed_.row.empty()) return;
  const std::vector<std::byte> by_place(values.begin(), values.end());
  const std::byte* from = by_place.data();
  visit_rows_together(executed_.row, [&](std::size_t first, std::size_t count) {
    std::copy_n(from, count * bytes, values.data() + first * bytes);
    from += count * bytes;
  });
}

// Places of the share's iterations that are new, or have other references or another number than when the
// loop was inspected.
std::vector<std::size_t> InspectedLoop::changed(const IndexedLoop& now) const {
  constexpr std::size_t at_once = 64;                         // iterations: one bit each
  constexpr std::size_t in_line = 64 / sizeof(global_index);  // differences in a line of the cache
  std::vector<global_index> differences;
  // Of iterations in some rows, all of whose references are owned: those that differ from those at some
  // places now.
  const auto differing = [&](std::size_t row, std::size_t place, std::size_t count) {
    std::uint64_t rows = 0;
    const auto compare = [&](std::size_t arity, std::span<const global_index> given, const auto& before) {
      differences.resize(std::max(differences.size(), given.size() + in_line));
      global_index* const each = differences.data();
      global_index some = 0;
      for (std::size_t k = 0; k < given.size(); ++k) some |= each[k] = before(k) ^ given[k];
      if (some == 0) return;
      std::fill_n(each + given.size(), in_line, 0);
      for (std::size_t line = 0; line < given.size(); line += in_line) {
        some = 0;
        for (std::size_t k = line; k < line + in_line; ++k) some |= each[k];
        for (std::size_t k = line; some != 0 && k < line + in_line; ++k)
          if (each[k] != 0) rows |= std::uint64_t{1} << k / arity;
      }
    };
    for (std::size_t a = 0; a < now.arrays.size(); ++a) {
      const OwnedIndices& here = arrays_[a].table.owned_indices();
      const auto arity = static_cast<std::size_t>(now.arrays[a].arity);
      const local_index* const owned = &indices(a)[row * arity];
      const auto entries = now.arrays[a].entries.subspan(place * arity, count * arity);
      if (const auto shift = here.shift())  // on vector units
        compare(arity, entries, [owned, first = *shift](std::size_t k) { return owned[k] + first; });
      else
        compare(arity, entries, [&](std::size_t k) { return here.global(owned[k]); });
    }
    if (now.numbers) {
      std::array<global_index, at_once> numbers;
      executed_.numbers.copy(row, std::span(numbers).first(count));
      compare(1, now.numbers->subspan(place, count), [&](std::size_t k) { return numbers[k]; });
    }
    return rows;
  };

  std::vector<std::size_t> places;
  const IndexList& before = executed_.places;
  const auto own = std::ranges::find(executed_.origins, comm_.rank(), &Origin::rank);
  std::size_t at = own == executed_.origins.end() ? 0 : own->begin;  // of the share's next one executed here
  std::size_t place = 0;
  const std::size_t known = std::min(share_of(now), remap_.items_here());
  const global_index* entry = share_.entries.data();
  for (auto elsewhere = share_.places.begin();; ++elsewhere) {
    const bool last = elsewhere == share_.places.end() || *elsewhere >= known;
    const std::size_t end = last ? known : *elsewhere;
    while (place < end) {
      const std::size_t count = executed_.row.empty() ? std::min(at_once, end - place) : 1;
      for (std::uint64_t rows = differing(executed_.row_of(at), place, count); rows != 0; rows &= rows - 1)
        places.push_back(place + static_cast<std::size_t>(std::countr_zero(rows)));
      place += count;
      at += count;
    }
    if (last) break;
    global_index difference = 0;
    visit_iteration(now, place, [&](global_index index) { difference |= index ^ *entry++; });
    if (difference != 0) places.push_back(place);
    if (at < before.size() && before[at] == share_.first + static_cast<global_index>(place)) ++at;
    ++place;
  }
  for (; place < share_of(now); ++place) places.push_back(place);
  return places;
}

// Everything that the loop was inspected for, except for its entries and numbers.
void InspectedLoop::check_same_shape(const IndexedLoop& now) const {
  const auto require = [&](bool same, const auto&... differs) {
    if (!same)
      throw Error("loop \"", name_, "\"", differs..., " on rank ", comm_.rank(), "; inspect it anew");
  };
  require(now.arrays.size() == arrays_.size(), " was inspected with ", arrays_.size(),
          " index arrays and comes with ", now.arrays.size());
  require(now.execution == execution_, " was inspected for ", name_of(execution_), " and comes with ",
          name_of(now.execution));
  require(now.numbers.has_value() == numbered_, " was inspected ", numbered_ ? "with" : "without",
          " numbers of its iterations and comes ", numbered_ ? "without" : "with", " them");
  for (std::size_t a = 0; a < arrays_.size(); ++a) {
    const Array& array = arrays_[a];
    const IndexArray& given = now.arrays[a];
    const std::string_view differs = given.arity != array.arity ? "arity"
                                     : given.decides != array.decides
                                         ? "part in the choice of executing ranks"
                                     : given.needs_ghosts != array.needs_ghosts ? "need of ghosts"
                                     : !(given.table == array.table)            ? "table"
                                                                                : "";
    if (!differs.empty())
      throw Error("loop \"", name_, "\", index array \"", given.name, "\" of rank ", comm_.rank(),
                  " has another ", differs, " than the loop was inspected for; inspect it anew");
  }
}

InteriorFirst interior_first(InspectedLoop loop) {
  const std::vector<local_index>& border = loop.executed_.touching;
  std::vector<local_index> order;
  auto next = border.begin();
  for (local_index row = 0; row < static_cast<local_index>(loop.iterations().size()); ++row)
    if (next != border.end() && *next == row)
      ++next;
    else
      order.push_back(row);
  const std::size_t interior = order.size();
  order.insert(order.end(), border.begin(), border.end());
  loop.executed_.interior_first |= !std::ranges::is_sorted(order);
  loop.executed_.put_in_order(std::move(order));
  return {std::move(loop), interior};
}

}  // namespace partita
