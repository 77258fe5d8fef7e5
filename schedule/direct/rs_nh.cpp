#include <partita/schedule/direct/rs_nh.hpp>
#include <partita/schedule/direct/rs_nlh.hpp>

namespace partita::detail {

std::vector<PhaseTable> rs_nh(const CommunicationMatrix& matrix, std::uint64_t seed) {
  return rs_nlh(matrix, Machine{}, seed);
}

}  // namespace partita::detail
