#include "multistage.hpp"

#include "wave_speed.hpp"

namespace partita::airfoil {
namespace {

using namespace loops;

template <int D>
using State = Field<double, D + 2>;

template <int D>
Loop begin(const Level<D>& level, double cfl, const State<D>& start, const Field<double, 1>& time_step) {
  using Extent = Kokkos::Array<double, D>;
  return level.mesh.domain.loop(
      "begin", level.mesh.vertices, loops::read(level.w), loops::read(level.q),
      loops::read(level.mesh.extent), write(start), write(time_step),
      KOKKOS_LAMBDA(const Row<D>& now, const Row<D>& flow, const Extent& extent, Row<D>& before,
                    double& step) {
        for (int c = 0; c < D + 2; ++c) before[c] = now[c];
        step = cfl / wave_speed(primitive_in<D>(flow), vector_in<D>(extent));
      });
}

template <int D>
Loop advance(const Level<D>& level, const Global<double>& alpha, const State<D>& start,
             const Field<double, 1>& time_step) {
  return level.mesh.domain.loop(
      "advance", level.mesh.vertices, loops::read(alpha), loops::read(start), loops::read(time_step),
      loops::read(level.residual), write(level.w), write(level.q),
      KOKKOS_LAMBDA(double of_stage, const Row<D>& before, double step, const Row<D>& rates, Row<D>& now,
                    Row<D>& flow) {
        for (int c = 0; c < D + 2; ++c) now[c] = before[c] - (of_stage * step) * rates[c];
        put(primitive(conservative_in<D>(now)), flow);
      });
}

}  // namespace

template <int D>
Multistage<D>::Multistage(const Level<D>& level, std::span<const double> alphas, double cfl,
                          const std::function<loops::Chain(const loops::Loop&)>& evaluation)
    : alphas_(alphas),
      start_(level.mesh.domain.template field<double, D + 2>("start", level.mesh.vertices)),
      time_step_(level.mesh.domain.template field<double, 1>("time step", level.mesh.vertices)),
      alpha_(level.mesh.domain.template global<double>("alpha")),
      begin_(begin(level, cfl, start_, time_step_)),
      advance_(airfoil::advance(level, alpha_, start_, time_step_)),
      stage_(evaluation(advance_)) {}

template <int D>
void Multistage<D>::step(const std::function<void()>& look) {
  begin_();
  for (const double& alpha : alphas_) {
    stage(alpha);
    if (&alpha == alphas_.data()) look();
  }
}

template <int D>
void Multistage<D>::evaluate() {
  begin_();
  stage(0);
}

template <int D>
void Multistage<D>::stage(double alpha) {
  alpha_.assign(alpha);
  stage_();
}

template class Multistage<2>;
template class Multistage<3>;

}  // namespace partita::airfoil
