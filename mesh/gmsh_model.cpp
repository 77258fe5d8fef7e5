// Elements name nodes by tags, which are sparse and come in any order. In most files they are consecutive,
// and a tag tells the node's place. In others, a directory knows the place of each tag. A rank has the
// directory's part of the tags that leave its number when divided by the number of ranks, and asks the others
// for the tags of its elements, each once.
#include <algorithm>
#include <iterator>
#include <limits>
#include <span>

#include <partita/inspector/index_map.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/gmsh_model.hpp>
#include <partita/mesh/pack.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

using Element = GmshModel::Element;

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

struct Tag {
  std::int64_t tag;
  global_index place;

  auto operator<=>(const Tag&) const = default;
};

// The places of all nodes' tags.
class Directory {
 public:
  // Collective.
  Directory(const Communicator& comm, const GmshModel& model) : comm_(comm) {
    const ConsecutiveShares shares(comm, model.tags.size());
    nodes_ = shares.total();
    std::int64_t least = none, largest = -none;  // of the differences between tags and places
    for (std::int64_t place = shares.begin(); const std::int64_t tag : model.tags) {
      least = std::min(least, tag - place);
      largest = std::max(largest, tag - place++);
    }
    first_ = min(comm, least);
    is_consecutive_ = nodes_ == 0 || first_ == max(comm, largest);
    if (is_consecutive_) return;

    tags_.reserve(model.tags.size());
    for (const std::int64_t tag : model.tags) tags_.push_back({tag, shares.begin() + std::ssize(tags_)});
    tags_ = to_owners(model.tags).forward(tags_);
    std::ranges::sort(tags_);
    refuse_twice(model);
  }

  // Asks for the places of tags, for `place`. Collective.
  void ask(std::span<const std::int64_t> tags) {
    if (is_consecutive_) return;
    collectively(comm_, [&] {
      for (const std::int64_t tag : tags) asked_.insert(tag);
    });
    const Remap remap = to_owners(asked_.indices());
    std::vector<global_index> places;
    for (const std::int64_t tag : remap.forward(asked_.indices())) places.push_back(find(tag));
    places_ = remap.backward(places);
  }

  // -1: no node has this tag.
  global_index place(std::int64_t tag) const {
    if (is_consecutive_) return tag < first_ || tag - first_ >= nodes_ ? -1 : tag - first_;
    return places_[asked_.find(tag)];
  }

 private:
  Remap to_owners(std::span<const std::int64_t> tags) const {
    return {comm_, tags, [&](std::int64_t tag) { return static_cast<int>(tag % comm_.size()); }};
  }

  global_index find(std::int64_t tag) const {
    const auto found = std::ranges::lower_bound(tags_, tag, {}, &Tag::tag);
    return found == tags_.end() || found->tag != tag ? -1 : found->place;
  }

  // The owner of the first point that has the tag of an earlier one refuses it.
  void refuse_twice(const GmshModel& model) const {
    global_index place = none;
    for (std::size_t k = 1; k < tags_.size(); ++k)
      if (tags_[k].tag == tags_[k - 1].tag) place = std::min(place, tags_[k].place);
    place = min(comm_, place);
    if (place == none) return;
    const ConsecutiveShares points(comm_, model.points.size());
    collectively(comm_, [&] {
      if (!points.is_mine(place)) return;
      const auto point = static_cast<std::size_t>(place - points.begin());
      throw Error(model.origin.point(point), "node ", model.tags[point], " is listed twice");
    });
  }

  Communicator comm_;
  global_index nodes_ = 0;
  std::int64_t first_ = 0;
  bool is_consecutive_ = false;
  std::vector<Tag> tags_;
  partita::detail::IndexMap asked_;
  std::vector<global_index> places_;
};

// The names of all its groups, "airfoil+heated".
std::string marker_of(const GroupNames& names, const Element& element, std::span<const int> more_groups) {
  std::string marker;
  const auto add = [&](int group) {
    const auto named = names.find({element.type->dimension, group});
    if (named != names.end()) marker += (marker.empty() ? "" : "+") + named->second;
  };
  add(element.physical);
  for (const int group : more_groups) add(group);
  if (!marker.empty()) return marker;
  return std::to_string(element.physical != 0 ? element.physical : element.entity);
}

// The names of all ranks, by rank. Collective.
std::vector<std::string> names_of_all(const Communicator& comm, std::vector<std::string> names) {
  Packing mine;
  mine(names);
  std::vector<char> bytes = Remap(comm, std::vector<int>(mine.bytes.size(), 0)).forward(mine.bytes);
  broadcast(comm, bytes);
  Packing all(std::string(bytes.begin(), bytes.end()));
  names.clear();
  for (int rank = 0; rank < comm.size(); ++rank) {
    std::vector<std::string> theirs;
    all(theirs);
    names.insert(names.end(), theirs.begin(), theirs.end());
  }
  return names;
}

// Gives the markers of this rank, in order of appearance, their places among those of all ranks.
void join_markers(const Communicator& comm, Mesh& mesh) {
  const std::vector<std::string> mine = std::exchange(mesh.markers, {});
  std::map<std::string, int> numbers;
  for (const std::string& name : names_of_all(comm, mine))
    if (numbers.try_emplace(name, static_cast<int>(numbers.size())).second) mesh.markers.push_back(name);
  for (BoundaryFace& face : mesh.boundary) face.marker = numbers.at(mine[face.marker]);
}

}  // namespace

Draft to_draft(const Communicator& comm, GmshModel model, const GroupNames& names) {
  Directory directory(comm, model);
  Mesh mesh;
  for (const Element& element : model.elements)
    mesh.dimension = std::max(mesh.dimension, element.type->dimension);
  mesh.dimension = static_cast<int>(max(comm, mesh.dimension));
  directory.ask(model.nodes);

  collectively(comm, [&] {
    std::map<std::string, int> marker_numbers;
    const Element* last_face = nullptr;  // if it is in one group
    std::span<const std::int64_t> rest = model.nodes;
    for (const Element& element : model.elements) {
      const std::span tags = rest.first(element.type->nodes);
      rest = rest.subspan(tags.size());
      if (element.type->dimension < mesh.dimension - 1) continue;  // neither a cell nor a face
      const auto vertex_of = [&](std::int64_t tag) {
        const global_index place = directory.place(tag);
        if (place < 0)
          throw Error(model.origin.at(element.position), "this element names node ", tag,
                      ", which is not in $Nodes");
        return place;
      };
      if (element.type->dimension == mesh.dimension) {
        mesh.cells.push_back(cell_of(*element.type));
        std::ranges::transform(tags, std::back_inserter(mesh.cell_vertices), vertex_of);
        model.origin.cells.push_back(element.position);
      } else {
        int marker = 0;
        const auto more = model.more_groups.find(static_cast<std::size_t>(&element - model.elements.data()));
        const std::span more_groups = more == model.more_groups.end() ? std::span<const int>() : more->second;
        if (last_face != nullptr && more_groups.empty() && last_face->physical == element.physical &&
            last_face->entity == element.entity) {
          marker = mesh.boundary.back().marker;
        } else {
          const auto [known, is_new] = marker_numbers.try_emplace(marker_of(names, element, more_groups),
                                                                  static_cast<int>(mesh.markers.size()));
          if (is_new) mesh.markers.push_back(known->first);
          marker = known->second;
        }
        last_face = more_groups.empty() ? &element : nullptr;
        BoundaryFace& face = mesh.boundary.emplace_back(BoundaryFace({}, marker));
        std::ranges::transform(tags, face.vertices.begin(), vertex_of);
        model.origin.boundary.push_back(element.position);
      }
    }
  });
  if (sum(comm, std::ssize(mesh.cells)) == 0)
    throw CollectiveError(model.origin.path,
                          ": there are no cells of two or three dimensions; mesh the surface (gmsh -2) or "
                          "the volume (gmsh -3)");
  join_markers(comm, mesh);
  mesh.points = std::move(model.points);
  return {std::move(mesh), std::move(model.origin)};
}

}  // namespace partita::mesh
