#pragma once
/// \file A barrier that is entered at one time and asked for at another.

#include <array>
#include <memory>
#include <span>
#include <vector>

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Dissemination barrier: in round k every rank tells the rank 2^k ahead that it, and all those it has heard
/// of, have come. Hensgen, Finkel, Manber, "Two algorithms for barrier synchronization", Int. J. Parallel
/// Programming 17(1), 1988. Unlike MPI_Ibarrier, several may be under way on one communicator in different
/// orders, each with a tag of its own.
///
/// It may carry numbers, of which every rank has the maximum over all ranks when it has passed.
class Barrier {
 public:
  /// @param numbers  that it carries
  Barrier(const Communicator& comm, int tag, std::size_t numbers = 0);
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;
  Barrier(Barrier&&) = default;
  Barrier& operator=(Barrier&&) = default;
  /// If other ranks have not come, they may still tell: the communicator keeps the room for their numbers.
  ~Barrier();

  /// Comes to the barrier. Not synchronising. Not before the barrier before has been passed.
  void enter();

  /// The same with numbers.
  void enter(std::span<const double> numbers);

  /// True when all ranks have come. Does not wait: ask again.
  bool passed();

  /// The maximum of the numbers; from `passed` to the next `enter`.
  std::span<const double> maximum() const { return numbers_->told; }

 private:
  struct Numbers {
    std::vector<double> told, heard;
  };

  void tell();

  Communicator comm_;
  int tag_;
  std::shared_ptr<Numbers> numbers_;
  int distance_ = 0;
  std::array<MPI_Request, 2> round_{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

}  // namespace partita::detail
