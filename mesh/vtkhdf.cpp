// Points, cells and boundary faces are written from the shares: a rank's rows begin behind those of the ranks
// below. Rows of fields have numbers and first move to the rank that writes the block with their number.
// Then each rank writes one hyperslab per dataset.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <utility>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/datasets.hpp"
#include "hdf5/row_type.hpp"
#include "hdf5/rows_by_number.hpp"
#include "hdf5/write_together.hpp"

namespace partita::mesh {
namespace {

// --- Checks ---

// Of what the group of the fields has already.
using Names = std::set<std::string>;

void check_fields(const FieldsByNumber& on, const std::string& where, Names taken = {}) {
  for (const NamedField& field : on.fields) {
    hdf5::require_name(field.name, "a field");
    if (!taken.insert(field.name).second)
      throw Error("a field on ", where, " cannot be called ", field.name, ", which is taken; rename it");
    const std::size_t bytes = hdf5::bytes_of(field.row_type);
    if (field.rows.size() != on.numbers.size() * bytes)
      throw Error("the field ", field.name, " on ", where, " has ", field.rows.size() / bytes, " rows and ",
                  on.numbers.size(), " numbers; give a number to each row");
  }
}

void check_constants(const std::map<std::string, double>& constants) {
  for (const auto& [name, value] : constants) {
    hdf5::require_name(name, "a constant");
    if (name == "markers") throw Error("a constant cannot be called markers, which is taken; rename it");
  }
}

void check_share(const Mesh& share, global_index points) {
  if (points == 0) throw Error("a mesh without points cannot be written");
  std::size_t vertices = 0;
  for (const CellType cell : share.cells) vertices += vertices_of(cell);
  if (share.cell_vertices.size() != vertices)
    throw Error("the cells need ", vertices, " vertices and have ", share.cell_vertices.size());
  const auto check_vertex = [&](global_index vertex, const char* of) {
    if (vertex < 0 || vertex >= points)
      throw Error(of, " names vertex ", vertex, ", but the vertices are 0 to ", points - 1);
  };
  for (const global_index vertex : share.cell_vertices) check_vertex(vertex, "a cell");
  for (const BoundaryFace& face : share.boundary)
    for (const global_index vertex : face.corners()) check_vertex(vertex, "a boundary face");
}

std::uint64_t fingerprint(const Mesh& share, const Results& results) {
  Hash hash;
  const auto add = [&](const std::string& words) { hash.add(words.size(), words); };
  hash.add(share.dimension);
  for (const std::string& marker : share.markers) add(marker);
  for (const FieldsByNumber* on : {&results.points, &results.cells, &results.boundary}) {
    hash.add(on->fields.size());
    for (const NamedField& field : on->fields) {
      add(field.name);
      hash.add(field.row_type.type, field.row_type.components);
    }
  }
  for (const auto& [name, value] : results.constants) {
    add(name);
    hash.add(value);
  }
  return hash.value();
}

// --- The grid as VTK has it ---

struct Grid {
  std::vector<std::int64_t> offsets;  // on rank 0 with the leading 0
  std::vector<std::uint8_t> types;
  std::vector<global_index> mirrored;  // connectivity, if it is not that of the share
  int face_columns;
  std::vector<global_index> face_vertices;
  std::vector<std::int32_t> face_markers;
};

// Collective.
Grid grid_of(const Communicator& comm, const Mesh& share) {
  Grid grid;
  std::int64_t offset = sum_below(comm, static_cast<std::int64_t>(share.cell_vertices.size()));
  grid.offsets.reserve(share.cells.size() + 1);
  if (comm.rank() == 0) grid.offsets.push_back(0);
  for (const CellType cell : share.cells) {
    grid.offsets.push_back(offset += vertices_of(cell));
    grid.types.push_back(static_cast<std::uint8_t>(type_of(cell).vtk));
  }

  if (std::ranges::count(share.cells, CellType::prism) > 0) {
    grid.mirrored = share.cell_vertices;
    auto first = grid.mirrored.begin();
    for (const CellType cell : share.cells) {
      const auto last = first + vertices_of(cell);
      if (cell == CellType::prism) mirror(cell, {first, last});
      first = last;
    }
  }

  const bool has_quadrilaterals = std::ranges::any_of(
      share.boundary, [](const BoundaryFace& face) { return face.corners().size() == 4; });
  grid.face_columns = max(comm, has_quadrilaterals ? 4 : share.dimension);
  for (const BoundaryFace& face : share.boundary) {
    const auto columns = std::span(face.vertices).first(static_cast<std::size_t>(grid.face_columns));
    grid.face_vertices.insert(grid.face_vertices.end(), columns.begin(), columns.end());
    grid.face_markers.push_back(face.marker);
  }
  return grid;
}

// --- Tables: datasets, of which each rank has some rows ---

class Tables {
 public:
  explicit Tables(const Communicator& comm) : comm_(comm) {}

  /// Of rows in the order of the ranks. They stay where they are. Returns their number. Collective.
  template <class T>
  global_index add(std::string name, std::span<const T> values, hsize_t columns = 1) {
    const std::uint64_t rows = values.size() / columns;
    const std::uint64_t first = sum_below(comm_, rows), all = sum(comm_, rows);
    add({std::move(name), hdf5::native<T>(), {all, columns}, {first, rows}, std::as_bytes(values)});
    return static_cast<global_index>(all);
  }

  /// Fields on each of `rows` things. Collective.
  void add(const std::string& group, const std::string& things, global_index rows, const FieldsByNumber& on) {
    if (on.fields.empty()) return;
    const hdf5::RowsByNumber by_number(comm_, "the table of " + things, rows, on.numbers);
    by_number.require_each_once();
    const auto all = static_cast<hsize_t>(rows);
    for (const auto& [name, row_type, values] : on.fields) {
      const auto columns = static_cast<hsize_t>(row_type.components);
      blocks_.push_back(by_number.to_block(values, hdf5::bytes_of(row_type)));
      add({group + name, hdf5::native(row_type.type), {all, columns}, by_number.block(), blocks_.back()});
    }
  }

  /// Of this rank's rows.
  std::uint64_t bytes() const { return bytes_; }

  /// Returns false if some of this rank's rows could not be written. Collective.
  bool write(hid_t file) const {
    bool written = true;
    for (const auto& [name, type, shape, share, rows] : tables_)
      written = hdf5::write_rows(file, name, type, shape, share, rows.data(), true) && written;
    return written;
  }

 private:
  struct Table {
    std::string name;
    hid_t type;
    hdf5::Shape shape;
    hdf5::Share share;
    std::span<const std::byte> rows;
  };

  void add(Table table) {
    bytes_ += table.rows.size();
    tables_.push_back(std::move(table));
  }

  const Communicator& comm_;
  std::vector<Table> tables_;
  std::deque<std::vector<std::byte>> blocks_;  // that some tables refer to
  std::uint64_t bytes_ = 0;
};

}  // namespace

void write_vtkhdf(const Communicator& comm, const std::filesystem::path& path, const Mesh& share,
                  const Results& results) {
  require_same(comm, fingerprint(share, results), "the fields, constants or markers of the VTKHDF file");
  const auto points = static_cast<global_index>(sum(comm, static_cast<std::uint64_t>(share.points.size())));
  collectively(comm, [&] {
    try {
      check_share(share, points);
      check_fields(results.points, "points");
      check_fields(results.cells, "cells");
      check_fields(results.boundary, "the boundary", {"vertices", "marker"});
      check_constants(results.constants);
    } catch (const Error& error) {
      throw Error("cannot write ", path.string(), ": ", error.what());
    }
  });

  const Grid grid = grid_of(comm, share);
  const std::span<const global_index> connectivity =
      grid.mirrored.empty() ? share.cell_vertices : grid.mirrored;
  Tables tables(comm);
  tables.add<double>("VTKHDF/Points",
                     {reinterpret_cast<const double*>(share.points.data()), 3 * share.points.size()}, 3);
  const global_index ids = tables.add<global_index>("VTKHDF/Connectivity", connectivity);
  tables.add<std::int64_t>("VTKHDF/Offsets", grid.offsets);
  const global_index cells = tables.add<std::uint8_t>("VTKHDF/Types", grid.types);
  tables.add<global_index>("partita/boundary_vertices", grid.face_vertices, grid.face_columns);
  const global_index faces = tables.add<std::int32_t>("partita/boundary_marker", grid.face_markers);
  tables.add("VTKHDF/PointData/", "points", points, results.points);
  tables.add("VTKHDF/CellData/", "cells", cells, results.cells);
  tables.add("partita/boundary_", "boundary faces", faces, results.boundary);
  const auto only_first = [&](const global_index& number) { return std::span(&number, comm.rank() == 0); };
  tables.add<global_index>("VTKHDF/NumberOfPoints", only_first(points));
  tables.add<global_index>("VTKHDF/NumberOfCells", only_first(cells));
  tables.add<global_index>("VTKHDF/NumberOfConnectivityIds", only_first(ids));

  hdf5::write_together(comm, path, tables.bytes(), std::nullopt, [&](hid_t file) {
    const hdf5::Handle root = hdf5::make_group(file, "VTKHDF"), beside = hdf5::make_group(file, "partita");
    const std::array<std::int64_t, 2> version{1, 0};
    hdf5::write_attribute(root, "Version", hdf5::native<std::int64_t>(), version.data(), version.size());
    hdf5::write_attribute(root, "Type", std::string("UnstructuredGrid"));
    (void)hdf5::make_group(root, "PointData");
    (void)hdf5::make_group(root, "CellData");
    std::string names;
    for (const std::string& name : share.markers) names += (names.empty() ? "" : "\n") + name;
    hdf5::write_attribute(beside, "markers", names);
    for (const auto& [name, value] : results.constants) hdf5::write_attribute(beside, name, value);
    return tables.write(file);
  });
}

}  // namespace partita::mesh
