// Calibrate's fit finds a known machine again from the predicted times of its benchmarks.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "miniapps/calibrate/fit.hpp"
#include "miniapps/calibrate/least_squares.hpp"

namespace partita::calibrate {
namespace {

// Measurements in which every benchmark takes its predicted time on `machine`.
std::vector<Measurement> measurements_of(const Machine& machine, const HostLayout& layout) {
  std::vector<Measurement> measurements;
  for (const Benchmark& benchmark : benchmarks_for(layout))
    measurements.push_back({benchmark, predicted(benchmark, machine), predicted(benchmark, machine)});
  return measurements;
}

Machine machine_of(const HostLayout& layout, const Costs& costs) {
  return {.ranks_per_host = layout.ranks_per_host, .costs = costs};
}

void expect_same(const Costs& found, const Costs& known, double tolerance = 0.03) {
  const auto expect_near = [&](const char* name, double Costs::*cost) {
    if (!std::isfinite(known.*cost) || known.*cost == 0) return;
    EXPECT_NEAR(found.*cost / (known.*cost), 1, tolerance) << name << ": " << found.*cost;
  };
  EXPECT_EQ(found.duplex, known.duplex);
  expect_near("start_up", &Costs::start_up);
  expect_near("receive", &Costs::receive);
  expect_near("signal", &Costs::signal);
  expect_near("signal_receive", &Costs::signal_receive);
  expect_near("per_hop", &Costs::per_hop);
  expect_near("bandwidth", &Costs::bandwidth);
  expect_near("barrier", &Costs::barrier);
  expect_near("send_penalty", &Costs::send_penalty);
  expect_near("receive_penalty", &Costs::receive_penalty);
  expect_near("both_ways_penalty", &Costs::both_ways_penalty);
  expect_near("exchange_penalty", &Costs::exchange_penalty);
  expect_near("spared", &Costs::spared);
  expect_near("burst", &Costs::burst);
  expect_near("burst_bandwidth", &Costs::burst_bandwidth);
  expect_near("loss", &Costs::loss);
  expect_near("host_start_up", &Costs::host_start_up);
  expect_near("host_bandwidth", &Costs::host_bandwidth);
}

TEST(CalibrateFit, FindsAKnownNetworkAgain) {
  const HostLayout layout{.hosts = 8, .ranks_per_host = 1};
  const Costs ethernet{.start_up = 15e-6,
                       .receive = 8e-6,
                       .signal = 12e-6,
                       .signal_receive = 7e-6,
                       .per_hop = 20e-6,
                       .bandwidth = 110e6,
                       .barrier = 200e-6,
                       .send_penalty = 0.2,
                       .receive_penalty = 0.4};
  expect_same(fit(measurements_of(machine_of(layout, ethernet), layout), layout).costs, ethernet);
}

// Exchanges in phases are measured by fragments, all others tell the penalties.
TEST(CalibrateFit, FindsPenaltiesThatPhasesDoNotHave) {
  const HostLayout layout{.hosts = 8, .ranks_per_host = 1};
  const Costs tcp{.start_up = 15e-6,
                  .receive = 8e-6,
                  .signal = 12e-6,
                  .signal_receive = 7e-6,
                  .per_hop = 20e-6,
                  .bandwidth = 110e6,
                  .barrier = 200e-6,
                  .both_ways_penalty = 0.3,
                  .exchange_penalty = 0.5,
                  .fragment = 15e3};
  const Costs found = fit(measurements_of(machine_of(layout, tcp), layout), layout, tcp.fragment).costs;
  expect_same(found, tcp);
  EXPECT_EQ(found.fragment, tcp.fragment);
}

// Switches with short queues, and TCP.
TEST(CalibrateFit, FindsWhatQueuesLetPassAndLose) {
  const HostLayout layout{.hosts = 8, .ranks_per_host = 1};
  const Costs tcp{.start_up = 60e-6,
                  .receive = 20e-6,
                  .signal = 50e-6,
                  .per_hop = 50e-6,
                  .bandwidth = 24e6,
                  .barrier = 900e-6,
                  .send_penalty = 0.1,
                  .both_ways_penalty = 0.4,
                  .exchange_penalty = 0.5,
                  .spared = 20e3,
                  .burst = 32e3,
                  .burst_bandwidth = 300e6,
                  .queue = 200e3,
                  .window = 32768,
                  .loss = 0.21};
  const Machine machine = machine_of(layout, tcp);
  const std::vector<Measurement> measurements = measurements_of(machine, layout);
  const Machine found = fit(measurements, layout);
  expect_same(found.costs, tcp, 0.1);
  for (const Measurement& one : measurements)
    EXPECT_NEAR(predicted(one.benchmark, found) / one.seconds, 1, 0.1) << name_of(one.benchmark);
}

TEST(CalibrateFit, FindsNoQueueWhereNothingIsLost) {
  const HostLayout layout{.hosts = 4, .ranks_per_host = 1};
  const Costs ethernet{.start_up = 15e-6, .receive = 8e-6, .signal = 12e-6, .bandwidth = 110e6};
  const Costs found = fit(measurements_of(machine_of(layout, ethernet), layout), layout).costs;
  EXPECT_EQ(found.loss, 0);
  EXPECT_EQ(1 / found.queue, 0);
  EXPECT_EQ(found.burst, 0);
}

TEST(CalibrateFit, FindsHalfDuplex) {
  const HostLayout layout{.hosts = 4, .ranks_per_host = 1};
  const Costs cm5{.start_up = 55e-6,
                  .receive = 20e-6,
                  .signal = 5e-6,
                  .per_hop = 5e-6,
                  .bandwidth = 9e6,
                  .barrier = 30e-6,
                  .duplex = Costs::Duplex::half,
                  .send_penalty = 0.1,
                  .receive_penalty = 0.3};
  expect_same(fit(measurements_of(machine_of(layout, cm5), layout), layout).costs, cm5, 0.1);
}

TEST(CalibrateFit, FindsMessagesWithinHostsBesideThoseBetween) {
  const HostLayout layout{.hosts = 3, .ranks_per_host = 4};
  const Costs cluster{.start_up = 1.5e-6,
                      .receive = 0.3e-6,
                      .signal = 0.5e-6,
                      .per_hop = 1e-6,
                      .bandwidth = 12e9,
                      .barrier = 4e-6,
                      .send_penalty = 0.05,
                      .receive_penalty = 0.05,
                      .host_start_up = 0.2e-6,
                      .host_bandwidth = 9e9};
  const Machine found = fit(measurements_of(machine_of(layout, cluster), layout), layout);
  EXPECT_EQ(found.ranks_per_host, 4);
  expect_same(found.costs, cluster, 0.1);
}

TEST(CalibrateFit, OfTwoHostsGuessesNoPenalties) {
  const HostLayout layout{.hosts = 2, .ranks_per_host = 1};
  const Costs ethernet{.start_up = 15e-6, .receive = 8e-6, .signal = 12e-6, .bandwidth = 110e6};
  const Costs found = fit(measurements_of(machine_of(layout, ethernet), layout), layout).costs;
  EXPECT_EQ(found.send_penalty, 0);
  EXPECT_EQ(found.receive_penalty, 0);
  EXPECT_NEAR(found.bandwidth / ethernet.bandwidth, 1, 0.03);
}

TEST(CalibrateFit, OfOneHostFindsTheCostsWithinIt) {
  const HostLayout layout{.hosts = 1, .ranks_per_host = 4};
  Costs host = guess();
  host.receive = 0.25e-6;
  host.signal = 0.4e-6;
  host.signal_receive = 0.2e-6;
  host.barrier = 2e-6;
  host.host_start_up = 0.3e-6;
  host.host_bandwidth = 8e9;
  expect_same(fit(measurements_of(machine_of(layout, host), layout), layout).costs, host);
}

// Retransmissions make some of the benchmarks ten times as long.
TEST(CalibrateFit, IsNotMisledByOutliers) {
  const HostLayout layout{.hosts = 8, .ranks_per_host = 1};
  const Costs ethernet{.start_up = 15e-6,
                       .receive = 8e-6,
                       .signal = 12e-6,
                       .signal_receive = 7e-6,
                       .per_hop = 20e-6,
                       .bandwidth = 110e6,
                       .barrier = 200e-6,
                       .send_penalty = 0.2,
                       .receive_penalty = 0.4};
  std::vector<Measurement> measurements = measurements_of(machine_of(layout, ethernet), layout);
  for (std::size_t k = 0; k < measurements.size(); k += 17) measurements[k].seconds *= 10;
  const Costs found = fit(measurements, layout).costs;
  EXPECT_NEAR(found.bandwidth / ethernet.bandwidth, 1, 0.2);
  EXPECT_NEAR(found.start_up / ethernet.start_up, 1, 0.4);
}

TEST(CalibrateBenchmarks, HaveDifferentNames) {
  std::vector<std::string> names;
  for (const Benchmark& benchmark : benchmarks_for({.hosts = 8, .ranks_per_host = 2}))
    names.push_back(name_of(benchmark));
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

// Each rank sends on what it has received, so that the directions wait for one another.
TEST(CalibrateBenchmarks, ExchangesAreTwoRelaysAtOnce) {
  const HostLayout layout{.hosts = 2, .ranks_per_host = 1};
  const std::vector<Benchmark> all = benchmarks_for(layout);
  Machine machine = machine_of(layout, {.start_up = 10e-6, .per_hop = 20e-6, .bandwidth = 100e6});
  const auto seconds = [&](Kind kind, double bytes) {
    const auto is_meant = [&](const Benchmark& one) { return one.kind == kind && one.bytes == bytes; };
    return predicted(*std::ranges::find_if(all, is_meant), machine);
  };
  for (const double bytes : {8.0, 8192.0, 65536.0, 1048576.0})
    EXPECT_NEAR(seconds(Kind::exchange, bytes), seconds(Kind::relay, bytes), 1e-8) << bytes;
  machine.costs.exchange_penalty = 1;
  for (const double bytes : {65536.0, 1048576.0})
    EXPECT_NEAR(seconds(Kind::exchange, bytes) - seconds(Kind::relay, bytes), bytes / 100e6, 1e-8) << bytes;
}

TEST(CalibrateBenchmarks, OfManyHostsTakeEight) {
  for (const Benchmark& benchmark : benchmarks_for({.hosts = 100, .ranks_per_host = 4}))
    EXPECT_LE(benchmark.nodes, 8);
}

TEST(LeastSquares, IgnoresTheOutlier) {
  // y = 2 exp(-t / 3); one of twenty points is far off.
  const Residuals residuals = [](const std::vector<double>& p) {
    std::vector<double> all;
    for (int t = 0; t < 20; ++t)
      all.push_back(p[0] * std::exp(-t / p[1]) - 2 * std::exp(-t / 3.0) - (t == 7 ? 5 : 0));
    return all;
  };
  const std::vector<double> found = least_squares(residuals, {1, 1}, 0.01);
  EXPECT_NEAR(found[0], 2, 0.05);
  EXPECT_NEAR(found[1], 3, 0.1);
}

TEST(LeastSquares, LeavesParametersThatNothingDependsOn) {
  const Residuals residuals = [](const std::vector<double>& p) { return std::vector<double>{p[0] - 3}; };
  const std::vector<double> found = least_squares(residuals, {1, 42}, 10);
  EXPECT_NEAR(found[0], 3, 1e-6);
  EXPECT_NEAR(found[1], 42, 1e-6);
}

}  // namespace
}  // namespace partita::calibrate
