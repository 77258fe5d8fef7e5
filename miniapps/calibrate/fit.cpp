#include "fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "least_squares.hpp"
#include "miniapps/formatted.hpp"

namespace partita::calibrate {

namespace {

// Residuals are logarithms: benchmarks that a machine misses by more than a factor of 1.1 count less. No
// crossbar fits them all, and one that fits most of them well is better than one that fits all of them badly.
constexpr double outlier = 0.1;

constexpr double least_burst = 1000;  // bytes: less than a packet

using Cost = double Costs::*;

double three_digits(double value) { return std::strtod(formatted("%.2e", value).c_str(), nullptr); }

// The search uses the logarithms of costs, so none becomes negative.
class Search {
 public:
  Search(const std::vector<Measurement>& measurements, Machine machine, std::vector<Cost> costs)
      : measurements_(measurements), machine_(std::move(machine)), costs_(std::move(costs)) {}

  Machine best() const {
    std::vector<double> parameters;
    for (const Cost cost : costs_) parameters.push_back(std::log(machine_.costs.*cost));
    return machine_of(least_squares([this](const auto& tried) { return residuals(machine_of(tried)); },
                                    std::move(parameters), outlier));
  }

  double misfit(const Machine& machine) const { return huber(residuals(machine), outlier); }

 private:
  Machine machine_of(const std::vector<double>& parameters) const {
    Machine machine = machine_;
    for (std::size_t k = 0; k < costs_.size(); ++k) machine.costs.*costs_[k] = std::exp(parameters[k]);
    return machine;
  }

  std::vector<double> residuals(const Machine& machine) const {
    std::vector<double> all;
    for (const auto& [benchmark, seconds, late] : measurements_)
      all.push_back(std::log(predicted(benchmark, machine) / seconds));
    return all;
  }

  const std::vector<Measurement>& measurements_;
  Machine machine_;
  std::vector<Cost> costs_;
};

std::vector<Measurement> those(const std::vector<Measurement>& measurements, bool within_hosts) {
  std::vector<Measurement> chosen;
  for (const Measurement& one : measurements)
    if ((one.benchmark.kind == Kind::host_relay) == within_hosts) chosen.push_back(one);
  return chosen;
}

// The benchmarks of a kind, ascending by the length of their messages.
std::vector<Measurement> by_length(const std::vector<Measurement>& measurements, Kind kind) {
  std::vector<Measurement> those;
  for (const Measurement& one : measurements)
    if (one.benchmark.kind == kind) those.push_back(one);
  std::ranges::sort(those, {}, [](const Measurement& one) { return one.benchmark.bytes; });
  return those;
}

void round(Costs& costs) {
  for (const Cost cost :
       {&Costs::start_up, &Costs::receive, &Costs::signal, &Costs::signal_receive, &Costs::per_hop,
        &Costs::bandwidth, &Costs::barrier, &Costs::send_penalty, &Costs::receive_penalty,
        &Costs::both_ways_penalty, &Costs::exchange_penalty, &Costs::spared, &Costs::burst,
        &Costs::burst_bandwidth, &Costs::queue, &Costs::loss, &Costs::host_start_up, &Costs::host_bandwidth})
    if (std::isfinite(costs.*cost)) costs.*cost = three_digits(costs.*cost);
  for (const Cost penalty :
       {&Costs::send_penalty, &Costs::receive_penalty, &Costs::both_ways_penalty, &Costs::exchange_penalty})
    if (costs.*penalty < 0.01) costs.*penalty = 0;
  if (costs.both_ways_penalty == 0 && costs.exchange_penalty == 0) costs.spared = 0;
  const double message = costs.start_up + costs.receive + costs.per_hop;
  for (const Cost part :
       {&Costs::start_up, &Costs::receive, &Costs::per_hop, &Costs::signal, &Costs::signal_receive})
    if (costs.*part < 0.005 * message) costs.*part = 0;
}

// Fits the costs within hosts; the guess comes from one long and one short message.
Machine fit_hosts(const std::vector<Measurement>& measurements, Machine machine, bool alone) {
  const std::vector<Measurement> relays = by_length(measurements, Kind::host_relay);
  const double shortest = relays.front().seconds;
  Costs& costs = machine.costs;
  costs.host_start_up = shortest / 2;
  costs.host_bandwidth = relays.back().benchmark.bytes / relays.back().seconds;
  std::vector<Cost> wanted{&Costs::host_start_up, &Costs::host_bandwidth};
  if (alone) {
    costs.receive = costs.signal = costs.signal_receive = shortest / 2;
    costs.barrier = by_length(measurements, Kind::by_barriers).front().seconds;
    wanted.insert(wanted.end(), {&Costs::receive, &Costs::signal, &Costs::signal_receive, &Costs::barrier});
  }
  return Search(measurements, machine, wanted).best();
}

Machine fit_network(const std::vector<Measurement>& measurements, Machine machine, int hosts) {
  const std::vector<Measurement> relays = by_length(measurements, Kind::relay);
  const double shortest = relays.front().seconds;
  const Measurement &longest = relays.back(), &shorter = relays[relays.size() - 2];
  const double bandwidth =
      (longest.benchmark.bytes - shorter.benchmark.bytes) / std::max(longest.seconds - shorter.seconds, 1e-9);
  machine.costs = {.start_up = shortest / 3,
                   .receive = shortest / 3,
                   .signal = shortest / 3,
                   .per_hop = shortest / 3,
                   .bandwidth = bandwidth,
                   .barrier = 4 * shortest,
                   .send_penalty = 0.02,
                   .receive_penalty = 0.02,
                   .both_ways_penalty = 0.02,
                   .exchange_penalty = 0.02,
                   .spared = 32e3,
                   .fragment = machine.costs.fragment,
                   .burst = std::max(4e3, longest.benchmark.bytes - bandwidth * longest.seconds)};
  std::vector<Cost> wanted{&Costs::start_up, &Costs::receive,   &Costs::signal,  &Costs::signal_receive,
                           &Costs::per_hop,  &Costs::bandwidth, &Costs::barrier, &Costs::exchange_penalty,
                           &Costs::spared,   &Costs::burst};
  const std::initializer_list<Cost> of_several{&Costs::send_penalty, &Costs::receive_penalty,
                                               &Costs::both_ways_penalty};
  if (hosts > 2)
    wanted.insert(wanted.end(), of_several);
  else  // no host has messages to two others
    for (const Cost cost : of_several) machine.costs.*cost = 0;
  const auto search = [&](Costs::Duplex duplex) {
    machine.costs.duplex = duplex;
    return Search(measurements, machine, wanted);
  };
  const Search full = search(Costs::Duplex::full), half = search(Costs::Duplex::half);
  const Machine with_full = full.best(), with_half = half.best();
  machine = full.misfit(with_full) <= half.misfit(with_half) ? with_full : with_half;
  if (machine.costs.burst > least_burst) {
    machine.costs.burst_bandwidth = 10 * machine.costs.bandwidth;
    wanted.push_back(&Costs::burst_bandwidth);
  } else {
    machine.costs.burst = 0;  // it stood for something else
    std::erase(wanted, &Costs::burst);
  }
  return Search(measurements, machine, wanted).best();
}

// Whether each benchmark lost messages on a network that is otherwise this machine's.
std::vector<bool> losses(const std::vector<Measurement>& measurements, const Machine& machine) {
  std::vector<bool> lost;
  for (const Measurement& one : measurements) lost.push_back(is_late(one, predicted(one.benchmark, machine)));
  return lost;
}

// What the messages of a benchmark have in a host's queue.
double waiting(const Benchmark& benchmark, double window) {
  return benchmark.at_a_time * std::min(benchmark.bytes, window);
}

// Mistakes are benchmarks that lose no messages though it says so, and twice those that lose some though it
// says that they do not.
struct Queue {
  double bytes, window;
  std::size_t mistakes;
};

// The queue that separates benchmarks with and without losses best, with this window. It lies between two of
// their demands. Of equally good ones the shortest: a loss that is not foreseen costs most.
Queue best_queue(const std::vector<Measurement>& measurements, const std::vector<bool>& lost, double window) {
  std::vector<std::pair<double, bool>> demands;
  for (std::size_t k = 0; k < lost.size(); ++k)
    demands.emplace_back(waiting(measurements[k].benchmark, window), lost[k]);
  std::ranges::sort(demands);
  auto mistakes = static_cast<std::size_t>(std::ranges::count(lost, false));  // if all overflowed
  Queue best{0, window, mistakes};
  for (std::size_t k = 0; k < demands.size(); ++k) {
    mistakes = demands[k].second ? mistakes + 2 : mistakes - 1;
    const bool is_last = k + 1 == demands.size();
    if (!is_last && demands[k + 1].first == demands[k].first) continue;
    if (mistakes < best.mistakes && !is_last)
      best = {std::sqrt(demands[k].first * demands[k + 1].first), window, mistakes};
  }
  return best;
}

void fit_queue(const std::vector<Measurement>& measurements, const std::vector<bool>& lost,
               Machine& machine) {
  std::vector<double> late;
  for (std::size_t k = 0; k < lost.size(); ++k)
    if (lost[k]) late.push_back(measurements[k].late - predicted(measurements[k].benchmark, machine));
  if (late.empty()) return;
  Queue best = best_queue(measurements, lost, Costs().window);
  for (double window = 4096; window <= 1024 * 1024; window *= 2)
    if (const Queue tried = best_queue(measurements, lost, window); tried.mistakes < best.mistakes)
      best = tried;
  const auto middle = late.begin() + std::ssize(late) / 2;
  std::ranges::nth_element(late, middle);
  machine.costs.queue = best.bytes;
  machine.costs.window = best.window;
  machine.costs.loss = *middle;
}

// Those with shorter messages, or fewer at a time, than each that lost some. The others may have lost some
// too.
std::vector<Measurement> unsuspected(const std::vector<Measurement>& measurements,
                                     const std::vector<bool>& lost) {
  std::vector<Measurement> whole;
  for (const Measurement& one : measurements) {
    const auto is_less = [&](const Benchmark& than) {
      return one.benchmark.bytes < than.bytes || one.benchmark.at_a_time < than.at_a_time;
    };
    bool is_whole = true;
    for (std::size_t k = 0; k < lost.size(); ++k)
      if (lost[k] && !is_less(measurements[k].benchmark)) is_whole = false;
    if (is_whole) whole.push_back(one);
  }
  return whole;
}

// The costs of messages that are not lost determine which are, and the other way round.
Machine fit_with_losses(const std::vector<Measurement>& measurements, Machine machine, int hosts) {
  const Machine first = fit_network(measurements, machine, hosts);
  const std::vector<bool> lost = losses(measurements, first);
  if (std::ranges::count(lost, true) == 0) return first;
  machine = fit_network(unsuspected(measurements, lost), machine, hosts);
  fit_queue(measurements, losses(measurements, machine), machine);
  return machine;
}

}  // namespace

Costs guess() {
  return {.start_up = 10e-6, .receive = 5e-6, .signal = 10e-6, .per_hop = 10e-6, .bandwidth = 1.15e9};
}

bool is_late(const Measurement& measurement, double expected) {
  return measurement.late > std::max(1.5 * expected, expected + 0.1);
}

Machine fit(const std::vector<Measurement>& measurements, const HostLayout& layout, double fragment) {
  Machine machine;
  machine.costs.fragment = fragment;
  machine.ranks_per_host = layout.ranks_per_host;
  if (layout.hosts > 1) machine = fit_with_losses(those(measurements, false), machine, layout.hosts);
  if (layout.ranks_per_host > 1) {
    const bool alone = layout.hosts == 1;
    if (alone) machine.costs = guess();
    machine = fit_hosts(alone ? measurements : those(measurements, true), machine, alone);
  }
  round(machine.costs);
  return machine;
}

}  // namespace partita::calibrate
