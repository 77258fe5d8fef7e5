// SU2's native format: lines `KEY= value`, some followed by a block whose number of lines is the value; `%`
// begins a comment. Blocks come in any order:
//
//   NDIME= 2                          dimension
//   NELEM= n    type vertices...      cells; type is VTK's number; vertices count from 0
//   NPOIN= n    x y                   points
//   NMARK= n                          number of boundary parts, each of them:
//   MARKER_TAG= name
//   MARKER_ELEMS= n    type vertices...
//
// Every line of a block may end with its own number, which is ignored. Blocks of other keys (FFD boxes) are
// skipped up to the next key.
#include <algorithm>
#include <array>
#include <utility>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/mesh/read.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {
namespace {

// The next line that is not only a comment; at the end of the file, an empty one.
TextScanner next_line(TextScanner& file) {
  TextScanner line = file;
  do {
    line = file.line();
    line.end_before('%');
  } while (line.at_end() && !file.at_end());
  return line;
}

// "12 (hexahedron)"
std::string in_words(std::int64_t type) {
  const auto known = std::ranges::find(element_types, type, &ElementType::vtk);
  return text(type, " (", known == element_types.end() ? "unknown" : known->name, ")");
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& path) : file_(text, path) { origin_.path = path; }

  Mesh read() {
    mesh_.dimension = find_dimension(file_);
    bool passing_over = false;
    while (true) {
      TextScanner line = next_line(file_);
      if (line.at_end()) break;
      const auto key = line.until("=");
      if (!key && !passing_over) line.fail_expected("a key such as NELEM=");
      if (key) passing_over = !read_block(*key, line);
    }
    require_all(file_);
    complete(mesh_, origin_);
    return std::move(mesh_);
  }

 private:
  // The dimension is needed before the points, but its key may follow them.
  static int find_dimension(TextScanner file) {
    while (!file.at_end()) {
      TextScanner line = next_line(file);
      if (line.until("=") == "NDIME") return static_cast<int>(line.integer("the dimension", 2, 3));
    }
    file.fail_expected("NDIME=");
  }

  // False if the key is unknown.
  bool read_block(std::string_view key, TextScanner& value) {
    using Block = std::pair<std::string_view, void (Reader::*)(TextScanner&)>;
    constexpr std::array blocks{
        Block{"NDIME", &Reader::check_dimension}, Block{"NELEM", &Reader::read_cells},
        Block{"NPOIN", &Reader::read_points},     Block{"NMARK", &Reader::read_marks},
        Block{"MARKER_TAG", &Reader::read_tag},   Block{"MARKER_ELEMS", &Reader::read_marker},
        Block{"NZONE", &Reader::check_zones},     Block{"NCHUNK", &Reader::check_zones},
        Block{"SEND_RECV", &Reader::refuse_part}};
    const auto known = std::ranges::find(blocks, key, &Block::first);
    if (known == blocks.end()) return false;
    (this->*known->second)(value);
    value.end_of_line();
    return true;
  }

  void check_dimension(TextScanner& value) {
    value.integer("the dimension", mesh_.dimension, mesh_.dimension);
  }

  void check_zones(TextScanner& value) {
    if (value.integer("the number of zones") > 1)
      value.fail("a mesh of several zones is not read; write one file for each zone");
  }

  void refuse_part(TextScanner& value) {
    value.fail("a part of a partitioned mesh is not read; give the undivided one");
  }

  // Reads the lines of a block.
  template <class Read>
  void each_line(std::string_view records, std::int64_t n, std::vector<std::int64_t>& positions, Read read) {
    for (std::int64_t i = 0; i < n; ++i) {
      TextScanner line = next_line(file_);
      positions.push_back(line.record(records, i, n));
      read(line);
      if (!line.at_end()) line.integer("the line's own number");
      line.end_of_line();
    }
  }

  void read_points(TextScanner& value) {
    if (has_points_) value.fail("NPOIN= occurs twice");
    has_points_ = true;
    const std::int64_t n = value.count("points", 4);
    if (!value.at_end() && value.integer("the number of points of this part") != n) refuse_part(value);
    mesh_.points.reserve(n);
    each_line("points", n, origin_.points, [&](TextScanner& line) {
      Point& point = mesh_.points.emplace_back(Point{});
      for (int k = 0; k < mesh_.dimension; ++k) point[k] = line.number("a coordinate");
    });
  }

  void read_cells(TextScanner& value) {
    if (has_cells_) value.fail("NELEM= occurs twice");
    has_cells_ = true;
    const std::int64_t n = value.count("cells", 8);
    mesh_.cells.reserve(n);
    mesh_.cell_vertices.reserve(3 * n);
    each_line("cells", n, origin_.cells, [&](TextScanner& line) {
      const CellType type = cell_type(line);
      mesh_.cells.push_back(type);
      for (int k = 0; k < vertices_of(type); ++k) mesh_.cell_vertices.push_back(line.integer("a vertex"));
    });
  }

  CellType cell_type(TextScanner& line) {
    const std::int64_t type = line.integer("a cell type");
    for (const CellType cell : {CellType::triangle, CellType::quadrilateral, CellType::tetrahedron})
      if (type_of(cell).vtk == type && type_of(cell).dimension == mesh_.dimension) return cell;
    line.fail("cell type ", in_words(type), " is not read in ", mesh_.dimension, " dimensions, only ",
              mesh_.dimension == 2 ? "5 (triangle) and 9 (quadrilateral)" : "10 (tetrahedron)");
  }

  void read_marks(TextScanner& value) { marks_ = value.integer("the number of markers"); }

  void read_tag(TextScanner& value) {
    const std::string_view name = value.word("the marker's name");
    if (name == "SEND_RECEIVE") refuse_part(value);
    if (std::ranges::count(mesh_.markers, name) > 0) value.fail("marker ", name, " occurs twice");
    if (mesh_.markers.size() != markers_read_)
      value.fail("marker ", mesh_.markers.back(), " has no MARKER_ELEMS=");
    mesh_.markers.emplace_back(name);
  }

  void read_marker(TextScanner& value) {
    if (mesh_.markers.size() != ++markers_read_)
      value.fail("this MARKER_ELEMS= has no MARKER_TAG= before it");
    const int marker = static_cast<int>(mesh_.markers.size()) - 1;
    const int wanted = mesh_.dimension == 2 ? 3 : 5;
    each_line("boundary elements", value.count("boundary elements", 6), origin_.boundary,
              [&](TextScanner& line) {
                const std::int64_t type = line.integer("a boundary element type");
                if (type != wanted)
                  line.fail("boundary element type ", in_words(type), " is not read in ", mesh_.dimension,
                            " dimensions, only ", in_words(wanted));
                BoundaryFace& face = mesh_.boundary.emplace_back(BoundaryFace{{-1, -1, -1}, marker});
                for (int k = 0; k < mesh_.dimension; ++k) face.vertices[k] = line.integer("a vertex");
              });
  }

  void require_all(TextScanner& file) const {
    if (!has_cells_) file.fail_expected("NELEM=");
    if (!has_points_) file.fail_expected("NPOIN=");
    if (mesh_.markers.size() != markers_read_) file.fail_expected("MARKER_ELEMS=");
    if (marks_ >= 0 && marks_ != static_cast<std::int64_t>(markers_read_))
      file.fail("expected ", marks_, " markers (NMARK=), found ", markers_read_);
  }

  TextScanner file_;
  Mesh mesh_;
  Origin origin_;
  bool has_points_ = false;
  bool has_cells_ = false;
  std::int64_t marks_ = -1;
  std::size_t markers_read_ = 0;
};

}  // namespace

Mesh read_su2(std::string_view text, const std::string& path) { return Reader(text, path).read(); }

}  // namespace partita::mesh
