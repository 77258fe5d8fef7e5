#include "solver.hpp"

#include <iterator>
#include <span>

#include "damping.hpp"
#include "runge_kutta.hpp"

namespace partita::airfoil {
namespace {

using namespace loops;

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
    : damping_(mesh.coarser.empty() ? rate_about(mesh) : 0),
      equations_(mesh, flow),
      w_(mesh.domain.template field<double, D + 2>("w", mesh.vertices)),
      memory_(mesh.domain.template field<double, D + 2>("memory", mesh.vertices)),
      level_{mesh, w_, equations_.flow_values(), equations_.residuals()},
      steps_(level_, mesh.coarser.empty() ? std::span<const double>(stages) : smoothing_stages,
             mesh.coarser.empty() ? cfl : smoothing_cfl,
             [this](const loops::Loop& advance) { return equations_.evaluation("stage", advance); }),
      multigrid_(level_, flow),
      damp_(damping(mesh, damping_, w_, memory_, equations_.flow_values())),
      set_flow_(set_flow(mesh, w_, equations_.flow_values())) {
  const Primitive<D> undisturbed = free_stream<D>(flow.mach, flow.incidence);
  const auto everywhere = [&](const auto& values, State<D> field) {
    Row<D> row;
    put(values, row);
    field.assign(std::vector<Row<D>>(mesh.vertices.owned(), row));
  };
  everywhere(undisturbed, equations_.flow_values());
  everywhere(conservative(undisturbed), w_);
  everywhere(conservative(undisturbed), memory_);
  if (!mesh.coarser.empty()) recombination_.emplace(level_);
}

template <int D>
void Solver<D>::step() {
  if (recombination_) recombination_->begin();
  steps_.step([this] { equations_.observe(); });
  if (!level_.mesh.coarser.empty()) {
    steps_.step();  // with one alone, cycles on meshes of thin cells may end in a flow that is not steady
    steps_.evaluate();
    multigrid_.correct();
    recombination_->end();
  }
  if (damping_ > 0) damp_();
}

template <int D>
long Solver<D>::evaluations_a_step(int level, int levels) {
  if (level > 1) return Multigrid<D>::evaluations(level, levels);
  return levels == 1 ? std::ssize(stages) : 2 * std::ssize(smoothing_stages) + 1;
}

template <int D>
SavedFields<D> Solver<D>::fields() const {
  SavedFields<D> fields{{"conservative", w_.values()}};
  if (damping_ > 0) fields.emplace("memory", memory_.values());
  if (recombination_) recombination_->save(fields);
  return fields;
}

// Each step sets the flow from w in the end, by the same expression.
template <int D>
void Solver<D>::restore(const SavedFields<D>& fields, const Course& course) {
  w_.assign(fields.at("conservative"));
  if (damping_ > 0) memory_.assign(fields.at("memory"));
  if (recombination_) recombination_->restore(fields, course.steps - course.first_step);
  set_flow_();
  equations_.resume(course.residual, course.forces);
}

template <int D>
std::vector<loops::Loop> Solver<D>::stage() const {
  std::vector<loops::Loop> all = equations_.loops_of_evaluation();
  all.push_back(steps_.advance());
  return all;
}

template class Solver<2>;
template class Solver<3>;

}  // namespace partita::airfoil
