// If a rank has no memory at any point, the job ends with a sentence: none hangs, none yields a wrong value.
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/miniapps/command.hpp"

namespace partita::testing_support {
namespace {

// The last number that a job has said, or none after "end".
long last_tried(const std::string& said) {
  std::istringstream lines(said);
  long last = -1;
  for (std::string line; std::getline(lines, line);) last = line == "end" ? -1 : std::atol(line.c_str());
  return last;
}

TEST(ExhaustedMemory, EndsWithASentence) {
  const char* const given = std::getenv("STEP_BETWEEN_ALLOCATIONS");
  const std::string step = given == nullptr ? "101" : given;
  for (const int ranks : {2, 3}) {
    const Folder folder("memory");
    for (long n = 0; n >= 0;) {
      const std::string err = folder / "said", out = folder / "tried";
      const Outcome outcome =
          run_alone("env PARTITA_DEADLINE=0.2 timeout 900 " PARTITA_MPIEXEC " " + std::to_string(ranks) +
                        " sh -c 'exec " PARTITA_EXHAUSTED_MEMORY_JOB " " + std::to_string(n) + " " + step +
                        " " + std::string(folder / "") + " 2>>" + err + " >>" + out + "'",
                    folder);
      const std::string said = read_file(err);
      const long last = last_tried(read_file(out));
      std::filesystem::remove(err);
      std::filesystem::remove(out);
      ASSERT_NE(outcome.exit_code, 124) << ranks << " ranks hung at allocation " << last << "\n" << said;
      EXPECT_THAT(said, testing::Not(testing::HasSubstr("a wrong value")));
      if (last < 0) break;
      EXPECT_THAT(said, testing::ContainsRegex("too little memory|bad_alloc|PARTITA_DEADLINE"))
          << ranks << " ranks, allocation " << last;
      EXPECT_THAT(said, testing::Not(testing::HasSubstr("terminate called")))
          << ranks << " ranks, allocation " << last << "\n"
          << said;
      n = last + std::stol(step);
    }
  }
}

}  // namespace
}  // namespace partita::testing_support
