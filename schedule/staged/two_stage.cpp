#include <partita/schedule/staged/two_stage.hpp>
#include <partita/support/error.hpp>

namespace partita {

std::vector<PhaseTable> two_stage(const CommunicationMatrix&, const DirectScheduler&, const DirectScheduler&,
                                  std::uint64_t) {
  throw Error("not yet written");
}

}  // namespace partita
