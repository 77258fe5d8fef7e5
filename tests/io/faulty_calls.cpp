#include "tests/io/faulty_calls.hpp"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

using partita::testing_support::Fault;
using partita::testing_support::fault;

bool in_folder(const char* path) {
  return fault.kind != Fault::Kind::none && std::string_view(path).starts_with(fault.folder);
}
bool in_folder(int file) {
  if (fault.kind == Fault::Kind::none) return false;
  std::error_code ignored;
  return in_folder(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), ignored).c_str());
}

// The result of a call that may be the one to fail.
// @param call  call(is_short)
template <class Call>
auto called(bool counts, Call&& call) -> decltype(call(false)) {
  if (!counts || ++fault.calls != fault.at) return call(false);
  switch (fault.kind) {
    case Fault::Kind::power:
      if (!partita::testing_support::cut_power(fault.folder)) std::abort();
      [[fallthrough]];
    case Fault::Kind::kill:
      kill(getpid(), SIGKILL);
      break;
    case Fault::Kind::error:
      errno = fault.error;
      return -1;
    case Fault::Kind::interrupted:
      errno = EINTR;
      return -1;
    default:
      break;
  }
  return call(fault.kind == Fault::Kind::short_transfer);
}

int opened(const char* path, int flags, mode_t mode) {
  return called(in_folder(path),
                [&](bool) { return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode)); });
}

}  // namespace

bool partita::testing_support::cut_power(const std::string& folder) {
  constexpr auto shut_down = _IOR('X', 125, std::uint32_t);  // FS_IOC_SHUTDOWN of Linux
  std::uint32_t without_log = 2;
  const int file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, folder.c_str(), O_RDONLY | O_DIRECTORY));
  const int status = ioctl(file, shut_down, &without_log);
  close(file);
  return status == 0;
}

extern "C" {
int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return opened(path, flags, mode);
}
ssize_t pread(int file, void* bytes, size_t count, off_t offset) {
  return called(in_folder(file), [&](bool is_short) {
    return static_cast<ssize_t>(
        syscall(SYS_pread64, file, bytes, is_short && count > 1 ? count / 2 : count, offset));
  });
}
ssize_t pwrite(int file, const void* bytes, size_t count, off_t offset) {
  return called(in_folder(file), [&](bool is_short) {
    return static_cast<ssize_t>(
        syscall(SYS_pwrite64, file, bytes, is_short && count > 1 ? count / 2 : count, offset));
  });
}
int ftruncate(int file, off_t length) noexcept {
  return called(in_folder(file),
                [&](bool) { return static_cast<int>(syscall(SYS_ftruncate, file, length)); });
}
// To wait for the disk takes long, and matters only where power fails.
int fsync(int file) {
  const bool counts = in_folder(file), waits = !counts || fault.kind == Fault::Kind::power;
  return called(counts, [&](bool) { return waits ? static_cast<int>(syscall(SYS_fsync, file)) : 0; });
}
int rename(const char* from, const char* to) noexcept {
  return called(in_folder(from), [&](bool) {
    return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
  });
}
}
