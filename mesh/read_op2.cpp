// The text grids of OP2's airfoil benchmark: numbers only, all counted from 0.
//
//   points cells edges boundary-edges
//   x y                      of each point
//   v v v v                  corners of each quadrilateral
//   v v c c                  end points of each inner edge, and the cells at its two sides
//   v v c bound              the same for each boundary edge; bound is 1 at the wall, 2 at the far field
//
// Each record is a line. The grid's generator closes an O or H grid by coincident points. The reader welds
// them: all cells use the first one, and completion drops the others.
#include <algorithm>
#include <array>
#include <span>

#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/mesh/read_slices.hpp>
#include <partita/mesh/weld.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {
namespace {

constexpr std::array records{"points", "cells", "edges", "boundary edges"};

struct Op2Share {
  Draft draft;
  std::vector<global_index> ends;         // two of each inner edge
  std::vector<global_index> inner_sides;  // cells at its sides, two of each
  std::vector<std::int64_t> inner_lines;
  std::vector<global_index> boundary_sides;  // the cell at each boundary edge
};

struct Op2Format {
  struct State {
    bool has_header = false;
    std::array<std::int64_t, 4> counts{};  // of each kind of record
    std::size_t kind = 0;                  // 4: all are read
    std::int64_t done = 0;                 // of that kind
  };
  using Share = mesh::Op2Share;
  static constexpr LineRule rule = LineRule::blank;

  void pass(Lines& lines, State& now, SharesRead<Op2Format>* read) const {
    TextScanner line = lines.rest();
    if (!now.has_header) {
      if (!lines.next(line)) return;
      for (std::size_t kind = 0; kind < records.size(); ++kind)
        now.counts[kind] = line.count(records[kind], kind == 0 ? 4 : 8);
      line.end_of_line();
      now.has_header = true;
    }
    while (now.kind < records.size()) {
      const std::int64_t here = std::min(now.counts[now.kind] - now.done, lines.left());
      if (read == nullptr)
        lines.pass_over(here);
      else
        parse(lines, here, now, read->share);
      now.done += here;
      if (now.done < now.counts[now.kind]) return;
      ++now.kind;
      now.done = 0;
    }
    if (lines.next(line)) line.fail_expected("the end of the file");
  }

  void finish(TextScanner end, const State& now) const {
    if (!now.has_header) end.fail_expected("the number of points");
    if (now.kind < records.size())
      end.fail("expected ", now.counts[now.kind], " ", records[now.kind], ", found ", now.done,
               " before the end of the file");
  }

 private:
  // Takes the next n lines into the share.
  static void parse(Lines& lines, std::int64_t n, const State& now, Share& share) {
    Mesh& mesh = share.draft.mesh;
    Origin& origin = share.draft.origin;
    const auto vertex = [&](TextScanner& line) { return line.integer("a vertex", 0, now.counts[0] - 1); };
    const auto cell = [&](TextScanner& line) { return line.integer("a cell", 0, now.counts[1] - 1); };
    const auto each = [&](std::vector<std::int64_t>& positions, auto read) {
      positions.reserve(positions.size() + n);
      lines.each(n, [&](TextScanner& line) {
        positions.push_back(line.position());
        read(line);
        line.end_of_line();
      });
    };
    if (now.kind == 0) {
      mesh.points.reserve(mesh.points.size() + n);
      each(origin.points, [&](TextScanner& line) {
        const double x = line.number("a coordinate");
        mesh.points.push_back({x, line.number("a coordinate"), 0});
      });
    } else if (now.kind == 1) {
      mesh.cells.resize(mesh.cells.size() + n, CellType::quadrilateral);
      mesh.cell_vertices.reserve(mesh.cell_vertices.size() + 4 * n);
      each(origin.cells, [&](TextScanner& line) {
        for (int k = 0; k < 4; ++k) mesh.cell_vertices.push_back(vertex(line));
      });
    } else if (now.kind == 2) {
      share.ends.reserve(share.ends.size() + 2 * n);
      share.inner_sides.reserve(share.inner_sides.size() + 2 * n);
      each(share.inner_lines, [&](TextScanner& line) {
        for (int k = 0; k < 2; ++k) share.ends.push_back(vertex(line));
        for (int k = 0; k < 2; ++k) share.inner_sides.push_back(cell(line));
      });
    } else {
      each(origin.boundary, [&](TextScanner& line) {
        const global_index a = vertex(line), b = vertex(line);
        share.boundary_sides.push_back(cell(line));
        mesh.boundary.push_back({{a, b}, static_cast<int>(line.integer("a boundary condition", 1, 2)) - 1});
      });
    }
  }
};

// An edge must be a side of the cells that it names.
void check_edge(std::span<const global_index> ends, std::span<const global_index> cells,
                const Fetched<global_index>& corners, const Origin& origin, std::int64_t line) {
  for (const global_index cell : cells)
    for (const global_index end : ends)
      if (std::ranges::count(corners.row(cell), end) == 0)
        throw Error(origin.at(line), "this edge does not lie at cell ", cell);
}

}  // namespace

Draft op2_draft(const MeshSource& source) {
  auto read = read_slices(source, Op2Format());
  Op2Share& share = read.share;
  Mesh& mesh = share.draft.mesh;
  Origin& origin = share.draft.origin;
  origin.path = source.path;
  mesh.markers = {"airfoil", "farfield"};

  const Communicator& comm = source.comm;
  weld(comm, mesh, share.ends, {});

  const ConsecutiveShares cells(comm, mesh.cells.size());
  const Fetched corners(cells, mesh.cell_vertices, {share.inner_sides, share.boundary_sides}, 4);
  collectively(comm, [&] {
    for (std::size_t k = 0; k < share.inner_lines.size(); ++k)
      check_edge(std::span(share.ends).subspan(2 * k, 2), std::span(share.inner_sides).subspan(2 * k, 2),
                 corners, origin, share.inner_lines[k]);
  });
  collectively(comm, [&] {
    for (std::size_t k = 0; k < share.boundary_sides.size(); ++k)
      check_edge(mesh.boundary[k].corners(), std::span(share.boundary_sides).subspan(k, 1), corners, origin,
                 origin.boundary[k]);
  });

  // Each inner edge is the side of two cells.
  const auto& counts = read.whole.counts;
  const std::int64_t ends = 4 * counts[1] - counts[3];
  if (ends != 2 * counts[2])
    throw CollectiveError(origin.at(1), "the header announces ", counts[2],
                          " inner edges, but the cells have ", ends / 2);
  return std::move(share.draft);
}

}  // namespace partita::mesh
