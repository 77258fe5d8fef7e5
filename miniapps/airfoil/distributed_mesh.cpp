#include "distributed_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <partita/support/freed_memory.hpp>
#include <partita/support/reduce.hpp>

#include "gradient.hpp"
#include "wave_speed.hpp"

namespace partita::airfoil {

namespace {

template <int D>
using Point = Kokkos::Array<double, D>;

/// Normal, of length 1, and area, from a normal with the length of the area; from component `first` on.
template <int D, class Row>
void put_normal_and_area(const Vector<D>& face, Row& row, int first = 0) {
  const double area = length(face);  // 0 where the faces of a coarse cell cancel
  put((area > 0 ? 1 / area : 0) * face, row, first);
  row[first + D] = area;
}

}  // namespace

// Rows of the geometry's values as fields have them.
template <int D>
struct DistributedMesh<D>::Lists {
  std::vector<std::array<global_index, D>> slip_faces;
  std::vector<global_index> far_corners;
  std::vector<Kokkos::Array<double, 2 * D + 1>> ways;
  std::vector<double> folds;
  std::vector<Point<D>> slip_shares;
  std::vector<double> is_wall;
  std::vector<Kokkos::Array<double, D + 1>> far_shares;
  std::vector<global_index> mirrored;
  std::vector<Kokkos::Array<double, D * D>> planes;

  Lists() = default;

  explicit Lists(Geometry<D>& geometry) : ways(geometry.edges.size()), folds(geometry.edges.size()) {
    for (std::size_t e = 0; e < ways.size(); ++e) {
      put(geometry.ways[e], ways[e]);
      put_normal_and_area(geometry.normals[e], ways[e], D);
      if (geometry.areas.empty()) continue;
      const double area = geometry.areas[e];
      folds[e] = std::sqrt(std::max(area * area - dot(geometry.normals[e], geometry.normals[e]), 0.0));
    }
    geometry.ways = geometry.normals = {};  // in `ways` now
    for (std::size_t f = 0; f < geometry.faces.size(); ++f) {
      const Vector<D> share = (1.0 / D) * geometry.face_normals[f];
      if (geometry.face_kinds[f] == FaceKind::far_field) {
        for (const global_index vertex : geometry.faces[f]) {
          far_corners.push_back(vertex);
          put_normal_and_area(share, far_shares.emplace_back());
        }
      } else {
        slip_faces.push_back(geometry.faces[f]);
        put(share, slip_shares.emplace_back());
        is_wall.push_back(geometry.face_kinds[f] == FaceKind::wall ? 1 : 0);
      }
    }
  }

  // Of the finest level. In the plane there are no mirrors: no flow that needs them was seen. Collective.
  Lists(const Communicator& comm, Geometry<D>& geometry) : Lists(geometry) {
    if (D == 3) find_planes(comm, geometry);
  }

  // Finds the planes at each vertex, from faces that may be on any rank. A normal at more than 45 degrees
  // from those of the known planes is that of another plane. Collective.
  void find_planes(const Communicator& comm, const Geometry<D>& geometry) {
    struct Corner {
      global_index vertex;
      Vector<D> normal;
    };
    std::vector<Corner> found;
    std::vector<int> ranks;
    for (std::size_t f = 0; f < geometry.faces.size(); ++f)
      if (geometry.face_kinds[f] == FaceKind::symmetry)
        for (const global_index vertex : geometry.faces[f]) {
          found.push_back({vertex, (1 / length(geometry.face_normals[f])) * geometry.face_normals[f]});
          ranks.push_back(static_cast<int>(vertex % comm.size()));
        }
    found = Remap(comm, ranks).forward(found);
    std::ranges::stable_sort(found, {}, &Corner::vertex);
    for (auto& [vertex, rest] : found) {
      if (mirrored.empty() || mirrored.back() != vertex) {
        mirrored.push_back(vertex);
        planes.push_back({});
      }
      for (int k = 0; k < D; ++k) {
        const Vector<D> known = vector_in<D>(planes.back(), k * D);
        if (dot(known, known) == 0) {
          if (2 * dot(rest, rest) > 1) put((1 / length(rest)) * rest, planes.back(), k * D);
          break;
        }
        rest = rest - dot(rest, known) * known;
      }
    }
  }
};

namespace {

template <int D>
std::vector<Point<D>> rows_of(const std::vector<Vector<D>>& vectors) {
  std::vector<Point<D>> rows(vectors.size());
  for (std::size_t k = 0; k < rows.size(); ++k) put(vectors[k], rows[k]);
  return rows;
}

/// A body with an argument for each corner of a face.
template <int D, class Corners>
struct ShapesOfFace;

template <int D, int... corner>
struct ShapesOfFace<D, std::integer_sequence<int, corner...>> {
  KOKKOS_FUNCTION void operator()(const Point<D>& share, OfCorner<corner, Symmetric<D>>&... of) const {
    const Symmetric<D> shape = shape_of_face(vector_in<D>(share));
    ((of = shape), ...);
  }
};

template <int D>
loops::Chain shapes(DistributedMesh<D>& mesh) {
  using namespace loops;
  using Way = Kokkos::Array<double, 2 * D + 1>;
  using Face = Kokkos::Array<double, D + 1>;
  const Loop of_edges = mesh.domain.loop(
      "shapes", mesh.edges, loops::read(mesh.way), loops::read(mesh.fold),
      increment(mesh.shape, mesh.ends[0]), increment(mesh.shape, mesh.ends[1]),
      KOKKOS_LAMBDA(const Way& way, double fold, Symmetric<D>& of_a, Symmetric<D>& of_b) {
        of_a = shape_of_face(way[2 * D] * vector_in<D>(way, D));
        const double across = 0.5 / std::sqrt(1.0 * D) * fold;  // in any direction
        for (int row = 0, k = 0; row < D; k += D - row, ++row) of_a[k] += across;
        of_b = of_a;
      });
  const Loop of_slip_faces = [&]<int... corner>(std::integer_sequence<int, corner...>) {
    return mesh.domain.loop("shapes at walls", mesh.slip_faces, loops::read(mesh.slip_share),
                            increment(mesh.shape, mesh.corners[corner])...,
                            ShapesOfFace<D, std::integer_sequence<int, corner...>>());
  }
  (std::make_integer_sequence<int, D>());
  const Loop of_far_corners = mesh.domain.loop(
      "shapes at the far field", mesh.far_corners, loops::read(mesh.far_share),
      increment(mesh.shape, mesh.far[0]), KOKKOS_LAMBDA(const Face& share, Symmetric<D>& of) {
        of = shape_of_face(share[D] * vector_in<D>(share));
      });
  return mesh.domain.chain(mesh.on_level("shapes"), of_edges, of_slip_faces, of_far_corners);
}

template <int D>
loops::Chain coefficients(DistributedMesh<D>& mesh) {
  using namespace loops;
  const auto moments = mesh.domain.template field<double, D*(D + 1) / 2>("moments", mesh.vertices);
  const Loop sums = mesh.domain.loop(
      "moments", mesh.neighbours, loops::read(mesh.point, mesh.neighbour[0]),
      loops::read(mesh.point, mesh.neighbour[1]), increment(moments, mesh.neighbour[0]),
      KOKKOS_LAMBDA(const Point<D>& here, const Point<D>& there, Symmetric<D>& to) {
        to = moments_of_edge(vector_in<D>(there) - vector_in<D>(here));
      });
  const Loop solutions = mesh.domain.loop(
      "coefficients", mesh.neighbours, loops::read(mesh.point, mesh.neighbour[0]),
      loops::read(mesh.point, mesh.neighbour[1]), loops::read(moments, mesh.neighbour[0]),
      write(mesh.coefficient),
      KOKKOS_LAMBDA(const Point<D>& here, const Point<D>& there, const Symmetric<D>& all,
                    Point<D>& coefficient) {
        put(coefficient_of_edge<D>(all, vector_in<D>(there) - vector_in<D>(here)), coefficient);
      });
  return mesh.domain.chain("coefficients", sums, solutions);
}

}  // namespace

// Coarser levels follow the partition of the finest: a cell goes with the first vertex that is a part of it.
template <int D>
DistributedMesh<D>::DistributedMesh(const Communicator& comm, Geometry<D> geometry,
                                    const loops::Options& options)
    : DistributedMesh(loops::Domain(comm, options), geometry, Lists(comm, geometry), 1) {
  std::vector<global_index> parents = std::move(geometry.parents);
  loops::Set finer = vertices;
  for (Geometry<D>& next : geometry.coarser) {
    const int number = static_cast<int>(coarser.size()) + 2;
    coarser.push_back(DistributedMesh(domain, next, Lists(next), number));
    const loops::Set& cells = coarser.back().vertices;
    agglomerate.push_back(domain.map(text("cells of level ", number), finer, cells, parents));
    parents = std::move(next.parents);
    finer = cells;
  }
  const std::vector<int> parts = std::move(geometry.parts);
  geometry = {};
  return_freed_memory();
  if (comm.size() > 1) domain.partition(vertices, parts);  // all others follow
  std::vector<loops::Chain> once;  // all are declared before the first runs, so they are inspected together
  once.push_back(coefficients(*this));
  once.push_back(shapes(*this));
  for (DistributedMesh& next : coarser) once.push_back(shapes(next));
  for (loops::Chain& chain : once) chain();
}

template <int D>
DistributedMesh<D>::DistributedMesh(loops::Domain of_all, Geometry<D>& geometry, Lists lists, int number)
    : domain(std::move(of_all)),
      level(number),
      vertices(domain.set(on_level("vertices"), geometry.points.size())),
      edges(domain.set(on_level("edges"), geometry.edges.size())),
      neighbours(domain.set(on_level("neighbours"), geometry.neighbours.size())),
      slip_faces(domain.set(on_level("slip faces"), lists.slip_faces.size())),
      far_corners(domain.set(on_level("far corners"), lists.far_corners.size())),
      mirrored(domain.set(on_level("mirrored"), lists.mirrored.size())),
      ends(domain.map(on_level("ends"), edges, vertices, geometry.edges)),
      neighbour(domain.map(on_level("neighbour"), neighbours, vertices, geometry.neighbours)),
      corners(domain.map(on_level("corners"), slip_faces, vertices, lists.slip_faces)),
      far(domain.map(on_level("far"), far_corners, vertices, lists.far_corners)),
      at_planes(domain.map(on_level("at planes"), mirrored, vertices, lists.mirrored)),
      point(domain.template field<double, D>(on_level("points"), vertices, rows_of(geometry.points))),
      file_number(domain.template field<global_index, 1>(on_level("numbers in the file"), vertices,
                                                         geometry.file_number)),
      volume(domain.template field<double, 1>(on_level("volumes"), vertices, geometry.volumes)),
      shape(domain.template field<double, D*(D + 1) / 2>(on_level("shapes"), vertices)),
      way(domain.template field<double, 2 * D + 1>(on_level("ways"), edges, lists.ways)),
      fold(domain.template field<double, 1>(on_level("folds"), edges, lists.folds)),
      coefficient(domain.template field<double, D>(on_level("coefficients"), neighbours)),
      slip_share(domain.template field<double, D>(on_level("slip shares"), slip_faces, lists.slip_shares)),
      is_wall(domain.template field<double, 1>(on_level("walls"), slip_faces, lists.is_wall)),
      far_share(domain.template field<double, D + 1>(on_level("far shares"), far_corners, lists.far_shares)),
      planes(domain.template field<double, D * D>(on_level("planes"), mirrored, lists.planes)),
      wall_corners(
          D * sum(domain.communicator(), static_cast<global_index>(std::ranges::count(lists.is_wall, 1)))) {}

template struct DistributedMesh<2>;
template struct DistributedMesh<3>;

}  // namespace partita::airfoil
