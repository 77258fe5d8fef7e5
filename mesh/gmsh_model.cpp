#include <algorithm>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/gmsh_model.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

using Element = GmshModel::Element;

// Tags are sparse and come in any order.
void sort_tags(GmshModel& model) {
  std::ranges::sort(model.tags);
  const auto twice = std::ranges::adjacent_find(model.tags, {}, &GmshModel::Tag::first);
  if (twice != model.tags.end())
    throw Error(model.origin.point(std::next(twice)->second), "node ", twice->first, " is listed twice");
}

// Sparse tags are the exception, so the tag's place in a file without gaps is tried before the search.
global_index vertex(const GmshModel& model, const Element& element, std::int64_t tag) {
  const auto& tags = model.tags;
  const auto guess = tags.empty() || tag < tags[0].first ? tags.size() : std::size_t(tag) - tags[0].first;
  if (guess < tags.size() && tags[guess].first == tag) return tags[guess].second;
  const auto found = std::ranges::lower_bound(tags, tag, {}, &GmshModel::Tag::first);
  if (found == tags.end() || found->first != tag)
    throw Error(model.origin.at(element.position), "this element names node ", tag,
                ", which is not in $Nodes");
  return found->second;
}

std::string marker_of(const GmshModel& model, const Element& element) {
  const auto named = model.names.find({element.type->dimension, element.physical});
  if (named != model.names.end()) return named->second;
  return std::to_string(element.physical != 0 ? element.physical : element.entity);
}

}  // namespace

Mesh to_mesh(GmshModel model) {
  sort_tags(model);
  Mesh mesh;
  for (const Element& element : model.elements)
    mesh.dimension = std::max(mesh.dimension, element.type->dimension);

  std::map<std::string, int> marker_numbers;
  for (const Element& element : model.elements) {
    const int dimension = element.type->dimension, nodes = element.type->nodes;
    if (dimension < mesh.dimension - 1) continue;
    const bool is_cell = dimension == mesh.dimension;
    if (!is_cell && nodes != mesh.dimension)
      throw Error(model.origin.at(element.position), "a quadrilateral cannot bound tetrahedra");
    std::array<global_index, 4> vertices{-1, -1, -1, -1};
    for (int k = 0; k < nodes; ++k) vertices[k] = vertex(model, element, element.nodes[k]);
    if (is_cell) {
      mesh.cells.push_back(cell_of(*element.type));
      mesh.cell_vertices.insert(mesh.cell_vertices.end(), vertices.begin(), vertices.begin() + nodes);
      model.origin.cells.push_back(element.position);
    } else {
      const auto [marker, is_new] =
          marker_numbers.try_emplace(marker_of(model, element), static_cast<int>(mesh.markers.size()));
      if (is_new) mesh.markers.push_back(marker->first);
      mesh.boundary.push_back({{vertices[0], vertices[1], vertices[2]}, marker->second});
      model.origin.boundary.push_back(element.position);
    }
  }
  if (mesh.cells.empty())
    throw Error(model.origin.path,
                ": there are no triangles, quadrilaterals or tetrahedra; mesh the surface (gmsh -2) "
                "or the volume (gmsh -3)");
  mesh.points = std::move(model.points);
  complete(mesh, model.origin);
  return mesh;
}

}  // namespace partita::mesh
