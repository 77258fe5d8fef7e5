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
// In a file of several zones NZONE= comes first, but for NDIME=, which then is that of all zones; IZONE= and
// the zone's number, from 1 on, begin each zone.
//
// SU2 8.1 (class CSU2ASCIIMeshReaderBase) takes the numbers that it needs from each line and ignores the
// rest, such as the line's own number, or a third coordinate in two dimensions. It finds the keys of a marker
// by their place, so files spell them differently. It removes blanks from a marker's name, and passes over
// lines without a key. This reader does the same, with one exception: numbers behind a block are an error,
// because the block is then longer than its key says. Blocks of other keys (FFD boxes) are passed over up to
// the next key.
//
// The dimension may follow the blocks that need it, so records are parsed when the whole file has been
// walked.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

#include <partita/mesh/element_types.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/mesh/read_slices.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {
namespace {

// The key of a line, without the differences between spellings: MARKERTAG for "Marker_Tag =". The line then
// is at its value. A line without a key gives none and stays as it is.
std::string read_key(TextScanner& line) {
  std::string key;
  const std::string_view spelling = line.until("=").value_or("");
  for (const unsigned char c : spelling)
    if (c != '_' && c > ' ') key += static_cast<char>(c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c);
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

enum class Zone { unknown, sought, open, closed };  // the zone that is read
enum class Block { none, points, cells, boundary };

constexpr const char* name_of(Block block) {
  return std::array{"lines", "points", "cells", "boundary elements"}[static_cast<std::size_t>(block)];
}

struct State {
  struct Numbers {
    Zone zone = Zone::unknown;
    std::int64_t zones = 1;
    int dimension = 0;  // 0: not known yet
    Block block = Block::none;
    std::int64_t done = 0, total = 0;  // records of the block
    bool has_points = false, has_cells = false;
    bool passes_over = false;  // lines, up to the next key
    std::int64_t marks = -1;   // -1: no NMARK=
    std::size_t markers_read = 0;
  } numbers;
  std::vector<std::string> markers;

  template <class Visit>
  void each(Visit&& visit) {
    visit(numbers, markers);
  }
};

// One pass over a slice.
class Pass {
 public:
  // Zone 0 is the only one of its file. Without a draft, records are passed over.
  Pass(int zone, State& state, Draft* draft)
      : zone_(zone), now_(state.numbers), markers_(state.markers), draft_(draft) {}

  void read(Lines& lines) {
    for (TextScanner line = lines.rest(); now_.zone != Zone::closed;) {
      if (now_.block != Block::none) {
        read_records(lines);
        if (now_.done < now_.total) return;
        now_.block = Block::none;
      }
      if (now_.zone == Zone::sought) lines.pass_over_before("=");
      if (!lines.next(line)) return;
      read_line(line);
    }
  }

  void finish(const TextScanner& end) {
    if (now_.zone == Zone::unknown) check_zone(end);
    if (now_.zone == Zone::sought) TextScanner(end).fail_expected(text("IZONE= ", zone_));
    if (now_.block != Block::none)
      end.fail("expected ", now_.total, " ", name_of(now_.block), ", found ", now_.done,
               " before the end of the file");
    if (now_.zone != Zone::closed) require_all(end);
  }

 private:
  using Key = std::pair<std::string_view, void (Pass::*)(TextScanner&)>;

  static auto& keys() {
    static constexpr std::array all{
        Key{"NDIME", &Pass::read_dimension},    Key{"NELEM", &Pass::begin_cells},
        Key{"NPOIN", &Pass::begin_points},      Key{"NMARK", &Pass::read_marks},
        Key{"MARKERTAG", &Pass::read_tag},      Key{"MARKERELEMS", &Pass::begin_marker},
        Key{"MARKERELEM", &Pass::begin_marker}, Key{"NCHUNK", &Pass::check_chunks},
        Key{"SENDRECV", &Pass::refuse_copies}};
    return all;
  }

  void read_line(TextScanner& line) {
    const TextScanner begin = line;
    const std::string key = read_key(line);
    const auto known = std::ranges::find(keys(), key, &Key::first);
    const bool is_known = known != keys().end();
    if (now_.zone == Zone::sought) {
      if (key == "IZONE" && line.integer("the zone's number") == zone_) now_.zone = Zone::open;
      return;
    }
    if (now_.zone == Zone::unknown && (is_known ? key != "NDIME" : key == "NZONE")) {
      if (!is_known) now_.zones = line.integer("the number of zones", 1);
      check_zone(line);
      now_.zone = now_.zones > 1 ? Zone::sought : Zone::open;
      if (now_.zones > 1) return;
    }
    if (now_.zones > 1 && key == "IZONE") {
      require_all(begin);
      now_.zone = Zone::closed;
    } else if (is_known) {
      now_.passes_over = false;
      (this->*known->second)(line);
    } else if (!key.empty()) {
      now_.passes_over = true;
    } else if (!now_.passes_over && begins_with_a_number(line)) {
      line.fail_expected("a key such as NELEM=");
    }
  }

  void check_zone(const TextScanner& line) const {
    if (zone_ > now_.zones) line.fail("there is no zone ", zone_, "; the file has ", now_.zones);
    if (zone_ == 0 && now_.zones > 1)
      line.fail("the file has ", now_.zones, " zones; choose one with --zone");
  }

  void read_dimension(TextScanner& value) {
    const bool is_new = now_.dimension == 0;
    now_.dimension = static_cast<int>(
        value.integer("the dimension", is_new ? 2 : now_.dimension, is_new ? 3 : now_.dimension));
  }

  void check_chunks(TextScanner& value) {
    if (value.integer("the number of chunks") > 1)
      value.fail("a part of a partitioned mesh is not read; give the undivided one");
  }

  // SU2_MSH writes periodic boundaries as a partitioner writes parts: with copies of points, and
  // SEND_RECEIVE.
  void refuse_copies(TextScanner& value) {
    value.fail(
        "this is a part of a partitioned mesh, or a mesh with periodic copies that SU2_MSH added; give the "
        "undivided mesh from before SU2_MSH");
  }

  void begin(Block block, std::int64_t records) {
    now_.block = block;
    now_.done = 0;
    now_.total = records;
  }

  void begin_points(TextScanner& value) {
    if (now_.has_points) value.fail("NPOIN= occurs twice");
    now_.has_points = true;
    const std::int64_t n = value.count("points", 4);
    if (!value.at_end() && value.integer("the number of points of this part") != n) refuse_copies(value);
    begin(Block::points, n);
  }

  void begin_cells(TextScanner& value) {
    if (now_.has_cells) value.fail("NELEM= occurs twice");
    now_.has_cells = true;
    begin(Block::cells, value.count("cells", 8));
  }

  void read_marks(TextScanner& value) { now_.marks = value.integer("the number of markers"); }

  void read_tag(TextScanner& value) {
    std::string name(value.word("the marker's name"));
    while (!value.at_end()) name += value.word("the marker's name");
    if (name == "SEND_RECEIVE") refuse_copies(value);
    if (std::ranges::count(markers_, name) > 0) value.fail("marker ", name, " occurs twice");
    if (markers_.size() != now_.markers_read) value.fail("marker ", markers_.back(), " has no MARKER_ELEMS=");
    markers_.push_back(name);
  }

  void begin_marker(TextScanner& value) {
    if (markers_.size() != ++now_.markers_read) value.fail("this MARKER_ELEMS= has no MARKER_TAG= before it");
    begin(Block::boundary, value.count("boundary elements", 6));
  }

  void require_all(TextScanner end) const {
    if (now_.dimension == 0) end.fail_expected("NDIME=");
    if (!now_.has_cells) end.fail_expected("NELEM=");
    if (!now_.has_points) end.fail_expected("NPOIN=");
    if (markers_.size() != now_.markers_read) end.fail_expected("MARKER_ELEMS=");
    if (now_.marks >= 0 && now_.marks != static_cast<std::int64_t>(now_.markers_read))
      end.fail("expected ", now_.marks, " markers (NMARK=), found ", now_.markers_read);
  }

  void read_records(Lines& lines) {
    const std::int64_t here = std::min(now_.total - now_.done, lines.left());
    if (draft_ == nullptr)
      lines.pass_over(here);
    else
      parse_records(lines, here);
    now_.done += here;
  }

  void parse_records(Lines& lines, std::int64_t records) {
    Mesh& mesh = draft_->mesh;
    Origin& origin = draft_->origin;
    const auto each = [&](auto& list, std::vector<std::int64_t>& positions, auto read) {
      list.reserve(list.size() + records);
      positions.reserve(positions.size() + records);
      lines.each(records, [&](TextScanner& line) {
        positions.push_back(line.position());
        read(line);
      });
    };
    if (now_.block == Block::points) {
      each(mesh.points, origin.points, [&](TextScanner& line) {
        Point& point = mesh.points.emplace_back(Point{});
        for (int k = 0; k < mesh.dimension; ++k) point[k] = line.number("a coordinate");
      });
    } else if (now_.block == Block::cells) {
      mesh.cell_vertices.reserve(mesh.cell_vertices.size() + 3 * records);
      each(mesh.cells, origin.cells, [&](TextScanner& line) {
        const ElementType& type = read_type(line, "a cell type", "cell", mesh.dimension);
        mesh.cells.push_back(cell_of(type));
        for (int k = 0; k < type.nodes; ++k) mesh.cell_vertices.push_back(line.integer("a vertex"));
      });
    } else {
      const int marker = static_cast<int>(markers_.size()) - 1;
      each(mesh.boundary, origin.boundary, [&](TextScanner& line) {
        const ElementType& type =
            read_type(line, "a boundary element type", "boundary element", mesh.dimension - 1);
        BoundaryFace& face = mesh.boundary.emplace_back(BoundaryFace({}, marker));
        for (int k = 0; k < type.nodes; ++k) face.vertices[k] = line.integer("a vertex");
      });
    }
  }

  const ElementType& read_type(TextScanner& line, const char* expected, const char* kind,
                               int dimension) const {
    const std::int64_t type = line.integer(expected);
    const auto known = std::ranges::find(element_types, type, &ElementType::vtk);
    if (known == element_types.end() || known->dimension != dimension || known->nodes == 0)
      line.fail(kind, " type ", in_words(type), " is not read in ", draft_->mesh.dimension,
                " dimensions, only ", types_in_words(dimension));
    return *known;
  }

  int zone_;
  State::Numbers& now_;
  std::vector<std::string>& markers_;
  Draft* draft_;
};

struct Su2Format {
  using State = mesh::State;
  using Share = Draft;
  static constexpr LineRule rule = LineRule::blank_or_comment;

  int zone;

  void pass(Lines& lines, State& state, SharesRead<Su2Format>* read) const {
    if (read == nullptr) return Pass(zone, state, nullptr).read(lines);
    Draft& draft = read->share;
    draft.mesh.dimension = read->whole.numbers.dimension;
    if (draft.mesh.dimension != 0) Pass(zone, state, &draft).read(lines);
  }
  void finish(const TextScanner& end, State& state) const { Pass(zone, state, nullptr).finish(end); }
};

}  // namespace

Draft su2_draft(const MeshSource& source) {
  auto [draft, whole] = read_slices(source, Su2Format{source.zone});
  draft.mesh.markers = std::move(whole.markers);
  draft.origin.path = source.path;
  return std::move(draft);
}

}  // namespace partita::mesh
