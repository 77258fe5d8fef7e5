#pragma once
/// \file Meshes and fields in one VTKHDF file, which ParaView and VTK open.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

/// Values at all vertices, in the mesh's order: `components` to a vertex (3 for a vector), contiguous.
struct Field {
  std::string name;
  int components;
  std::vector<double> values;
};

/// The values that a file contains besides the mesh.
struct Results {
  std::vector<Field> fields;
  std::vector<int> owner;                   ///< rank of each vertex; a cell has its first vertex's
  std::map<std::string, double> constants;  ///< "mach", "lift_coefficient" ...
  std::map<std::string, std::vector<int>> on_boundary;  ///< "is_wall" ...: a value to each boundary face
};

/// Writes a mesh with results: VTKHDF 1.0, an UnstructuredGrid in one piece. VTK has no place for the
/// boundary and the constants, so they are in the group /partita: `boundary_vertices`, n x 2, in three
/// dimensions n x 3, or n x 4 with quadrilaterals (then -1 is a triangle's fourth); `boundary_marker`, n;
/// their names `markers`; `boundary_NAME`, n, for each of `on_boundary`; constants as attributes. The file is
/// complete or absent. One rank writes it. Not collective.
///
/// @throws Error if it cannot be written, or if the number of values does not fit the mesh.
///
/// Format: VTK File Formats, "VTKHDF" (Kitware). The first triangle of VTK's wedge turns clockwise seen from
/// the second one (class vtkWedge), unlike that of a prism here.
void write_vtkhdf(const std::filesystem::path& path, const Mesh& mesh, const Results& results);

}  // namespace partita::mesh
