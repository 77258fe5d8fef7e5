#include "coarse_level.hpp"

#include <cstdlib>
#include "fluxes.hpp"
#include "runge_kutta.hpp"

namespace partita::airfoil {
namespace {

using namespace loops;

template <int D>
using State = Field<double, D + 2>;

double experiment(const char* name, double otherwise) {
  const char* value = std::getenv(name);
  return value ? std::atof(value) : otherwise;
}

template <int D>
Field<double, D + 2> field(DistributedMesh<D>& mesh, const char* name) {
  return mesh.domain.template field<double, D + 2>(mesh.on_level(name), mesh.vertices);
}

template <int D>
Loop clear(DistributedMesh<D>& mesh, const State<D>& w, const State<D>& right_side) {
  return mesh.domain.loop(
      "clear", mesh.vertices, write(w), write(right_side), KOKKOS_LAMBDA(Row<D> & now, Row<D> & right) {
        for (int c = 0; c < D + 2; ++c) now[c] = right[c] = 0;
      });
}

/// Adds the finer level's amounts of mass, momentum and energy, and subtracts its residuals.
template <int D>
Loop collect(const Level<D>& finer, const Column& cell, const State<D>& w, const State<D>& right_side) {
  return finer.mesh.domain.loop(
      "restrict", finer.mesh.vertices, loops::read(finer.w), loops::read(finer.residual),
      loops::read(finer.mesh.volume), increment(w, cell), increment(right_side, cell),
      KOKKOS_LAMBDA(const Row<D>& now, const Row<D>& rates, double volume, Row<D>& amount,
                    Row<D>& minus_rates) {
        for (int c = 0; c < D + 2; ++c) amount[c] = volume * now[c], minus_rates[c] = -rates[c];
      });
}

template <int D>
Loop settle(const Level<D>& level, const State<D>& before) {
  return level.mesh.domain.loop(
      "settle", level.mesh.vertices, loops::read(level.mesh.volume), read_write(level.w), write(level.q),
      write(before), KOKKOS_LAMBDA(double volume, Row<D>& now, Row<D>& flow, Row<D>& mean) {
        const double inverse = 1 / volume;
        for (int c = 0; c < D + 2; ++c) mean[c] = now[c] = inverse * now[c];
        put(primitive(conservative_in<D>(now)), flow);
      });
}

/// With the right side -P R(w), the residual is now R_c(P w) - P R(w).
template <int D>
Loop set_right_side(const Level<D>& level, const State<D>& right_side) {
  return level.mesh.domain.loop(
      "set right side", level.mesh.vertices, loops::read(level.residual), write(right_side),
      KOKKOS_LAMBDA(const Row<D>& difference, Row<D>& right) {
        for (int c = 0; c < D + 2; ++c) right[c] = -difference[c];
      });
}

/// The part of a change from `here` to `there` that leaves at least half of `here`.
KOKKOS_INLINE_FUNCTION double harmless_part(double here, double there) {
  return there < 0.5 * here ? 0.5 * here / (here - there) : 1;
}

template <int D>
Loop inject(const Level<D>& finer, const Column& cell, const State<D>& before, const State<D>& after,
            const State<D>& change, const State<D>& around) {
  return finer.mesh.domain.loop(
      "inject", finer.mesh.vertices, loops::read(before, cell), loops::read(after, cell), write(change),
      write(around), KOKKOS_LAMBDA(const Row<D>& was, const Row<D>& is, Row<D>& difference, Row<D>& sum) {
        for (int c = 0; c < D + 2; ++c) difference[c] = is[c] - was[c], sum[c] = 0;
      });
}

template <int D>
Loop gather_around(const Level<D>& finer, const State<D>& change, const State<D>& around) {
  const DistributedMesh<D>& mesh = finer.mesh;
  return finer.mesh.domain.loop(
      "around", mesh.edges, loops::read(change, mesh.ends[0]), loops::read(change, mesh.ends[1]),
      loops::read(mesh.way), increment(around, mesh.ends[0]), increment(around, mesh.ends[1]),
      KOKKOS_LAMBDA(const Row<D>& a, const Row<D>& b, const Kokkos::Array<double, 2 * D + 1>& way,
                    Row<D>& to_a, Row<D>& to_b) {
        for (int c = 0; c < D + 2; ++c) to_a[c] = way[2 * D] * b[c], to_b[c] = way[2 * D] * a[c];
      });
}

template <int D>
Loop surfaces(const Level<D>& finer, const Field<double, 1>& surface) {
  const DistributedMesh<D>& mesh = finer.mesh;
  return finer.mesh.domain.loop(
      "surfaces", mesh.edges, loops::read(mesh.way), increment(surface, mesh.ends[0]),
      increment(surface, mesh.ends[1]),
      KOKKOS_LAMBDA(const Kokkos::Array<double, 2 * D + 1>& way, double& to_a, double& to_b) {
        to_a = way[2 * D], to_b = way[2 * D];
      });
}

template <int D>
Loop average(const Level<D>& finer, const Field<double, 1>& surface, const State<D>& change,
             const State<D>& around, double own) {
  return finer.mesh.domain.loop(
      "average", finer.mesh.vertices, loops::read(surface), read_write(change), read_write(around),
      KOKKOS_LAMBDA(double area, Row<D>& difference, Row<D>& sum) {
        for (int c = 0; c < D + 2; ++c)
          difference[c] = own * difference[c] + (1 - own) / area * sum[c], sum[c] = 0;
      });
}

template <int D>
Loop correct(const Level<D>& finer, const State<D>& change_of_state) {
  const double scale = experiment("SCALE", 1);
  return finer.mesh.domain.loop(
      "correct", finer.mesh.vertices, loops::read(change_of_state), read_write(finer.w), write(finer.q),
      KOKKOS_LAMBDA(const Row<D>& difference, Row<D>& now, Row<D>& flow) {
        const Conservative<D> old = conservative_in<D>(now);
        const Conservative<D> change = scale * conservative_in<D>(difference);
        const Conservative<D> denser = harmless_part(old.rho, old.rho + change.rho) * change;
        const double part = harmless_part(primitive(old).p, primitive(old + denser).p);
        put(old + part * denser, now);
        put(primitive(conservative_in<D>(now)), flow);
      });
}

}  // namespace

template <int D>
CoarseLevel<D>::CoarseLevel(const Level<D>& finer, DistributedMesh<D>& mesh, const loops::Column& cell,
                            const Flow<D>& flow)
    : level_{mesh, field(mesh, "w"), field(mesh, "q"), field(mesh, "residual")},
      before_(field(mesh, "w before")),
      right_side_(field(mesh, "right side")),
      wall_force_(mesh.domain.template field<double, D>(mesh.on_level("wall force"), mesh.slip_faces)),
      beyond_(mesh.domain.template field<double, D + 2>(mesh.on_level("beyond"), mesh.far_corners)),
      residual_{copy(mesh, "begin residual", right_side_, level_.residual),
                first_order_fluxes(mesh, level_.q, level_.residual),
                slip_fluxes(mesh, level_.q, wall_force_, level_.residual),
                far_fluxes(mesh, level_.q, beyond_, level_.residual)},
      steps_(level_, first_order_stages, experiment("CFL1", first_order_cfl),
             [&](const loops::Loop& advance) {
               return std::apply(
                   [&](const auto&... each) {
                     return mesh.domain.chain(mesh.on_level("stage"), each..., advance);
                   },
                   residual_);
             }),
      set_right_side_(set_right_side(level_, right_side_)),
      restrict_(mesh.domain.chain(mesh.on_level("to"), clear(mesh, level_.w, right_side_),
                                  collect(finer, cell, level_.w, right_side_), settle(level_, before_))),
      change_(field(finer.mesh, "change")),
      around_(field(finer.mesh, "around")),
      surface_(finer.mesh.domain.template field<double, 1>("surface", finer.mesh.vertices)),
      surfaces_(surfaces(finer, surface_)),
      inject_(mesh.domain.chain("inject", inject(finer, cell, before_, level_.w, change_, around_))),
      smooth_(mesh.domain.chain("smooth", gather_around(finer, change_, around_),
                                average(finer, surface_, change_, around_, experiment("OWN", 0.5)))),
      prolong_(mesh.domain.chain(mesh.on_level("from"), correct(finer, change_))) {
  Row<D> row;
  put(free_stream<D>(flow.mach, flow.incidence), row);
  beyond_.assign(std::vector<Row<D>>(mesh.far_corners.owned(), row));
}

template <int D>
void CoarseLevel<D>::restrict() {
  restrict_();
  steps_.evaluate();
  set_right_side_();
}

template <int D>
void CoarseLevel<D>::prolong() {
  if (first_) surfaces_();
  first_ = false;
  inject_();
  for (int k = 0; k < experiment("SMOOTH", 1); ++k) smooth_();
  prolong_();
}

template <int D>
std::string CoarseLevel<D>::plan() {
  return restrict_.plan() + steps_.plan() + prolong_.plan();
}

template <int D>
loops::ExchangeTimes CoarseLevel<D>::exchange_times() const {
  return restrict_.exchange_times() + steps_.exchange_times() + prolong_.exchange_times();
}

template class CoarseLevel<2>;
template class CoarseLevel<3>;

}  // namespace partita::airfoil
