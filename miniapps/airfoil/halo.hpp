#pragma once
/// \file Exchange of what kernels compute, and an account of where the time goes.

#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/executor/exchange.hpp>
#include <partita/support/stopwatch.hpp>

#include "field.hpp"

namespace partita::airfoil {

/// Seconds of this rank.
struct Times {
  double computing = 0;         ///< in kernels
  double exchanging = 0;        ///< packing, starting messages
  double waiting = 0;           ///< for messages to arrive
  std::vector<double> replays;  ///< exchanging and waiting, of each gather
};

/// An Exchange with a stopwatch, for one gather at a time. What may be touched between begin and finish is as
/// Exchange says.
class Halo {
 public:
  explicit Halo(Exchange exchange) : exchange_(std::move(exchange)) {}

  const Times& times() const { return times_; }

  /// Time from here on counts: call it where a step begins.
  void start() { lap_.restart(); }

  /// Kernels ran since the last call.
  void stop() {
    Kokkos::fence();
    charge(times_.computing);
  }

  template <class T>
  void begin_gather(Field<T>& field) {
    stop();
    field.owned_to_host();
    exchange_.begin_gather(field.on_host());
    times_.replays.push_back(charge(times_.exchanging));
  }

  template <class T>
  void finish_gather(Field<T>& field) {
    stop();
    exchange_.finish_gather(field.on_host());
    field.ghosts_to_device();
    times_.replays.back() += charge(times_.waiting);
  }

 private:
  double charge(double& account) {
    const double seconds = lap_.seconds();
    lap_.restart();
    account += seconds;
    return seconds;
  }

  Exchange exchange_;
  Stopwatch lap_;
  Times times_;
};

}  // namespace partita::airfoil
