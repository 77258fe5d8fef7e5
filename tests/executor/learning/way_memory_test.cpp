// The file of learnt ways.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/learning/way_memory.hpp>

#include "tests/io/folder.hpp"

namespace partita::detail {
namespace {

using testing::HasSubstr;
using testing_support::Folder;

constexpr auto gather = WayMemory::Direction::gather, scatter = WayMemory::Direction::scatter;
constexpr Strategy a_way{Algorithm::colouring, Protocol::windowed, 1};
constexpr Strategy another{Algorithm::balanced, Protocol::ready_signal, 4};

class WayMemoryTest : public testing::Test {
 protected:
  // Every rank writes a file of its own.
  std::string file(const std::string& name = "ways") const {
    return (folder_ / (name + std::to_string(comm_.rank()))).string();
  }
  void write(const std::string& content) const {
    testing_support::write_bytes(file(), {content.begin(), content.end()});
  }
  std::string content() const {
    const auto bytes = testing_support::bytes_of(file());
    return {bytes.begin(), bytes.end()};
  }

  Communicator comm_{MPI_COMM_WORLD};
  Folder folder_{comm_};
};

TEST_F(WayMemoryTest, RecallsWhatItRemembers) {
  EXPECT_FALSE(WayMemory(file(), "a").recall(gather));
  WayMemory(file(), "a").remember(gather, a_way, 1e-3);
  WayMemory(file(), "b").remember(gather, another, 2e-3);
  WayMemory(file(), "b").remember(scatter, a_way, 3e-3);
  EXPECT_EQ(WayMemory(file(), "a").recall(gather), a_way);
  EXPECT_EQ(WayMemory(file(), "b").recall(gather), another);
  EXPECT_EQ(WayMemory(file(), "b").recall(scatter), a_way);
  EXPECT_FALSE(WayMemory(file(), "c").recall(gather));
  WayMemory(file(), "a").remember(gather, another, 1e-4);
  EXPECT_EQ(WayMemory(file(), "a").recall(gather), another);
  EXPECT_EQ(content(),
            "Partita: learnt ways, version 1\na gather balanced ready_signal 4 100\n"
            "b gather balanced ready_signal 4 2000\nb scatter colouring windowed 1 3000\n");
}

TEST_F(WayMemoryTest, IgnoresAFileThatIsDamagedAndLeavesItAsItIs) {
  const std::vector<std::string> damaged{
      "",
      "my thesis\n",
      "Partita: learnt ways, version 2\n",
      "Partita: learnt ways, version 1\na gather colouring windowed 1\n",
      "Partita: learnt ways, version 1\na gather\n",
      "Partita: learnt ways, version 1\na gather colouring windowed 1 1000 7\n",
      "Partita: learnt ways, version 1\na gather colouring windowed 0 1000\n",
      "Partita: learnt ways, version 1\na gather colouring by_magic 1 1000\n",
      "Partita: learnt ways, version 1\na gather colouring windowed 1 1000\nnothing\n",
      "Partita: learnt ways, version 1\na gather " + std::string(100000, 'x') + "\n",
  };
  for (const std::string& what : damaged) {
    write(what);
    testing::internal::CaptureStderr();
    EXPECT_FALSE(WayMemory(file(), "a").recall(gather));
    const std::string warning = testing::internal::GetCapturedStderr();
    EXPECT_THAT(warning, HasSubstr("(PARTITA_CACHE) is ignored: "));
    EXPECT_EQ(std::count(warning.begin(), warning.end(), '\n'), 1) << warning;
    testing::internal::CaptureStderr();
    WayMemory(file(), "a").remember(gather, a_way, 1);
    EXPECT_NE(testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(content(), what);
  }
}

TEST_F(WayMemoryTest, GoesOnIfTheFileCannotBeWritten) {
  const WayMemory memory((folder_ / "no folder/ways").string(), "a");
  testing::internal::CaptureStderr();
  memory.remember(gather, a_way, 1);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("there is no folder"));
  EXPECT_FALSE(memory.recall(gather));
}

// All ranks write one file at once, again and again: every reader finds a whole one.
TEST_F(WayMemoryTest, IsNotDamagedByWritersAtOnce) {
  const std::string shared = (folder_ / "shared").string();
  const WayMemory mine(shared, "rank" + std::to_string(comm_.rank()));
  testing::internal::CaptureStderr();
  for (int k = 0; k < 50; ++k) {
    mine.remember(gather, k % 2 == 0 ? a_way : another, 1e-3);
    for (int rank = 0; rank < comm_.size(); ++rank)
      (void)WayMemory(shared, "rank" + std::to_string(rank)).recall(gather);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace partita::detail
