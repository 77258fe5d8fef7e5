#include <partita/schedule/direct/distributed.hpp>
#include <partita/support/error.hpp>

namespace partita {

Negotiated distributed(const Communicator&, const DestinationVector&, const SourceVector&, std::uint64_t) {
  throw Error("not yet written");
}

std::vector<Negotiated> distributed(const CommunicationMatrix&, std::uint64_t) {
  throw Error("not yet written");
}

}  // namespace partita
