#include "flag_ring.hpp"

#include <algorithm>
#include <new>

#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::bench {

FlagRing::FlagRing(const Communicator& comm) : comm_(comm) {
  constexpr MPI_Aint apart = 256;  // flags are in different cache lines, also in different pairs of lines
  const int next = (comm.rank() + 1) % comm.size();
  void* memory = nullptr;
  MPI_Win_allocate_shared(apart, 1, MPI_INFO_NULL, comm.handle(), &memory, &window_);
  mine_ = new (memory) Flag(0);
  MPI_Aint size = 0;
  int unit = 0;
  MPI_Win_shared_query(window_, next, &size, &unit, &memory);
  next_ = static_cast<Flag*>(memory);
  MPI_Barrier(comm.handle());  // all flags are 0
}

FlagRing::~FlagRing() { MPI_Win_free(&window_); }

void FlagRing::pass_rounds(int rounds) {
  const auto wait = [&] {
    while (mine_->load(std::memory_order_acquire) != round_) {
    }
  };
  for (int k = 0; k < rounds; ++k) {
    ++round_;
    if (comm_.rank() > 0) wait();
    next_->store(round_, std::memory_order_release);
    if (comm_.rank() == 0) wait();
  }
}

double FlagRing::one_way_nanoseconds() {
  constexpr int tries = 4, rounds = 16;
  double least = 1;
  for (int k = 0; k < tries; ++k) {
    const Stopwatch watch;
    pass_rounds(rounds);
    least = std::min(least, watch.seconds());
  }
  return 1e9 * max(comm_, comm_.rank() == 0 ? least : 0) / (rounds * comm_.size());
}

}  // namespace partita::bench
