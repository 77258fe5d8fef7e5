#include <partita/support/error.hpp>

#include "implicit_solver.hpp"

namespace partita::airfoil {

template <int D>
struct ImplicitSolver<D>::Newton {
  Equations<D> equations;
};

template <int D>
ImplicitSolver<D>::ImplicitSolver(const Subdomain<D>&, const Flow<D>&, KokkosExchange<>, Communicator,
                                  std::vector<std::string>) {
  throw CollectiveError(
      "this airfoil was built without PETSc, which --implicit needs; install petsc-dev and build again");
}

template <int D>
ImplicitSolver<D>::~ImplicitSolver() = default;
template <int D>
ImplicitSolver<D>::ImplicitSolver(ImplicitSolver&&) noexcept = default;

template <int D>
void ImplicitSolver<D>::step() {}

template <int D>
const Equations<D>& ImplicitSolver<D>::equations() const {
  return newton_->equations;
}

template <int D>
std::vector<Conservative<D>> ImplicitSolver<D>::state() const {
  return {};
}

template class ImplicitSolver<2>;
template class ImplicitSolver<3>;

}  // namespace partita::airfoil
