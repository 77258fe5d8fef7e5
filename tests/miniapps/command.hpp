#pragma once
// Runs a program as a user would, alone or under mpiexec, and keeps its output.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <stdlib.h>
#include <sys/wait.h>

namespace partita::testing_support {

struct Outcome {
  int exit_code;
  std::string out;
  std::string err;
};

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void flip_a_bit(const std::filesystem::path& path) {
  std::string bytes = read_file(path);
  bytes.at(bytes.size() / 2) ^= 1;
  std::ofstream(path, std::ios::binary) << bytes;
}

// A folder that starts empty and is removed at the end.
class Folder {
 public:
  explicit Folder(const std::string& name) {
    std::string path = std::filesystem::temp_directory_path() / ("partita_" + name + "_XXXXXX");
    if (!mkdtemp(path.data())) throw std::runtime_error("cannot make a folder " + path);
    path_ = path;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& name) const { return path_ / name; }
  auto files() const { return std::distance(std::filesystem::directory_iterator(path_), {}); }

 private:
  std::filesystem::path path_;
};

// One process.
inline Outcome run_alone(const std::string& command, const Folder& folder) {
  const std::string out = folder / "stdout", err = folder / "stderr";
  const int status = std::system((command + " >" + out + " 2>" + err + " </dev/null").c_str());
  Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out), read_file(err)};
  std::filesystem::remove(out);
  std::filesystem::remove(err);
  return outcome;
}

#ifdef PARTITA_MPIEXEC
// PARTITA_MPIEXEC is the launcher up to and including its option for the number of ranks.
inline Outcome run(int ranks, const std::string& command, const Folder& folder) {
  return run_alone(PARTITA_MPIEXEC " " + std::to_string(ranks) + " " + command, folder);
}
#endif

}  // namespace partita::testing_support
