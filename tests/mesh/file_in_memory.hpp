#pragma once
/// \file A file that is in memory alone, for readers that take files.

#include <stdexcept>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace partita::mesh {

class FileInMemory {
 public:
  explicit FileInMemory(std::string_view content) : file_(memfd_create("mesh", 0)) {
    if (file_ < 0 || write(file_, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
      throw std::runtime_error("no file in memory");
  }
  ~FileInMemory() { close(file_); }
  FileInMemory(const FileInMemory&) = delete;
  FileInMemory& operator=(const FileInMemory&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

  /// A sentence in which the file has another name.
  std::string named(std::string sentence, std::string_view name) const {
    const std::size_t found = sentence.find(path());
    return found == sentence.npos ? sentence : sentence.replace(found, path().size(), name);
  }

 private:
  int file_;
};

}  // namespace partita::mesh
