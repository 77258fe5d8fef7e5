#include "distributed_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <partita/support/reduce.hpp>

#include "gradient.hpp"

namespace partita::airfoil {

// The boundary by corners, from rank 0's geometry.
template <int D>
struct DistributedMesh<D>::Corners {
  std::vector<std::array<global_index, D>> slip;
  std::vector<global_index> far;
  std::vector<Vector<D>> slip_shares;
  std::vector<double> slip_is_wall;
  std::vector<std::array<double, D + 1>> far_shares;

  explicit Corners(const Geometry<D>& geometry) {
    for (std::size_t f = 0; f < geometry.faces.size(); ++f) {
      const Vector<D> share = (1.0 / D) * geometry.face_normals[f];
      std::array<global_index, D> vertices = geometry.faces[f];
      for (std::size_t corner = 0; corner < D; ++corner) {
        if (geometry.face_kinds[f] == FaceKind::far_field) {
          far.push_back(vertices[corner]);
          far_shares.push_back(normal_and_area(share));
        } else {
          std::array<global_index, D> from_here = vertices;
          std::swap(from_here[0], from_here[corner]);
          slip.push_back(from_here);
          slip_shares.push_back(share);
          slip_is_wall.push_back(geometry.face_kinds[f] == FaceKind::wall ? 1 : 0);
        }
      }
    }
  }

  static std::array<double, D + 1> normal_and_area(const Vector<D>& face) {
    std::array<double, D + 1> row{};
    const double area = length(face);
    put((1 / area) * face, row);
    row[D] = area;
    return row;
  }

  static std::vector<std::array<double, D + 1>> normals_and_areas(const std::vector<Vector<D>>& faces) {
    std::vector<std::array<double, D + 1>> rows;
    for (const Vector<D>& face : faces) rows.push_back(normal_and_area(face));
    return rows;
  }
};

namespace {

template <int D>
using Point = Kokkos::Array<double, D>;

template <int D>
std::vector<Point<D>> rows_of(const std::vector<Vector<D>>& vectors) {
  std::vector<Point<D>> rows(vectors.size());
  for (std::size_t k = 0; k < rows.size(); ++k) put(vectors[k], rows[k]);
  return rows;
}

/// Half the projections of a face on the axes.
template <int D, class Row>
KOKKOS_INLINE_FUNCTION void put_half_projections(const Vector<D>& face, Row& row) {
  for (int axis = 0; axis < D; ++axis) row[axis] = 0.5 * std::fabs(face[axis]);
}

template <int D>
KOKKOS_INLINE_FUNCTION Vector<D> face_in(const Kokkos::Array<double, D + 1>& normal_and_area) {
  return normal_and_area[D] * vector_in<D>(normal_and_area);
}

template <int D>
void set_ways(DistributedMesh<D>& mesh) {
  using namespace loops;
  mesh.domain.loop(
      "ways", mesh.edges, loops::read(mesh.point, mesh.ends[0]), loops::read(mesh.point, mesh.ends[1]),
      write(mesh.way), KOKKOS_LAMBDA(const Point<D>& a, const Point<D>& b, Point<D>& way) {
        put(vector_in<D>(b) - vector_in<D>(a), way);
      })();
}

template <int D>
void set_extents(DistributedMesh<D>& mesh) {
  using namespace loops;
  using Face = Kokkos::Array<double, D + 1>;
  const Loop of_edges = mesh.domain.loop(
      "extents", mesh.edges, loops::read(mesh.face), increment(mesh.extent, mesh.ends[0]),
      increment(mesh.extent, mesh.ends[1]),
      KOKKOS_LAMBDA(const Face& face, Point<D>& to_a, Point<D>& to_b) {
        put_half_projections(face_in<D>(face), to_a);
        put_half_projections(face_in<D>(face), to_b);
      });
  const Loop of_slip_corners = mesh.domain.loop(
      "extents at walls", mesh.slip_corners, loops::read(mesh.slip_share),
      increment(mesh.extent, mesh.slip[0]), KOKKOS_LAMBDA(const Point<D>& share, Point<D>& to) {
        put_half_projections(vector_in<D>(share), to);
      });
  const Loop of_far_corners = mesh.domain.loop(
      "extents at the far field", mesh.far_corners, loops::read(mesh.far_share),
      increment(mesh.extent, mesh.far[0]), KOKKOS_LAMBDA(const Face& share, Point<D>& to) {
        put_half_projections(face_in<D>(share), to);
      });
  mesh.domain.chain("extents", of_edges, of_slip_corners, of_far_corners)();
}

template <int D>
void set_coefficients(DistributedMesh<D>& mesh) {
  using namespace loops;
  using Both = Kokkos::Array<double, 2 * D>;
  const auto moments = mesh.domain.template field<double, D*(D + 1) / 2>("moments", mesh.vertices);
  const Loop sums = mesh.domain.loop(
      "moments", mesh.edges, loops::read(mesh.way), increment(moments, mesh.ends[0]),
      increment(moments, mesh.ends[1]),
      KOKKOS_LAMBDA(const Point<D>& way, Moments<D>& to_a, Moments<D>& to_b) {
        to_a = to_b = moments_of_edge(vector_in<D>(way));
      });
  const Loop solutions = mesh.domain.loop(
      "coefficients", mesh.edges, loops::read(mesh.way), loops::read(moments, mesh.ends[0]),
      loops::read(moments, mesh.ends[1]), write(mesh.coefficients),
      KOKKOS_LAMBDA(const Point<D>& way, const Moments<D>& at_a, const Moments<D>& at_b, Both& both) {
        put(coefficient_of_edge<D>(at_a, vector_in<D>(way)), both, 0);
        put(coefficient_of_edge<D>(at_b, vector_in<D>(way)), both, D);
      });
  mesh.domain.chain("coefficients", sums, solutions)();
}

}  // namespace

template <int D>
DistributedMesh<D>::DistributedMesh(const Communicator& comm, const Geometry<D>& geometry,
                                    const loops::Options& options)
    : DistributedMesh(comm, geometry, Corners(geometry), options) {}

template <int D>
DistributedMesh<D>::DistributedMesh(const Communicator& comm, const Geometry<D>& geometry,
                                    const Corners& corners, const loops::Options& options)
    : domain(comm, options),
      vertices(domain.set("vertices", geometry.points.size())),
      edges(domain.set("edges", geometry.edges.size())),
      slip_corners(domain.set("slip corners", corners.slip.size())),
      far_corners(domain.set("far corners", corners.far.size())),
      ends(domain.map("ends", edges, vertices, geometry.edges)),
      slip(domain.map("slip", slip_corners, vertices, corners.slip)),
      far(domain.map("far", far_corners, vertices, corners.far)),
      point(domain.template field<double, D>("points", vertices, rows_of(geometry.points))),
      volume(domain.template field<double, 1>("volumes", vertices, geometry.volumes)),
      extent(domain.template field<double, D>("extents", vertices)),
      face(domain.template field<double, D + 1>("faces", edges, Corners::normals_and_areas(geometry.normals))),
      way(domain.template field<double, D>("ways", edges)),
      coefficients(domain.template field<double, 2 * D>("coefficients", edges)),
      slip_share(domain.template field<double, D>("slip shares", slip_corners, rows_of(corners.slip_shares))),
      slip_is_wall(domain.template field<double, 1>("walls", slip_corners, corners.slip_is_wall)),
      far_share(domain.template field<double, D + 1>("far shares", far_corners, corners.far_shares)),
      wall_corners(sum(comm, static_cast<global_index>(std::ranges::count(corners.slip_is_wall, 1)))) {
  domain.partition(vertices, geometry.parts);  // all others follow
  set_ways(*this);
  set_extents(*this);
  set_coefficients(*this);
}

template struct DistributedMesh<2>;
template struct DistributedMesh<3>;

}  // namespace partita::airfoil
