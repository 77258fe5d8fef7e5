#include <partita/schedule/direct/rs_nlh.hpp>
#include <partita/support/error.hpp>

namespace partita {

std::vector<PhaseTable> rs_nlh(const CommunicationMatrix&, const Machine&, std::uint64_t) {
  throw Error("not yet written");
}

}  // namespace partita
