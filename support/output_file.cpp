#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <partita/support/again.hpp>
#include <partita/support/error.hpp>
#include <partita/support/output_file.hpp>

namespace partita {

OutputFile::OutputFile(const std::filesystem::path& path, Mode mode, const std::filesystem::path& called)
    : called_(called) {
  const int create = mode == Mode::create ? O_CREAT | O_EXCL : 0;
  file_ = again([&] { return open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | create, 0666); });
  if (file_ < 0) fail();
}

OutputFile::~OutputFile() { close(file_); }

void OutputFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  constexpr std::size_t most = std::size_t{1} << 30;  // systems take less than 2 GiB at a time
  while (!bytes.empty()) {
    const auto written = again([&] {
      return pwrite(file_, bytes.data(), std::min(bytes.size(), most), static_cast<off_t>(offset));
    });
    if (written < 0) fail();
    if (written == 0) throw Error("cannot write ", called_.string(), ": the system takes no bytes");
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
}

void OutputFile::append(std::string_view text) {
  const off_t end = lseek(file_, 0, SEEK_END);
  if (end < 0) fail();
  write(static_cast<std::uint64_t>(end), text);
}

void OutputFile::set_size(std::uint64_t bytes) {
  if (again([&] { return ftruncate(file_, static_cast<off_t>(bytes)); }) != 0) fail();
}

// Some file systems know no locks: then nothing is ever removed.
void OutputFile::mark_used() {
  (void)again([&] { return flock(file_, LOCK_SH | LOCK_NB); });
}

// Some file systems know no permissions.
void OutputFile::take_mode_of(const std::filesystem::path& other) {
  struct stat found;
  constexpr mode_t permissions = 0777;
  if (stat(other.c_str(), &found) == 0) (void)!fchmod(file_, found.st_mode & permissions);
}

void OutputFile::sync() {
  if (again([&] { return fsync(file_); }) != 0) fail();
}

void OutputFile::fail() const { throw Error("cannot write ", called_.string(), ": ", std::strerror(errno)); }

bool is_used(const std::filesystem::path& path) {
  const int file = again([&] { return open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); });
  if (file < 0) return errno != ENOENT;
  const bool locked = flock(file, LOCK_EX | LOCK_NB) != 0;
  close(file);
  return locked;
}

void rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (again([&] { return std::rename(from.c_str(), to.c_str()); }) != 0)
    throw Error("cannot write ", to.string(), ": ", std::strerror(errno));
}

// Some file systems cannot, and some folders may be written to and not read.
void sync_folder(const std::filesystem::path& folder) {
  const auto fail = [&] { throw Error("cannot write in ", folder.string(), ": ", std::strerror(errno)); };
  const int file = again([&] { return open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (file < 0 && errno == EACCES) return;
  if (file < 0) fail();
  const int status = again([&] { return fsync(file); });
  const int problem = errno;
  close(file);
  errno = problem;
  constexpr int cannot[] = {EINVAL, ENOTSUP, ENOSYS, EBADF};
  if (status != 0 && std::ranges::count(cannot, problem) == 0) fail();
}

}  // namespace partita
