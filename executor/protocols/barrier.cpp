#include <algorithm>

#include <partita/executor/protocols/barrier.hpp>

namespace partita::detail {

Barrier::Barrier(const Communicator& comm, int tag, std::size_t numbers)
    : comm_(comm),
      tag_(tag),
      numbers_(
          std::make_shared<Numbers>(Numbers{std::vector<double>(numbers), std::vector<double>(numbers)})) {}

Barrier::~Barrier() {
  if (!numbers_ || numbers_->told.empty() || mpi_is_finalized()) return;
  auto& [receive, send] = round_;
  if (receive == MPI_REQUEST_NULL && send == MPI_REQUEST_NULL) return;
  comm_.keep(numbers_);
  if (receive != MPI_REQUEST_NULL) {
    MPI_Cancel(&receive);
    MPI_Request_free(&receive);
  }
  if (send != MPI_REQUEST_NULL) MPI_Request_free(&send);
}

void Barrier::enter() {
  distance_ = 1;
  tell();
}

void Barrier::enter(std::span<const double> numbers) {
  std::ranges::copy(numbers, numbers_->told.begin());
  enter();
}

bool Barrier::passed() {
  while (distance_ < comm_.size()) {
    int heard = 0;
    MPI_Testall(2, round_.data(), &heard, MPI_STATUSES_IGNORE);
    if (heard == 0) return false;
    std::ranges::transform(numbers_->told, numbers_->heard, numbers_->told.begin(),
                           [](double a, double b) { return std::max(a, b); });
    distance_ *= 2;
    tell();
  }
  return true;
}

void Barrier::tell() {
  const int ranks = comm_.size();
  if (distance_ >= ranks) return;
  const int ahead = (comm_.rank() + distance_) % ranks, behind = (comm_.rank() - distance_ + ranks) % ranks;
  const auto numbers = static_cast<int>(numbers_->told.size());
  MPI_Irecv(numbers_->heard.data(), numbers, MPI_DOUBLE, behind, tag_, comm_.handle(), &round_[0]);
  MPI_Isend(numbers_->told.data(), numbers, MPI_DOUBLE, ahead, tag_, comm_.handle(), &round_[1]);
}

}  // namespace partita::detail
