#pragma once
// A folder for one test's files.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <unistd.h>

#include <partita/support/communicator.hpp>
#include <partita/support/seal.hpp>

namespace partita::testing_support {

// Empty at first and gone in the end; the same one for all ranks. Collective.
class Folder {
 public:
  explicit Folder(const Communicator& comm) : comm_(comm) {
    int number = static_cast<int>(getpid());
    MPI_Bcast(&number, 1, MPI_INT, 0, comm.handle());
    path_ = std::filesystem::temp_directory_path() / ("partita_files_" + std::to_string(number));
    if (comm.rank() == 0) {
      std::filesystem::remove_all(path_);
      std::filesystem::create_directory(path_);
    }
    MPI_Barrier(comm.handle());
  }
  ~Folder() {
    MPI_Barrier(comm_.handle());
    if (comm_.rank() == 0) std::filesystem::remove_all(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  auto files() const { return std::distance(std::filesystem::directory_iterator(path_), {}); }

 private:
  Communicator comm_;
  std::filesystem::path path_;
};

inline std::vector<char> bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(const std::filesystem::path& path, const std::vector<char>& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), std::ssize(bytes));
}

// Appends the line that seals a file. Not collective.
inline void seal(const std::filesystem::path& path, const SealedContent& content) {
  const std::string line = seal_for(InputFile(path, "a file"), content);
  std::ofstream(path, std::ios::binary | std::ios::app) << line;
}

}  // namespace partita::testing_support
