#pragma once
// Checks how miniapps end if they refuse their input.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/miniapps/command.hpp"

namespace partita::testing_support {

constexpr int wrong_input = 1, wrong_usage = 2;

// Expects one sentence, printed once on any number of ranks, and no other output.
inline void expect_refused(const Outcome& outcome, const std::string& program, const std::string& sentence,
                           int exit_code) {
  const std::string name = program + ": ";
  EXPECT_EQ(outcome.exit_code, exit_code);
  EXPECT_THAT(outcome.err, testing::AllOf(testing::HasSubstr(name), testing::HasSubstr(sentence)));
  EXPECT_EQ(outcome.err.find(name), outcome.err.rfind(name)) << "said once:\n" << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

}  // namespace partita::testing_support
