#include <cstdint>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/choosing/plan_in_words.hpp>
#include <partita/support/collectively.hpp>

#include "tests/executor/all_values.hpp"
#include "tests/executor/random_case.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using namespace testing_support;

class PlanInWords : public testing::Test {
 protected:
  Plan plan(const std::string& words) { return plan_in_words(vectors_, words); }

  std::string refusal(const std::string& words) {
    return sentence_of<CollectiveError>([&] { plan(words); });
  }

  Communicator comm_{MPI_COMM_WORLD};
  Case case_{comm_, 5};
  MessageVectors vectors_ = message_vectors(case_.pattern());
};

TEST_F(PlanInWords, AnAlgorithmAloneIsReplayedByPostAll) {
  const Plan it = plan("colouring");
  EXPECT_EQ(it.best().schedule.algorithm, Algorithm::colouring);
  EXPECT_EQ(it.best().way.protocol, StageProtocols(Protocol::post_all));
  EXPECT_EQ(it.transport, Transport::automatic);
  EXPECT_EQ(it.best().way.window, Way{}.window);
  EXPECT_EQ(it.reason, "colouring by post_all: as told");
}

TEST_F(PlanInWords, WordsComeInAnyOrderBetweenAnyBlanks) {
  const std::pair<Algorithm, Protocol> wanted{Algorithm::rs_n, Protocol::ready_signal};
  for (const char* words : {"rs_n ready_signal mpi window=3", "window=3  mpi ready_signal\trs_n "}) {
    const Plan it = plan(words);
    EXPECT_EQ(std::pair(it.best().schedule.algorithm, it.best().way.protocol.of_stage(0)), wanted) << words;
    EXPECT_EQ(it.transport, Transport::mpi) << words;
    EXPECT_EQ(it.best().way.window, 3) << words;
  }
}

TEST_F(PlanInWords, CommasGiveEachStageItsProtocol) {
  EXPECT_EQ(plan("two_stage lock,barrier").best().way.protocol,
            StageProtocols(Protocol::lock, Protocol::barrier));
}

TEST_F(PlanInWords, TheSeedIsThatOfTheSchedule) {
  for (const std::uint64_t seed : {1, 7, 8}) {
    PlanOptions options;
    options.schedule.algorithm = Algorithm::rs_n;
    options.schedule.seed = seed;
    EXPECT_EQ(plan("rs_n seed=" + std::to_string(seed)).best().tables.forward,
              make_plan(vectors_, options).best().tables.forward);
  }
}

TEST_F(PlanInWords, TheOrderIsThatOfAc) {
  EXPECT_EQ(plan("ac order=ascending").best().schedule.order, SendOrder::ascending);
  EXPECT_THAT(refusal("ac order=falling"), HasSubstr("there is no order of sends \"falling\""));
}

TEST_F(PlanInWords, WhatIsToldOfAChosenWayIsInTheReason) {
  const Plan it = plan("windowed window=7");
  EXPECT_THAT(it.reason, HasSubstr("windowed window=7"));
}

TEST_F(PlanInWords, AProtocolAloneChoosesAmongThoseByIt) {
  const Plan it = plan("windowed window=2 mpi");
  EXPECT_EQ(it.best().way.protocol.of_stage(0), Protocol::windowed);
  EXPECT_EQ(it.best().way.window, 2);
  EXPECT_EQ(it.transport, Transport::mpi);
}

TEST_F(PlanInWords, NoWordsLeaveAllToTheChoice) {
  const Plan it = plan(" ");
  EXPECT_THAT(it.reason, HasSubstr(std::string(name_of(it.best().schedule.algorithm))));
}

TEST_F(PlanInWords, ChoicesAreMadeForTheMachineThatIsGiven) {
  const Plan it = plan_in_words(vectors_, "rs_nl", 8, machine_named("hypercube", comm_.size()));
  EXPECT_EQ(it.best().schedule.algorithm, Algorithm::rs_nl);
  expect_all_values(case_, Exchange(case_.pattern(), it));
}

TEST_F(PlanInWords, EveryPlanExchangesAllValues) {
  for (const char* words :
       {"", "ac", "colouring ready_signal", "two_stage lock,barrier", "pairwise_sync mpi"})
    expect_all_values(case_, Exchange(case_.pattern(), plan(words)));
}

TEST_F(PlanInWords, NonsenseIsRefusedByItsWord) {
  const std::pair<const char*, const char*> refusals[] = {
      {"colourin", "\"colourin\" is no word for a plan"},
      {"colouring, barrier", "\"colouring,\" is no word for a plan"},
      {"mpi windowed=2", "\"windowed=2\" is no word for a plan"},
      {"colouring rs_n", "\"rs_n\" comes after another of its kind"},
      {"post_all lock", "\"lock\" comes after another of its kind"},
      {"mpi mpi", "\"mpi\" comes after another of its kind"},
      {"window=2 window=3", "\"window=3\" comes after another of its kind"},
      {"seed=", "\"seed=\" needs a whole number from 1 on, such as seed=4"},
      {"seed=0", "\"seed=0\" needs a whole number"},
      {"seed=many", "\"seed=many\" needs a whole number"},
      {"window=-1", "\"window=-1\" needs a whole number from 1 on, such as window=4"},
      {"window=2.5", "\"window=2.5\" needs a whole number"}};
  for (const auto& [words, sentence] : refusals) EXPECT_THAT(refusal(words), HasSubstr(sentence)) << words;
  EXPECT_THAT(refusal("ac lock,barier"), AllOf(HasSubstr("barier"), HasSubstr("barrier")));
}

TEST_F(PlanInWords, RanksThatGiveDifferentWordsAreRefused) {
  if (comm_.size() == 1) GTEST_SKIP() << "needs two ranks";
  EXPECT_THAT(refusal(comm_.rank() == 0 ? "ac" : "ac mpi"), HasSubstr("the words for a plan"));
}

}  // namespace
}  // namespace partita
