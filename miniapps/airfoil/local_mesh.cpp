#include "local_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace partita::airfoil {
namespace {

template <class T>
Kokkos::View<T*> on_device(const std::string& label, const std::vector<T>& values) {
  const Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> host(
      values.data(), values.size());
  Kokkos::View<T*> device(label, values.size());
  Kokkos::deep_copy(device, host);
  return device;
}

template <int D>
KOKKOS_INLINE_FUNCTION Vector<D> magnitudes(const Vector<D>& a) {
  return vector_of<D>([&](int axis) { return std::fabs(a[axis]); });
}

// The edges by their global numbers, interior and border together.
template <int D>
std::vector<local_index> in_global_order(const Subdomain<D>& domain) {
  std::vector<local_index> order(domain.edges.size());
  std::iota(order.begin(), order.end(), local_index{0});
  std::inplace_merge(
      order.begin(), order.begin() + domain.interior, order.end(),
      [&](local_index a, local_index b) { return domain.edge_numbers[a] < domain.edge_numbers[b]; });
  return order;
}

}  // namespace

template <int D>
LocalMesh<D>::LocalMesh(const Subdomain<D>& domain, KokkosExchange<>& exchange)
    : owned(domain.owned),
      local(domain.local),
      interior(domain.interior),
      edges(static_cast<local_index>(domain.edges.size())),
      faces(static_cast<local_index>(domain.faces.size())),
      point("point", domain.local),
      volume(on_device("volume", domain.volumes)),
      normal(on_device("normal", domain.normals)) {
  const auto points = Kokkos::create_mirror_view(point);
  std::copy(domain.points.begin(), domain.points.end(), points.data());
  Kokkos::deep_copy(point, points);
  exchange.gather(point);
  Kokkos::deep_copy(points, point);

  std::vector<Ends> edge_ends;
  std::vector<Corners<D>> face_corners;
  std::vector<Vector<D>> ways, shares;
  std::vector<FaceKind> kinds;
  std::vector<Vector<D>> extents(owned);
  std::vector<Moments<D>> matrices(owned);
  std::vector<local_index> vertices, contributions;  // which vertex gets which, in the order of summation

  for (const auto [a, b] : domain.edges) {
    edge_ends.push_back({a, b});
    ways.push_back(points(b) - points(a));
  }
  for (const local_index e : in_global_order(domain))
    for (const int end : {0, 1}) {
      const local_index vertex = domain.edges[e][end];
      if (vertex >= owned) continue;
      vertices.push_back(vertex);
      contributions.push_back(end == 0 ? e : ~e);
      extents[vertex] += 0.5 * magnitudes(domain.normals[e]);
      matrices[vertex] += moments_of_edge(ways[e]);
    }
  for (local_index f = 0; f < faces; ++f) {
    const Face<D>& each = domain.faces[f];
    Corners<D>& corners = face_corners.emplace_back();
    shares.push_back((1.0 / D) * each.normal);
    kinds.push_back(each.kind);
    for (int corner = 0; corner < D; ++corner) {
      const local_index vertex = each.vertices[corner];
      corners.vertex[corner] = vertex;
      if (vertex >= owned) continue;
      vertices.push_back(vertex);
      contributions.push_back(of_face(f, corner));
      extents[vertex] += 0.5 * magnitudes(shares.back());
    }
  }
  for (Moments<D>& matrix : matrices) matrix = inverse(matrix);

  detail::OrderedContributions incidents = detail::ordered_contributions(vertices, owned);
  for (local_index& number : incidents.numbers) number = contributions[number];

  extent = on_device("extent", extents);
  inverse_moments = on_device("inverse_moments", matrices);
  edge = on_device("edge", edge_ends);
  way = on_device("way", ways);
  face = on_device("face", face_corners);
  share = on_device("share", shares);
  kind = on_device("kind", kinds);
  incident = detail::KokkosContributions<>(incidents);
}

template struct LocalMesh<2>;
template struct LocalMesh<3>;

}  // namespace partita::airfoil
