#include <algorithm>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/gmsh_model.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

using Element = GmshModel::Element;

class Assembly {
 public:
  explicit Assembly(GmshModel model) : model_(std::move(model)) {}

  Mesh mesh() {
    sort_tags();
    Origin& origin = model_.origin;
    for (const Element& element : model_.elements)
      mesh_.dimension = std::max(mesh_.dimension, element.type->dimension);
    for (const Element& element : model_.elements) {
      if (element.type->dimension == mesh_.dimension) add_cell(element);
      if (element.type->dimension == mesh_.dimension - 1) add_face(element);
    }
    if (mesh_.cells.empty())
      throw Error(text(origin.path,
                       ": there are no triangles, quadrilaterals or tetrahedra; mesh the surface (gmsh -2) "
                       "or the volume (gmsh -3)"));
    mesh_.points = std::move(model_.points);
    complete(mesh_, origin);
    return std::move(mesh_);
  }

 private:
  // Tags are sparse and come in any order.
  void sort_tags() {
    std::ranges::sort(model_.tags);
    const auto twice = std::ranges::adjacent_find(
        model_.tags, [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twice != model_.tags.end())
      throw Error(
          text(model_.origin.point(std::next(twice)->second), "node ", twice->first, " is listed twice"));
  }

  // Sparse tags are the exception, so the tag's place in a file without gaps is tried before the search.
  global_index vertex(std::int64_t tag, const Element& element) const {
    const auto& tags = model_.tags;
    const auto guess = tags.empty() || tag < tags[0].first ? tags.size() : std::size_t(tag) - tags[0].first;
    if (guess < tags.size() && tags[guess].first == tag) return tags[guess].second;
    const auto found = std::ranges::lower_bound(tags, tag, {}, &std::pair<std::int64_t, global_index>::first);
    if (found == tags.end() || found->first != tag)
      throw Error(text(model_.origin.at(element.position), "this element names node ", tag,
                       ", which is not in $Nodes"));
    return found->second;
  }

  void add_cell(const Element& element) {
    mesh_.cells.push_back(cell_of(*element.type));
    for (int k = 0; k < element.type->nodes; ++k)
      mesh_.cell_vertices.push_back(vertex(element.nodes[k], element));
    model_.origin.cells.push_back(element.position);
  }

  void add_face(const Element& element) {
    if (element.type->nodes != mesh_.dimension)
      throw Error(text(model_.origin.at(element.position), "a quadrilateral cannot bound tetrahedra"));
    BoundaryFace& face = mesh_.boundary.emplace_back(BoundaryFace{{-1, -1, -1}, marker(element)});
    for (int k = 0; k < element.type->nodes; ++k) face.vertices[k] = vertex(element.nodes[k], element);
    model_.origin.boundary.push_back(element.position);
  }

  int marker(const Element& element) {
    const auto named = model_.names.find({element.type->dimension, element.physical});
    const std::string name = named != model_.names.end()
                                 ? named->second
                                 : std::to_string(element.physical != 0 ? element.physical : element.entity);
    const auto [known, is_new] = marker_numbers_.try_emplace(name, static_cast<int>(mesh_.markers.size()));
    if (is_new) mesh_.markers.push_back(name);
    return known->second;
  }

  GmshModel model_;
  Mesh mesh_;
  std::map<std::string, int> marker_numbers_;
};

}  // namespace

Mesh to_mesh(GmshModel model) { return Assembly(std::move(model)).mesh(); }

}  // namespace partita::mesh
