#pragma once
/// \file Meshes around NACA four-digit airfoils, made without a mesh generator or a file.

#include <string>

#include <partita/mesh/draft.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

struct NacaOptions {
  std::string digits =
      "0012";  ///< camber (% of chord), its position (tenths of chord), thickness (%, two digits)
  int surface_points = 192;             ///< points on the airfoil; even, at least 16
  int radial_points = 48;               ///< points from the airfoil to the far field; at least 4
  CellType cells = CellType::triangle;  ///< triangle or quadrilateral
  double wall_spacing = 0;  ///< mean distance of the first ring from the airfoil, in chords; 0: that of the
                            ///< points on the airfoil, so that cells there are square
  bool is_blunt = false;    ///< the trailing edge is as thick as NACA's polynomial has it, and square
};

/// Throws Error if the digits name no section, numbers of points are too small or odd, or the spacing at the
/// wall is out of bounds. Not collective.
void check(const NacaOptions& options);

/// Makes an O-grid around a NACA section of chord 1 from (0, 0) to (1, 0). The trailing edge is closed, by a
/// wedge or, if it is blunt, by a straight base. The outer boundary is a circle of radius 50 chords around
/// the middle of the chord.
///
/// Vertices are numbered ring by ring from the airfoil outwards. Every ring starts behind the trailing edge
/// and runs counter-clockwise: vertex 0 is (the middle of) the trailing edge, vertex surface_points / 2 the
/// leading edge. The boundary markers are "airfoil" and "farfield". The mesh of an uncambered section, points
/// and cells, is its own mirror image about y = 0 to the last bit.
///
/// @throws Error as `check`, and if the section is so cambered or thick that the grid would fold
///
/// Not collective. MPI must run.
Mesh naca(const NacaOptions& options);

/// A part of the same mesh, not completed: a rank's share. Not collective.
/// @param part  0 to parts - 1
/// @throws Error as `check`
Draft naca_part(const NacaOptions& options, int part, int parts);

/// The point of the mesh's boundary, the section or the circle, that is nearest to a point close to it. So
/// points that refinement adds lie on the curves. Not collective.
/// @param marker  0: the section, 1: the circle
Point nearest_on_naca(const NacaOptions& options, int marker, const Point& point);

/// What to say if the mesh cannot be completed, because it folds.
Error naca_folds(const NacaOptions& options);

}  // namespace partita::mesh
