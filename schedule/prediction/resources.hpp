#pragma once
/// \file The resources that messages hold while they travel.

#include <vector>

#include <partita/schedule/machine.hpp>

namespace partita::detail {

/// The resources of a machine's network, by number: two ports of each host (out and in; with half duplex both
/// are the first), then the links.
class Resources {
 public:
  Resources(const Machine& machine, int ranks);

  int count() const { return static_cast<int>(bandwidth_.size()); }

  /// @return bytes a second; infinity if the resource limits nothing
  double bandwidth(int resource) const { return bandwidth_[static_cast<std::size_t>(resource)]; }

  int out_of(int host) const { return 2 * host; }
  int into(int host) const { return 2 * host + (half_duplex_ ? 0 : 1); }
  bool is_link(int resource) const { return resource >= 2 * hosts_; }

  /// @return the resources that a message between ranks of different hosts holds
  std::vector<int> path(int from, int to) const;

 private:
  Machine machine_;
  int hosts_;
  bool half_duplex_;
  std::vector<double> bandwidth_;
};

}  // namespace partita::detail
