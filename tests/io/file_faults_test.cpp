// One call of the system fails, on one rank, while a file is written: each call in turn, in each way.
#include <cerrno>
#include <cstdarg>
#include <cstring>
#include <filesystem>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <partita/io/checkpoint.hpp>
#include <partita/io/schedule_file.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

#include "tests/io/folder.hpp"

namespace {

// Which of the calls below fails. Only those on files in `folder` are counted.
struct Fault {
  enum class Kind { none, error, interrupted, short_write };
  Kind kind = Kind::none;
  int at = 0;
  int error = 0;
  int calls = 0;
  std::string folder;

  bool is_now() { return kind != Kind::none && ++calls == at; }
} fault;

bool in_folder(const char* path) {
  return fault.kind != Fault::Kind::none && std::string_view(path).starts_with(fault.folder);
}
bool in_folder(int file) {
  if (fault.kind == Fault::Kind::none) return false;
  std::error_code ignored;
  return in_folder(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), ignored).c_str());
}

// The result of a call that may be the one to fail.
template <class Call>
auto called(bool counts, Call&& call) -> decltype(call()) {
  if (!counts || !fault.is_now() || fault.kind == Fault::Kind::short_write) return call();
  errno = fault.kind == Fault::Kind::interrupted ? EINTR : fault.error;
  return -1;
}

}  // namespace

// In place of the C library's.
extern "C" {
int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  const bool writes = (flags & (O_WRONLY | O_RDWR | O_DIRECTORY)) != 0;
  return called(writes && in_folder(path),
                [&] { return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode)); });
}
ssize_t pwrite(int file, const void* bytes, size_t count, off_t offset) {
  return called(in_folder(file), [&] {
    const bool is_short = fault.kind == Fault::Kind::short_write && fault.calls == fault.at && count > 1;
    return static_cast<ssize_t>(syscall(SYS_pwrite64, file, bytes, is_short ? count / 2 : count, offset));
  });
}
int ftruncate(int file, off_t length) noexcept {
  return called(in_folder(file), [&] { return static_cast<int>(syscall(SYS_ftruncate, file, length)); });
}
int fsync(int file) {
  return called(in_folder(file), [&] { return static_cast<int>(syscall(SYS_fsync, file)); });
}
int rename(const char* from, const char* to) noexcept {
  return called(in_folder(from),
                [&] { return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0)); });
}
}

namespace partita {
namespace {

using testing::EndsWith;
using testing::StartsWith;

class FileFaults : public testing::Test {
 protected:
  using Write = std::function<void(const std::filesystem::path&, int version)>;

  // Every call of every rank, until there are no more. What is in a file tells versions apart.
  void try_all(const Write& write) {
    write(file_, 1);
    const std::vector<char> old = testing_support::bytes_of(file_);
    write(file_, 2);
    const std::vector<char> whole = testing_support::bytes_of(file_);
    ASSERT_NE(old, whole);
    (void)write_with_fault(write, Fault::Kind::error, 0, 0);  // which is none
    const std::vector<int> calls = gathered(fault.calls);
    EXPECT_GE(std::accumulate(calls.begin(), calls.end(), 0), 6) << "open, write, size, sync, name, folder";

    for (const auto& [kind, error] :
         {std::pair(Fault::Kind::error, EIO), std::pair(Fault::Kind::error, ENOSPC),
          std::pair(Fault::Kind::interrupted, 0), std::pair(Fault::Kind::short_write, 0)})
      for (int rank = 0; rank < comm_.size(); ++rank)
        for (int at = 1; at <= calls[static_cast<std::size_t>(rank)] && !HasFailure(); ++at) {
          SCOPED_TRACE(text("call ", at, " of rank ", rank, ", way ", static_cast<int>(kind), " ", error));
          write(file_, 1);
          const std::string said = write_with_fault(write, kind, error, comm_.rank() == rank ? at : 0);
          const std::vector<char> now = testing_support::bytes_of(file_);
          if (kind == Fault::Kind::error) {
            EXPECT_TRUE(now == old || now == whole);  // whole: its folder alone was not brought to the disk
            EXPECT_THAT(said, StartsWith("cannot write "));
            EXPECT_THAT(said, EndsWith(std::strerror(error)));
          } else {
            EXPECT_EQ(said, "");
            EXPECT_EQ(now, whole);
          }
          EXPECT_EQ(folder_.files(), 1) << "nothing else is left";
          MPI_Barrier(comm_.handle());
        }
  }

 private:
  // Version 2, with what the ranks say.
  std::string write_with_fault(const Write& write, Fault::Kind kind, int error, int at) {
    fault = {kind, at, error, 0, file_.parent_path().string()};
    std::string said;
    try {
      write(file_, 2);
    } catch (const CollectiveError& refusal) {
      said = refusal.what();
    }
    fault.kind = Fault::Kind::none;
    MPI_Barrier(comm_.handle());
    return said;
  }

  std::vector<int> gathered(int mine) const {
    std::vector<int> all(static_cast<std::size_t>(comm_.size()));
    MPI_Allgather(&mine, 1, MPI_INT, all.data(), 1, MPI_INT, comm_.handle());
    return all;
  }

 protected:
  const Communicator comm_{MPI_COMM_WORLD};
  const testing_support::Folder folder_{comm_};
  const std::filesystem::path file_ = folder_ / "victim.h5";
};

TEST_F(FileFaults, OfACheckpoint) {
  std::vector<global_index> numbers(100);
  std::iota(numbers.begin(), numbers.end(), 100 * global_index{comm_.rank()});
  try_all([&](const std::filesystem::path& path, int version) {
    const std::vector<double> q(numbers.size(), version);
    write_checkpoint(comm_, path, {"a test", {{"version", std::int64_t{version}}}, {{"q", numbers, q}}});
  });
}

TEST_F(FileFaults, OfASchedule) {
  const int next = (comm_.rank() + 1) % comm_.size(),
            before = (comm_.rank() + comm_.size() - 1) % comm_.size();
  try_all([&](const std::filesystem::path& path, int version) {
    const DestinationVector destinations{{next, version}};
    const ScheduleOptions options{.algorithm = Algorithm::rs_n};
    save_schedule(comm_, path, destinations, options,
                  make_phase_tables(comm_, destinations, {{before, version}}, options));
  });
}

TEST_F(FileFaults, OfAText) {
  try_all([&](const std::filesystem::path& path, int version) {
    collectively(comm_, [&] {
      if (comm_.rank() == 0) write_whole(path, text(version, std::string(1000, 'x')));
    });
  });
}

}  // namespace
}  // namespace partita
