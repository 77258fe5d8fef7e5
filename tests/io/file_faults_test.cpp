// One call of the system fails, on one rank, while a file is written: each call in turn, in each way.
#include <cerrno>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

#include "tests/io/faulty_calls.hpp"
#include "tests/io/folder.hpp"
#include "tests/io/kinds_of_files.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using namespace testing_support;

class FileFaults : public testing::TestWithParam<KindOfFile> {
 protected:
  void write(int version) const { GetParam().write(comm_, file_, version); }

  // Version 2, with what the ranks say.
  std::string write_with_fault(Fault::Kind kind, int error, int at) const {
    fault = {kind, at, error, file_.parent_path().string()};
    const std::string said = sentence_of<CollectiveError>([&] { write(2); });
    fault.kind = Fault::Kind::none;
    MPI_Barrier(comm_.handle());
    return said;
  }

  // Of the file, before any rank writes again.
  std::vector<char> bytes() const {
    std::vector<char> now = bytes_of(file_);
    MPI_Barrier(comm_.handle());
    return now;
  }

  // On all ranks so far.
  bool is_well() const { return max(comm_, HasFailure() ? 1 : 0) == 0; }

  // Of each rank, while nothing fails.
  std::vector<int> calls() const {
    (void)write_with_fault(Fault::Kind::error, 0, 0);
    std::vector<int> all(static_cast<std::size_t>(comm_.size()));
    MPI_Allgather(&fault.calls, 1, MPI_INT, all.data(), 1, MPI_INT, comm_.handle());
    return all;
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const Folder folder_{comm_};
  const std::filesystem::path file_ = folder_ / "victim.h5";
};

// What is in a file tells versions apart.
TEST_P(FileFaults, LeaveTheOldFileOrTheNewOne) {
  write(1);
  const std::vector<char> old = bytes();
  write(2);
  const std::vector<char> whole = bytes();
  ASSERT_NE(old, whole);
  const std::vector<int> calls_of = calls();
  EXPECT_GE(std::accumulate(calls_of.begin(), calls_of.end(), 0), 6) << "open, write, sync, name, folder";

  for (const Fault::Kind kind : {Fault::Kind::error, Fault::Kind::interrupted, Fault::Kind::short_transfer})
    for (int rank = 0; rank < comm_.size(); ++rank)
      for (int at = 1; at <= calls_of[static_cast<std::size_t>(rank)]; ++at) {
        SCOPED_TRACE(text("call ", at, " of rank ", rank, ", way ", static_cast<int>(kind)));
        const int error = at % 2 == 0 ? EIO : ENOSPC;
        if (comm_.rank() == 0) write_bytes(file_, old);
        const std::string said = write_with_fault(kind, error, comm_.rank() == rank ? at : 0);
        const std::vector<char> now = bytes();
        if (kind == Fault::Kind::error) {
          EXPECT_TRUE(now == old || now == whole);  // whole: its folder alone was not brought to the disk
          EXPECT_THAT(said,
                      AllOf(AnyOf(StartsWith("cannot write "), StartsWith(file_.string() + ": cannot ")),
                            EndsWith(std::strerror(error)), Not(HasSubstr(".tmp"))));
        } else {
          EXPECT_EQ(said, "");
          EXPECT_EQ(now, whole);
        }
        EXPECT_EQ(folder_.files(), 1) << "nothing else is left";
        if (!is_well()) return;
      }
}

INSTANTIATE_TEST_SUITE_P(Of, FileFaults, testing::ValuesIn(kinds_of_files),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace partita
