// Variables are set on rank 0 alone, as programs under mpiexec may have them, and count on all ranks.
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/inspector/access_pattern.hpp>
#include <partita/io/environment.hpp>
#include <partita/support/error.hpp>

#include "tests/io/folder.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Environment with_plans(const std::string& plans) {
  Environment environment;
  environment.plans = plans;
  return environment;
}

TEST(WordsFor, WordsWithoutANameAreForEveryExchange) {
  EXPECT_EQ(with_plans("").words_for("nodes"), std::nullopt);
  EXPECT_EQ(with_plans(" ; ").words_for("nodes"), std::nullopt);
  EXPECT_EQ(with_plans(" colouring ready_signal ").words_for("nodes"), "colouring ready_signal");
}

TEST(WordsFor, WordsBehindANameAreForTheExchangeOfThatName) {
  const Environment environment = with_plans("nodes: rs_n barrier; elements :ac;edges:");
  EXPECT_EQ(environment.words_for("nodes"), "rs_n barrier");
  EXPECT_EQ(environment.words_for("elements"), "ac");
  EXPECT_EQ(environment.words_for("edges"), "") << "chosen, whatever the program says";
  EXPECT_EQ(environment.words_for("node"), std::nullopt);
  EXPECT_EQ(environment.words_for(""), std::nullopt);
}

TEST(WordsFor, WordsWithoutANameAreForTheRest) {
  for (const char* plans : {"nodes: ac; colouring", "colouring; nodes: ac"}) {
    EXPECT_EQ(with_plans(plans).words_for("nodes"), "ac") << plans;
    EXPECT_EQ(with_plans(plans).words_for("elements"), "colouring") << plans;
  }
}

class ReadEnvironment : public testing::Test {
 protected:
  ReadEnvironment() { set({}); }
  ~ReadEnvironment() override { set({}); }

  // No other variable is set. A home without a machine's file: the tester's own must not count.
  void set(const std::map<std::string, std::string>& variables) {
    for (const char* name : {"PARTITA_MACHINE", "PARTITA_PLAN", "PARTITA_VERBOSE", "PARTITA_CACHE"})
      unsetenv(name);
    setenv("HOME", "/nowhere", 1);
    if (comm_.rank() != 0) return;
    for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
  }

  std::string refusal(const std::map<std::string, std::string>& variables) {
    set(variables);
    return testing_support::sentence_of<CollectiveError>([&] { read_environment(comm_); });
  }

  Plan plan(std::string_view name, std::string_view words) {
    const AccessPattern ring = make_pattern(comm_, 2, next_);
    return plan_by_environment(read_environment(comm_), message_vectors(ring), name, words);
  }

  Communicator comm_{MPI_COMM_WORLD};
  std::vector<Location> next_ = comm_.size() == 1
                                    ? std::vector<Location>{}
                                    : std::vector<Location>{{(comm_.rank() + 1) % comm_.size(), 1}};
};

TEST_F(ReadEnvironment, NothingSetLeavesAllToTheProgram) {
  const Environment environment = read_environment(comm_);
  EXPECT_FALSE(environment.machine);
  EXPECT_EQ(environment.machine_source, "");
  EXPECT_EQ(environment.plans, "");
  EXPECT_FALSE(environment.verbose);
}

TEST_F(ReadEnvironment, VariablesOfRank0CountOnAllRanks) {
  set({{"PARTITA_MACHINE", "hypercube"}, {"PARTITA_PLAN", "nodes: ac; colouring"}, {"PARTITA_VERBOSE", "1"}});
  const Environment environment = read_environment(comm_);
  EXPECT_TRUE(environment.machine);
  EXPECT_EQ(environment.machine_source, "hypercube");
  EXPECT_EQ(environment.words_for("elements"), "colouring");
  EXPECT_TRUE(environment.verbose);
}

TEST_F(ReadEnvironment, VariablesOfOtherRanksDoNotCount) {
  if (comm_.rank() != 0) setenv("PARTITA_PLAN", "rs_n", 1);
  EXPECT_EQ(read_environment(comm_).plans, "");
}

TEST_F(ReadEnvironment, ValuesThatDoNotExistAreRefusedOnAllRanks) {
  EXPECT_THAT(refusal({{"PARTITA_VERBOSE", "yes"}}), HasSubstr("PARTITA_VERBOSE is \"yes\"; give 1"));
  EXPECT_THAT(refusal({{"PARTITA_MACHINE", "hypercub"}}),
              AllOf(HasSubstr("there is no machine \"hypercub\""), HasSubstr("hypercube")));
  EXPECT_THAT(refusal({{"PARTITA_MACHINE", "/nowhere/machine.toml"}}), HasSubstr("/nowhere/machine.toml"));
  EXPECT_EQ(refusal({{"PARTITA_VERBOSE", "0"}}), "");
}

#ifdef PARTITA_HAVE_MACHINE_FILES
TEST_F(ReadEnvironment, TheMachineInTheHomeIsTakenUnlessAnotherIsNamed) {
  const testing_support::Folder home(comm_);
  const std::string file = home / ".config/partita/machine.toml";
  if (comm_.rank() == 0) {
    std::filesystem::create_directories(home / ".config/partita");
    std::ofstream(file) << "[network]\ntopology = \"crossbar\"\nranks_per_host = 3\n";
  }
  const std::string folder = home / "";
  set({{"HOME", folder}});
  const Environment environment = read_environment(comm_);
  ASSERT_TRUE(environment.machine);
  EXPECT_EQ(environment.machine->ranks_per_host, 3);
  EXPECT_EQ(std::filesystem::path(environment.machine_source), file);
  set({{"HOME", folder}, {"PARTITA_MACHINE", "hypercube"}});
  EXPECT_EQ(read_environment(comm_).machine_source, "hypercube");
}
#endif

TEST_F(ReadEnvironment, ItsWordsCountBeforeThoseOfTheProgram) {
  set({{"PARTITA_PLAN", "nodes: rs_n barrier"}});
  EXPECT_EQ(plan("nodes", "ac").best().schedule.algorithm, Algorithm::rs_n);
  EXPECT_EQ(plan("nodes", "ac").name, "nodes");
  EXPECT_EQ(plan("elements", "colouring").best().schedule.algorithm, Algorithm::colouring);
}

#ifdef PARTITA_HAVE_SCHEDULE_FILES
TEST_F(ReadEnvironment, ThePlanThatWasRememberedIsTakenUnlessWordsAskForAnother) {
  const testing_support::Folder folder(comm_);
  set({{"PARTITA_CACHE", folder / "plans"}});
  const MessageVectors vectors = message_vectors(make_pattern(comm_, 2, next_));
  EXPECT_THAT(plan("nodes", "").reason, Not(HasSubstr("loaded")));
  const PlanOptions options{.schedule = {.algorithm = Algorithm::rs_nh}, .way = {Protocol::windowed, 3}};
  remember_plan(read_environment(comm_), vectors, make_plan(vectors, options));
  const Plan recalled = plan("edges", "");
  EXPECT_EQ(recalled.strategy(), (Strategy{Algorithm::rs_nh, recalled.best().way}));
  EXPECT_EQ(recalled.best().way.protocol, Protocol::windowed);
  EXPECT_EQ(recalled.best().way.window, 3);
  EXPECT_THAT(recalled.reason, HasSubstr("loaded from "));
  EXPECT_EQ(plan("edges", "colouring").best().schedule.algorithm, Algorithm::colouring);
}

#ifdef PARTITA_HAVE_MACHINE_FILES
TEST_F(ReadEnvironment, APlanIsRecalledForTheMachineThatItWasFoundOnNotForItsFile) {
  const testing_support::Folder folder(comm_);
  const std::string file = folder / "machine.toml";
  set({{"PARTITA_CACHE", folder / "plans"}, {"PARTITA_MACHINE", file}});
  const MessageVectors vectors = message_vectors(make_pattern(comm_, 2, next_));
  const auto is_recalled = [&](const char* start_up) {
    if (comm_.rank() == 0)
      std::ofstream(file) << "[network]\ntopology = \"crossbar\"\n[messages]\nstart_up_microseconds = "
                          << start_up << "\n";
    MPI_Barrier(comm_.handle());
    return plan("nodes", "").reason.find("loaded from ") != std::string::npos;
  };
  EXPECT_FALSE(is_recalled("10.0"));
  remember_plan(read_environment(comm_), vectors, make_plan(vectors, PlanOptions{}));
  EXPECT_TRUE(is_recalled("10.0"));
  EXPECT_FALSE(is_recalled("20.0")) << "calibrated anew in place";
}
#endif

TEST_F(ReadEnvironment, ACacheThatCannotBeReadIsNamedAndAPlanIsChosen) {
  const testing_support::Folder folder(comm_);
  set({{"PARTITA_CACHE", folder / ""}});
  const MessageVectors vectors = message_vectors(make_pattern(comm_, 2, next_));
  remember_plan(read_environment(comm_), vectors, make_plan(vectors, PlanOptions{}));
  if (comm_.rank() == 0)
    for (const auto& file : std::filesystem::directory_iterator(folder / ""))
      std::ofstream(file.path()) << "damaged";
  MPI_Barrier(comm_.handle());
  testing::internal::CaptureStderr();
  const Plan chosen = plan("nodes", "");
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(chosen.reason, Not(HasSubstr("loaded")));
  EXPECT_EQ(said.find("partita: PARTITA_CACHE: ") == 0, comm_.rank() == 0) << said;
}
#endif

TEST_F(ReadEnvironment, RefusedWordsAreNamedWithTheirExchangeAndOrigin) {
  const auto refusal_of_plan = [&](const char* name, const char* words) {
    return testing_support::sentence_of<CollectiveError>([&] { plan(name, words); });
  };
  set({{"PARTITA_PLAN", "nodes: nonsense"}});
  EXPECT_THAT(refusal_of_plan("nodes", "ac"),
              HasSubstr("PARTITA_PLAN of the exchange \"nodes\": \"nonsense\" is no word for a plan"));
  EXPECT_THAT(refusal_of_plan("elements", "rubbish"),
              HasSubstr("the plan of the exchange \"elements\": \"rubbish\" is no word for a plan"));
}

TEST_F(ReadEnvironment, Rank0SaysWhatAnExchangeTookIfAsked) {
  const auto said = [&] {
    testing::internal::CaptureStderr();
    plan("nodes", "rs_n barrier");
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(said(), "");
  set({{"PARTITA_VERBOSE", "1"}});
  const std::string line = "partita: exchange \"nodes\": rs_n by barrier: as told\n";
  EXPECT_EQ(said(), comm_.rank() == 0 ? line : "");
}

}  // namespace
}  // namespace partita
