#pragma once
/// \file The resources that messages hold while they travel.

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include <partita/schedule/machine.hpp>

namespace partita::detail {

/// The resources of a machine's network, by number: two ports of each host (out and in; with half duplex both
/// are the first), then the links.
class Resources {
 public:
  Resources(const Machine& machine, int ranks)
      : machine_(machine),
        hosts_((ranks + machine.ranks_per_host - 1) / machine.ranks_per_host),
        half_duplex_(machine.costs.duplex == Costs::Duplex::half),
        bandwidth_(2 * static_cast<std::size_t>(hosts_), machine.costs.bandwidth) {
    const std::vector<double>& by_level = machine.costs.link_bandwidth;
    for (int link = 0; link < machine.links(); ++link) {
      const auto level = static_cast<std::size_t>(machine.topology->level(link));
      bandwidth_.push_back(by_level.empty() ? std::numeric_limits<double>::infinity()
                                            : by_level[std::min(level, by_level.size() - 1)]);
    }
  }

  int count() const { return static_cast<int>(bandwidth_.size()); }

  /// @return bytes a second; infinity if the resource limits nothing
  double bandwidth(int resource) const { return bandwidth_[resource]; }

  int out_of(int host) const { return 2 * host; }
  int into(int host) const { return 2 * host + (half_duplex_ ? 0 : 1); }
  bool is_link(int resource) const { return resource >= 2 * hosts_; }

  /// @return the resources that a message between ranks of different hosts holds
  std::vector<int> path(int from, int to) const {
    std::vector<int> path{out_of(machine_.host_of(from)), into(machine_.host_of(to))};
    for (const int link : machine_.route(from, to)) path.push_back(2 * hosts_ + link);
    return path;
  }

 private:
  Machine machine_;
  int hosts_;
  bool half_duplex_;
  std::vector<double> bandwidth_;
};

}  // namespace partita::detail
