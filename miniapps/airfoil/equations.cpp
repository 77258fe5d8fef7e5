#include "equations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <string>

#include <partita/support/exact_sum.hpp>

#include "far_field.hpp"
#include "lanes.hpp"
#include "reconstruct.hpp"
#include "roe.hpp"
#include "wall.hpp"

namespace partita::airfoil {
namespace {

template <class T>
using View = Kokkos::View<T*>;

using Range = Kokkos::RangePolicy<Kokkos::IndexType<local_index>>;

template <int D>
Range interior(const LocalMesh<D>& mesh) {
  return {0, mesh.interior};
}
template <int D>
Range border(const LocalMesh<D>& mesh) {
  return {mesh.interior, mesh.edges};
}
template <int D>
Range owned(const LocalMesh<D>& mesh) {
  return {0, mesh.owned};
}

template <int D>
void differences(const LocalMesh<D>& mesh, const Range& edges, const View<Primitive<D>>& q,
                 const View<Primitive<D>>& difference) {
  Kokkos::parallel_for(
      "differences", edges, KOKKOS_LAMBDA(local_index e) {
        const Ends ends = mesh.edge(e);
        difference(e) = q(ends.b) - q(ends.a);
      });
}

template <int D>
void gradients(const LocalMesh<D>& mesh, const View<Primitive<D>>& difference,
               const View<Gradient<D>>& gradient) {
  Kokkos::parallel_for(
      "gradients", Range(0, mesh.incident.size()), KOKKOS_LAMBDA(local_index k) {
        const local_index vertex = mesh.incident.targets(k);
        Gradient<D> sum = {};
        mesh.incident.for_each(k, [&](local_index at) {
          const local_index e = at < 0 ? ~at : at;
          if (e < mesh.edges) add_edge(sum, difference(e), mesh.way(e));
        });
        gradient(vertex) = solve(mesh.inverse_moments(vertex), sum);
      });
}

// The fluxes through flux_lanes edges at once, on the host. All calls are inlined.
template <int D>
#if defined(__GNUC__)
__attribute__((flatten))
#endif
void fluxes_in_lanes(const LocalMesh<D>& mesh, const local_index (&e)[flux_lanes], const Primitive<D>* q,
                     const Gradient<D>* gradient, const Primitive<D>* difference, Conservative<D>* flux) {
  constexpr int L = flux_lanes;
  local_index a[L], b[L];
  for (int l = 0; l < L; ++l) {
    a[l] = mesh.edge(e[l]).a;
    b[l] = mesh.edge(e[l]).b;
  }
  LanesOf<Primitive<D>> q_a, q_b, ahead;
  LanesOf<Gradient<D>> gradient_a, gradient_b;
  LanesOf<Vector<D>> way, normal;
  LanesOf<Conservative<D>> through;
  load(q_a, q, a), load(q_b, q, b), load(ahead, difference, e);
  load(gradient_a, gradient, a), load(gradient_b, gradient, b);
  load(way, mesh.way.data(), e), load(normal, mesh.normal.data(), e);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
  for (int l = 0; l < L; ++l) {
    const Vector<D> dx = vector_in<D>(way, 0, l);
    const Primitive<D> change = primitive_in<D>(ahead, l);
    const Primitive<D> left = extrapolate(primitive_in<D>(q_a, l), gradient_in<D>(gradient_a, l), change, dx);
    const Primitive<D> right =
        extrapolate(primitive_in<D>(q_b, l), gradient_in<D>(gradient_b, l), -1.0 * change, -1.0 * dx);
    keep<D>(through, l, roe_flux(left, right, vector_in<D>(normal, 0, l)));
  }
  double rows[L][D + 2];
  loops::turn(through, rows);
  for (int l = 0; l < L; ++l) std::memcpy(&flux[e[l]], rows[l], sizeof rows[l]);
}

template <int D>
void edge_fluxes(const LocalMesh<D>& mesh, const Range& edges, const View<Primitive<D>>& q,
                 const View<Gradient<D>>& gradient, const View<Primitive<D>>& difference,
                 const View<Conservative<D>>& flux) {
  if constexpr (on_host) {  // the last edge is repeated to fill the lanes
    const auto begin = static_cast<local_index>(edges.begin()), end = static_cast<local_index>(edges.end());
    Kokkos::parallel_for(
        "edge_fluxes", Range(0, (end - begin + flux_lanes - 1) / flux_lanes), [=](local_index some) {
          local_index e[flux_lanes];
          for (int l = 0; l < flux_lanes; ++l) e[l] = std::min(begin + some * flux_lanes + l, end - 1);
          fluxes_in_lanes(mesh, e, q.data(), gradient.data(), difference.data(), flux.data());
        });
    return;
  }
  Kokkos::parallel_for(
      "edge_fluxes", edges, KOKKOS_LAMBDA(local_index e) {
        const Ends ends = mesh.edge(e);
        const Vector<D> way = mesh.way(e);
        const Primitive<D> ahead = difference(e);
        const Primitive<D> left = extrapolate(q(ends.a), gradient(ends.a), ahead, way);
        const Primitive<D> right = extrapolate(q(ends.b), gradient(ends.b), -1.0 * ahead, -1.0 * way);
        flux(e) = roe_flux(left, right, mesh.normal(e));
      });
}

template <int D>
void face_fluxes(const LocalMesh<D>& mesh, const Flow<D>& flow, double lift, const View<Primitive<D>>& q,
                 const View<Conservative<D>>& flux) {
  const Primitive<D> undisturbed = free_stream<D>(flow.mach, flow.incidence);
  const double circulation = flow.vortex ? lift * flow.reference : 0;
  const Vector<D> vortex_at = flow.vortex_at;
  Kokkos::parallel_for(
      "face_fluxes", Range(0, mesh.faces), KOKKOS_LAMBDA(local_index f) {
        const Corners<D> corners = mesh.face(f);
        const auto through = [&](int corner) {
          const local_index here = corners.vertex[corner];
          if (mesh.kind(f) == FaceKind::far_field)
            return roe_flux(q(here), far_field(undisturbed, circulation, mesh.point(here) - vortex_at),
                            mesh.share(f));
          double others = 0;
          for (int other = 0; other < D; ++other)
            if (other != corner) others += q(corners.vertex[other]).p;
          return wall_flux(pressure_at_corner<D>(q(here).p, others), mesh.share(f));
        };
        for (int corner = 0; corner < D; ++corner) flux(mesh.of_face(f, corner)) = through(corner);
      });
}

template <int D>
void sum_up(const LocalMesh<D>& mesh, const View<Conservative<D>>& flux,
            const View<Conservative<D>>& residual) {
  Kokkos::parallel_for(
      "residuals", Range(0, mesh.incident.size()), KOKKOS_LAMBDA(local_index k) {
        Conservative<D> sum = {};
        mesh.incident.for_each(k, [&](local_index at) { sum = at < 0 ? sum - flux(~at) : sum + flux(at); });
        residual(mesh.incident.targets(k)) = sum;
      });
}

// Terms of sums over all ranks: the owner of a vertex computes its term.
View<double> terms(const std::string& label, local_index count) {
  return View<double>(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), count);
}

ExactSum exact_sum_of(const View<double>& terms) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), terms);
  ExactSum sum;
  sum.add(std::span<const double>(host.data(), host.size()));
  return sum;
}

// Their sum is the squared norm of the residual.
template <int D>
View<double> squares(const LocalMesh<D>& mesh, const View<Conservative<D>>& residual) {
  const View<double> square = terms("squares", mesh.owned);
  Kokkos::parallel_for(
      "squares", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        square(vertex) = residual(vertex).rho * residual(vertex).rho / mesh.volume(vertex);
      });
  return square;
}

// The same for a residual in which every flux, of size 1, has an error of 1.
template <int D>
View<double> squares_of_ones(const LocalMesh<D>& mesh) {
  const View<double> square = terms("squares_of_ones", mesh.owned);
  Kokkos::parallel_for(
      "squares_of_ones", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        const Vector<D> extent = mesh.extent(vertex);
        double surface = extent[0];
        for (int axis = 1; axis < D; ++axis) surface += extent[axis];
        square(vertex) = surface * surface / mesh.volume(vertex);
      });
  return square;
}

// Components of the pressure force on the walls: back along the chord, and up.
struct ForceTerms {
  View<double> back, up;
};

template <int D>
ForceTerms forces_on_walls(const LocalMesh<D>& mesh, const View<Conservative<D>>& flux) {
  const View<double> back = terms("force_back", D * mesh.faces), up = terms("force_up", D * mesh.faces);
  Kokkos::parallel_for(
      "forces_on_walls", Range(0, mesh.faces), KOKKOS_LAMBDA(local_index f) {
        const Corners<D> corners = mesh.face(f);
        for (int corner = 0; corner < D; ++corner) {
          const bool counts = mesh.kind(f) == FaceKind::wall && corners.vertex[corner] < mesh.owned;
          const Vector<D> force = flux(mesh.of_face(f, corner)).m;
          back(D * f + corner) = counts ? force[0] : 0;
          up(D * f + corner) = counts ? force[upward<D>] : 0;
        }
      });
  return {back, up};
}

}  // namespace

template <int D>
Equations<D>::Equations(const Subdomain<D>& domain, const Flow<D>& flow, KokkosExchange<> exchange,
                        Communicator comm)
    : comm_(std::move(comm)),
      flow_(flow),
      mesh_(domain, exchange),
      exchange_(std::move(exchange)),
      q_("q", mesh_.local),
      gradient_("gradient", mesh_.local),
      difference_("difference", mesh_.edges),
      flux_("flux", mesh_.contributions()),
      residual_("residual", mesh_.owned) {
  const auto sums =
      exact_sums(comm_, std::array{exact_sum_of(mesh_.volume), exact_sum_of(squares_of_ones(mesh_))});
  total_volume_ = sums[0];
  constexpr double last_bits =
      100 * std::numeric_limits<double>::epsilon();  // a flux takes about 100 operations
  rounding_ = last_bits * std::sqrt(sums[1] / total_volume_);
}

template <int D>
void Equations<D>::evaluate() {
  exchange_.begin_gather(q_);
  differences(mesh_, interior(mesh_), q_, difference_);
  exchange_.finish_gather(q_);
  differences(mesh_, border(mesh_), q_, difference_);
  gradients(mesh_, difference_, gradient_);

  exchange_.begin_gather(gradient_);
  edge_fluxes(mesh_, interior(mesh_), q_, gradient_, difference_, flux_);
  face_fluxes(mesh_, flow_, forces_.lift, q_, flux_);
  exchange_.finish_gather(gradient_);
  edge_fluxes(mesh_, border(mesh_), q_, gradient_, difference_, flux_);
  sum_up(mesh_, flux_, residual_);
}

// One reduction for all global values of a step.
template <int D>
void Equations<D>::observe() {
  const ForceTerms on_walls = forces_on_walls(mesh_, flux_);
  const auto sums = exact_sums(comm_, std::array{exact_sum_of(squares(mesh_, residual_)),
                                                 exact_sum_of(on_walls.back), exact_sum_of(on_walls.up)});
  const double norm2 = sums[0], back = sums[1], up = sums[2];
  const double force = 0.5 * flow_.mach * flow_.mach * flow_.reference;  // of dynamic pressure
  const double ahead = std::cos(flow_.incidence), aside = std::sin(flow_.incidence);
  residual_norm_ = std::sqrt(norm2 / total_volume_);
  forces_ = {(up * ahead - back * aside) / force, (back * ahead + up * aside) / force};
}

template class Equations<2>;
template class Equations<3>;

}  // namespace partita::airfoil
