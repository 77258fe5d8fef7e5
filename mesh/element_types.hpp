#pragma once
/// \file Types of elements in files: cells, sides on the boundary, and those that no reader takes.

#include <array>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

struct ElementType {
  const char* name;
  int dimension;
  int nodes;  ///< 0: readers refuse this type
  int vtk;    ///< number in VTK and SU2
  int gmsh;   ///< number in Gmsh
};

/// Cells come first, in the order of CellType.
inline constexpr std::array element_types{ElementType{"triangle", 2, 3, 5, 2},
                                          ElementType{"quadrilateral", 2, 4, 9, 3},
                                          ElementType{"tetrahedron", 3, 4, 10, 4},
                                          ElementType{"hexahedron", 3, 8, 12, 5},
                                          ElementType{"prism", 3, 6, 13, 6},
                                          ElementType{"pyramid", 3, 5, 14, 7},
                                          ElementType{"line", 1, 2, 3, 1},
                                          ElementType{"vertex", 0, 1, 1, 15},
                                          ElementType{"quadratic line", 1, 0, 21, 8},
                                          ElementType{"quadratic triangle", 2, 0, 22, 9},
                                          ElementType{"quadratic quadrilateral", 2, 0, 28, 10},
                                          ElementType{"quadratic quadrilateral", 2, 0, 23, 16},
                                          ElementType{"quadratic tetrahedron", 3, 0, 24, 11}};

constexpr const ElementType& type_of(CellType cell) { return element_types[static_cast<std::size_t>(cell)]; }

/// The reverse of `type_of`, for the types of cells.
constexpr CellType cell_of(const ElementType& type) {
  return static_cast<CellType>(&type - element_types.data());
}

}  // namespace partita::mesh
