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
#include <limits>
#include <utility>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/read.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {
namespace {

constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
constexpr const char* partitioned = "a part of a partitioned mesh is not read; give the undivided one";

// The next line that is not only a comment; at the end of the file, an empty one.
TextScanner next_line(TextScanner& file) {
  TextScanner line = file;
  do {
    line = file.line();
    line.end_before('%');
  } while (line.at_end() && !file.at_end());
  return line;
}

const char* element_name(std::int64_t type) {
  constexpr std::array<std::pair<int, const char*>, 8> names{{{1, "vertex"},
                                                              {3, "line"},
                                                              {5, "triangle"},
                                                              {9, "quadrilateral"},
                                                              {10, "tetrahedron"},
                                                              {12, "hexahedron"},
                                                              {13, "prism"},
                                                              {14, "pyramid"}}};
  const auto known = std::ranges::find(names, type, &std::pair<int, const char*>::first);
  return known == names.end() ? "unknown" : known->second;
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
    if (key == "NDIME")
      value.integer("the dimension", mesh_.dimension, mesh_.dimension);
    else if (key == "NELEM")
      read_cells(value);
    else if (key == "NPOIN")
      read_points(value);
    else if (key == "NMARK")
      marks_ = value.integer("the number of markers", 0, any);
    else if (key == "MARKER_TAG")
      read_tag(value);
    else if (key == "MARKER_ELEMS")
      read_marker(value);
    else if (key == "NZONE" || key == "NCHUNK")
      check_zones(value);
    else if (key == "SEND_RECV")
      value.fail(partitioned);
    else
      return false;
    value.end_of_line();
    return true;
  }

  static void check_zones(TextScanner& value) {
    if (value.integer("the number of zones", 0, any) > 1)
      value.fail("a mesh of several zones is not read; write one file for each zone");
  }

  // Size of a block, checked against what is left of the file.
  static std::int64_t count(TextScanner& value, std::string_view records, std::size_t least_bytes_each) {
    const std::int64_t n = value.integer(text("the number of ", records), 0, any);
    value.require(n, records, least_bytes_each);
    return n;
  }

  static void end_record(TextScanner& line) {
    if (!line.at_end()) line.integer("the line's own number", 0, any);
    line.end_of_line();
  }

  void read_points(TextScanner& value) {
    if (has_points_) value.fail("NPOIN= occurs twice");
    has_points_ = true;
    const std::int64_t n = count(value, "points", 4);
    if (!value.at_end() && value.integer("the number of points of this part", 0, any) != n)
      value.fail(partitioned);
    mesh_.points.reserve(n);
    origin_.points.reserve(n);
    for (std::int64_t i = 0; i < n; ++i) {
      TextScanner line = next_line(file_);
      origin_.points.push_back(line.record("points", i, n));
      Point& point = mesh_.points.emplace_back(Point{});
      for (int k = 0; k < mesh_.dimension; ++k) point[k] = line.number("a coordinate");
      end_record(line);
    }
  }

  void read_cells(TextScanner& value) {
    if (has_cells_) value.fail("NELEM= occurs twice");
    has_cells_ = true;
    const std::int64_t n = count(value, "cells", 8);
    mesh_.cells.reserve(n);
    mesh_.cell_vertices.reserve(3 * n);
    origin_.cells.reserve(n);
    for (std::int64_t i = 0; i < n; ++i) {
      TextScanner line = next_line(file_);
      origin_.cells.push_back(line.record("cells", i, n));
      const CellType type = cell_type(line);
      mesh_.cells.push_back(type);
      for (int k = 0; k < vertices_of(type); ++k)
        mesh_.cell_vertices.push_back(line.integer("a vertex", 0, any));
      end_record(line);
    }
  }

  CellType cell_type(TextScanner& line) {
    const std::int64_t type = line.integer("a cell type", 0, any);
    if (mesh_.dimension == 2 && type == 5) return CellType::triangle;
    if (mesh_.dimension == 2 && type == 9) return CellType::quadrilateral;
    if (mesh_.dimension == 3 && type == 10) return CellType::tetrahedron;
    line.fail(text("cell type ", type, " (", element_name(type), ") is not read in ", mesh_.dimension,
                   " dimensions, only ",
                   mesh_.dimension == 2 ? "5 (triangle) and 9 (quadrilateral)" : "10 (tetrahedron)"));
  }

  void read_tag(TextScanner& value) {
    const std::string_view name = value.word("the marker's name");
    if (name == "SEND_RECEIVE") value.fail(partitioned);
    if (std::ranges::count(mesh_.markers, name) > 0) value.fail(text("marker ", name, " occurs twice"));
    if (mesh_.markers.size() != markers_read_)
      value.fail(text("marker ", mesh_.markers.back(), " has no MARKER_ELEMS="));
    mesh_.markers.emplace_back(name);
  }

  void read_marker(TextScanner& value) {
    if (mesh_.markers.size() != ++markers_read_)
      value.fail("this MARKER_ELEMS= has no MARKER_TAG= before it");
    const int marker = static_cast<int>(mesh_.markers.size()) - 1;
    const int wanted = mesh_.dimension == 2 ? 3 : 5;
    const std::int64_t n = count(value, "boundary elements", 6);
    for (std::int64_t i = 0; i < n; ++i) {
      TextScanner line = next_line(file_);
      origin_.boundary.push_back(line.record("boundary elements", i, n));
      const std::int64_t type = line.integer("a boundary element type", 0, any);
      if (type != wanted)
        line.fail(text("boundary element type ", type, " (", element_name(type), ") is not read in ",
                       mesh_.dimension, " dimensions, only ", wanted, " (", element_name(wanted), ")"));
      BoundaryFace& face = mesh_.boundary.emplace_back(BoundaryFace{{-1, -1, -1}, marker});
      for (int k = 0; k < mesh_.dimension; ++k) face.vertices[k] = line.integer("a vertex", 0, any);
      end_record(line);
    }
  }

  void require_all(TextScanner& file) const {
    if (!has_cells_) file.fail_expected("NELEM=");
    if (!has_points_) file.fail_expected("NPOIN=");
    if (mesh_.markers.size() != markers_read_) file.fail_expected("MARKER_ELEMS=");
    if (marks_ >= 0 && marks_ != static_cast<std::int64_t>(markers_read_))
      file.fail(text("expected ", marks_, " markers (NMARK=), found ", markers_read_));
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
