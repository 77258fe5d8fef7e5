#pragma once
// Runs the airfoil program in a folder of the test.

#include <string>

#include "tests/miniapps/program.hpp"

namespace partita::testing_support {

class Airfoil : public Program {
 protected:
  Airfoil() : Program("airfoil", PARTITA_AIRFOIL, " --quiet --report ") {}

  Outcome airfoil(int ranks, const std::string& arguments) { return start(ranks, arguments); }

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
};

}  // namespace partita::testing_support
