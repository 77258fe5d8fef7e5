// A profile of real exchanges.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/profile/profile.hpp>
#include <partita/support/recorder.hpp>
#include <partita/support/reduce.hpp>

namespace partita {
namespace {

using testing::HasSubstr;

AccessPattern ring(const Communicator& comm) {
  const int next = (comm.rank() + 1) % comm.size(), before = (comm.rank() + comm.size() - 1) % comm.size();
  if (comm.size() == 1) return {comm, 4, 4, {}, {}};
  return {comm, 4, 4, {{before, 0}, {before, 3}}, {{next, {0, 3}}}};
}

// Exchanges with one rank that is late by half a second in one of them.
void exchange(const Communicator& comm, Protocol protocol, Transport transport, int late, int step) {
  const AccessPattern pattern = ring(comm);
  Plan plan = make_plan(
      pattern, {.schedule = {.algorithm = Algorithm::ac}, .way = {protocol}, .transport = transport});
  plan.name = "ring";
  Exchange exchange(pattern, std::move(plan));
  std::vector<double> values(static_cast<std::size_t>(pattern.local_size()), comm.rank());
  for (int k = 1; k <= 6; ++k) {
    if (comm.rank() == late && k == step) std::this_thread::sleep_for(std::chrono::milliseconds(500));
    exchange.gather(values);
    for (std::size_t ghost = 4; ghost < values.size(); ++ghost)
      EXPECT_EQ(values[ghost], (comm.rank() + comm.size() - 1) % comm.size());
    exchange.scatter_add(values);
    std::fill(values.begin(), values.end(), comm.rank());
  }
}

class Profiles : public testing::TestWithParam<std::pair<Protocol, Transport>> {
 protected:
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("partita_profile_of_" + std::to_string(size()) + ".json");
  static int size() {
    int ranks = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return ranks;
  }
  std::string content() const {
    std::ostringstream all;
    all << std::ifstream(file).rdbuf();
    return all.str();
  }
};

TEST_P(Profiles, NameTheRankThatWasLateAndTheCall) {
  const auto [protocol, transport] = GetParam();
  const int late = size() / 2, step = 4;
  std::filesystem::remove(file);
  {
    const Communicator comm(MPI_COMM_WORLD);
    start_profile(comm, file);
    exchange(comm, protocol, transport, late, step);
    const detail::Recorder& recorder = *comm.recorder();
    double longest = 0;
    for (const detail::LateWait& wait : recorder.longest_late()) longest = std::max(longest, wait.seconds);
    const bool is_next = size() > 1 && comm.rank() == (late + 1) % size();
    if (is_next) {
      EXPECT_GT(longest, 0.3);
    }
    for (const detail::LateWait& wait : recorder.longest_late()) {
      if (!is_next || wait.seconds < longest) continue;
      EXPECT_EQ(wait.due_to, late);
      EXPECT_EQ(wait.number, static_cast<std::uint64_t>(step));
      EXPECT_EQ(recorder.activities()[wait.activity].name, "gather of ring");
    }
  }
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.rank() == 0) {
    EXPECT_THAT(content(), HasSubstr("gather of ring"));
    if (size() > 1) {
      EXPECT_THAT(content(), HasSubstr("\"rank " + std::to_string(late) + " ("));
    }
  }
  max(comm, 0);  // before the next test removes the file
}

INSTANTIATE_TEST_SUITE_P(All, Profiles,
                         testing::Values(std::pair(Protocol::post_all, Transport::automatic),
                                         std::pair(Protocol::post_all, Transport::mpi),
                                         std::pair(Protocol::ready_signal, Transport::automatic),
                                         std::pair(Protocol::windowed, Transport::mpi),
                                         std::pair(Protocol::lock, Transport::automatic)));

TEST(Profile, ReductionsNameTheLastRank) {
  const Communicator comm(MPI_COMM_WORLD);
  start_profile(comm, std::filesystem::temp_directory_path() / "partita_profile_of_reductions.json");
  const int late = comm.size() - 1;
  max(comm, 0);
  if (comm.rank() == late) std::this_thread::sleep_for(std::chrono::milliseconds(300));
  max(comm, 1);
  const auto& due_to = comm.recorder()->due_to();
  if (comm.rank() != late) {
    ASSERT_TRUE(due_to.contains(late));
    EXPECT_GT(due_to.at(late), 0.2);
  }
}

TEST(Profile, ToolsOfKokkosAreToldOfRegions) {
  setenv("KOKKOS_TOOLS_LIBS", PARTITA_COUNTING_TOOL, 1);
  {
    const Communicator comm(MPI_COMM_WORLD);
    max(comm, 0);
  }
  unsetenv("KOKKOS_TOOLS_LIBS");
  void* const tool = dlopen(PARTITA_COUNTING_TOOL, RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(tool, nullptr);
  const auto count = [&](const char* name) { return *static_cast<int*>(dlsym(tool, name)); };
  EXPECT_EQ(count("initialised"), 1);
  EXPECT_GT(count("pushed"), 0);
  EXPECT_EQ(count("pushed"), count("popped"));
  EXPECT_EQ(count("finalised"), 1);
}

TEST(Profile, OffThereIsNoRecorder) { EXPECT_EQ(Communicator(MPI_COMM_WORLD).recorder(), nullptr); }

}  // namespace
}  // namespace partita
