#pragma once
/// \file The placement of a job's ranks on its hosts.

#include <partita/support/communicator.hpp>

namespace partita::calibrate {

/// Host h has the ranks h*k .. h*k+k-1, as Machine numbers them.
struct HostLayout {
  int hosts = 1;
  int ranks_per_host = 1;

  int ranks() const { return hosts * ranks_per_host; }
  int first_rank_of(int host) const { return host * ranks_per_host; }
};

/// Finds the layout of this job. Collective. Throws CollectiveError if hosts have different numbers of ranks,
/// or if ranks of different hosts alternate.
HostLayout layout_of(const Communicator& comm);

}  // namespace partita::calibrate
