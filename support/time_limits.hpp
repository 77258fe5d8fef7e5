#pragma once
/// \file How long a rank waits before it says so, and before it gives up.

#include <condition_variable>
#include <mutex>
#include <thread>

#include <mpi.h>

#include <partita/support/stopwatch.hpp>
#include <partita/support/under_way.hpp>

namespace partita {

/// The environment variable PARTITA_MONITOR: after how many seconds a rank that waits says once for what. Not
/// collective.
/// @return seconds, or 0 if the variable is not set: never
/// @throws Error unless it is a number > 0.
double monitor_seconds();

/// The environment variable PARTITA_DEADLINE: after how many seconds of waiting a rank throws Error, which
/// tells for what. For launchers that do not end a job when one of its ranks dies: `main` should call
/// MPI_Abort then. Not collective.
/// @return seconds, or 0 if the variable is not set: never
/// @throws Error unless it is a number > 0.
double deadline_seconds();

/// One wait under both limits, from construction on.
class LimitedWait {
 public:
  /// @param what  what `rank` waits for; must outlive this object
  LimitedWait(int rank, const UnderWay& what) : rank_(rank), what_(what) {}

  double seconds() const { return watch_.seconds(); }

  /// To be called again and again while the rank waits. Not collective.
  /// @throws Error when PARTITA_DEADLINE has passed.
  void poll();

 private:
  int rank_;
  const UnderWay& what_;
  Stopwatch watch_;
  bool has_told_ = monitor_seconds() <= 0;
};

/// A wait in calls that do not return before other ranks have come, under both limits: from construction to
/// destruction. A thread watches it if a limit is set. The thread cannot throw in another one: when
/// PARTITA_DEADLINE has passed it says for what the rank waits, and ends the job.
class BlockingWait final : private UnderWay {
 public:
  /// @param comm  that is waited on
  /// @param what  continues "rank 3 has waited 5 s": "for all ranks in ..."
  BlockingWait(MPI_Comm comm, const char* what) noexcept;
  ~BlockingWait();
  BlockingWait(const BlockingWait&) = delete;
  BlockingWait& operator=(const BlockingWait&) = delete;

 private:
  void advance() override {}
  void say_what_is_waited_for(Sentence& sentence) const override { sentence.add(what_); }
  void watch(int rank);

  MPI_Comm comm_;
  const char* what_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;
  std::thread watcher_;
};

}  // namespace partita
