// In the file each piece begins at
//
//   Points        the points of the pieces before
//   Types         their cells, as for CellData
//   Offsets       their cells, and one more for each piece
//   Connectivity  their NumberOfConnectivityIds; points count from the piece's first
#include <algorithm>
#include <array>
#include <cstdint>

#include <partita/mesh/vtkhdf_pieces.hpp>
#include <partita/support/error.hpp>

#include "hdf5/attribute.hpp"

namespace partita::mesh {
namespace {

void check_version(const hdf5::Group& grid) {
  if (H5Aexists(grid, "Version") <= 0) return;
  const hdf5::Handle attribute(H5Aopen(grid, "Version", H5P_DEFAULT), H5Aclose);
  const hdf5::Handle space(H5Aget_space(attribute), H5Sclose), type(H5Aget_type(attribute), H5Tclose);
  std::array<std::int64_t, 2> version{};
  if (H5Sget_simple_extent_npoints(space) != std::ssize(version) || !hdf5::is_of_numbers(type))
    throw Error("its Version is not two numbers");
  hdf5::check(H5Aread(attribute, hdf5::native<std::int64_t>(), version.data()));
  if (version[0] != 1 && version[0] != 2)
    throw Error("its Version is ", version[0], ".", version[1], "; versions 1 and 2 can be read");
}

// Sums of the pieces' counts of a table's rows.
std::vector<global_index> begins(const hdf5::Group& grid, const std::string& counts, global_index pieces,
                                 const std::string& table) {
  const global_index rows = grid.table(table).rows();
  std::vector<global_index> sums{0};
  for (const global_index count : grid.table(counts).read<global_index>({0, pieces})) {
    if (count < 0 || count > rows - sums.back())
      throw Error("its ", counts, " does not fit ", table, ", which has ", rows, " rows");
    sums.push_back(sums.back() + count);
  }
  return sums;
}

const ElementType& known_type(int vtk, global_index cell) {
  const auto known = std::ranges::find(element_types, vtk, &ElementType::vtk);
  if (known == element_types.end() || known->nodes == 0)
    throw Error("cell ", cell, " has VTK's type ", vtk, ", which is not read");
  return *known;
}

struct Tables {
  hdf5::Table types, offsets, ids;
};

// Appends the elements of a range within a piece.
void append_elements(const Tables& tables, const Pieces& pieces, std::size_t piece, const hdf5::Rows& range,
                     Elements& elements) {
  const hdf5::Rows points{pieces.points[piece], pieces.points[piece + 1]};
  const hdf5::Rows ids{pieces.ids[piece], pieces.ids[piece + 1]};
  const auto types = tables.types.read<std::uint8_t>(range);
  const auto before = static_cast<global_index>(piece);  // pieces, each with one more offset than cells
  const auto offsets = tables.offsets.read<global_index>({range.begin + before, range.end + before + 1});
  for (std::size_t k = 0; k < types.size(); ++k) {
    const global_index cell = range.begin + static_cast<global_index>(k);
    const ElementType& type = known_type(types[k], cell);
    if (offsets[k] < 0 || offsets[k] > ids.size() || offsets[k + 1] < 0 || offsets[k + 1] > ids.size())
      throw Error("the Offsets of cell ", cell, " are not within the piece's Connectivity");
    if (offsets[k + 1] - offsets[k] != type.nodes)
      throw Error("cell ", cell, ", a ", type.name, ", needs ", type.nodes, " vertices by Offsets");
    elements.types.push_back(&type);
  }

  const auto vertices =
      tables.ids.read<global_index>({ids.begin + offsets.front(), ids.begin + offsets.back()});
  for (std::size_t k = 0, v = 0; k < types.size(); ++k)
    for (const auto end = static_cast<std::size_t>(offsets[k + 1] - offsets.front()); v < end; ++v) {
      if (vertices[v] < 0 || vertices[v] >= points.size())
        throw Error("cell ", range.begin + static_cast<global_index>(k), " names point ", vertices[v],
                    ", but the piece's points are 0 to ", points.size() - 1);
      elements.vertices.push_back(points.begin + vertices[v]);
    }
}

}  // namespace

Pieces read_pieces(const hdf5::Group& grid) {
  if (hdf5::read_string(grid, "Type") != "UnstructuredGrid") throw Error("its Type is not UnstructuredGrid");
  check_version(grid);
  global_index pieces = grid.table("NumberOfPoints").rows();
  if (grid.has("Steps") && grid.has("Steps/NumberOfParts"))  // the pieces of all steps; the first one's
    pieces = std::min(pieces, grid.table("Steps/NumberOfParts").read<global_index>({0, 1}).front());
  if (pieces < 1) throw Error("the grid has no pieces");
  Pieces begin{begins(grid, "NumberOfPoints", pieces, "Points"),
               begins(grid, "NumberOfCells", pieces, "Types"),
               begins(grid, "NumberOfConnectivityIds", pieces, "Connectivity")};
  const global_index cells = begin.cells.back();
  if (const auto offsets = grid.table("Offsets").rows(); offsets < cells + pieces)
    throw Error("Offsets has ", offsets, " rows; ", cells, " cells need ", cells + pieces);
  return begin;
}

std::vector<Point> read_points(const hdf5::Group& grid, const hdf5::Rows& range) {
  const std::vector<double> values = grid.table("Points").read<double>(range, 3);
  std::vector<Point> points(static_cast<std::size_t>(range.size()));
  for (std::size_t k = 0; k < points.size(); ++k) std::copy_n(&values[3 * k], 3, points[k].begin());
  return points;
}

Elements read_elements(const hdf5::Group& grid, const Pieces& pieces, const hdf5::Rows& range) {
  const Tables tables{grid.table("Types"), grid.table("Offsets"), grid.table("Connectivity")};
  Elements elements;
  for (std::size_t piece = 0; piece < pieces.count(); ++piece) {
    const hdf5::Rows part{std::max(range.begin, pieces.cells[piece]),
                          std::min(range.end, pieces.cells[piece + 1])};
    if (part.size() > 0) append_elements(tables, pieces, piece, part, elements);
  }
  elements.is_copy.resize(elements.types.size());
  if (grid.has("CellData") && grid.has("CellData/vtkGhostType") && range.size() > 0) {
    constexpr int duplicate = 1;  // vtkDataSetAttributes::DUPLICATECELL
    const auto ghosts = grid.table("CellData/vtkGhostType").read<std::uint8_t>(range);
    for (std::size_t k = 0; k < ghosts.size(); ++k) elements.is_copy[k] = (ghosts[k] & duplicate) != 0;
  }
  return elements;
}

}  // namespace partita::mesh
