#include <partita/executor/protocols/barrier.hpp>

namespace partita::detail {

void Barrier::enter() {
  distance_ = 1;
  tell();
}

bool Barrier::passed() {
  while (distance_ < comm_.size()) {
    int heard = 0;
    MPI_Testall(2, round_.data(), &heard, MPI_STATUSES_IGNORE);
    if (heard == 0) return false;
    distance_ *= 2;
    tell();
  }
  return true;
}

void Barrier::tell() {
  const int ranks = comm_.size();
  if (distance_ >= ranks) return;
  const int ahead = (comm_.rank() + distance_) % ranks, behind = (comm_.rank() - distance_ + ranks) % ranks;
  MPI_Irecv(nullptr, 0, MPI_BYTE, behind, tag_, comm_.handle(), &round_[0]);
  MPI_Isend(nullptr, 0, MPI_BYTE, ahead, tag_, comm_.handle(), &round_[1]);
}

}  // namespace partita::detail
