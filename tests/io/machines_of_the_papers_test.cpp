// The machines that come with the project do what was measured of them.
#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/prediction/predict.hpp>
#include <partita/io/machine_file.hpp>
#include <partita/schedule/message.hpp>

namespace partita {
using namespace detail;
namespace {

Machine machine(const std::string& name, int ranks) {
  return read_machine(PARTITA_MACHINES + name + ".toml", ranks);
}

// Messages whose receives are known to be posted: Bokhari's FORCED ones.
Machine without_reservations(Machine machine) {
  machine.costs.unreserved = Costs().unreserved;
  return machine;
}

// Microseconds until all of these messages, of `bytes` each and begun at once, have arrived.
double time(const Machine& machine, int ranks, const std::vector<std::pair<int, int>>& pairs, Units bytes) {
  TableBuilder builder(ranks);
  for (const auto& [from, to] : pairs) builder.add(0, from, to, direct(from, to, bytes));
  return 1e6 * predict(std::move(builder).tables(1), {}, machine, 1);
}

TEST(MachinesOfThePapers, AllCanBeRead) {
  int read = 0;
  for (const auto& file : std::filesystem::directory_iterator(PARTITA_MACHINES))
    if (file.path().extension() == ".toml") {
      EXPECT_NO_THROW((void)read_machine(file.path().string(), 64)) << file.path();
      ++read;
    }
  EXPECT_GE(read, 7);
}

// Bokhari 1991, section 2.2.
TEST(MachinesOfThePapers, Ipsc860MessagesByLengthAndDistance) {
  const Machine unforced = machine("ipsc860", 128), forced = without_reservations(unforced);
  for (const auto& [to, hops] : {std::pair(1, 1), {3, 2}, {7, 3}, {127, 7}})
    for (const Units bytes : {1, 100, 400, 1000}) {
      const auto m = static_cast<double>(bytes);
      EXPECT_NEAR(time(forced, 128, {{0, to}}, bytes), 95 + 0.394 * m + 10.3 * hops, 1e-6);
      const double reserving = 164 + 0.398 * m + 29.9 * hops;
      EXPECT_NEAR(time(unforced, 128, {{0, to}}, bytes),
                  bytes > 100 ? reserving : time(forced, 128, {{0, to}}, bytes), 1e-6);
    }
}

// Bokhari 1991, section 2.2: 0 bytes take 95 us to a neighbour, "the absolute minimum for any communication
// operation on this machine", and 155 us over 7 links.
TEST(MachinesOfThePapers, Ipsc860SignalsByDistance) {
  const Machine ipsc860 = machine("ipsc860", 128), forced = without_reservations(ipsc860);
  for (const auto& [to, signal] : {std::pair(1, 95.0), {127, 155.0}}) {
    TableBuilder builder(128);
    builder.add(0, 0, to, direct(0, to, 1000));
    const std::vector<PhaseTable> tables = std::move(builder).tables(1);
    for (const Protocol protocol : {Protocol::ready_signal, Protocol::pairwise_sync})
      EXPECT_NEAR(1e6 * predict(tables, {.way = {protocol}}, ipsc860, 1) - time(forced, 128, {{0, to}}, 1000),
                  signal, 2.5)
          << to;
  }
}

// Bokhari 1991, section 2.3: "more than seven times the time required for one message" is what eight take
// that have one link in common. Start-ups, which are not on the link, overlap: the model has a little less.
TEST(MachinesOfThePapers, Ipsc860EdgeContention) {
  const Machine ipsc860 = without_reservations(machine("ipsc860", 128));
  const std::vector<std::pair<int, int>> paths{{0, 127}, {1, 63}, {3, 31}, {7, 15},
                                               {5, 79},  {6, 47}, {2, 95}, {4, 111}};
  const double one = time(ipsc860, 128, {paths.front()}, 1000);
  double last = one;
  for (std::size_t k = 2; k <= paths.size(); ++k) {
    const double now =
        time(ipsc860, 128, {paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(k)}, 1000);
    EXPECT_GT(now, last + 300) << k << " paths: one more message of 394 us on the link";
    last = now;
  }
  EXPECT_GT(last, 5.5 * one);
}

// Wang, Lin, Ranka 1993, Table 2: senders P0 to P(d-1) send to P31 at once; receiver's milliseconds.
TEST(MachinesOfThePapers, Cm5NodeContention) {
  const Machine cm5 = machine("cm5", 32);
  struct Row {
    int senders;
    Units bytes;
    double milliseconds;
  };
  for (const auto& [senders, bytes, milliseconds] : std::vector<Row>{{1, 256, 0.089},
                                                                     {2, 256, 0.125},
                                                                     {4, 256, 0.205},
                                                                     {8, 256, 0.375},
                                                                     {16, 256, 0.731},
                                                                     {31, 256, 1.396},
                                                                     {1, 4096, 0.516},
                                                                     {2, 4096, 1.083},
                                                                     {4, 4096, 2.189},
                                                                     {8, 4096, 4.693},
                                                                     {16, 4096, 9.865},
                                                                     {31, 4096, 19.485}}) {
    std::vector<std::pair<int, int>> pairs;
    for (int from = 0; from < senders; ++from) pairs.emplace_back(from, 31);
    const double predicted = 1e-3 * time(cm5, 32, pairs, bytes);
    EXPECT_NEAR(predicted / milliseconds, 1, 0.15)
        << senders << " senders of " << bytes << " bytes: " << predicted;
  }
}

}  // namespace
}  // namespace partita
