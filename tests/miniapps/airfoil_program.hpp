#pragma once
// Runs the airfoil program in a folder of the test.

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/command.hpp"
#include "tests/miniapps/refusal.hpp"

namespace partita::testing_support {

class Airfoil : public testing::Test {
 protected:
  // One rank needs no launcher, which takes two seconds to end a failed job.
  Outcome airfoil(int ranks, const std::string& arguments) {
    const std::string command = PARTITA_AIRFOIL " " + arguments;
    return ranks == 1 ? run_alone(command, folder_) : run(ranks, command, folder_);
  }

  nlohmann::json report(int ranks, const std::string& arguments) {
    const std::string file = folder_ / "report.json";
    const Outcome outcome = airfoil(ranks, arguments + " --quiet --report " + file);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return nlohmann::json::parse(read_file(file));
  }

  void expect_one_sentence(const Outcome& outcome, const std::string& sentence, int exit_code) {
    expect_refused(outcome, "airfoil", "airfoil: " + sentence, exit_code);
    EXPECT_EQ(folder_.files(), 0) << "nothing is left behind";
  }

  void expect_refusal(int ranks, const std::string& arguments, const std::string& sentence,
                      int exit_code = wrong_input) {
    SCOPED_TRACE(arguments);
    expect_one_sentence(airfoil(ranks, arguments), sentence, exit_code);
  }

  // The results of a run to the last bit: the hashes, and two of the numbers themselves.
  static std::string bits(const nlohmann::json& report) {
    std::string all;
    for (const char* key : {"state_hash", "history_hash", "lift_coefficient", "drag_coefficient"})
      all += report.at(key).dump() + " ";
    return all;
  }

  Folder folder_{"airfoil_command"};
};

}  // namespace partita::testing_support
