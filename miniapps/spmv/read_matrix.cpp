#include "read_matrix.hpp"

#include <string>

#include <partita/support/input_file.hpp>

namespace partita::spmv {

Entries read_matrix(const std::filesystem::path& path) {
  const InputFile file(path, "the file of a matrix");
  if (path.extension() != ".mtx") return read_petsc_binary(path.string());
  std::string content;
  file.append_to(content, 0, file.size());
  return read_matrix_market(content, path.string());
}

}  // namespace partita::spmv
