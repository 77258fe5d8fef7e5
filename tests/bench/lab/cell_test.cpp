#include "bench/lab/cell.hpp"

#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/support/error.hpp>

#include "bench/lab/scheduled_cells.hpp"
#include "tests/miniapps/command.hpp"
#include "tests/sentence.hpp"

namespace partita::lab {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class CellTest : public testing::Test {
 protected:
  CellTable read(const std::string& content) const {
    std::ofstream(file_) << content;
    return read_cells(file_);
  }

  // The message without the file's name.
  std::string error(const std::string& content) const {
    const std::string sentence = testing_support::sentence_of([&] { (void)read(content); });
    EXPECT_THAT(sentence, StartsWith(file_));
    return sentence.substr(file_.size());
  }

  const testing_support::Folder folder_{"cell"};
  const std::string file_ = folder_ / "cells.csv";
  const std::string header_ = "machine,ranks,matrix,bytes,seed,algorithm,protocol,window\n";
};

TEST_F(CellTest, AreReadFromRows) {
  const CellTable table = read(header_ + "cm5,32,uniform:4,4096,1,rs_n,ready_signal,4\n" +
                               "a/b.toml,16,market:w.mtx,8,2,colouring,windowed,2\r\n\n");
  ASSERT_EQ(table.cells.size(), 2u);
  EXPECT_EQ(table.cells[0], (Cell{"cm5",
                                  32,
                                  {MatrixDescription::Kind::uniform, 4, 1, {}},
                                  4096,
                                  1,
                                  Algorithm::rs_n,
                                  Protocol::ready_signal}));
  EXPECT_EQ(table.cells[1].matrix.file, "w.mtx");
  EXPECT_EQ(table.cells[1].window, 2);
  EXPECT_EQ(table.rows[1], "a/b.toml,16,market:w.mtx,8,2,colouring,windowed,2");
}

TEST_F(CellTest, ColumnsAreFoundByName) {
  const CellTable table =
      read("table,protocol,algorithm,seed,bytes,matrix,ranks,machine\nfive,lock,ac,3,1,complete,8,ipsc860\n");
  EXPECT_EQ(table.cells.at(0), (Cell{"ipsc860", 8, {}, 1, 3, Algorithm::ac, Protocol::lock}));
  EXPECT_EQ(table.header, "table,protocol,algorithm,seed,bytes,matrix,ranks,machine");
}

TEST_F(CellTest, HaveBothImprovementsOfLockUnlessTheySayOtherwise) {
  const std::string cell = "cm5,8,complete,1,1,ac,lock,";
  const CellTable table =
      read("machine,ranks,matrix,bytes,seed,algorithm,protocol,improvements\n" + cell + "\n" + cell +
           "both\n" + cell + "busy_measure\n" + cell + "early_go_ahead\n" + cell + "none\n");
  ASSERT_EQ(table.cells.size(), 5u);
  EXPECT_EQ(table.cells[0].lock, (LockOptions{.busy_measure = true, .early_go_ahead = true}));
  EXPECT_EQ(table.cells[1], table.cells[0]);
  EXPECT_EQ(table.cells[2].lock, (LockOptions{.busy_measure = true, .early_go_ahead = false}));
  EXPECT_EQ(table.cells[3].lock, (LockOptions{.busy_measure = false, .early_go_ahead = true}));
  EXPECT_EQ(table.cells[4].lock, (LockOptions{.busy_measure = false, .early_go_ahead = false}));
}

TEST_F(CellTest, MayHaveAProtocolForEachStage) {
  const CellTable table = read(header_ + "cm5,8,complete,1,1,two_stage,\"lock,barrier\",4\n");
  EXPECT_EQ(table.cells.at(0).protocol, StageProtocols(Protocol::lock, Protocol::barrier));
}

TEST_F(CellTest, HaveTheOrderOfAcThatTheyName) {
  const std::string cell = "cm5,8,complete,1,1,ac,post_all,";
  const CellTable table =
      read("machine,ranks,matrix,bytes,seed,algorithm,protocol,order\n" + cell + "\n" + cell + "random\n");
  EXPECT_EQ(table.cells.at(0).order, ScheduleOptions{}.order);
  EXPECT_EQ(table.cells.at(1).order, SendOrder::random);
  EXPECT_EQ(ScheduledCells().of(table.cells.at(1))->schedule.options.order, SendOrder::random);
}

TEST_F(CellTest, MistakesAreNamedWithFileAndLine) {
  EXPECT_THAT(error("machine,ranks\n"), StartsWith(":1: the header names no column \"matrix\""));
  EXPECT_THAT(error(""), StartsWith(":1: the header names no column \"machine\""));
  EXPECT_THAT(error(header_ + "cm5,32\n"), StartsWith(":2: the row has 2 fields, but the header names 8"));
  EXPECT_THAT(error(header_ + "\ncm5,x,complete,1,1,ac,lock,4\n"), StartsWith(":3: \"x\" is no ranks"));
  EXPECT_THAT(error(header_ + "cm5,0,complete,1,1,ac,lock,4\n"), HasSubstr("at least 1"));
  EXPECT_THAT(error(header_ + "cm5,8,dense,1,1,ac,lock,4\n"), HasSubstr("\"dense\" is not a matrix"));
  EXPECT_THAT(error(header_ + "cm5,8,complete,-1,1,ac,lock,4\n"), HasSubstr("is no bytes"));
  EXPECT_THAT(error(header_ + "cm5,8,complete,1,1,acc,lock,4\n"), HasSubstr("there is no algorithm \"acc\""));
  EXPECT_THAT(error(header_ + "cm5,8,complete,1,1,ac,key,4\n"), HasSubstr("there is no protocol \"key\""));
  EXPECT_THAT(error(header_ + "cm5,8,complete,1,1,ac,windowed,0\n"), HasSubstr("is no window"));
  EXPECT_THAT(error("order," + header_ + "falling,cm5,8,complete,1,1,ac,lock,4\n"),
              HasSubstr("there is no order of sends \"falling\"; there are rotated, ascending, random"));
  EXPECT_THAT(
      error("improvements," + header_ + "all,cm5,8,complete,1,1,ac,lock,4\n"),
      HasSubstr(
          "there is no improvement of lock \"all\"; there are both, busy_measure, early_go_ahead, none"));
  EXPECT_THAT(error(header_ + ",8,complete,1,1,ac,windowed,1\n"), HasSubstr("the row has no machine"));
  EXPECT_THROW((void)read_cells(folder_ / "none.csv"), Error);
  EXPECT_THROW((void)read_cells(folder_ / ""), Error);
}

TEST_F(CellTest, KnowTheMachinesOfTheProject) {
  EXPECT_EQ(machine_of({"cm5", 32, {}, 1, 1, Algorithm::ac, Protocol::lock}).name(), "cm5:4x3");
  EXPECT_THROW((void)machine_of({"cm55", 32, {}, 1, 1, Algorithm::ac, Protocol::lock}), Error);
}

TEST_F(CellTest, ThoseThatDifferInProtocolAloneHaveOneSchedule) {
  ScheduledCells scheduled;
  Cell cell{"cm5", 16, matrix_description("uniform:4"), 64, 1, Algorithm::rs_n, Protocol::post_all};
  const auto first = scheduled.of(cell);
  EXPECT_EQ(first->schedule.options.algorithm, Algorithm::rs_n);
  cell.protocol = Protocol::windowed;
  cell.window = 1;
  cell.bytes = 1000;
  cell.lock.busy_measure = false;
  EXPECT_EQ(scheduled.of(cell), first);
  cell.algorithm = Algorithm::balanced;
  const auto balanced = scheduled.of(cell);
  EXPECT_NE(balanced, first);
  cell.protocol = Protocol::ready_signal;
  EXPECT_NE(scheduled.of(cell), balanced) << "it splits by what a start-up costs";
  cell.seed = 2;
  cell.algorithm = Algorithm::rs_n;
  EXPECT_NE(scheduled.of(cell)->matrix.destinations(0), first->matrix.destinations(0));
}

}  // namespace
}  // namespace partita::lab
