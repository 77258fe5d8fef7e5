#pragma once
/// \file Values at a rank's vertices, where kernels compute and where messages are packed from.

#include <span>
#include <string>
#include <utility>

#include <Kokkos_Core.hpp>

#include <partita/support/types.hpp>

namespace partita::airfoil {

/// At all local vertices, owned and then ghosts. Both places are one and the same memory, unless kernels run
/// on a device with its own.
template <class T>
class Field {
 public:
  Field(const std::string& label, local_index owned, local_index size)
      : device_(label, size), host_(Kokkos::create_mirror_view(device_)), owned_(owned) {}

  const Kokkos::View<T*>& view() const { return device_; }
  std::span<T> on_host() const { return {host_.data(), host_.size()}; }

  void owned_to_host() const { Kokkos::deep_copy(owned_of(host_), owned_of(device_)); }
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
  decltype(Kokkos::create_mirror_view(device_)) host_;
  local_index owned_;
};

}  // namespace partita::airfoil
