#include <partita/schedule/direct/balanced.hpp>
#include <partita/support/error.hpp>

namespace partita {

std::vector<PhaseTable> balanced(const CommunicationMatrix&, const Splitting&) {
  throw Error("not yet written");
}

}  // namespace partita
