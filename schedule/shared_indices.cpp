#include <algorithm>
#include <span>

#include <partita/schedule/shared_indices.hpp>

namespace partita::detail {

namespace {

struct GroupedUnit {
  int group;
  Units index;
  int target;
  Units offset;

  auto operator<=>(const GroupedUnit&) const = default;
};

// Calls use(first, others) for the units of each value that several messages of one group carry.
template <class Use>
void for_each_shared(const IndexRuns& runs, const std::function<int(int target)>& group_of, Use&& use) {
  std::vector<GroupedUnit> units;
  for (const auto& [target, offset, index, length] : runs) {
    const int group = group_of(target);
    if (group < 0) continue;
    for (Units k = 0; k < length; ++k) units.push_back({group, index + k, target, offset + k});
  }
  std::ranges::sort(units);
  for (auto first = units.begin(); first != units.end();) {
    const auto end = std::find_if(first + 1, units.end(), [&](const GroupedUnit& unit) {
      return unit.group != first->group || unit.index != first->index;
    });
    if (end - first > 1) use(*first, std::span(first + 1, end));
    first = end;
  }
}

std::function<int(int)> other_hosts(int origin, int ranks_per_host) {
  return [=](int target) {
    const int host = target / ranks_per_host;
    return host == origin / ranks_per_host ? -1 : host;
  };
}

}  // namespace

void append(IndexRuns& runs, const IndexRun& next) {
  if (!runs.empty()) {
    IndexRun& last = runs.back();
    if (last.target == next.target && last.offset + last.length == next.offset &&
        last.index + last.length == next.index) {
      last.length += next.length;
      return;
    }
  }
  runs.push_back(next);
}

IndexRuns shared_indices(const IndexRuns& runs, const std::function<int(int target)>& group_of) {
  IndexRuns units;
  for_each_shared(runs, group_of, [&](const GroupedUnit& first, auto others) {
    units.push_back({first.target, first.offset, first.index, 1});
    for (const GroupedUnit& unit : others) units.push_back({unit.target, unit.offset, unit.index, 1});
  });
  std::ranges::sort(units);
  IndexRuns joined;
  for (const IndexRun& unit : units) append(joined, unit);
  return joined;
}

IndexRuns shared_on_hosts(const IndexRuns& runs, int origin, int ranks_per_host) {
  return shared_indices(runs, other_hosts(origin, ranks_per_host));
}

IndexRuns indices_of_copies(const IndexRuns& runs, int rank, int ranks_per_host, const PhaseTable& table) {
  const auto is_own = [=](const Copy& copy) { return copy.from.origin == rank; };
  if (std::ranges::none_of(table.copies, is_own)) return {};
  return shared_on_hosts(runs, rank, ranks_per_host);
}

std::vector<Copy> copies_on_hosts(const IndexRuns& runs, int origin, int ranks_per_host) {
  std::vector<Copy> units;
  for_each_shared(runs, other_hosts(origin, ranks_per_host), [&](const GroupedUnit& first, auto others) {
    for (const GroupedUnit& unit : others)
      units.push_back({0, {origin, first.target, first.offset, 1}, {origin, unit.target, unit.offset, 1}});
  });
  std::ranges::sort(units, {}, &Copy::to);
  std::vector<Copy> joined;
  for (const Copy& unit : units) {
    const auto goes_on = [&](Piece Copy::*side) {
      const Piece &last = joined.back().*side, &next = unit.*side;
      return last.target == next.target && last.offset + last.length == next.offset;
    };
    if (!joined.empty() && goes_on(&Copy::from) && goes_on(&Copy::to)) {
      ++joined.back().from.length;
      ++joined.back().to.length;
    } else {
      joined.push_back(unit);
    }
  }
  return joined;
}

}  // namespace partita::detail
