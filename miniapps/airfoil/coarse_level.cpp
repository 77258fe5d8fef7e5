#include "coarse_level.hpp"

#include "fluxes.hpp"
#include "runge_kutta.hpp"

namespace partita::airfoil {
namespace {

using namespace loops;

template <int D>
State<D> field(DistributedMesh<D>& mesh, const char* name) {
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

template <int D>
Loop prolong(const Level<D>& finer, const Column& cell, const State<D>& before, const State<D>& after) {
  return finer.mesh.domain.loop(
      "prolong", finer.mesh.vertices, loops::read(before, cell), loops::read(after, cell),
      read_write(finer.w), write(finer.q),
      KOKKOS_LAMBDA(const Row<D>& was, const Row<D>& is, Row<D>& now, Row<D>& flow) {
        const Conservative<D> old = conservative_in<D>(now);
        const Conservative<D> change = conservative_in<D>(is) - conservative_in<D>(was);
        const Conservative<D> corrected = old + part_of_step(old, change) * change;
        put(corrected, now);
        put(primitive(corrected), flow);
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
      steps_(level_, first_order_stages, first_order_cfl,
             [&](const loops::Loop& advance) {
               return std::apply(
                   [&](const auto&... each) {
                     return mesh.domain.chain(mesh.on_level("stage"), each..., advance);
                   },
                   residual_);
             }),
      set_right_side_(set_right_side(level_, right_side_)),
      restrict_(mesh.domain.chain(text("to level ", mesh.level), clear(mesh, level_.w, right_side_),
                                  collect(finer, cell, level_.w, right_side_), settle(level_, before_))),
      prolong_(mesh.domain.chain(text("from level ", mesh.level),
                                 airfoil::prolong(finer, cell, before_, level_.w))) {
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
std::string CoarseLevel<D>::plan() {
  return restrict_.plan() + steps_.plan() + prolong_.plan();
}

template <int D>
long CoarseLevel<D>::exchanges() const {
  return restrict_.exchanges() + steps_.exchanges() + prolong_.exchanges();
}

template class CoarseLevel<2>;
template class CoarseLevel<3>;

}  // namespace partita::airfoil
