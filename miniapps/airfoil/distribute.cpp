#include "distribute.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <partita/inspector/inspect.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::airfoil {

template <int D>
DistributedMesh<D> distribute(const Communicator& comm, const Geometry<D>& geometry) {
  const Stopwatch inspector;
  Remap vertices(comm, geometry.parts);
  std::vector<global_index> numbers(geometry.parts.size());
  std::iota(numbers.begin(), numbers.end(), sum_below(comm, static_cast<global_index>(numbers.size())));
  const auto table = TranslationTable::from_owned(comm, vertices.forward(numbers));

  const IndexArray ends{"end points", table, 2,
                        std::span(geometry.edges.data()->data(), 2 * geometry.edges.size())};
  const IndexArray corners{"corners", table, D,
                           std::span(geometry.faces.data()->data(), D * geometry.faces.size())};
  auto loops = inspect(comm, std::array{IndexedLoop{"edges", std::span(&ends, 1), Execution::both_sides},
                                        IndexedLoop{"faces", std::span(&corners, 1), Execution::both_sides}});
  DistributedMesh<D> part{
      std::move(vertices), EdgeLoop(std::move(loops[0])), std::move(loops[1]), {}, inspector.seconds()};

  Subdomain<D>& domain = part.domain;
  domain.owned = part.pattern().owned();
  domain.local = part.pattern().local_size();
  domain.edges = part.edges.edges();
  domain.edge_numbers = part.edges.iterations();
  domain.interior = static_cast<local_index>(part.edges.interior().size());
  domain.normals = part.edges.take(geometry.normals);
  domain.points = part.vertices.forward(geometry.points);
  domain.volumes = part.vertices.forward(geometry.volumes);

  const std::span<const local_index> vertices_of_faces = part.faces.indices(0);
  const auto [normals, kinds] = part.faces.take(geometry.face_normals, geometry.face_kinds);
  for (std::size_t f = 0; f < normals.size(); ++f) {
    Face<D>& face = domain.faces.emplace_back(Face<D>{{}, normals[f], kinds[f]});
    std::ranges::copy(vertices_of_faces.subspan(D * f, D), face.vertices.begin());
  }
  return part;
}

template DistributedMesh<2> distribute(const Communicator&, const Geometry<2>&);
template DistributedMesh<3> distribute(const Communicator&, const Geometry<3>&);

}  // namespace partita::airfoil
