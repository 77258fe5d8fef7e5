// OP2's text grids: numbers only, all counted from 0.
//
//   nodes cells edges boundary-edges
//   x y                      of each node
//   n n n n                  corners of each cell
//   n n c c                  nodes and cells of each edge
//   n n c bound              the same for each boundary edge; bound is 1 at the wall, 2 at the far field
#include <algorithm>
#include <limits>

#include <partita/support/error.hpp>
#include <partita/support/input_file.hpp>
#include <partita/support/text_scanner.hpp>

#include "grid.hpp"

namespace partita::op2_airfoil {
namespace {

class Reader {
 public:
  Reader(std::string_view text, std::string_view path) : file_(text, path) {}

  Grid read() {
    nodes_ = count("nodes", 1, 4);
    cells_ = count("cells", 1, 8);
    const std::int64_t edges = count("edges", 0, 8), boundary_edges = count("boundary edges", 0, 8);

    Grid grid;
    grid.nodes.reserve(nodes_);
    each("nodes", nodes_, [&] {
      const double x = file_.number("a coordinate");
      grid.nodes.push_back({x, file_.number("a coordinate")});
    });
    grid.cell_nodes.reserve(cells_);
    each("cells", cells_, [&] { grid.cell_nodes.push_back({node(), node(), node(), node()}); });
    grid.edge_nodes.reserve(edges);
    grid.edge_cells.reserve(edges);
    each("edges", edges, [&] {
      grid.edge_nodes.push_back({node(), node()});
      grid.edge_cells.push_back({cell(), cell()});
    });
    each("boundary edges", boundary_edges, [&] {
      grid.bedge_nodes.push_back({node(), node()});
      grid.bedge_cell.push_back(cell());
      grid.bound.push_back(static_cast<int>(file_.integer("a boundary condition", wall, far_field)));
    });
    if (!file_.at_end()) file_.fail_expected("the end of the file");
    return grid;
  }

 private:
  // Refuses a wrong header before memory is allocated.
  std::int64_t count(std::string_view records, std::int64_t least, std::size_t least_bytes_each) {
    const std::int64_t n =
        file_.integer(text("the number of ", records), least, std::numeric_limits<std::int64_t>::max());
    file_.require(n, records, least_bytes_each);
    return n;
  }

  template <class Read>
  void each(std::string_view records, std::int64_t total, Read read_record) {
    for (std::int64_t i = 0; i < total; ++i) {
      file_.record(records, i, total);
      read_record();
    }
  }

  global_index node() { return file_.integer("a node", 0, nodes_ - 1); }
  global_index cell() { return file_.integer("a cell", 0, cells_ - 1); }

  TextScanner file_;
  std::int64_t nodes_ = 0, cells_ = 0;
};

}  // namespace

Grid read(std::string_view text, const std::string& path) { return Reader(text, path).read(); }

Grid read(const std::filesystem::path& path) { return read(load_text(path, "a grid file"), path.string()); }

}  // namespace partita::op2_airfoil
