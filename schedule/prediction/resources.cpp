#include <algorithm>
#include <cstddef>
#include <limits>

#include <partita/schedule/prediction/resources.hpp>

namespace partita::detail {

Resources::Resources(const Machine& machine, int ranks)
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

std::vector<int> Resources::path(int from, int to) const {
  std::vector<int> path{out_of(machine_.host_of(from)), into(machine_.host_of(to))};
  for (const int link : machine_.route(from, to)) path.push_back(2 * hosts_ + link);
  return path;
}

}  // namespace partita::detail
