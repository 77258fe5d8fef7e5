#include <partita/mesh/origin.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {

std::string Origin::begin(const char* kind, const std::vector<std::int64_t>& positions, std::size_t i) const {
  return i < positions.size() ? place(path, binary, positions[i]) : text(whole(), kind, i, ": ");
}

}  // namespace partita::mesh
