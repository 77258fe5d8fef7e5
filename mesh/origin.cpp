#include <partita/mesh/origin.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {

std::string Origin::point(std::size_t i) const { return begin("point ", points, i); }
std::string Origin::cell(std::size_t i) const { return begin("cell ", cells, i); }
std::string Origin::face(std::size_t i) const { return begin("boundary face ", boundary, i); }
std::string Origin::at(std::int64_t position) const { return place(path, binary, position); }
std::string Origin::whole() const { return path.empty() ? "" : path + ": "; }

std::string Origin::begin(const char* kind, const std::vector<std::int64_t>& positions, std::size_t i) const {
  if (numbered) return text(whole(), in_words(kind, positions, i), ": ");
  return at(positions[i]);
}

std::string Origin::in_words(const char* kind, const std::vector<std::int64_t>& positions,
                             std::size_t i) const {
  return text(numbered ? kind : binary ? "byte " : "line ", positions[i]);
}

}  // namespace partita::mesh
