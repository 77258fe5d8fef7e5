// The program `calibrate` from the command line.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/io/machine_file.hpp>

#include "tests/miniapps/command.hpp"

namespace {

using namespace partita::testing_support;
using testing::HasSubstr;

class Calibrate : public testing::Test {
 protected:
  Folder folder_{"calibrate"};
};

TEST_F(Calibrate, WritesAMachineThatCanBeRead) {
  const std::string file = folder_ / "here.toml";
  const Outcome outcome = run(2, PARTITA_CALIBRATE " --seconds 0.5 --output " + file, folder_);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("8 bytes within a host"));
  const partita::Machine machine = partita::read_machine(file, 2);
  EXPECT_EQ(machine.ranks_per_host, 2);
  EXPECT_GT(machine.costs.host_bandwidth, 0);
  EXPECT_LT(machine.costs.host_start_up, 1);
  EXPECT_THAT(read_file(file), HasSubstr("# One host only: [network]"));
}

TEST_F(Calibrate, OfOneRankSaysWhatToDo) {
  const Outcome outcome = run(1, PARTITA_CALIBRATE " --output " + (folder_ / "here.toml"), folder_);
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("calibrate: one rank has no partner to send to; start with mpirun"));
  EXPECT_EQ(folder_.files(), 0);
}

TEST_F(Calibrate, RefusesAnUnwritableFileBeforeItMeasures) {
  const Outcome outcome = run(2, PARTITA_CALIBRATE " --output no/such/folder.toml", folder_);
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("no/such"));
}

}  // namespace
