#include <algorithm>
#include <cstddef>
#include <vector>

#include <partita/executor/choosing/replay_bound.hpp>
#include <partita/schedule/algorithm_entry.hpp>

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

// Leaves out start-ups within hosts, and units that do not divide evenly.
Load of_divided(const CommunicationMatrix& matrix, const Machine& machine) {
  const Costs& costs = machine.costs;
  const Units ranks = matrix.ranks(), ranks_per_host = machine.ranks_per_host;

  std::vector<Units> parcels_sent(ranks);
  std::vector<Units> parcel_from(ranks), part_for(ranks);  // units by host: sums over its ranks
  std::vector<bool> collects(ranks);                       // a part from every intermediary
  Units parcel_of_all = 0, part_of_all = 0, dividers = 0;  // ranks that send every other one a parcel
  for (int from = 0; from < ranks; ++from) {
    Units sent = 0;
    for (const auto [to, length] : matrix.destinations(from)) {
      if (to == from) continue;
      const Units part = length / ranks;
      sent += length;
      part_for[machine.host_of(to)] += part;
      part_of_all += part;
      if (part > 0) collects[to] = true;
    }
    const Units parcel = sent / ranks;
    parcels_sent[from] = std::min(sent, ranks);
    parcel_from[machine.host_of(from)] += parcel;
    parcel_of_all += parcel;
    if (parcel > 0) ++dividers;
  }

  const Units collectors = std::ranges::count(collects, true);
  Load load(matrix.ranks());
  for (Units rank = 0; rank < ranks; ++rank) {
    const Units start_ups = std::max<Units>(parcels_sent[rank] - ranks_per_host, 0) +
                            std::max<Units>(collectors - ranks_per_host, 0);
    const Units receipts = std::max<Units>(dividers - 1, 0) + (collects[rank] ? ranks - 1 : 0);
    load.processor[rank] =
        static_cast<double>(start_ups) * costs.start_up + static_cast<double>(receipts) * costs.receive;
  }
  for (Units host = 0; host * ranks_per_host < ranks; ++host) {
    const Units here = std::min(ranks_per_host, ranks - host * ranks_per_host), elsewhere = ranks - here;
    load.out[host] =
        static_cast<double>(parcel_from[host] * elsewhere + (part_of_all - part_for[host]) * here);
    load.in[host] =
        static_cast<double>((parcel_of_all - parcel_from[host]) * here + part_for[host] * elsewhere);
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
      staged_(seconds(of_staged(matrix, machine), machine, bytes_per_unit)),
      divided_(seconds(of_divided(matrix, machine), machine, bytes_per_unit)) {}

double ReplayBounds::of(Algorithm algorithm) const {
  const AlgorithmEntry& entry = entry_of(algorithm);
  return entry.divides_messages ? divided_ : entry.staged ? staged_ : direct_;
}

}  // namespace partita::detail
