#pragma once
/// \file The common part of Gmsh's format versions: nodes with tags, elements of all dimensions, groups.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <partita/mesh/draft.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// A Gmsh file as read, or one rank's share of it. Gmsh meshes every entity (curve, surface, volume) of a
/// geometry, so boundary faces are elements of one dimension less. The author may group entities into named
/// physical groups.
struct GmshModel {
  struct Element {
    const ElementType* type;
    int physical;  ///< 0: in no physical group; if entities are in groups, minus the entity's number
    int entity;
    std::int64_t position;
  };

  std::vector<std::int64_t> tags;  ///< of nodes; shares need not be those of the points
  std::vector<Point> points;       ///< of the nodes, in the same order
  std::vector<Element> elements;
  std::vector<std::int64_t> nodes;  ///< tags of all elements' nodes, one element after the other
  Origin origin;                    ///< of the points

  std::map<std::size_t, std::vector<int>> more_groups;  ///< of elements that are in several, by their places
};

/// Keeps the first of elements of the same nodes, with the groups of all, if elements of one entity are in
/// different groups: format 2 lists an element once for each of its groups. Otherwise nothing is listed
/// again.
///
/// Collective. Memory is linear in the share.
void join_repeats(const Communicator& comm, GmshModel& model);

/// Names of physical groups, by dimension and tag; of entities in groups, by dimension and minus their
/// number.
using GroupNames = std::map<std::pair<int, int>, std::string>;

/// Elements of the highest dimension are cells, those of one dimension less are boundary faces.
/// A face's marker is the name of its physical group, else the group's number, else the number of its entity.
/// @throws CollectiveError if a node's tag occurs twice, an element names a missing node, or there are no
/// cells
///
/// Collective.
Draft to_draft(const Communicator& comm, GmshModel model, const GroupNames& names);

}  // namespace partita::mesh
