#pragma once
// A program, run as a user would, and how it ends if it refuses its input.

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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
  EXPECT_THAT(outcome.err, testing::Not(testing::HasSubstr("PETSC ERROR")))
      << "PETSc adds no pages of its own";
  EXPECT_EQ(outcome.out, "");
}

class Program : public testing::Test {
 protected:
  // @param command with options of all runs, and that of the report last
  Program(std::string name, std::string command, std::string report_option = " --report ")
      : folder_(name),
        name_(std::move(name)),
        command_(std::move(command)),
        report_option_(std::move(report_option)) {}

  // One rank needs no launcher, which takes two seconds to end a failed job.
  Outcome start(int ranks, const std::string& arguments) {
    const std::string command = command_ + " " + arguments;
    return ranks == 1 ? run_alone(command, folder_) : run(ranks, command, folder_);
  }

  nlohmann::json report(int ranks, const std::string& arguments) {
    const std::string file = folder_ / "report.json";
    const Outcome outcome = start(ranks, arguments + report_option_ + file);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.exit_code == 0 ? nlohmann::json::parse(read_file(file)) : nlohmann::json::object();
  }

  std::string write(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return folder_ / name;
  }

  Outcome expect_refusal(const std::string& arguments, const std::string& sentence, int exit_code,
                         int ranks = 3) {
    SCOPED_TRACE(arguments);
    const auto files = folder_.files();
    Outcome outcome = start(ranks, arguments);
    expect_refused(outcome, name_, sentence, exit_code);
    EXPECT_EQ(folder_.files(), files) << "nothing is left behind";
    return outcome;
  }

  // @param begin of its output
  void expect_help(const std::string& begin, const std::vector<std::string>& words, int ranks = 2) {
    const Outcome outcome = start(ranks, "--help");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.out, testing::StartsWith(begin)) << "and prints nothing else";
    for (const std::string& word : words) EXPECT_THAT(outcome.out, testing::HasSubstr(word));
  }

  Folder folder_;

 private:
  std::string name_, command_, report_option_;
};

}  // namespace partita::testing_support
