#include "distribute.hpp"

#include <array>
#include <numeric>

#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::airfoil {

Part distribute(const Communicator& comm, const Geometry& geometry) {
  const Stopwatch inspector;
  Remap vertices(comm, geometry.parts);
  std::vector<global_index> numbers(geometry.parts.size());
  std::iota(numbers.begin(), numbers.end(), sum_below(comm, static_cast<global_index>(numbers.size())));
  const auto table = TranslationTable::from_owned(comm, vertices.forward(numbers));
  auto loops = inspect(table, std::array<std::span<const Edge>, 2>{geometry.edges, geometry.faces},
                       Execution::both_sides);
  Part part{std::move(vertices), std::move(loops[0]), loops[1].inspected(), {}, inspector.seconds()};

  Domain& domain = part.domain;
  domain.owned = part.pattern().owned();
  domain.local = part.pattern().local_size();
  domain.edges = part.edges.edges();
  domain.edge_numbers = part.edges.iterations();
  domain.interior = static_cast<local_index>(part.edges.interior().size());
  domain.normals = part.edges.take(geometry.normals);
  domain.points = part.vertices.forward(geometry.points);
  domain.volumes = part.vertices.forward(geometry.volumes);

  const std::span<const local_index> ends = part.faces.indices(0);
  const auto [normals, kinds] = part.faces.take(geometry.face_normals, geometry.face_kinds);
  for (std::size_t face = 0; face < normals.size(); ++face)
    domain.faces.push_back({{ends[2 * face], ends[2 * face + 1]}, normals[face], kinds[face]});
  return part;
}

}  // namespace partita::airfoil
