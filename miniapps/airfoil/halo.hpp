#pragma once
/// \file Exchange of what kernels compute, and an account of where the time goes.

#include <span>
#include <string>
#include <utility>

#include <Kokkos_Core.hpp>

#include <partita/executor/exchange.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::airfoil {

/// Values at all local vertices, owned and then ghosts: where kernels compute, and where messages are
/// packed from. One and the same memory, unless kernels run on a device with its own.
template <class T>
class Field {
 public:
  Field(const std::string& label, local_index owned, local_index size)
      : device_(label, size), host_(Kokkos::create_mirror_view(device_)), owned_(owned) {}

  const Kokkos::View<T*>& view() const { return device_; }
  std::span<T> on_host() const { return {host_.data(), host_.size()}; }

  void owned_to_host() const { Kokkos::deep_copy(owned_of(host_), owned_of(device_)); }
  void owned_to_device() const { Kokkos::deep_copy(owned_of(device_), owned_of(host_)); }
  void ghosts_to_host() const { Kokkos::deep_copy(ghosts_of(host_), ghosts_of(device_)); }
  void ghosts_to_device() const { Kokkos::deep_copy(ghosts_of(device_), ghosts_of(host_)); }

 private:
  using Range = std::pair<std::size_t, std::size_t>;

  template <class View>
  auto owned_of(const View& view) const {
    return Kokkos::subview(view, Range(0, owned_));
  }
  template <class View>
  auto ghosts_of(const View& view) const {
    return Kokkos::subview(view, Range(owned_, view.size()));
  }

  Kokkos::View<T*> device_;
  typename Kokkos::View<T*>::HostMirror host_;
  local_index owned_;
};

/// Seconds of this rank.
struct Times {
  double computing = 0;   ///< in kernels
  double exchanging = 0;  ///< packing, starting messages
  double waiting = 0;     ///< for messages to arrive; adding what arrived
  long replays = 0;       ///< gathers and scatter-adds
};

/// An Exchange with a stopwatch. The order of calls, and what may be touched between begin and finish, is
/// Exchange's.
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
    charge(times_.exchanging);
  }

  template <class T>
  void finish_gather(Field<T>& field) {
    stop();
    exchange_.finish_gather(field.on_host());
    field.ghosts_to_device();
    finished();
  }

  template <class T>
  void begin_scatter_add(Field<T>& field) {
    stop();
    field.ghosts_to_host();
    exchange_.begin_scatter_add(field.on_host());
    charge(times_.exchanging);
  }

  template <class T>
  void finish_scatter_add(Field<T>& field) {
    stop();
    field.owned_to_host();
    exchange_.finish_scatter_add(field.on_host());
    field.owned_to_device();
    finished();
  }

 private:
  void charge(double& account) {
    account += lap_.seconds();
    lap_.restart();
  }

  void finished() {
    charge(times_.waiting);
    ++times_.replays;
  }

  Exchange exchange_;
  Stopwatch lap_;
  Times times_;
};

}  // namespace partita::airfoil
