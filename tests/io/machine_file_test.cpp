#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/io/machine_file.hpp>
#include <partita/support/error.hpp>

#include "tests/foreign_numbers.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

class MachineFileTest : public testing::Test {
 protected:
  void write(const std::string& content) const { std::ofstream(path_) << content; }

  std::string error(const std::string& content) const {
    write(content);
    return testing_support::sentence_of([&] { (void)read_machine(path_, 4); });
  }

  const std::string path_ =
      (std::filesystem::temp_directory_path() /
       (std::string("partita_") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".toml"))
          .string();
  void TearDown() override { std::filesystem::remove(path_); }
};

TEST_F(MachineFileTest, HasUnitsInItsKeys) {
  write(R"([network]
topology = "fat_tree:2x2"
contention = "share"
duplex = "half"
link_megabytes_per_second = [20.0, 10]
ranks_per_host = 2
[messages]
start_up_microseconds = 50
unawaited_microseconds = 30
receive_microseconds = 5.5
noise_microseconds = 7
signal_microseconds = 2
signal_receive_microseconds = 0.5
inquiry_microseconds = 0.25
interrupt_microseconds = 1.5
copy_per_byte_microseconds = 0.125
per_hop_microseconds = 0.25
unreserved_bytes = 100
reservation_microseconds = 2
reservation_per_hop_microseconds = 0.5
reservation_per_byte_microseconds = 0.125
node_megabytes_per_second = 9
barrier_microseconds = 4
send_penalty = 0.5
receive_penalty = 0.25
both_ways_penalty = 0.375
exchange_penalty = 0.75
spared_kilobytes = 8
fragment_kilobytes = 15
[ports]
burst_kilobytes = 32
burst_megabytes_per_second = 100
queue_kilobytes = 128
window_kilobytes = 16
loss_milliseconds = 200
[within_hosts]
start_up_microseconds = 1
megabytes_per_second = 100
)");
  const Machine machine = read_machine(path_, 8);
  EXPECT_EQ(machine.name(), "fat_tree:2x2");
  EXPECT_EQ(machine.ranks_per_host, 2);
  const Costs& costs = machine.costs;
  EXPECT_EQ(costs.duplex, Costs::Duplex::half);
  EXPECT_EQ(costs.link_bandwidth, (std::vector<double>{20e6, 10e6}));
  EXPECT_DOUBLE_EQ(costs.start_up, 50e-6);
  EXPECT_DOUBLE_EQ(costs.unawaited, 30e-6);
  EXPECT_DOUBLE_EQ(costs.receive, 5.5e-6);
  EXPECT_DOUBLE_EQ(costs.noise, 7e-6);
  EXPECT_DOUBLE_EQ(costs.signal, 2e-6);
  EXPECT_DOUBLE_EQ(costs.signal_receive, 0.5e-6);
  EXPECT_DOUBLE_EQ(costs.inquiry, 0.25e-6);
  EXPECT_DOUBLE_EQ(costs.interrupt, 1.5e-6);
  EXPECT_DOUBLE_EQ(costs.copy, 0.125e-6);
  EXPECT_DOUBLE_EQ(costs.per_hop, 0.25e-6);
  EXPECT_EQ(costs.unreserved, 100);
  EXPECT_DOUBLE_EQ(costs.reservation, 2e-6);
  EXPECT_DOUBLE_EQ(costs.reservation_per_hop, 0.5e-6);
  EXPECT_DOUBLE_EQ(costs.reservation_per_byte, 0.125e-6);
  EXPECT_DOUBLE_EQ(costs.bandwidth, 9e6);
  EXPECT_DOUBLE_EQ(costs.barrier, 4e-6);
  EXPECT_EQ(costs.send_penalty, 0.5);
  EXPECT_EQ(costs.receive_penalty, 0.25);
  EXPECT_EQ(costs.both_ways_penalty, 0.375);
  EXPECT_EQ(costs.exchange_penalty, 0.75);
  EXPECT_DOUBLE_EQ(costs.spared, 8e3);
  EXPECT_DOUBLE_EQ(costs.fragment, 15e3);
  EXPECT_DOUBLE_EQ(costs.burst, 32e3);
  EXPECT_DOUBLE_EQ(costs.burst_bandwidth, 100e6);
  EXPECT_DOUBLE_EQ(costs.queue, 128e3);
  EXPECT_DOUBLE_EQ(costs.window, 16e3);
  EXPECT_DOUBLE_EQ(costs.loss, 0.2);
  EXPECT_DOUBLE_EQ(costs.host_start_up, 1e-6);
  EXPECT_DOUBLE_EQ(costs.host_bandwidth, 100e6);
}

TEST_F(MachineFileTest, WhatIsLeftOutCostsNothing) {
  write("");
  const Machine machine = read_machine(path_, 1000);
  EXPECT_EQ(machine.name(), "crossbar");
  EXPECT_EQ(machine.costs.start_up, 0);
  EXPECT_EQ(1 / machine.costs.bandwidth, 0);
  EXPECT_EQ(1 / machine.costs.queue, 0);
  EXPECT_EQ(1 / machine.costs.unreserved, 0);
}

TEST_F(MachineFileTest, ASignalCostsItsReceiverAsMuchAsItsSenderUnlessTheFileSaysOtherwise) {
  write("[messages]\nsignal_microseconds = 2\n");
  EXPECT_DOUBLE_EQ(read_machine(path_, 4).costs.signal_receive, 2e-6);
  for (const double receive : {2e-6, 0.0}) {
    Machine machine;
    machine.costs = {.signal = 2e-6, .signal_receive = receive};
    write_machine(path_, machine);
    EXPECT_EQ(read_machine(path_, 4).costs.signal_receive, receive);
  }
}

TEST_F(MachineFileTest, MistakesAreNamedWithFileAndLine) {
  EXPECT_TRUE(error("\n[messages]\nstart_up = 3\n")
                  .starts_with(path_ + ":3: [messages] has no \"start_up\"; it has start_up_microseconds, "));
  EXPECT_EQ(error("[mesages]\n"),
            path_ +
                ":1: there is no table [mesages]; there are network, messages, ports, within_hosts, "
                "processors");
  EXPECT_EQ(error("[messages]\nreceive_microseconds = -1\n"),
            path_ + ":2: \"receive_microseconds\" is no number of at least 0");
  EXPECT_EQ(error("[messages]\nreceive_microseconds = \"5\"\n"),
            path_ + ":2: \"receive_microseconds\" is no number of at least 0");
  EXPECT_EQ(error("[network]\nlink_megabytes_per_second = 20\n"),
            path_ + ":2: \"link_megabytes_per_second\" is no list, like [20.0, 10.0]");
  EXPECT_EQ(error("[network]\n\ntopology = \"hypercube:1\"\n"),
            path_ + ":3: the machine \"hypercube:1\" has 2 nodes, too few for 4 ranks");
  EXPECT_EQ(error("[network]\nduplex = \"pairwise\"\n"),
            path_ + ":2: \"pairwise\" goes with the contention \"queue\" alone");
  EXPECT_EQ(error("[network]\ncontention = \"wait\"\n").substr(0, path_.size() + 3), path_ + ":2:");
  EXPECT_EQ(error("network = 3\n"), path_ + ":1: \"network\" is no table");
  EXPECT_EQ(error("[network\n").substr(0, path_.size() + 3), path_ + ":1:");
  EXPECT_THROW((void)read_machine("no_such.toml", 4), Error);
}

TEST_F(MachineFileTest, MayNotBeSoDeepThatAStackOverflows) {
  constexpr int deep = 200'000;
  const auto repeated = [](const std::string& part, int times) {
    std::string all;
    for (int k = 0; k < times; ++k) all += part;
    return all;
  };
  const std::string key = "a" + repeated(".a", deep), dots = ": this line has more than 256 dots; break it";
  EXPECT_EQ(error("[network]\n" + key + " = 1\n"), path_ + ":2" + dots);
  EXPECT_EQ(error("[" + key + "]\n"), path_ + ":1" + dots);
  for (const std::string part : {"[", "{a = "})
    EXPECT_EQ(error("a = " + repeated(part, deep)).rfind(path_ + ":1: ", 0), 0u) << part;
  EXPECT_EQ(error("#" + repeated(".", 256)), "");
}

TEST_F(MachineFileTest, WhatIsWrittenIsReadAgain) {
  Machine machine = machine_named("fat_tree:2x3", 8);
  machine.ranks_per_host = 2;
  machine.costs = {.start_up = 55e-6,
                   .unawaited = 450e-6,
                   .receive = 1e-6 / 3,
                   .noise = 2e-6,
                   .signal = 1.7e-6,
                   .signal_receive = 0.9e-6,
                   .inquiry = 0.6e-6,
                   .interrupt = 1.3e-6,
                   .copy = 0.01e-6,
                   .per_hop = 0.25e-6,
                   .unreserved = 100,
                   .reservation = 69e-6,
                   .reservation_per_hop = 19e-6,
                   .reservation_per_byte = 0.125e-6,
                   .bandwidth = 9e6,
                   .barrier = 5e-6,
                   .link_bandwidth = {20e6, 10e6},
                   .duplex = Costs::Duplex::half,
                   .send_penalty = 0.5,
                   .receive_penalty = 0.09,
                   .both_ways_penalty = 0.3,
                   .exchange_penalty = 0.7,
                   .spared = 16384,
                   .fragment = 60e3,
                   .burst = 32e3,
                   .burst_bandwidth = 300e6,
                   .queue = 250e3,
                   .window = 32768,
                   .loss = 0.21,
                   .host_start_up = 0.3e-6,
                   .host_bandwidth = 1e10,
                   .slowdown = 500};
  write_machine(path_, machine, "Two\nlines");
  const Machine again = read_machine(path_, 16);
  EXPECT_EQ(again.name(), "fat_tree:2x3");
  EXPECT_EQ(again.ranks_per_host, 2);
  const Costs &said = machine.costs, &read = again.costs;
  EXPECT_EQ(read.duplex, said.duplex);
  EXPECT_EQ(read.contention, said.contention);
  for (const auto cost : {&Costs::start_up,
                          &Costs::unawaited,
                          &Costs::receive,
                          &Costs::noise,
                          &Costs::signal,
                          &Costs::signal_receive,
                          &Costs::inquiry,
                          &Costs::interrupt,
                          &Costs::copy,
                          &Costs::per_hop,
                          &Costs::unreserved,
                          &Costs::reservation,
                          &Costs::reservation_per_hop,
                          &Costs::reservation_per_byte,
                          &Costs::bandwidth,
                          &Costs::barrier,
                          &Costs::send_penalty,
                          &Costs::receive_penalty,
                          &Costs::both_ways_penalty,
                          &Costs::exchange_penalty,
                          &Costs::spared,
                          &Costs::fragment,
                          &Costs::burst,
                          &Costs::burst_bandwidth,
                          &Costs::queue,
                          &Costs::window,
                          &Costs::loss,
                          &Costs::host_start_up,
                          &Costs::host_bandwidth,
                          &Costs::slowdown})
    EXPECT_NEAR(read.*cost / (said.*cost), 1, 1e-11);
  ASSERT_EQ(read.link_bandwidth.size(), 2U);
  EXPECT_DOUBLE_EQ(read.link_bandwidth[1], 10e6);
}

TEST_F(MachineFileTest, IsWrittenAndReadAlikeInEveryLocale) {
  const testing_support::ForeignNumbers numbers;
  write_machine(path_, {.costs = {.start_up = 1234.5e-6, .bandwidth = 12345.5e6}});
  const Machine again = read_machine(path_, 4);
  EXPECT_NEAR(again.costs.start_up / 1234.5e-6, 1, 1e-11);
  EXPECT_NEAR(again.costs.bandwidth / 12345.5e6, 1, 1e-11);
}

TEST_F(MachineFileTest, AMachineOnWhichNothingCostsAnythingIsWrittenWithItsRulesAlone) {
  write_machine(path_, {}, "Nothing\n\ncosts");
  std::ifstream file(path_);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), R"(# Nothing
#
# costs

[network]
topology = "crossbar"
contention = "share"
duplex = "full"
)");
}

TEST_F(MachineFileTest, TheMachinesOfThePapersSurviveBeingWritten) {
  for (const char* name : {"ipsc860", "cm5", "fat_tree_cluster", "torus_cluster"}) {
    const Machine machine = read_machine(text(PARTITA_MACHINES, name, ".toml"), 64);
    write_machine(path_, machine);
    const Machine again = read_machine(path_, 64);
    EXPECT_EQ(again.name(), machine.name());
    EXPECT_EQ(again.rewards_exchanges, machine.rewards_exchanges);
    EXPECT_NEAR(again.costs.bandwidth / machine.costs.bandwidth, 1, 1e-11);
  }
}

TEST_F(MachineFileTest, NothingIsLeftBehindWhereItCannotBeWritten) {
  EXPECT_THROW(write_machine("no/such/folder/machine.toml", {}), Error);
}

}  // namespace
}  // namespace partita
