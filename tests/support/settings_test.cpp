#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/settings.hpp>

#include "tests/sentence.hpp"

namespace partita {
namespace {

using testing::HasSubstr;

// The first communicators of this program.
TEST(Settings, ThatAreUnknownAreNamedOnceByRank0) {
  for (const char* known : {"PARTITA_ROOT", "PARTITA_DIR", "partita_x", "PARTITA"}) setenv(known, "1", 0);
  setenv("PARTITA_CHEK", "1", 1);
  testing::internal::CaptureStderr();
  const Communicator of_this_rank(MPI_COMM_SELF), all(MPI_COMM_WORLD), again(MPI_COMM_WORLD);
  const std::string said = testing::internal::GetCapturedStderr();
  const std::string sentence =
      "partita: the environment variable PARTITA_CHEK is unknown; there are PARTITA_CACHE, PARTITA_CHECK, "
      "PARTITA_DEADLINE, PARTITA_LEARN, PARTITA_MACHINE, PARTITA_MONITOR, PARTITA_PLAN, PARTITA_POISON, "
      "PARTITA_PROFILE, PARTITA_RECORD, PARTITA_RECORD_AT, PARTITA_SEAL, PARTITA_SKIP, PARTITA_TIMELINE, "
      "PARTITA_TIMELINE_STEPS, PARTITA_VERBOSE\n";
  EXPECT_EQ(said, all.rank() > 0 ? "" : sentence);
  unsetenv("PARTITA_CHEK");
}

TEST(Settings, AreInTheDocs) {
  std::ifstream page(PARTITA_PAGE_OF_SETTINGS);
  const std::string words{std::istreambuf_iterator<char>(page), {}};
  std::string table = "| variable | values | meaning |\n| --- | --- | --- |\n";
  for (const auto& [name, values, meaning] : settings())
    table += text("| `", name, "` | ", values, " | ", meaning, " |\n");
  EXPECT_THAT(words, HasSubstr("\n\n" + table + "\n")) << "in " PARTITA_PAGE_OF_SETTINGS;
}

TEST(Settings, OfOtherNamesAreNotRead) { EXPECT_THROW(setting("PARTITA_CHEK"), Error); }

TEST(Settings, AreSwitchedOnByOneAndOffByZero) {
  const auto value = [](const char* given) {
    setenv("PARTITA_VERBOSE", given, 1);
    return is_switched_on("PARTITA_VERBOSE", false, "to be told");
  };
  EXPECT_TRUE(value("1"));
  EXPECT_FALSE(value("0"));
  for (const char* given : {"on", "yes", "10"}) {
    EXPECT_EQ(testing_support::sentence_of([&] { value(given); }),
              text("PARTITA_VERBOSE is \"", given, "\"; give 1 to be told, or 0"));
  }
  EXPECT_FALSE(value(""));
  unsetenv("PARTITA_VERBOSE");
  EXPECT_TRUE(is_switched_on("PARTITA_VERBOSE", true, ""));
  EXPECT_FALSE(is_switched_on("PARTITA_VERBOSE", false, ""));
}

}  // namespace
}  // namespace partita
