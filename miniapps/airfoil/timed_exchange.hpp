#pragma once
/// \file Exchange of the kernels' fields, with the time it takes.

#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/executor/kokkos_exchange.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::airfoil {

/// Seconds of this rank.
struct Times {
  double computing = 0;         ///< in kernels
  double exchanging = 0;        ///< packing, starting messages
  double waiting = 0;           ///< for messages to arrive
  std::vector<double> replays;  ///< exchanging and waiting, of each gather
};

/// An exchange with a stopwatch, for one gather at a time. `Exchange` says which values may be used between
/// begin and finish.
class TimedExchange {
 public:
  explicit TimedExchange(KokkosExchange<> exchange) : exchange_(std::move(exchange)) {}

  const Times& times() const { return times_; }

  /// Starts the stopwatch. Call it at the start of a step.
  void start() { lap_.restart(); }

  /// Counts the time since the last call as kernels'.
  void stop() {
    Kokkos::fence();
    charge(times_.computing);
  }

  template <class T>
  void begin_gather(const Kokkos::View<T*>& field) {
    stop();
    exchange_.begin_gather(field);
    times_.replays.push_back(charge(times_.exchanging));
  }

  template <class T>
  void finish_gather(const Kokkos::View<T*>& field) {
    stop();
    exchange_.finish_gather(field);
    times_.replays.back() += charge(times_.waiting);
  }

 private:
  double charge(double& account) {
    const double seconds = lap_.seconds();
    lap_.restart();
    account += seconds;
    return seconds;
  }

  KokkosExchange<> exchange_;
  Stopwatch lap_;
  Times times_;
};

}  // namespace partita::airfoil
