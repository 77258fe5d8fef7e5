#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <partita/executor/replay/transport/memory_file.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

[[noreturn]] void refuse(const std::string& call) { throw Error(call, ": ", std::strerror(errno)); }

int make_file() {
#ifdef __linux__
  return memfd_create("partita", MFD_CLOEXEC);
#else
  errno = ENOSYS;
  return -1;
#endif
}

}  // namespace

MemoryFile::MemoryFile(std::size_t bytes) : MemoryFile() {
  descriptor_ = make_file();
  if (descriptor_ < 0) refuse("memfd_create");
  struct stat about {};
  if (ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0 || fstat(descriptor_, &about) != 0)
    refuse("ftruncate");
  address_ = {getpid(), descriptor_, about.st_ino, bytes};
  map();
}

// In another container a process of that number may have another file, or none.
MemoryFile::MemoryFile(const Address& address) : MemoryFile() {
  const std::string path = text("/proc/", address.process, "/fd/", address.descriptor);
  descriptor_ = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (descriptor_ < 0) refuse(path);
  struct stat about {};
  if (fstat(descriptor_, &about) != 0) refuse(path);
  if (about.st_ino != address.number || about.st_size != static_cast<off_t>(address.bytes))
    throw Error(path, " is another file");
  address_ = address;
  map();
  close(std::exchange(descriptor_, -1));
}

void MemoryFile::map() {
  void* const memory = mmap(nullptr, address_.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (memory == MAP_FAILED) refuse("mmap");
  memory_ = static_cast<std::byte*>(memory);
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept
    : address_(other.address_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      memory_(std::exchange(other.memory_, nullptr)) {}

MemoryFile::~MemoryFile() {
  if (memory_ != nullptr) munmap(memory_, address_.bytes);
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace partita::detail
