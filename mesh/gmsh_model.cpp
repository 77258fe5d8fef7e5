#include <algorithm>
#include <iterator>
#include <span>

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

Draft to_draft(GmshModel model) {
  sort_tags(model);
  Mesh mesh;
  for (const Element& element : model.elements)
    mesh.dimension = std::max(mesh.dimension, element.type->dimension);

  std::map<std::string, int> marker_numbers;
  std::span<const std::int64_t> rest = model.nodes;
  for (const Element& element : model.elements) {
    const std::span tags = rest.first(element.type->nodes);
    rest = rest.subspan(tags.size());
    const int dimension = element.type->dimension;
    if (dimension < mesh.dimension - 1) continue;
    const auto vertex_of = [&](std::int64_t tag) { return vertex(model, element, tag); };
    if (dimension == mesh.dimension) {
      mesh.cells.push_back(cell_of(*element.type));
      std::ranges::transform(tags, std::back_inserter(mesh.cell_vertices), vertex_of);
      model.origin.cells.push_back(element.position);
    } else {
      const auto [marker, is_new] =
          marker_numbers.try_emplace(marker_of(model, element), static_cast<int>(mesh.markers.size()));
      if (is_new) mesh.markers.push_back(marker->first);
      BoundaryFace& face = mesh.boundary.emplace_back(BoundaryFace({}, marker->second));
      std::ranges::transform(tags, face.vertices.begin(), vertex_of);
      model.origin.boundary.push_back(element.position);
    }
  }
  if (mesh.cells.empty())
    throw Error(model.origin.path,
                ": there are no cells of two or three dimensions; mesh the surface (gmsh -2) or the volume "
                "(gmsh -3)");
  mesh.points = std::move(model.points);
  return {std::move(mesh), std::move(model.origin)};
}

}  // namespace partita::mesh
