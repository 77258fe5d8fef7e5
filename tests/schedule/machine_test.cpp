#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/schedule/direct/link_colouring.hpp>
#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/error.hpp>

#include "tests/schedule/complete_exchange.hpp"
#include "tests/schedule/machines.hpp"
#include "tests/sentence.hpp"

namespace partita {
using namespace detail;
namespace {

using testing::HasSubstr;
using testing_support::sentence_of;

std::string problem_with(const std::string& name, int ranks) {
  return sentence_of([&] { machine_named(name, ranks); });
}

TEST(Machine, TheDefaultIsACrossbarWithoutLinksToShare) {
  const Machine machine;
  EXPECT_EQ(machine.links(), 0);
  EXPECT_TRUE(machine.route(3, 1000).empty());
  EXPECT_EQ(machine_named("crossbar", 1 << 20).name(), "crossbar");
}

TEST(Machine, FitsTheNumberOfRanksAndIsNamedByItsShape) {
  EXPECT_EQ(machine_named("hypercube", 32).name(), "hypercube:5");
  EXPECT_EQ(machine_named("hypercube", 33).name(), "hypercube:6");
  EXPECT_EQ(machine_named("hypercube", 1).name(), "hypercube:0");
  EXPECT_EQ(machine_named("torus", 64).name(), "torus:8x8");
  EXPECT_EQ(machine_named("fat_tree", 64).name(), "fat_tree:4x3");
  EXPECT_EQ(machine_named("dragonfly", 72).name(), "dragonfly:4x2x2");
  EXPECT_EQ(machine_named("ipsc860", 64).name(), "hypercube:6");
  EXPECT_EQ(machine_named("cm5", 32).name(), "cm5:4x3");
  EXPECT_EQ(machine_named("delta", 6).name(), "mesh:3x2");
}

TEST(Machine, HasANodeForEveryRankAndItsNameMakesItAgain) {
  for (const char* kind : {"hypercube", "mesh", "torus", "fat_tree", "dragonfly", "ipsc860", "cm5", "delta"})
    for (int ranks = 1; ranks <= 200; ++ranks) {
      const Machine machine = machine_named(kind, ranks);
      ASSERT_GE(machine.topology->nodes(), ranks) << machine.name();
      const Machine again = machine_named(machine.name(), ranks);
      EXPECT_EQ(again.name(), machine.name());
      EXPECT_EQ(again.route(0, ranks - 1), machine.route(0, ranks - 1));
    }
}

TEST(Machine, WithATopologyOfOnesOwnHasItsName) {
  EXPECT_EQ(Machine{std::make_shared<testing_support::OwnTopology>(3)}.name(), "my network");
}

TEST(Machine, HasNoNodeToSpareUnlessItsMeshWouldBeLongerThanTwiceItsWidth) {
  EXPECT_EQ(machine_named("mesh", 1).name(), "mesh:1x1");
  EXPECT_EQ(machine_named("mesh", 2).name(), "mesh:2x1");
  EXPECT_EQ(machine_named("mesh", 7).name(), "mesh:4x2");
  EXPECT_EQ(machine_named("mesh", 15).name(), "mesh:5x3");
  EXPECT_EQ(machine_named("mesh", 27).name(), "mesh:6x5") << "9x3 is too long";
  EXPECT_EQ(machine_named("mesh", 32).name(), "mesh:8x4");
  EXPECT_EQ(machine_named("torus", 200).name(), "torus:20x10");
}

TEST(Machine, TakesTheShapeAfterTheColon) {
  EXPECT_EQ(machine_named("mesh:8x4", 32).topology->nodes(), 32);
  EXPECT_EQ(machine_named("torus:4x4x4", 5).topology->nodes(), 64);
  EXPECT_EQ(machine_named("fat_tree:8x2", 64).topology->nodes(), 64);
  EXPECT_EQ(machine_named("dragonfly:4x2x2", 64).topology->nodes(), 72);
}

TEST(Machine, NamesTheLinksOfSeveralDimensions) {
  const Machine machine = machine_named("torus:4x3x2", 24);
  std::vector<std::string> names;
  for (const int link : machine.route(0, 4 * 3 * 2 - 1)) names.push_back(machine.topology->link_name(link));
  EXPECT_EQ(names, (std::vector<std::string>{"0-x", "3-y", "11+z"}));
}

TEST(Machine, OnlyTheCm5HasNoExclusiveLinks) {
  EXPECT_FALSE(machine_named("cm5", 32).route(0, 31).empty());
  EXPECT_TRUE(machine_named("cm5", 32).exclusive_links(0, 31).empty());
  for (const char* kind : {"hypercube", "mesh", "torus", "fat_tree", "dragonfly", "ipsc860", "delta"})
    EXPECT_EQ(machine_named(kind, 32).exclusive_links(0, 31), machine_named(kind, 32).route(0, 31)) << kind;
}

TEST(Machine, OnlyTheIpsc860RewardsExchanges) {
  EXPECT_TRUE(machine_named("ipsc860", 8).rewards_exchanges);
  for (const char* kind : {"crossbar", "hypercube", "mesh", "torus", "fat_tree", "dragonfly", "cm5", "delta"})
    EXPECT_FALSE(machine_named(kind, 8).rewards_exchanges) << kind;
}

TEST(Machine, SaysWhatIsWrongWithAName) {
  EXPECT_EQ(problem_with("paragon", 8), "there is no machine \"paragon\"; there are " + machine_names());
  for (const char* name :
       {"mesh:", "mesh:8x", "mesh:x4", "mesh:8*4", "mesh:-8x4", "mesh:8x4 ", "mesh:99999999999"})
    EXPECT_EQ(problem_with(name, 8),
              std::string("the machine \"") + name + "\" has no shape like \"mesh:8x4\"");
  EXPECT_EQ(problem_with("hypercube:3x2", 8),
            "the machine \"hypercube:3x2\" needs 1 number after the colon, for example hypercube:5");
  EXPECT_EQ(problem_with("dragonfly:4x2", 8),
            "the machine \"dragonfly:4x2\" needs 3 numbers after the colon, for example dragonfly:4x2x2");
  EXPECT_EQ(problem_with("mesh:2x2x2x2x2x2x2", 8),
            "the machine \"mesh:2x2x2x2x2x2x2\" needs 1 to 6 numbers after the colon, for example mesh:8x4");
  EXPECT_EQ(problem_with("mesh:3x2", 8), "the machine \"mesh:3x2\" has 6 nodes, too few for 8 ranks");
  EXPECT_THAT(problem_with("mesh:0x4", 8), HasSubstr("at least 1 node"));
  EXPECT_THAT(problem_with("hypercube:25", 8), HasSubstr("0 to 24 dimensions"));
}

TEST(Machine, WithTooFewNodesIsRefusedWhereverItIsAskedForRoutes) {
  const CommunicationMatrix matrix = testing_support::complete_exchange(64);
  const Machine cube = machine_named("hypercube:3", 0);
  const std::string problem = "the machine \"hypercube:3\" has 8 nodes, too few for 64 ranks";
  const Schedule schedule = make_schedule(matrix, {Algorithm::lp});
  EXPECT_EQ(verify(schedule, matrix, cube), problem);
  EXPECT_EQ(sentence_of([&] { link_conflicts(schedule.tables, cube); }), problem);
  EXPECT_EQ(sentence_of([&] { make_schedule(matrix, {Algorithm::lp, 1, cube}); }), problem);
  EXPECT_EQ(sentence_of([&] { rs_nl(matrix, cube, 1); }), problem);
  EXPECT_EQ(sentence_of([&] { link_colouring(matrix, cube, 1); }), problem);
}

}  // namespace
}  // namespace partita
