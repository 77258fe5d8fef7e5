#include "read_matrix.hpp"

#include <algorithm>
#include <string>

#include <partita/support/error.hpp>
#include <partita/support/file_head.hpp>
#include <partita/support/input_file.hpp>

#include "miniapps/market_file.hpp"

namespace partita::spmv {

Entries read_matrix(const std::filesystem::path& path) {
  const InputFile file(path, "the file of a matrix");
  std::string content;
  if (path.extension() != ".mtx") {
    file.append_to(content, 0, std::min(file.size(), file_head));
    if (const auto wrapping = wrapping_of(content); !wrapping.empty())
      throw Error(path.string(), ": ", wrapping);
    return read_petsc_binary(path.string());
  }
  file.append_to(content, 0, file.size());
  const MarketMatrix of_file = read_market(content, path.string());
  Entries matrix{of_file.rows, {}, {}};
  for (const auto& [row, column, value, line] : of_file.entries) {
    matrix.places.push_back({row, column});
    matrix.values.push_back(value);
  }
  return matrix;
}

}  // namespace partita::spmv
