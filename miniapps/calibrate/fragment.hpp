#pragma once
/// \file The length of fragments that suits this job's network.

#include <partita/support/communicator.hpp>

#include "layout.hpp"

namespace partita::calibrate {

/// The longest fragments (Costs::fragment, in bytes) by which exchanges in phases take least, or 0 if they
/// take no less than whole messages, or all ranks are on one host. MPI libraries send up to 4, 12, or 64 KB
/// at once, headers included, depending on the network, and they do not say what it is: so it is measured.
/// Takes about `patience` seconds. Collective; the result is the same on all ranks.
double best_fragment(const HostLayout& layout, const Communicator& comm, double patience);

}  // namespace partita::calibrate
