#include "solver.hpp"

#include <algorithm>

#include <partita/support/reduce.hpp>

#include "damping.hpp"
#include "runge_kutta.hpp"
#include "symmetric.hpp"
#include "wave_step.hpp"

namespace partita::airfoil {
namespace {

using namespace loops;

template <int D>
using State = Field<double, D + 2>;

template <int D>
Loop begin(DistributedMesh<D>& mesh, const State<D>& w, const State<D>& start) {
  return mesh.domain.loop(
      "begin", mesh.vertices, loops::read(w), write(start), KOKKOS_LAMBDA(const Row<D>& now, Row<D>& before) {
        for (int c = 0; c < D + 2; ++c) before[c] = now[c];
      });
}

template <int D>
Loop advance(DistributedMesh<D>& mesh, const Global<double>& alpha, const State<D>& start,
             const State<D>& residual, const Field<double, 1>& shortened, const State<D>& w,
             const State<D>& q) {
  return mesh.domain.loop(
      "advance", mesh.vertices, loops::read(alpha), loops::read(start), loops::read(mesh.shape),
      loops::read(residual), read_write(shortened), write(w), write(q),
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

template <int D>
Loop damping(DistributedMesh<D>& mesh, double rate, const State<D>& w, const State<D>& memory,
             const State<D>& q) {
  return mesh.domain.loop(
      "damp", mesh.vertices, read_write(w), read_write(memory), write(q),
      KOKKOS_LAMBDA(Row<D> & now, Row<D> & past, Row<D> & flow) {
        for (int c = 0; c < D + 2; ++c) damp(now[c], past[c], rate);
        put(primitive(conservative_in<D>(now)), flow);
      });
}

template <int D>
Loop set_flow(DistributedMesh<D>& mesh, const State<D>& w, const State<D>& q) {
  return mesh.domain.loop(
      "set flow", mesh.vertices, loops::read(w), write(q),
      KOKKOS_LAMBDA(const Row<D>& now, Row<D>& flow) { put(primitive(conservative_in<D>(now)), flow); });
}

// Around a wing sound radiates past the tips, so nothing needs damping.
double rate_about(const DistributedMesh<2>& mesh) {
  return damping_rate(cfl, 0.5 * static_cast<double>(mesh.wall_corners));
}
double rate_about(const DistributedMesh<3>&) { return 0; }

}  // namespace

template <int D>
Solver<D>::Solver(DistributedMesh<D>& mesh, const Flow<D>& flow)
    : damping_(rate_about(mesh)),
      equations_(mesh, flow),
      w_(mesh.domain.template field<double, D + 2>("w", mesh.vertices)),
      start_(mesh.domain.template field<double, D + 2>("start", mesh.vertices)),
      memory_(mesh.domain.template field<double, D + 2>("memory", mesh.vertices)),
      shortened_(mesh.domain.template field<double, 1>("shortened", mesh.vertices)),
      alpha_(mesh.domain.template global<double>("alpha")),
      begin_(begin(mesh, w_, start_)),
      advance_(
          advance(mesh, alpha_, start_, equations_.residuals(), shortened_, w_, equations_.flow_values())),
      damp_(damping(mesh, damping_, w_, memory_, equations_.flow_values())),
      set_flow_(set_flow(mesh, w_, equations_.flow_values())),
      stage_(equations_.evaluation("stage", advance_)) {
  const Primitive<D> undisturbed = free_stream<D>(flow.mach, flow.incidence);
  const auto everywhere = [&](const auto& values, loops::Field<double, D + 2> field) {
    Row<D> row;
    put(values, row);
    field.assign(std::vector<Row<D>>(mesh.vertices.owned(), row));
  };
  everywhere(undisturbed, equations_.flow_values());
  everywhere(conservative(undisturbed), w_);
  everywhere(conservative(undisturbed), memory_);
}

template <int D>
void Solver<D>::step() {
  begin_();
  for (const double& alpha : stages) {
    alpha_.assign(alpha);
    stage_();
    if (&alpha == stages) equations_.observe();
  }
  if (damping_ > 0) damp_();
}

template <int D>
ShortenedSteps Solver<D>::shortened() const {
  const Communicator& comm = equations_.mesh().domain.communicator();
  const std::vector<double> times = shortened_.values();
  const double most = times.empty() ? 0 : std::ranges::max(times);
  return {sum(comm, std::ssize(times) - std::ranges::count(times, 0)), static_cast<long>(max(comm, most))};
}

template <int D>
SavedFields<D> Solver<D>::fields() const {
  SavedFields<D> fields{{"conservative", w_.values()}};
  if (damping_ > 0) fields.emplace("memory", memory_.values());
  return fields;
}

// Each step sets the flow from w in the end, by the same expression.
template <int D>
void Solver<D>::restore(const SavedFields<D>& fields, const Course& course) {
  w_.assign(fields.at("conservative"));
  if (damping_ > 0) memory_.assign(fields.at("memory"));
  set_flow_();
  equations_.resume(course.residual, course.forces);
}

template <int D>
std::vector<loops::Loop> Solver<D>::stage() const {
  const auto& evaluation = equations_.loops_of_evaluation();
  std::vector<loops::Loop> all(evaluation.begin(), evaluation.end());
  all.push_back(advance_);
  return all;
}

template class Solver<2>;
template class Solver<3>;

}  // namespace partita::airfoil
