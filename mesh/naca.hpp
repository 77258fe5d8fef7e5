#pragma once
/// \file A mesh about an airfoil, without a mesh generator or a file: the NACA four-digit sections.

#include <string>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

struct NacaOptions {
  std::string digits =
      "0012";  ///< camber (% of chord), its position (tenths of chord), thickness (%, two digits)
  int surface_points = 192;             ///< points on the airfoil; even, at least 16
  int radial_points = 48;               ///< points from the airfoil to the far field; at least 4
  CellType cells = CellType::triangle;  ///< triangle or quadrilateral
};

/// Throws Error for digits that name no section, for too few, too many or an odd number of points.
void check(const NacaOptions& options);

/// An O-grid about a NACA section of chord 1 from (0, 0) to (1, 0) with a sharp, closed trailing edge, out to
/// a circle of 50 chords about the middle of the chord.
///
/// Vertices are numbered ring by ring from the airfoil outwards; every ring starts behind the trailing edge
/// and runs counter-clockwise, so vertex 0 is the trailing edge and vertex surface_points / 2 the leading
/// edge. The boundary's parts are "airfoil" and "farfield". The mesh of an uncambered section, points and
/// cells, is its own mirror image about y = 0 to the last bit.
///
/// Throws Error as `check` does, and for a section so cambered or thick that the grid would fold.
Mesh naca(const NacaOptions& options);

}  // namespace partita::mesh
