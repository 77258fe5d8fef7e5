#pragma once
/// \file What the versions of Gmsh's format have in common: nodes with tags, elements of all dimensions,
/// groups.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>

namespace partita::mesh {

/// A Gmsh file as read. Gmsh meshes every entity (curve, surface, volume) of a geometry: boundary faces are
/// elements like others, one dimension lower. Entities are grouped into named physical groups, if their
/// author did so.
struct GmshModel {
  /// Number of nodes and dimension of an element type.
  struct Shape {
    int dimension;
    int nodes;
  };

  struct Element {
    Shape shape;
    int physical;  ///< 0: in no physical group
    int entity;
    std::array<std::int64_t, 4> nodes;  ///< tags
    std::int64_t position;
  };

  std::vector<std::pair<std::int64_t, global_index>> tags;  ///< of nodes, with their index in `points`
  std::vector<Point> points;
  std::vector<Element> elements;
  std::map<std::pair<int, int>, std::string> names;  ///< of physical groups, by dimension and tag
  Origin origin;                                     ///< its path and its points
};

/// The shape of Gmsh's element type, nothing if it is not read, and its name in either case.
std::optional<GmshModel::Shape> gmsh_shape(int type);
std::string gmsh_type_name(int type);

/// Cells are the elements of the highest dimension, boundary faces those of one below. A face's marker is the
/// name of its physical group, or the group's number, or, in no group, its entity's number. Throws as
/// `complete`, and if a node's tag occurs twice, an element names a node that is not there, or there are no
/// cells.
Mesh to_mesh(GmshModel model);

}  // namespace partita::mesh
