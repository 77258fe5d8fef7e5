#include <limits>

#include <partita/schedule/staged/multiphase.hpp>
#include <partita/schedule/staged/standard_exchange.hpp>

namespace partita::detail {

std::vector<PhaseTable> standard_exchange(const CommunicationMatrix& matrix) {
  return multiphase(matrix, std::numeric_limits<int>::max());
}

}  // namespace partita::detail
