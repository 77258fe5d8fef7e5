#pragma once
/// \file The machine that the ranks run on, as far as it can be found out.

#include <partita/schedule/machine.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// A crossbar of hosts. It finds out which ranks share a host, but not what messages cost. The costs are
/// round numbers of a cluster of the 2020s: 1 us and 25 GB/s a host, 0.3 us and 10 GB/s within one.
/// `calibrate` measures those of the real network; until then `choose_plan` chooses nothing by them. A host
/// has as many ranks as the fullest one, if ranks lie on hosts in blocks of that size; else every rank counts
/// as a host of its own. Collective.
Machine machine_here(const Communicator& comm);

}  // namespace partita
