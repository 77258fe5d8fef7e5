#include "distribute.hpp"

#include <array>

#include <partita/executor/exchange.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::airfoil {

Part distribute(const Communicator& comm, const Geometry& geometry) {
  Remap vertices(comm, geometry.parts);

  const Stopwatch inspector;
  const auto table = TranslationTable::from_partition(comm, geometry.parts);
  auto loops = inspect(table, std::array<std::span<const Edge>, 2>{geometry.edges, geometry.faces});
  Part part{std::move(vertices), std::move(loops[0]), std::move(loops[1]), {}, inspector.seconds()};

  Domain& domain = part.domain;
  domain.owned = table.owned();
  domain.edges = part.edges.edges();
  domain.interior = static_cast<local_index>(part.edges.interior().size());
  domain.normals = part.edges.take<Vector>(geometry.normals);
  domain.volumes = part.vertices.forward<double>(geometry.volumes);

  const auto normals = part.faces.take<Vector>(geometry.face_normals);
  const auto kinds = part.faces.take<Face::Kind>(geometry.face_kinds);
  for (std::size_t face = 0; face < normals.size(); ++face)
    domain.faces.push_back({part.faces.edges()[face], normals[face], kinds[face]});

  domain.points = part.vertices.forward<Vector>(geometry.points);
  domain.points.resize(static_cast<std::size_t>(part.pattern().local_size()));
  Exchange(part.pattern(), make_plan(part.pattern(), {.algorithm = Algorithm::ac}))
      .gather(std::span(domain.points));
  return part;
}

}  // namespace partita::airfoil
