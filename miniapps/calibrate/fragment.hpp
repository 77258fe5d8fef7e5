#pragma once
/// \file The length of fragments that suits this job's network.

#include <partita/support/communicator.hpp>

#include "layout.hpp"

namespace partita::calibrate {

/// Bytes of the longest fragments (Costs::fragment) by which exchanges in phases take at most 2 % more than
/// the least; 0 if that is not 5 % less than whole messages take, or all ranks are on one host. Which length
/// an MPI library sends at once depends on the network, and MPI has no call that says it: so it is measured.
/// Takes about `patience` seconds. Collective; the result is the same on all ranks.
double best_fragment(const HostLayout& layout, const Communicator& comm, double patience);

}  // namespace partita::calibrate
