#pragma once
/// \file How the ranks of a job lie on its hosts.

#include <partita/support/communicator.hpp>

namespace partita::calibrate {

/// Host h has the ranks h*k .. h*k+k-1, as Machine numbers them.
struct Layout {
  int hosts = 1;
  int ranks_per_host = 1;

  int ranks() const { return hosts * ranks_per_host; }
  int first_rank_of(int host) const { return host * ranks_per_host; }
};

/// The layout of this job. Collective. Throws CollectiveError when hosts have different numbers of ranks, or
/// ranks of several hosts are mixed.
Layout layout_of(const Communicator& comm);

}  // namespace partita::calibrate
