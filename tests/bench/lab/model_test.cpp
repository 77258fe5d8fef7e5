#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/miniapps/command.hpp"

namespace partita {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

class LabModelTest : public testing::Test {
 protected:
  testing_support::Outcome run(const std::string& cells) const {
    const std::string file = folder_ / "cells.csv";
    std::ofstream(file) << cells;
    return testing_support::run_alone(PARTITA_LAB_MODEL " " + file, folder_);
  }

  const testing_support::Folder folder_{"lab_model"};
};

TEST_F(LabModelTest, AppendsWhatItPredicts) {
  // Bokhari 1991, section 2.2: 164 + 0.398 m + 29.9 h microseconds. The two nodes exchange messages; the
  // second starts a tenth of a nanosecond after the first.
  const auto [exit_code, out, err] =
      run("machine,ranks,matrix,bytes,seed,algorithm,protocol,remark\n"
          "ipsc860,2,complete,1000,1,ac,post_all,one each way\n"
          "cm5,32,uniform:4,64,1,lp,barrier,\n"
          "cm5,4,permutation,64,1,ac,lock,asks each receiver once\n");
  EXPECT_EQ(exit_code, 0) << err;
  EXPECT_THAT(
      out, MatchesRegex("machine,ranks,matrix,bytes,seed,algorithm,protocol,remark,seconds,phases,building,"
                        "inquiries\n"
                        "ipsc860,2,complete,1000,1,ac,post_all,one each way,0\\.0005919001,1,0,0\n"
                        "cm5,32,uniform:4,64,1,lp,barrier,,[0-9.]+,31,[0-9.e-]+,0\n"
                        "cm5,4,permutation,64,1,ac,lock,asks each receiver once,[0-9.]+,1,0,[1-4]\n"));
}

TEST_F(LabModelTest, NamesAnImpossibleCell) {
  const auto [exit_code, out, err] =
      run("machine,ranks,matrix,bytes,seed,algorithm,protocol\n"
          "cm5,8,complete,64,1,ac,post_all\n"
          "cm5,8,uniform:9,64,1,ac,post_all\n");
  EXPECT_EQ(exit_code, 1);
  EXPECT_THAT(out, HasSubstr("cm5,8,complete,64,1,ac,post_all,0.")) << "what could be predicted";
  EXPECT_THAT(err, StartsWith("lab_model: "));
  EXPECT_THAT(err, HasSubstr("cells.csv: cm5,8,uniform:9,64,1,ac,post_all: "));
}

}  // namespace
}  // namespace partita
