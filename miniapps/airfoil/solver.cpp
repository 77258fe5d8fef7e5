#include "solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include <partita/support/exact_sum.hpp>
#include <partita/support/reduce.hpp>

#include "damping.hpp"
#include "far_field.hpp"
#include "reconstruct.hpp"
#include "roe.hpp"
#include "runge_kutta.hpp"
#include "wall.hpp"

namespace partita::airfoil {
namespace {

template <class T>
using View = Kokkos::View<T*>;

using Range = Kokkos::RangePolicy<Kokkos::IndexType<local_index>>;

Range interior(const LocalMesh& mesh) { return {0, mesh.interior}; }
Range border(const LocalMesh& mesh) { return {mesh.interior, mesh.edges}; }
Range owned(const LocalMesh& mesh) { return {0, mesh.owned}; }

void differences(const LocalMesh& mesh, const Range& edges, const View<Primitive>& q,
                 const View<Primitive>& difference) {
  Kokkos::parallel_for(
      "differences", edges, KOKKOS_LAMBDA(local_index e) {
        const Ends ends = mesh.edge(e);
        difference(e) = q(ends.b) - q(ends.a);
      });
}

void gradients(const LocalMesh& mesh, const View<Primitive>& difference, const View<Gradient>& gradient) {
  Kokkos::parallel_for(
      "gradients", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        Gradient sum = {};
        for (local_index k = mesh.first(vertex); k < mesh.first(vertex + 1); ++k) {
          const local_index at = mesh.incident(k);
          const local_index e = at < 0 ? ~at : at;
          if (e < mesh.edges) add_edge(sum, difference(e), mesh.way(e));
        }
        gradient(vertex) = solve(mesh.inverse_moments(vertex), sum);
      });
}

void edge_fluxes(const LocalMesh& mesh, const Range& edges, const View<Primitive>& q,
                 const View<Gradient>& gradient, const View<Primitive>& difference,
                 const View<Conservative>& flux) {
  Kokkos::parallel_for(
      "edge_fluxes", edges, KOKKOS_LAMBDA(local_index e) {
        const Ends ends = mesh.edge(e);
        const Vector way = mesh.way(e);
        const Primitive ahead = difference(e);
        const Primitive left = extrapolate(q(ends.a), gradient(ends.a), ahead, way);
        const Primitive right = extrapolate(q(ends.b), gradient(ends.b), -1.0 * ahead, -1.0 * way);
        flux(e) = roe_flux(left, right, mesh.normal(e));
      });
}

void face_fluxes(const LocalMesh& mesh, const Flow& flow, double lift, const View<Primitive>& q,
                 const View<Conservative>& flux) {
  const Primitive undisturbed = free_stream(flow.mach, flow.incidence);
  const double circulation = flow.vortex ? lift * flow.chord : 0;
  const Vector vortex_at = flow.vortex_at;
  Kokkos::parallel_for(
      "face_fluxes", Range(0, mesh.faces), KOKKOS_LAMBDA(local_index f) {
        const Ends ends = mesh.face(f);
        const auto half = [&](local_index near, local_index far) {
          const Vector half_normal = mesh.half_normal(f);
          if (mesh.kind(f) == Face::wall) return wall_flux(q(near), q(far), half_normal);
          return roe_flux(q(near), far_field(undisturbed, circulation, mesh.point(near) - vortex_at),
                          half_normal);
        };
        flux(mesh.of_face(f, 0)) = half(ends.a, ends.b);
        flux(mesh.of_face(f, 1)) = half(ends.b, ends.a);
      });
}

void residuals(const LocalMesh& mesh, const View<Conservative>& flux, const View<Conservative>& residual) {
  Kokkos::parallel_for(
      "residuals", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        Conservative sum = {};
        for (local_index k = mesh.first(vertex); k < mesh.first(vertex + 1); ++k) {
          const local_index at = mesh.incident(k);
          sum = at < 0 ? sum - flux(~at) : sum + flux(at);
        }
        residual(vertex) = sum;
      });
}

void begin_step(const LocalMesh& mesh, const View<Conservative>& w, const View<Primitive>& q,
                const View<Conservative>& start, const View<double>& time_step) {
  Kokkos::parallel_for(
      "begin_step", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        const Vector u = q(vertex).u, extent = mesh.extent(vertex);
        const double c = sound_speed(q(vertex));
        start(vertex) = w(vertex);
        time_step(vertex) = cfl / ((std::fabs(u.x) + c) * extent.x + (std::fabs(u.y) + c) * extent.y);
      });
}

void advance(const LocalMesh& mesh, double alpha, const View<Conservative>& start,
             const View<double>& time_step, const View<Conservative>& residual, const View<Conservative>& w,
             const View<Primitive>& q) {
  Kokkos::parallel_for(
      "advance", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        w(vertex) = start(vertex) - (alpha * time_step(vertex)) * residual(vertex);
        q(vertex) = primitive(w(vertex));
      });
}

void damp(const LocalMesh& mesh, double rate, const View<Conservative>& w, const View<Conservative>& memory,
          const View<Primitive>& q) {
  Kokkos::parallel_for(
      "damp", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        damp(w(vertex), memory(vertex), rate);
        q(vertex) = primitive(w(vertex));
      });
}

// Terms of sums over all ranks: each is computed by the owner of its vertex.
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
View<double> squares(const LocalMesh& mesh, const View<Conservative>& residual) {
  const View<double> square = terms("squares", mesh.owned);
  Kokkos::parallel_for(
      "squares", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        square(vertex) = residual(vertex).rho * residual(vertex).rho / mesh.volume(vertex);
      });
  return square;
}

// The same for a residual in which every flux, of size 1, is wrong by 1.
View<double> squares_of_ones(const LocalMesh& mesh) {
  const View<double> square = terms("squares_of_ones", mesh.owned);
  Kokkos::parallel_for(
      "squares_of_ones", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        const double surface = mesh.extent(vertex).x + mesh.extent(vertex).y;
        square(vertex) = surface * surface / mesh.volume(vertex);
      });
  return square;
}

struct ForceTerms {
  View<double> x, y;
};

ForceTerms forces_on_walls(const LocalMesh& mesh, const View<Conservative>& flux) {
  const View<double> x = terms("force_x", 2 * mesh.faces), y = terms("force_y", 2 * mesh.faces);
  Kokkos::parallel_for(
      "forces_on_walls", Range(0, mesh.faces), KOKKOS_LAMBDA(local_index f) {
        const Ends ends = mesh.face(f);
        for (const int end : {0, 1}) {
          const bool counts = mesh.kind(f) == Face::wall && (end == 0 ? ends.a : ends.b) < mesh.owned;
          const Vector force = flux(mesh.of_face(f, end)).m;
          x(2 * f + end) = counts ? force.x : 0;
          y(2 * f + end) = counts ? force.y : 0;
        }
      });
  return {x, y};
}

// Faces between two owners are known to both: a half counts where its vertex is owned.
double wall_faces(const Domain& domain, const Communicator& comm) {
  global_index halves = 0;
  for (const Face& face : domain.faces)
    if (face.kind == Face::wall)
      for (const local_index vertex : face.vertices) halves += vertex < domain.owned;
  return 0.5 * static_cast<double>(sum(comm, halves));
}

}  // namespace

Solver::Solver(const Domain& domain, const Flow& flow, KokkosExchange<> exchange, Communicator comm)
    : comm_(std::move(comm)),
      flow_(flow),
      mesh_(domain, exchange),
      halo_(std::move(exchange)),
      damping_(damping_rate(cfl, wall_faces(domain, comm_))),
      w_("w", mesh_.owned),
      start_("start", mesh_.owned),
      memory_("memory", mesh_.owned),
      time_step_("time_step", mesh_.owned),
      residual_("residual", mesh_.owned),
      q_("q", mesh_.local),
      gradient_("gradient", mesh_.local),
      difference_("difference", mesh_.edges),
      flux_("flux", mesh_.contributions()) {
  const auto sums =
      exact_sums(comm_, std::array{exact_sum_of(mesh_.volume), exact_sum_of(squares_of_ones(mesh_))});
  total_volume_ = sums[0];
  constexpr double last_bits =
      100 * std::numeric_limits<double>::epsilon();  // a flux is about so many operations
  rounding_ = last_bits * std::sqrt(sums[1] / total_volume_);

  const Primitive undisturbed = free_stream(flow.mach, flow.incidence);
  Kokkos::deep_copy(q_, undisturbed);
  Kokkos::deep_copy(w_, conservative(undisturbed));
  Kokkos::deep_copy(memory_, conservative(undisturbed));
}

void Solver::evaluate() {
  halo_.begin_gather(q_);
  differences(mesh_, interior(mesh_), q_, difference_);
  halo_.finish_gather(q_);
  differences(mesh_, border(mesh_), q_, difference_);
  gradients(mesh_, difference_, gradient_);

  halo_.begin_gather(gradient_);
  edge_fluxes(mesh_, interior(mesh_), q_, gradient_, difference_, flux_);
  face_fluxes(mesh_, flow_, forces_.lift, q_, flux_);
  halo_.finish_gather(gradient_);
  edge_fluxes(mesh_, border(mesh_), q_, gradient_, difference_, flux_);
  residuals(mesh_, flux_, residual_);
}

// One reduction for all that a step needs to know of the whole.
void Solver::observe() {
  const ForceTerms on_walls = forces_on_walls(mesh_, flux_);
  const auto sums = exact_sums(comm_, std::array{exact_sum_of(squares(mesh_, residual_)),
                                                 exact_sum_of(on_walls.x), exact_sum_of(on_walls.y)});
  const double norm2 = sums[0], x = sums[1], y = sums[2];
  const double force = 0.5 * flow_.mach * flow_.mach * flow_.chord;  // dynamic pressure on the chord
  const double ahead = std::cos(flow_.incidence), aside = std::sin(flow_.incidence);
  residual_norm_ = std::sqrt(norm2 / total_volume_);
  forces_ = {(y * ahead - x * aside) / force, (x * ahead + y * aside) / force};
}

void Solver::step() {
  halo_.start();
  begin_step(mesh_, w_, q_, start_, time_step_);
  for (const double& alpha : stages) {
    evaluate();
    if (&alpha == stages) observe();
    advance(mesh_, alpha, start_, time_step_, residual_, w_, q_);
  }
  damp(mesh_, damping_, w_, memory_, q_);
  halo_.stop();
}

std::vector<Conservative> Solver::state() const {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), w_);
  return {host.data(), host.data() + host.size()};
}

}  // namespace partita::airfoil
