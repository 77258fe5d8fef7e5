#include <algorithm>

#include <partita/inspector/algebra.hpp>
#include <partita/inspector/needed_by.hpp>

namespace partita {

using namespace detail;

AccessPattern merge(const AccessPattern& one, const AccessPattern& other) {
  require_same_values(one, other);
  const auto united = std::ranges::set_union;
  return {one.communicator(), one.owned(), one.owned(),
          combined(one.ghost_locations(), other.ghost_locations(), united),
          group_by_rank(combined(flat(one.needed_by()), flat(other.needed_by()), united))};
}

}  // namespace partita
