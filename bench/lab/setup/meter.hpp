#pragma once
/// \file Messages, bytes and memory of each simulated rank.

#include <cstddef>
#include <cstdint>

namespace partita::lab {

/// Counts of one rank since `begin`.
struct Counts {
  std::int64_t messages_sent = 0, messages_received = 0;
  std::int64_t bytes_sent = 0, bytes_received = 0;
  std::int64_t collectives = 0;                                        // calls
  std::int64_t messages_of_collectives = 0, bytes_of_collectives = 0;  // these are among the others, too
  std::int64_t memory = 0;  ///< most bytes allocated beyond those at the beginning
};

/// Counts what one rank does. All ranks are in one process and run by turns. They change only within calls of
/// MPI, so each call of MPI says which rank continues. Memory that MPI allocates is not counted.
class Meter {
 public:
  /// This rank begins to run. Its allocations by `operator new` count until MPI is called.
  void run();

  /// The rank calls MPI. @throws std::logic_error if another rank was running: then an MPI call is missing in
  /// mpi_calls.cpp
  void call_mpi();

  void begin();
  Counts counts() const { return counts_; }

  void sent(std::int64_t messages, std::int64_t bytes) {
    counts_.messages_sent += messages;
    counts_.bytes_sent += bytes;
  }
  void collective(std::int64_t messages, std::int64_t bytes) {
    sent(messages, bytes);
    received(messages, bytes);
    ++counts_.collectives;
    counts_.messages_of_collectives += messages;
    counts_.bytes_of_collectives += bytes;
  }
  void received(std::int64_t messages, std::int64_t bytes) {
    counts_.messages_received += messages;
    counts_.bytes_received += bytes;
  }

  void allocated(std::int64_t bytes) {
    in_use_ += bytes;
    if (in_use_ - at_begin_ > counts_.memory) counts_.memory = in_use_ - at_begin_;
  }
  void freed(std::int64_t bytes) { in_use_ -= bytes; }

 private:
  Counts counts_;
  std::int64_t in_use_ = 0, at_begin_ = 0;
};

/// The meter of a rank of MPI_COMM_WORLD, and that of the calling rank. The first call makes `ranks` meters.
void make_meters(int ranks);
Meter& meter_of(int rank);
int this_rank();
int all_ranks();

}  // namespace partita::lab
