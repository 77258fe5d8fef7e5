#include "read_matrix.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <partita/support/error.hpp>

namespace partita::spmv {

Entries read_matrix(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path))
    throw Error(path.string(), ": this is a folder; name the file of a matrix");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(path.string(), ": cannot be opened: ", std::strerror(errno));
  if (path.extension() != ".mtx") return read_petsc_binary(path.string());
  return read_matrix_market(std::string(std::istreambuf_iterator<char>(file), {}), path.string());
}

}  // namespace partita::spmv
