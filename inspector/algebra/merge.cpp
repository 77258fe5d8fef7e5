#include <algorithm>
#include <iterator>

#include <partita/inspector/algebra/merge.hpp>

namespace partita {

using namespace detail;

namespace {

std::vector<Location> united(std::span<const Location> one, std::span<const Location> other) {
  std::vector<Location> both;
  std::set_union(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(both));
  return both;
}

}  // namespace

AccessPattern merge(const AccessPattern& one, const AccessPattern& other) {
  require_same_values(one, other);
  return {one.communicator(), one.owned(), one.owned(),
          united(one.ghost_locations(), other.ghost_locations()),
          group_by_rank(united(flat(one.needed_by()), flat(other.needed_by())))};
}

AccessPattern merge(std::span<const AccessPattern> parts) {
  if (parts.empty()) throw Error("no access pattern was given to merge; give one or more");
  AccessPattern whole = merge(parts.front(), parts.front());  // drops room for the ghosts of other patterns
  for (const AccessPattern& part : parts.subspan(1)) whole = merge(whole, part);
  return whole;
}

}  // namespace partita
