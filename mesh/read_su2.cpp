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
// In a file of several zones NZONE= comes first; IZONE= and the zone's number, from 1 on, begin each zone.
//
// SU2 8.1 (class CSU2ASCIIMeshReaderBase) takes the numbers that it needs from each line and ignores the
// rest, such as the line's own number, or a third coordinate in two dimensions. It finds the keys of a marker
// by their place, so files spell them differently. It removes blanks from a marker's name, and passes over
// lines without a key. This reader does the same, with one exception: numbers behind a block are an error,
// because the block is then longer than its key says. Blocks of other keys (FFD boxes) are passed over up to
// the next key.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

#include <partita/mesh/element_types.hpp>
#include <partita/mesh/read_draft.hpp>
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

// The key of a line, without the differences between spellings: MARKERTAG for "Marker_Tag =". The line then
// is at its value. A line without a key gives none and stays as it is.
std::string read_key(TextScanner& line) {
  std::string key;
  for (const unsigned char c : line.until("=").value_or(""))
    if (c != '_' && std::isspace(c) == 0) key += static_cast<char>(std::toupper(c));
  return key;
}

bool begins_with_a_number(TextScanner line) {
  const unsigned char first = line.word("a key").front();
  return std::isdigit(first) != 0 || first == '-' || first == '+' || first == '.';
}

// "12 (hexahedron)"
std::string in_words(std::int64_t type) {
  const auto known = std::ranges::find(element_types, type, &ElementType::vtk);
  return text(type, " (", known == element_types.end() ? "unknown" : known->name, ")");
}

// "5 (triangle) and 9 (quadrilateral)"
std::string types_in_words(int dimension) {
  std::string list, last;
  for (const ElementType& type : element_types) {
    if (type.dimension != dimension || type.nodes == 0) continue;
    if (!last.empty()) list += (list.empty() ? "" : ", ") + last;
    last = in_words(type.vtk);
  }
  return list.empty() ? last : list + " and " + last;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& path) : file_(text, path) { origin_.path = path; }

  // Zone 0 is the only one of its file.
  Draft read(int zone) {
    find_zone(zone);
    mesh_.dimension = find_dimension(file_);
    bool passing_over = false;
    while (true) {
      TextScanner line = next_line(file_);
      const TextScanner begin = line.at_end() ? file_ : line;
      const std::string key = read_key(line);
      if ((line.at_end() && key.empty()) || ends_zone(key)) {
        require_all(begin);
        return {std::move(mesh_), std::move(origin_)};
      }
      if (!key.empty())
        passing_over = !read_block(key, line);
      else if (!passing_over && begins_with_a_number(line))
        line.fail_expected("a key such as NELEM=");
    }
  }

 private:
  using Block = std::pair<std::string_view, void (Reader::*)(TextScanner&)>;

  static auto& blocks() {
    static constexpr std::array all{
        Block{"NDIME", &Reader::check_dimension},  Block{"NELEM", &Reader::read_cells},
        Block{"NPOIN", &Reader::read_points},      Block{"NMARK", &Reader::read_marks},
        Block{"MARKERTAG", &Reader::read_tag},     Block{"MARKERELEMS", &Reader::read_marker},
        Block{"MARKERELEM", &Reader::read_marker}, Block{"NCHUNK", &Reader::check_chunks},
        Block{"SENDRECV", &Reader::refuse_part}};
    return all;
  }

  // False if the key is unknown.
  bool read_block(const std::string& key, TextScanner& value) {
    const auto known = std::ranges::find(blocks(), key, &Block::first);
    if (known == blocks().end()) return false;
    (this->*known->second)(value);
    return true;
  }

  // NZONE= comes before all blocks.
  void find_zone(int zone) {
    TextScanner ahead = file_, line = next_line(ahead);
    std::string key = read_key(line);
    while (!line.at_end() && key != "NZONE" && std::ranges::count(blocks(), key, &Block::first) == 0) {
      line = next_line(ahead);
      key = read_key(line);
    }
    if (key == "NZONE") zones_ = line.integer("the number of zones", 1);
    if (zone > zones_) line.fail("there is no zone ", zone, "; the file has ", zones_);
    if (zones_ == 1) return;
    if (zone == 0) line.fail("the file has ", zones_, " zones; choose one with --zone");
    while (true) {
      line = next_line(file_);
      if (line.at_end()) file_.fail_expected(text("IZONE= ", zone));
      if (ends_zone(read_key(line)) && line.integer("the zone's number") == zone) return;
    }
  }

  bool ends_zone(const std::string& key) const { return zones_ > 1 && key == "IZONE"; }

  // The dimension is needed before the points, but its key may follow them.
  int find_dimension(TextScanner file) const {
    while (true) {
      TextScanner line = next_line(file), begin = line;
      if (line.at_end()) file.fail_expected("NDIME=");
      const std::string key = read_key(line);
      if (ends_zone(key)) begin.fail_expected("NDIME=");
      if (key == "NDIME") return static_cast<int>(line.integer("the dimension", 2, 3));
    }
  }

  void check_dimension(TextScanner& value) {
    value.integer("the dimension", mesh_.dimension, mesh_.dimension);
  }

  void check_chunks(TextScanner& value) {
    if (value.integer("the number of chunks") > 1) refuse_part(value);
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
      const ElementType& type = read_type(line, "cell", mesh_.dimension);
      mesh_.cells.push_back(cell_of(type));
      for (int k = 0; k < type.nodes; ++k) mesh_.cell_vertices.push_back(line.integer("a vertex"));
    });
  }

  const ElementType& read_type(TextScanner& line, const char* kind, int dimension) const {
    const std::int64_t type = line.integer(text("a ", kind, " type"));
    const auto known = std::ranges::find(element_types, type, &ElementType::vtk);
    if (known == element_types.end() || known->dimension != dimension || known->nodes == 0)
      line.fail(kind, " type ", in_words(type), " is not read in ", mesh_.dimension, " dimensions, only ",
                types_in_words(dimension));
    return *known;
  }

  void read_marks(TextScanner& value) { marks_ = value.integer("the number of markers"); }

  void read_tag(TextScanner& value) {
    std::string name(value.word("the marker's name"));
    while (!value.at_end()) name += value.word("the marker's name");
    if (name == "SEND_RECEIVE") refuse_part(value);
    if (std::ranges::count(mesh_.markers, name) > 0) value.fail("marker ", name, " occurs twice");
    if (mesh_.markers.size() != markers_read_)
      value.fail("marker ", mesh_.markers.back(), " has no MARKER_ELEMS=");
    mesh_.markers.push_back(name);
  }

  void read_marker(TextScanner& value) {
    if (mesh_.markers.size() != ++markers_read_)
      value.fail("this MARKER_ELEMS= has no MARKER_TAG= before it");
    const int marker = static_cast<int>(mesh_.markers.size()) - 1;
    each_line("boundary elements", value.count("boundary elements", 6), origin_.boundary,
              [&](TextScanner& line) {
                const ElementType& type = read_type(line, "boundary element", mesh_.dimension - 1);
                BoundaryFace& face = mesh_.boundary.emplace_back(BoundaryFace({}, marker));
                for (int k = 0; k < type.nodes; ++k) face.vertices[k] = line.integer("a vertex");
              });
  }

  void require_all(TextScanner end) const {
    if (!has_cells_) end.fail_expected("NELEM=");
    if (!has_points_) end.fail_expected("NPOIN=");
    if (mesh_.markers.size() != markers_read_) end.fail_expected("MARKER_ELEMS=");
    if (marks_ >= 0 && marks_ != static_cast<std::int64_t>(markers_read_))
      end.fail("expected ", marks_, " markers (NMARK=), found ", markers_read_);
  }

  TextScanner file_;
  Mesh mesh_;
  Origin origin_;
  std::int64_t zones_ = 1;
  bool has_points_ = false;
  bool has_cells_ = false;
  std::int64_t marks_ = -1;
  std::size_t markers_read_ = 0;
};

}  // namespace

Draft su2_draft(std::string_view text, const std::string& path, int zone) {
  return Reader(text, path).read(zone);
}

}  // namespace partita::mesh
