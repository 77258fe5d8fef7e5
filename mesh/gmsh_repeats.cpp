// Elements that Gmsh's format 2 lists once for each of their physical groups.
//
// Elements of the same nodes meet on one rank, which these name. It tells each the number of the first; the
// others send their groups there.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/gmsh_model.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

struct Membership {
  int dimension, entity, group;

  auto operator<=>(const Membership&) const = default;
};

// Whether elements of one entity are in different groups.
bool has_entity_in_groups(const Communicator& comm, const GmshModel& model) {
  std::set<Membership> distinct;
  Membership last{-1, 0, 0};
  for (const GmshModel::Element& element : model.elements) {
    const Membership here{element.type->dimension, element.entity, element.physical};
    if (here != last) distinct.insert(here);
    last = here;
  }
  std::vector<Membership> all(distinct.begin(), distinct.end());
  const auto owner = [&](const Membership& one) { return std::abs(one.entity) % comm.size(); };
  all = Remap(comm, all, owner).forward(all);
  std::ranges::sort(all);
  const auto differ = std::ranges::adjacent_find(all, [](const Membership& a, const Membership& b) {
    return a.dimension == b.dimension && a.entity == b.entity && a.group != b.group;
  });
  return max(comm, int{differ != all.end()}) == 1;
}

// An element by its nodes.
struct Nodes {
  std::array<std::int64_t, 8> tags;  // ascending, behind negative numbers if it has fewer
  global_index number;               // of the element

  auto operator<=>(const Nodes&) const = default;
};

std::vector<Nodes> nodes_of_elements(const GmshModel& model, global_index number) {
  std::vector<Nodes> all;
  all.reserve(model.elements.size());
  std::span rest(model.nodes);
  for (const GmshModel::Element& element : model.elements) {
    const auto tags = rest.first(static_cast<std::size_t>(element.type->nodes));
    rest = rest.subspan(tags.size());
    Nodes& nodes = all.emplace_back(Nodes{{}, number++});
    nodes.tags.fill(-1 - element.type->dimension);  // a tetrahedron is no quadrilateral
    std::ranges::copy(tags, nodes.tags.begin());
    std::ranges::sort(nodes.tags);
  }
  return all;
}

// For each of these elements, the number of the first one of the same nodes.
std::vector<global_index> first_of_same(const std::vector<Nodes>& elements) {
  std::vector<std::size_t> order(elements.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) -> const Nodes& { return elements[k]; });
  std::vector<global_index> first(elements.size());
  for (std::size_t k = 0, begin = 0; k < order.size(); ++k) {
    if (elements[order[k]].tags != elements[order[begin]].tags) begin = k;
    first[order[k]] = elements[order[begin]].number;
  }
  return first;
}

std::vector<global_index> first_of_same(const Communicator& comm, const std::vector<Nodes>& elements) {
  const Remap by_nodes(comm, elements, [&](const Nodes& nodes) {
    return meeting_rank(Hash().add(nodes.tags).value(), comm.size());
  });
  return by_nodes.backward(first_of_same(by_nodes.forward(elements)));
}

struct InGroup {
  global_index element;
  int physical;
};

}  // namespace

void join_repeats(const Communicator& comm, GmshModel& model) {
  if (!has_entity_in_groups(comm, model)) return;
  const ConsecutiveShares shares(comm, model.elements.size());
  const std::vector<global_index> first = first_of_same(comm, nodes_of_elements(model, shares.begin()));

  std::vector<std::size_t> place(model.elements.size());  // of the elements that are kept
  std::vector<InGroup> repeated;
  std::size_t kept = 0;
  auto node = model.nodes.begin(), kept_node = node;
  for (std::size_t k = 0; k < first.size(); ++k) {
    const GmshModel::Element element = model.elements[k];
    const auto end = node + element.type->nodes;
    if (first[k] == shares.begin() + static_cast<global_index>(k)) {
      kept_node = std::copy(node, end, kept_node);
      place[k] = kept;
      model.elements[kept++] = element;
    } else {
      repeated.push_back({first[k], element.physical});
    }
    node = end;
  }
  model.elements.resize(kept);
  model.nodes.erase(kept_node, model.nodes.end());
  const Remap to_first(comm, repeated, [&](const InGroup& group) { return shares.owner(group.element); });
  for (const auto& [element, physical] : to_first.forward(repeated))
    model.more_groups[place[static_cast<std::size_t>(element - shares.begin())]].push_back(physical);
}

}  // namespace partita::mesh
