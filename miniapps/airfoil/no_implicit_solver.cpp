#include <partita/support/error.hpp>

#include "implicit_solver.hpp"

namespace partita::airfoil {

template <int D>
struct ImplicitSolver<D>::Newton {
  Equations<D> equations;
  loops::ExchangeTimes times;
};

template <int D>
ImplicitSolver<D>::ImplicitSolver(DistributedMesh<D>&, const Flow<D>&, std::vector<std::string>) {
  throw CollectiveError(
      "this airfoil was built without PETSc, which --implicit needs; install petsc-dev and build again");
}

template <int D>
ImplicitSolver<D>::~ImplicitSolver() = default;
template <int D>
ImplicitSolver<D>::ImplicitSolver(ImplicitSolver&&) noexcept = default;

template <int D>
std::string ImplicitSolver<D>::plan() {
  return {};
}

template <int D>
void ImplicitSolver<D>::step() {}

template <int D>
const Equations<D>& ImplicitSolver<D>::equations() const {
  return newton_->equations;
}

template <int D>
const loops::ExchangeTimes& ImplicitSolver<D>::exchange_times() const {
  return newton_->times;
}

template <int D>
std::vector<loops::Loop> ImplicitSolver<D>::stage() const {
  return {};
}

template <int D>
std::vector<Row<D>> ImplicitSolver<D>::state() const {
  return {};
}

template <int D>
void ImplicitSolver<D>::restore(const SavedFields<D>&, const Course&) {}

template class ImplicitSolver<2>;
template class ImplicitSolver<3>;

}  // namespace partita::airfoil
