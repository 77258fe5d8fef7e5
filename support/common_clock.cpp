#include <partita/support/clock_offset.hpp>
#include <partita/support/common_clock.hpp>
#include <partita/support/tags.hpp>

namespace partita {

CommonClock::CommonClock(const Communicator& comm)
    : behind_(detail::clock_offset(comm.handle(), detail::Tags(comm, 1).first())) {}

}  // namespace partita
