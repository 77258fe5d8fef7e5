#include "fit.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "least_squares.hpp"

namespace partita::calibrate {

namespace {

// Residuals are logarithms: a factor of 1.65 or more is an outlier.
constexpr double outlier = 0.5;

using Cost = double Costs::*;

double three_digits(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.2e", value);
  return std::strtod(digits, nullptr);
}

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
    for (const auto& [benchmark, seconds] : measurements_)
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

// The time of this kind's benchmark with the shortest or longest messages.
double seconds_of(const std::vector<Measurement>& measurements, Kind kind, bool longest) {
  const Measurement* found = nullptr;
  for (const Measurement& one : measurements)
    if (one.benchmark.kind == kind &&
        (found == nullptr || longest == (one.benchmark.bytes > found->benchmark.bytes)))
      found = &one;
  return found->seconds;
}

double longest_bytes(const std::vector<Measurement>& measurements, Kind kind) {
  double longest = 0;
  for (const auto& [benchmark, seconds] : measurements)
    if (benchmark.kind == kind) longest = std::max(longest, benchmark.bytes);
  return longest;
}

void round(Costs& costs) {
  for (const Cost cost : {&Costs::start_up, &Costs::receive, &Costs::signal, &Costs::signal_receive,
                          &Costs::per_hop, &Costs::bandwidth, &Costs::barrier, &Costs::send_penalty,
                          &Costs::receive_penalty, &Costs::host_start_up, &Costs::host_bandwidth})
    if (std::isfinite(costs.*cost)) costs.*cost = three_digits(costs.*cost);
  for (const Cost penalty : {&Costs::send_penalty, &Costs::receive_penalty})
    if (costs.*penalty < 0.01) costs.*penalty = 0;
  const double message = costs.start_up + costs.receive + costs.per_hop;
  for (const Cost part :
       {&Costs::start_up, &Costs::receive, &Costs::per_hop, &Costs::signal, &Costs::signal_receive})
    if (costs.*part < 0.005 * message) costs.*part = 0;
}

// Fits the costs within hosts; the guess comes from one long and one short message.
Machine fit_hosts(const std::vector<Measurement>& measurements, Machine machine, bool alone) {
  const double shortest = seconds_of(measurements, Kind::host_relay, false),
               longest = seconds_of(measurements, Kind::host_relay, true);
  Costs& costs = machine.costs;
  costs.host_start_up = shortest / 2;
  costs.host_bandwidth = longest_bytes(measurements, Kind::host_relay) / longest;
  std::vector<Cost> wanted{&Costs::host_start_up, &Costs::host_bandwidth};
  if (alone) {
    costs.receive = costs.signal = costs.signal_receive = shortest / 2;
    costs.barrier = seconds_of(measurements, Kind::by_barriers, false);
    wanted.insert(wanted.end(), {&Costs::receive, &Costs::signal, &Costs::signal_receive, &Costs::barrier});
  }
  return Search(measurements, machine, wanted).best();
}

Machine fit_network(const std::vector<Measurement>& measurements, Machine machine, int hosts) {
  const double shortest = seconds_of(measurements, Kind::relay, false),
               longest = seconds_of(measurements, Kind::relay, true);
  machine.costs = {.start_up = shortest / 3,
                   .receive = shortest / 3,
                   .signal = shortest / 3,
                   .per_hop = shortest / 3,
                   .bandwidth = longest_bytes(measurements, Kind::relay) / longest,
                   .barrier = 4 * shortest,
                   .send_penalty = 0.1,
                   .receive_penalty = 0.1};
  std::vector<Cost> wanted{&Costs::start_up, &Costs::receive,   &Costs::signal, &Costs::signal_receive,
                           &Costs::per_hop,  &Costs::bandwidth, &Costs::barrier};
  if (hosts > 2)  // otherwise no rank has messages to two other hosts
    wanted.insert(wanted.end(), {&Costs::send_penalty, &Costs::receive_penalty});
  else
    machine.costs.send_penalty = machine.costs.receive_penalty = 0;
  const auto search = [&](Costs::Duplex duplex) {
    machine.costs.duplex = duplex;
    return Search(measurements, machine, wanted);
  };
  const Search full = search(Costs::Duplex::full), half = search(Costs::Duplex::half);
  const Machine with_full = full.best(), with_half = half.best();
  return full.misfit(with_full) <= half.misfit(with_half) ? with_full : with_half;
}

}  // namespace

Costs guess() {
  return {.start_up = 10e-6, .receive = 5e-6, .signal = 10e-6, .per_hop = 10e-6, .bandwidth = 1.15e9};
}

Machine fit(const std::vector<Measurement>& measurements, const HostLayout& layout) {
  Machine machine;
  machine.ranks_per_host = layout.ranks_per_host;
  if (layout.hosts > 1) machine = fit_network(those(measurements, false), machine, layout.hosts);
  if (layout.ranks_per_host > 1) {
    const bool alone = layout.hosts == 1;
    if (alone) machine.costs = guess();
    machine = fit_hosts(alone ? measurements : those(measurements, true), machine, alone);
  }
  round(machine.costs);
  return machine;
}

}  // namespace partita::calibrate
