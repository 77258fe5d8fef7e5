#include "placement.hpp"

#include <unistd.h>

#include <partita/support/reduce.hpp>

namespace partita::bench {

namespace {

int ranks_of_this_host(const Communicator& comm) {
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Comm_split_type(comm.handle(), MPI_COMM_TYPE_SHARED, comm.rank(), MPI_INFO_NULL, &host);
  int ranks = 0;
  MPI_Comm_size(host, &ranks);
  MPI_Comm_free(&host);
  return ranks;
}

}  // namespace

PlacementProbe::PlacementProbe(const Communicator& comm, double near_below) : near_below_(near_below) {
  const int most = max(comm, ranks_of_this_host(comm));
  // Not std::thread::hardware_concurrency: MPI binds a rank to some of the cpus.
  const long cpus = min(comm, sysconf(_SC_NPROCESSORS_ONLN));
  if (most < comm.size())
    fixed_ = Placement::hosts;
  else if (most > cpus)
    fixed_ = Placement::oversubscribed;
  else
    ring_.emplace(comm);
}

Placement PlacementProbe::now() {
  if (fixed_) return *fixed_;
  flag_times_.push_back(ring_->one_way_nanoseconds());
  return flag_times_.back() < near_below_ ? Placement::near : Placement::far;
}

}  // namespace partita::bench
