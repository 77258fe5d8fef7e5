#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/settings.hpp>

namespace partita {
namespace {

using testing::HasSubstr;

// The first communicators of this program.
TEST(Settings, ThatAreUnknownAreNamedOnceByRank0) {
  setenv("PARTITA_CHEK", "1", 1);
  testing::internal::CaptureStderr();
  const Communicator of_this_rank(MPI_COMM_SELF), all(MPI_COMM_WORLD), again(MPI_COMM_WORLD);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said, all.rank() > 0 ? ""
                                 : "partita: the environment variable PARTITA_CHEK is unknown; did you mean "
                                   "PARTITA_CHECK?\n");
  unsetenv("PARTITA_CHEK");
}

TEST(Settings, AreInTheDocsAsTheCodePrintsThem) {
  std::ifstream page(PARTITA_PAGE_OF_SETTINGS);
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  EXPECT_THAT(text, HasSubstr("\n\n" + table_of_settings() + "\n")) << "in " PARTITA_PAGE_OF_SETTINGS;
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
    try {
      value(given);
      FAIL() << "nothing was thrown for \"" << given << '"';
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), text("PARTITA_VERBOSE is \"", given, "\"; give 1 to be told, or 0"));
    }
  }
  EXPECT_FALSE(value(""));
  unsetenv("PARTITA_VERBOSE");
  EXPECT_TRUE(is_switched_on("PARTITA_VERBOSE", true, ""));
  EXPECT_FALSE(is_switched_on("PARTITA_VERBOSE", false, ""));
}

TEST(Settings, ThatAreUnknownAreNamedWithTheNearestName) {
  const auto said = [](const char* variable) {
    const char* const environment[] = {"HOME=/root", "PARTITA_CHECK=1", variable, nullptr};
    return unknown_settings(environment);
  };
  for (const char* known : {"PARTITA_LEARN=0", "PARTITA_ROOT=/opt", "partita_x=1", "PARTITA=1"})
    EXPECT_EQ(said(known), "");
  EXPECT_EQ(said("PARTITA_CHEK=1"),
            "partita: the environment variable PARTITA_CHEK is unknown; did you mean PARTITA_CHECK?\n");
  EXPECT_THAT(said("PARTITA_VERBSOE=1"), HasSubstr("did you mean PARTITA_VERBOSE?"));
  EXPECT_THAT(said("PARTITA_PLANS"), HasSubstr("did you mean PARTITA_PLAN?"));
  EXPECT_THAT(said("PARTITA_TRANSPORT=mpi"),
              HasSubstr("PARTITA_TRANSPORT is unknown; there are PARTITA_CACHE, "));
}

}  // namespace
}  // namespace partita
