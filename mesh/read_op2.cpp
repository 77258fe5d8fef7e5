// The text grids of OP2's airfoil benchmark: numbers only, all counted from 0.
//
//   points cells edges boundary-edges
//   x y                      of each point
//   v v v v                  corners of each quadrilateral
//   v v c c                  end points of each inner edge, and the cells at its two sides
//   v v c bound              the same for each boundary edge; bound is 1 at the wall, 2 at the far field
//
// Each record is a line. The grid's generator closes an O or H grid by coincident points. The reader merges
// them: all cells use the first one, and completion drops the others. On several ranks, points with the same
// coordinates meet on the rank that a hash of the coordinates names.
#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/mesh/read_slices.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {
namespace {

constexpr std::array records{"points", "cells", "edges", "boundary edges"};

struct State {
  struct Numbers {
    bool has_header = false;
    std::array<std::int64_t, 4> counts{};  // of each kind of record
    std::size_t kind = 0;                  // 4: all are read
    std::int64_t done = 0;                 // of that kind
  } numbers;

  template <class Visit>
  void each(Visit&& visit) {
    visit(numbers);
  }
};

struct Edges {
  std::vector<global_index> ends;   // two of each
  std::vector<global_index> sides;  // cells at its sides: two; one on the boundary
  std::vector<int> bounds;          // boundary condition, on the boundary
  std::vector<std::int64_t> lines;
};

struct Share {
  Draft draft;
  Edges inner, boundary;
};

// One pass over a slice.
class Pass {
 public:
  // Without a share, records are passed over.
  Pass(State& state, Share* share) : now_(state.numbers), share_(share) {}

  void read(Lines& lines) {
    TextScanner line = lines.rest();
    if (!now_.has_header) {
      if (!lines.next(line)) return;
      for (std::size_t kind = 0; kind < records.size(); ++kind)
        now_.counts[kind] = line.count(records[kind], kind == 0 ? 4 : 8);
      line.end_of_line();
      now_.has_header = true;
    }
    while (now_.kind < records.size()) {
      const std::int64_t here = std::min(now_.counts[now_.kind] - now_.done, lines.left());
      if (share_ == nullptr)
        lines.pass_over(here);
      else
        parse(lines, here);
      now_.done += here;
      if (now_.done < now_.counts[now_.kind]) return;
      ++now_.kind;
      now_.done = 0;
    }
    if (lines.next(line)) line.fail_expected("the end of the file");
  }

  void finish(TextScanner end) const {
    if (!now_.has_header) end.fail_expected("the number of points");
    if (now_.kind < records.size())
      end.fail("expected ", now_.counts[now_.kind], " ", records[now_.kind], ", found ", now_.done,
               " before the end of the file");
  }

 private:
  // Calls read(line) for that many lines; the slice has them.
  template <class Read>
  static void each(Lines& lines, std::int64_t n, Read read) {
    TextScanner line = lines.rest();
    for (std::int64_t k = 0; k < n; ++k) {
      lines.next(line);
      read(line);
      line.end_of_line();
    }
  }

  void parse(Lines& lines, std::int64_t n) {
    Mesh& mesh = share_->draft.mesh;
    Origin& origin = share_->draft.origin;
    if (now_.kind == 0) {
      mesh.points.reserve(mesh.points.size() + n);
      origin.points.reserve(origin.points.size() + n);
      each(lines, n, [&](TextScanner& line) {
        origin.points.push_back(line.position());
        const double x = line.number("a coordinate");
        mesh.points.push_back({x, line.number("a coordinate"), 0});
      });
    } else if (now_.kind == 1) {
      mesh.cells.resize(mesh.cells.size() + n, CellType::quadrilateral);
      mesh.cell_vertices.reserve(mesh.cell_vertices.size() + 4 * n);
      origin.cells.reserve(origin.cells.size() + n);
      each(lines, n, [&](TextScanner& line) {
        origin.cells.push_back(line.position());
        for (int k = 0; k < 4; ++k) mesh.cell_vertices.push_back(vertex(line));
      });
    } else {
      const bool is_inner = now_.kind == 2;
      Edges& edges = is_inner ? share_->inner : share_->boundary;
      edges.ends.reserve(edges.ends.size() + 2 * n);
      edges.sides.reserve(edges.sides.size() + (is_inner ? 2 : 1) * n);
      edges.lines.reserve(edges.lines.size() + n);
      each(lines, n, [&](TextScanner& line) {
        edges.lines.push_back(line.position());
        for (int k = 0; k < 2; ++k) edges.ends.push_back(vertex(line));
        for (int k = 0; k < (is_inner ? 2 : 1); ++k) edges.sides.push_back(cell(line));
        if (!is_inner) edges.bounds.push_back(static_cast<int>(line.integer("a boundary condition", 1, 2)));
      });
    }
  }

  global_index vertex(TextScanner& line) const { return line.integer("a vertex", 0, now_.counts[0] - 1); }
  std::int64_t cell(TextScanner& line) const { return line.integer("a cell", 0, now_.counts[1] - 1); }

  State::Numbers& now_;
  Share* share_;
};

struct Format {
  using State = mesh::State;
  using Share = mesh::Share;
  static constexpr LineRule rule = LineRule::blank;

  void walk(Lines& lines, State& state) const { Pass(state, nullptr).read(lines); }
  void finish(const TextScanner& end, State& state) const { Pass(state, nullptr).finish(end); }
  void parse(Lines& lines, State state, const State& /*whole*/, Share& share) const {
    Pass(state, &share).read(lines);
  }
};

struct Place {
  std::array<double, 2> at;  // without negative zeros
  global_index number;

  // Multiplied by odd numbers, the low bits decide the high ones; folded, the high bits decide the low ones.
  std::uint64_t hash() const {
    const auto bits = std::bit_cast<std::array<std::uint64_t, 2>>(at);
    const std::uint64_t mixed = (bits[0] * 0x9e3779b97f4a7c15u + bits[1]) * 0xff51afd7ed558ccdu;
    return (mixed ^ mixed >> 32) * 0xc4ceb9fe1a85ec53u;
  }
};

// For each place, the number of the first one with the same coordinates. By a hash table with open
// addressing.
std::vector<global_index> first_of_same(const std::vector<Place>& places) {
  constexpr local_index free = -1;
  const std::size_t slots = std::bit_ceil(2 * places.size() + 1);
  std::vector<local_index> firsts(slots, free);
  std::vector<global_index> numbers;
  numbers.reserve(places.size());
  for (const Place& place : places) {
    std::size_t slot = place.hash() >> 24 & (slots - 1);  // the lower bits choose the rank
    while (firsts[slot] != free && places[firsts[slot]].at != place.at) slot = (slot + 1) & (slots - 1);
    if (firsts[slot] == free) firsts[slot] = checked_local(&place - places.data());
    numbers.push_back(places[firsts[slot]].number);
  }
  return numbers;
}

// For each point of this rank, the first one with the same coordinates.
std::vector<global_index> weld(const std::vector<Point>& points, const ConsecutiveShares& shares) {
  std::vector<Place> places;
  places.reserve(points.size());
  for (const Point& point : points)
    places.push_back({{point[0] + 0.0, point[1] + 0.0}, shares.begin() + std::ssize(places)});
  const int ranks = shares.peers().size();
  if (ranks == 1) return first_of_same(places);
  std::vector<int> owners;
  owners.reserve(places.size());
  for (const Place& place : places)
    owners.push_back(static_cast<int>((place.hash() & 0xffffff) % static_cast<std::uint64_t>(ranks)));
  const Remap remap(*shares.peers().comm(), owners);
  return remap.backward(first_of_same(remap.forward(places)));
}

// Each edge must be a side of the cells that it names.
void check_edges(const Edges& edges, const Fetched<global_index>& corners, const Origin& origin) {
  const std::size_t sides = edges.lines.empty() ? 0 : edges.sides.size() / edges.lines.size();
  for (std::size_t edge = 0; edge < edges.lines.size(); ++edge)
    for (std::size_t k = 0; k < sides; ++k) {
      const global_index cell = edges.sides[edge * sides + k];
      for (std::size_t end = 0; end < 2; ++end)
        if (std::ranges::count(corners.row(cell), edges.ends[2 * edge + end]) == 0)
          throw Error(origin.at(edges.lines[edge]), "this edge does not lie at cell ", cell);
    }
}

}  // namespace

Draft op2_draft(const TextSource& source) {
  auto read = read_slices(source, Format());
  Draft& draft = read.share.draft;
  Edges &inner = read.share.inner, &boundary = read.share.boundary;
  Mesh& mesh = draft.mesh;
  Origin& origin = draft.origin;
  origin.path = source.path;
  mesh.markers = {"airfoil", "farfield"};

  const Peers peers(source.comm);
  const ConsecutiveShares points(peers, mesh.points.size());
  const std::vector<global_index> welded = weld(mesh.points, points);
  for (std::size_t i = 0; i < welded.size(); ++i)
    mesh.welded_points += welded[i] != points.begin() + static_cast<global_index>(i);
  const Fetched first_point(points, welded, {mesh.cell_vertices, inner.ends, boundary.ends});
  for (auto* const vertices : {&mesh.cell_vertices, &inner.ends, &boundary.ends})
    for (global_index& v : *vertices) v = first_point[v];

  const ConsecutiveShares cells(peers, mesh.cells.size());
  const Fetched corners(cells, mesh.cell_vertices, {inner.sides, boundary.sides}, 4);
  peers.together([&] { check_edges(inner, corners, origin); });
  peers.together([&] { check_edges(boundary, corners, origin); });

  mesh.boundary.reserve(boundary.lines.size());
  for (std::size_t edge = 0; edge < boundary.lines.size(); ++edge)
    mesh.boundary.push_back(
        {{boundary.ends[2 * edge], boundary.ends[2 * edge + 1], -1}, boundary.bounds[edge] - 1});
  origin.boundary = std::move(boundary.lines);

  // Each inner edge is the side of two cells.
  const auto& counts = read.whole.numbers.counts;
  const std::int64_t edges = (4 * counts[1] - counts[3]) / 2;
  peers.together([&] {
    if (4 * counts[1] - counts[3] != 2 * counts[2])
      throw Error(origin.at(1), "the header announces ", counts[2], " inner edges, but the cells have ",
                  edges);
  });
  return std::move(draft);
}

}  // namespace partita::mesh
