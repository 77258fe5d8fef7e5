#pragma once
/// \file A barrier that is entered at one time and asked for at another.

#include <array>
#include <memory>
#include <span>
#include <vector>

#include <mpi.h>

#include <partita/support/communicator.hpp>
#include <partita/support/tags.hpp>

namespace partita::detail {

/// Dissemination barrier: in round k every rank tells the rank 2^k ahead that it, and all those it has heard
/// of, have come. Hensgen, Finkel, Manber, "Two algorithms for barrier synchronization", Int. J. Parallel
/// Programming 17(1), 1988. Unlike MPI_Ibarrier, several may be under way on one communicator in different
/// orders, each with a tag of its own.
///
/// It may carry numbers, of which every rank has the maximum over all ranks when it has passed.
class Barrier {
 public:
  /// Every rank makes its barriers in the same order. Collective.
  /// @param numbers  that it carries
  explicit Barrier(const Communicator& comm, std::size_t numbers = 0);
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;
  Barrier(Barrier&&) = default;
  /// If it carries numbers and has not been passed, the communicator completes it before it ends: what other
  /// ranks tell would else come to the communicator that MPI makes next in its place. Without numbers it
  /// keeps its tag then. Not synchronising.
  ~Barrier();

  /// Comes to the barrier. Not synchronising. Not before the barrier before has been passed.
  void enter();

  /// The same with numbers.
  void enter(std::span<const double> numbers);

  /// True when all ranks have come. Does not wait: ask again.
  bool passed();

  /// The maximum of the numbers; from `passed` to the next `enter`.
  std::span<const double> maximum() const { return telling_->told; }

 private:
  // Holds no copy of the communicator, which may hold it.
  struct Telling {
    bool passed();
    void tell();
    void give_up();

    MPI_Comm handle;
    int rank, ranks;
    Tags tags;
    std::vector<double> told, heard;
    std::unique_ptr<Telling> next = {};  // that has not been passed either
    int distance = 0;                    // 0: not entered yet
    std::array<MPI_Request, 2> round{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  };
  class Unpassed;

  Communicator comm_;
  Unpassed* unpassed_;  // of the communicator, if it carries numbers
  std::unique_ptr<Telling> telling_;
};

}  // namespace partita::detail
