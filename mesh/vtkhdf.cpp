// Points, cells and boundary faces are written from the shares: a rank's rows begin behind those of the ranks
// below. Rows of fields have numbers and first move to the rank that writes the block with their number.
// Then each rank writes its block of each dataset.
#include <array>
#include <cstdint>
#include <optional>
#include <set>

#include <partita/mesh/vtkhdf.hpp>
#include <partita/mesh/vtkhdf_grid.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/rows_by_number.hpp"
#include "hdf5/write_together.hpp"

namespace partita::mesh {
namespace {

// --- Checks ---

// Of what the group of the fields has already.
using Names = std::set<std::string>;

void check_fields(const FieldsByNumber& on, const std::string& where, Names taken = {}) {
  for (const NamedField& field : on.fields) {
    hdf5::check_field(field, on.numbers.size(), " on " + where, "a field");
    if (!taken.insert(field.name).second)
      throw Error("a field on ", where, " cannot be called ", field.name, ", which is taken; rename it");
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
  hash.add(share.dimension, share.markers.size());
  for (const std::string& marker : share.markers) hash.add(marker);
  for (const FieldsByNumber* on : {&results.points, &results.cells, &results.boundary}) {
    hash.add(on->fields.size());
    for (const NamedField& field : on->fields)
      hash.add(field.name, field.row_type.type, field.row_type.components);
  }
  for (const auto& [name, value] : results.constants) hash.add(name, value);
  return hash.value();
}

// Fields on each of `rows` things. Collective.
void add_fields(const Communicator& comm, hdf5::Tables& tables, const std::string& group,
                const std::string& things, global_index rows, const FieldsByNumber& on) {
  if (on.fields.empty()) return;
  const hdf5::RowsByNumber by_number(comm, "the table of " + things, rows, on.numbers);
  by_number.require_each_once();
  for (const NamedField& field : on.fields) tables.add(group + field.name, by_number, field);
}

}  // namespace

void write_vtkhdf(const Communicator& comm, const std::filesystem::path& path, const Mesh& share,
                  const Results& results) {
  require_same(comm, fingerprint(share, results), "the fields, constants or markers of the VTKHDF file");
  const GridPlaces places = places_of(comm, share);
  collectively(comm, [&] {
    try {
      check_share(share, places.points.all);
      check_fields(results.points, "points");
      check_fields(results.cells, "cells");
      check_fields(results.boundary, "the boundary", {"vertices", "marker"});
      check_constants(results.constants);
    } catch (const Error& error) {
      throw Error("cannot write ", path.string(), ": ", error.what());
    }
  });

  hdf5::Tables tables;
  add_grid(tables, share, places);
  add_fields(comm, tables, "VTKHDF/PointData/", "points", places.points.all, results.points);
  add_fields(comm, tables, "VTKHDF/CellData/", "cells", places.cells.all, results.cells);
  add_fields(comm, tables, "partita/boundary_", "boundary faces", places.faces.all, results.boundary);

  const auto describe = [&](hid_t file) {
    std::string markers;
    for (const std::string& name : share.markers) markers += (markers.empty() ? "" : "\n") + name;
    const hdf5::Handle root = hdf5::make_group(file, "VTKHDF"), beside = hdf5::make_group(file, "partita");
    const std::array<std::int64_t, 2> version{1, 0};
    hdf5::write_attribute(root, "Version", hdf5::native<std::int64_t>(), version.data(), version.size());
    hdf5::write_attribute(root, "Type", std::string("UnstructuredGrid"));
    for (const char* name : {"PointData", "CellData"}) (void)hdf5::make_group(root, name);
    hdf5::write_attribute(beside, "markers", markers);
    for (const auto& [name, value] : results.constants) hdf5::write_attribute(beside, name, value);
  };
  hdf5::write_together(comm, path, tables, std::nullopt, describe);
}

}  // namespace partita::mesh
