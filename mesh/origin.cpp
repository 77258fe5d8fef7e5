#include <partita/mesh/origin.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

std::string place(std::string_view path, bool binary, std::int64_t position) {
  return text(path, binary ? ": byte " : ":", position, ": ");
}

std::string Origin::begin(const char* kind, const std::vector<std::int64_t>& positions, std::size_t i) const {
  return i < positions.size() ? place(path, binary, positions[i]) : text(whole(), kind, i, ": ");
}

}  // namespace partita::mesh
