#include <algorithm>
#include <cstddef>
#include <vector>

#include <partita/executor/choosing/replay_bound.hpp>

namespace partita::detail {

namespace {

// What cannot be less: seconds of each rank's processor, and units between each host and the others.
struct Load {
  explicit Load(int ranks) : processor(ranks), out(ranks), in(ranks) {}

  std::vector<double> processor, out, in;
};

Load of_direct(const CommunicationMatrix& matrix, const Machine& machine) {
  const Costs& costs = machine.costs;
  Load load(matrix.ranks());
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const auto [to, length] : matrix.destinations(from)) {
      const int host = machine.host_of(from), other = machine.host_of(to);
      load.processor[from] += host == other ? costs.host_start_up : costs.start_up;
      load.processor[to] += costs.receive;
      if (host == other) continue;
      load.out[host] += static_cast<double>(length);
      load.in[other] += static_cast<double>(length);
    }
  return load;
}

Load of_staged(const CommunicationMatrix& matrix, const Machine& machine) {
  Load load = of_direct(matrix, machine);
  std::ranges::fill(load.processor, 0);
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const Copy& copy : copies_on_hosts(matrix.indices(from), from, machine.ranks_per_host)) {
      load.out[machine.host_of(from)] -= static_cast<double>(copy.to.length);
      load.in[machine.host_of(copy.to.target)] -= static_cast<double>(copy.to.length);
    }
  return load;
}

double seconds(const Load& load, const Machine& machine, double bytes_per_unit) {
  const auto& [processor, out, in] = load;
  const Costs& costs = machine.costs;
  double bound = 0;
  for (std::size_t k = 0; k < processor.size(); ++k) {
    // While one direction is busy, the bucket of the other fills (PortQueues).
    const bool share = costs.duplex == Costs::Duplex::half && costs.burst == 0;
    const double units = share ? out[k] + in[k] : std::max(out[k], in[k]);
    bound = std::max(bound, processor[k]);
    if (units > 0) bound = std::max(bound, costs.start_up + units * bytes_per_unit / costs.bandwidth);
  }
  return bound;
}

}  // namespace

ReplayBounds::ReplayBounds(const CommunicationMatrix& matrix, const Machine& machine, double bytes_per_unit)
    : direct_(seconds(of_direct(matrix, machine), machine, bytes_per_unit)),
      staged_(seconds(of_staged(matrix, machine), machine, bytes_per_unit)) {}

double ReplayBounds::of(Algorithm algorithm) const { return is_staged(algorithm) ? staged_ : direct_; }

}  // namespace partita::detail
