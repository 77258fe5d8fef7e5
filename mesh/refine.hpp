#pragma once
/// \file Refinement of a mesh in the plane: marked cells are divided, and the mesh stays conforming.

#include <functional>
#include <vector>

#include <partita/mesh/draft.hpp>

namespace partita::mesh {

/// The point of a curved boundary that belongs to the middle of one of its edges.
/// @param marker  of the edge, an index into Mesh::markers
using BoundaryCurve = std::function<Point(int marker, const Point& middle)>;

/// A mesh in which cells are divided.
struct Refined {
  Draft draft;  ///< level (see draft.hpp); its cells are triangles, and each rank has an equal block of them
  std::vector<Edge> parents;  ///< of each point of this rank's share, numbers in the mesh before: the ends of
                              ///< the edge that the point halves, or twice the point that it was
  std::vector<global_index> cells;  ///< of each cell: the cell of the mesh before that it is a part of
};

/// Divides each marked cell by halving all of its edges. Every other cell with a halved edge is divided, too:
/// its longest edge is halved first, which may concern further cells. So angles do not become smaller and
/// smaller, however often a mesh is refined. Quadrilaterals are cut into two triangles before.
///
/// A new point's number follows that of its edge's smaller end. The result depends on the mesh and the marks
/// alone: it is the same on any number of ranks.
///
/// Rivara, "Algorithms for refining triangular grids suitable for adaptive and multigrid techniques", Int. J.
/// Numer. Methods Eng. 20, 1984.
///
/// @param draft  a share of a level mesh of two dimensions, conforming
/// @param marked  of each cell of the share: 1, or 0
/// @param curve  moves new points on the boundary; none: they are in the middle of their edges
/// @throws CollectiveError if the mesh has three dimensions, if marks and cells of a rank differ in number,
/// or with the text of what the curve throws
///
/// Collective. Memory is linear in the rank's block of the meshes before and after.
Refined refine(const Communicator& comm, const Draft& draft, const std::vector<int>& marked,
               const BoundaryCurve& curve = {});

}  // namespace partita::mesh
