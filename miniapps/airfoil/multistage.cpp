#include "multistage.hpp"

#include <algorithm>
#include <vector>

#include <partita/support/reduce.hpp>

#include "symmetric.hpp"
#include "wave_step.hpp"

namespace partita::airfoil {
namespace {

using namespace loops;

template <int D>
Loop advance(const Level<D>& level, double cfl, const Global<double>& alpha, const State<D>& start,
             const Field<double, 1>& shortened) {
  return level.mesh.domain.loop(
      "advance", level.mesh.vertices, loops::read(alpha), loops::read(start), loops::read(level.mesh.shape),
      loops::read(level.residual), read_write(shortened), write(level.w), write(level.q),
      KOKKOS_LAMBDA(double of_stage, const Row<D>& before, const Symmetric<D>& shape, const Row<D>& net_flux,
                    double& times, Row<D>& now, Row<D>& flow) {
        const Conservative<D> from = conservative_in<D>(before);
        const Conservative<D> change =
            (-of_stage * cfl) * by_wave_speeds(conservative_in<D>(net_flux), primitive(from), shape);
        const double part = part_of_step(from, change);
        times += part < 1 ? 1 : 0;
        const Conservative<D> to = from + part * change;
        put(to, now);
        put(primitive(to), flow);
      });
}

}  // namespace

template <int D>
loops::Loop copy(DistributedMesh<D>& mesh, const char* name, const State<D>& from, const State<D>& to) {
  return mesh.domain.loop(
      name, mesh.vertices, loops::read(from), write(to), KOKKOS_LAMBDA(const Row<D>& a, Row<D>& b) {
        for (int c = 0; c < D + 2; ++c) b[c] = a[c];
      });
}

template <int D>
Multistage<D>::Multistage(const Level<D>& level, std::span<const double> alphas, double cfl,
                          const std::function<loops::Chain(const loops::Loop&)>& evaluation)
    : comm_(level.mesh.domain.communicator()),
      alphas_(alphas),
      start_(level.mesh.domain.template field<double, D + 2>("start", level.mesh.vertices)),
      shortened_(level.mesh.domain.template field<double, 1>("shortened", level.mesh.vertices)),
      alpha_(level.mesh.domain.template global<double>("alpha")),
      begin_(copy(level.mesh, "begin", level.w, start_)),
      advance_(airfoil::advance(level, cfl, alpha_, start_, shortened_)),
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

template <int D>
ShortenedSteps Multistage<D>::shortened() const {
  const std::vector<double> times = shortened_.values();
  const double most = times.empty() ? 0 : std::ranges::max(times);
  return {sum(comm_, std::ssize(times) - std::ranges::count(times, 0)), static_cast<long>(max(comm_, most))};
}

template class Multistage<2>;
template class Multistage<3>;
template loops::Loop copy(DistributedMesh<2>&, const char*, const State<2>&, const State<2>&);
template loops::Loop copy(DistributedMesh<3>&, const char*, const State<3>&, const State<3>&);

}  // namespace partita::airfoil
