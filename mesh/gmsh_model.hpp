#pragma once
/// \file The common part of Gmsh's format versions: nodes with tags, elements of all dimensions, groups.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <partita/mesh/draft.hpp>
#include <partita/mesh/element_types.hpp>

namespace partita::mesh {

/// A Gmsh file as read. Gmsh meshes every entity (curve, surface, volume) of a geometry, so boundary faces
/// are elements of one dimension less. The author may group entities into named physical groups.
struct GmshModel {
  using Tag = std::pair<std::int64_t, global_index>;  ///< of a node, with its index in `points`

  struct Element {
    const ElementType* type;
    int physical;  ///< 0: in no physical group
    int entity;
    std::int64_t position;
  };

  std::vector<Tag> tags;  ///< of nodes
  std::vector<Point> points;
  std::vector<Element> elements;
  std::vector<std::int64_t> nodes;  ///< tags of all elements' nodes, one element after the other
  std::map<std::pair<int, int>, std::string> names;  ///< of physical groups, by dimension and tag
  Origin origin;                                     ///< its path and its points
};

/// Elements of the highest dimension are cells, those of one dimension less are boundary faces.
/// A face's marker is the name of its physical group, else the group's number, else the number of its entity.
/// @throws Error if a node's tag occurs twice, an element names a missing node, or there
/// are no cells
Draft to_draft(GmshModel model);

}  // namespace partita::mesh
