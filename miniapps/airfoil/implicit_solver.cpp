#include "implicit_solver.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <span>
#include <type_traits>
#include <utility>

#include <petscsnes.h>

#include <partita/petsc/error_code.hpp>
#include <partita/petsc/open_vec.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

#include "first_order_jacobian.hpp"
#include "wave_speed.hpp"

namespace partita::airfoil {
namespace {

using petsc::check;
using petsc::OpenVec;

constexpr double first_cfl = 10;
constexpr double largest_cfl = 1e7;

/// No step changes density or pressure anywhere by more than this fraction.
constexpr double largest_change = 0.3;

/// A step whose least part still leads to no gas is taken, and refused afterwards.
constexpr double least_part = 1e-6;

/// After an error, destructors must not wait for other ranks.
bool in_error() { return std::uncaught_exceptions() > 0; }

/// The rows of a Vec: it holds D + 2 values of each owned vertex.
template <int D>
std::span<Row<D>> rows_of(const OpenVec& vec) {
  static_assert(std::is_same_v<PetscScalar, double>, "PETSc must have been built for real doubles");
  return {reinterpret_cast<Row<D>*>(vec.values()), static_cast<std::size_t>(vec.size()) / (D + 2)};
}

}  // namespace

/// PETSc's lifetime: initialised at the start, finalised at the end.
class PetscRun {
 public:
  explicit PetscRun(std::vector<std::string> options) : options_(std::move(options)) {
    std::vector<std::string> arguments = options_;
    arguments.insert(arguments.begin(), "airfoil");
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    int count = static_cast<int>(arguments.size());
    char** first = words.data();
    check(PetscOptionsSetValue(nullptr, "-no_signal_handler", "true"));  // Partita has its own
    check(PetscInitialize(&count, &first, nullptr, nullptr));
  }
  ~PetscRun() {
    if (!in_error()) (void)PetscFinalize();
  }
  PetscRun(const PetscRun&) = delete;
  PetscRun& operator=(const PetscRun&) = delete;

  /// Sets an option unless the user has set it.
  void set(const char* option, const char* value) {
    PetscBool given = PETSC_FALSE;
    check(PetscOptionsHasName(nullptr, nullptr, option, &given));
    if (given == PETSC_FALSE) check(PetscOptionsSetValue(nullptr, option, value));
  }

  bool has_options() const { return !options_.empty(); }

  /// Looks once, after a step. Throws CollectiveError if the user has given an option that PETSc never
  /// queried.
  void refuse_unknown() {
    if (options_.empty() || std::exchange(has_looked_, true)) return;
    PetscInt unused = 0;
    char **names = nullptr, **values = nullptr;
    check(PetscOptionsLeftGet(nullptr, &unused, &names, &values));
    std::string unknown;
    for (PetscInt k = 0; k < unused; ++k)
      if (const auto option = text("-", names[k]);
          unknown.empty() && std::ranges::count(options_, option) > 0)
        unknown = option;
    check(PetscOptionsLeftRestore(nullptr, &unused, &names, &values));
    if (!unknown.empty())
      throw CollectiveError(unknown,
                            " is an option that PETSc does not know, or does not use with the other options");
  }

 private:
  std::vector<std::string> options_;
  bool has_looked_ = false;
};

template <int D>
ImplicitSolver<D>::ImplicitSolver(DistributedMesh<D>& mesh, const Flow<D>& flow,
                                  std::vector<std::string> petsc)
    : run_(std::make_unique<PetscRun>(std::move(petsc))),
      comm_(mesh.domain.communicator()),
      equations_(mesh, flow),
      evaluation_(equations_.evaluation("residual")),
      inverse_time_steps_(static_cast<std::size_t>(mesh.vertices.owned())) {
  (void)evaluation_.plan();  // inspects the loops: from now on the vertices have their ghosts
  const MPI_Comm handle = comm_.handle();
  matrix_ = first_order_matrix(equations_, handle);
  check(MatCreateVecs(matrix_, &w_, &rates_));
  check(VecDuplicate(w_, &start_));
  {
    const OpenVec state(w_, OpenVec::Access::write);
    for (Row<D>& row : rows_of<D>(state)) put(conservative(free_stream<D>(flow.mach, flow.incidence)), row);
  }

  check(SNESCreate(handle, &snes_));
  check(SNESSetFunction(
      snes_, rates_,
      [](SNES, Vec state, Vec result, void* solver) {
        auto& self = *static_cast<ImplicitSolver*>(solver);
        return petsc::error_code_of(self.comm_.handle(), [&] { self.evaluate(state, result); });
      },
      this));
  check(MatCreateSNESMF(snes_, &product_));
  check(SNESSetJacobian(
      snes_, product_, matrix_,
      [](SNES, Vec, Mat full, Mat first_order, void* solver) {
        auto& self = *static_cast<ImplicitSolver*>(solver);
        return petsc::error_code_of(self.comm_.handle(), [&] {
          fill(first_order, self.equations_, self.inverse_time_steps_);
          check(MatAssemblyBegin(full, MAT_FINAL_ASSEMBLY));
          check(MatAssemblyEnd(full, MAT_FINAL_ASSEMBLY));
        });
      },
      this));

  SNESLineSearch search = nullptr;
  check(SNESGetLineSearch(snes_, &search));
  check(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  check(SNESLineSearchSetPreCheck(
      search,
      [](SNESLineSearch, Vec state, Vec change, PetscBool* changed, void* solver) {
        auto& self = *static_cast<ImplicitSolver*>(solver);
        return petsc::error_code_of(self.comm_.handle(), [&] {
          const double part = self.allowed_part(state, change);
          *changed = part < 1 ? PETSC_TRUE : PETSC_FALSE;
          if (part < 1) check(VecScale(change, part));
        });
      },
      this));
  check(SNESSetTolerances(snes_, 0, 0, 0, 1, PETSC_DEFAULT));
  check(SNESSetMaxLinearSolveFailures(snes_, PETSC_MAX_INT));  // a rough step is a step, too

  KSP ksp = nullptr;
  PC pc = nullptr;
  check(SNESGetKSP(snes_, &ksp));
  check(KSPSetType(ksp, KSPGMRES));
  check(KSPGMRESSetRestart(ksp, 60));
  check(KSPSetTolerances(ksp, 0.05, PETSC_DEFAULT, PETSC_DEFAULT, 60));
  check(KSPGetPC(ksp, &pc));
  check(PCSetType(pc, PCBJACOBI));  // needs no ghosts
  run_->set("-sub_pc_factor_levels", "1");
  check(SNESSetFromOptions(snes_));
}

template <int D>
ImplicitSolver<D>::~ImplicitSolver() {
  if (in_error()) return;
  (void)SNESDestroy(&snes_);
  (void)MatDestroy(&product_);
  (void)MatDestroy(&matrix_);
  for (Vec* vec : {&w_, &start_, &rates_}) (void)VecDestroy(vec);
}

template <int D>
void ImplicitSolver<D>::set_flow(Vec state) {
  const OpenVec open(state, OpenVec::Access::read);
  std::vector<Row<D>> flow;
  for (const Row<D>& row : rows_of<D>(open)) put(primitive(conservative_in<D>(row)), flow.emplace_back());
  State<D> q = equations_.flow_values();
  q.assign(flow);
}

// (w - w_n) / dt + R(w)
template <int D>
void ImplicitSolver<D>::evaluate(Vec state, Vec result) {
  set_flow(state);
  evaluation_();
  const std::vector<Row<D>> net_fluxes = equations_.residuals().values();
  const OpenVec now(state, OpenVec::Access::read), before(start_, OpenVec::Access::read),
      rates_at(result, OpenVec::Access::write);
  const auto now_at = rows_of<D>(now), before_at = rows_of<D>(before), result_at = rows_of<D>(rates_at);
  for (std::size_t v = 0; v < inverse_time_steps_.size(); ++v)
    for (int c = 0; c < D + 2; ++c)
      result_at[v][c] = inverse_time_steps_[v] * (now_at[v][c] - before_at[v][c]) + net_fluxes[v][c];
}

// The step length that every vertex tolerates: to first order by its change, and then until there is gas in
// the end. (The change is subtracted.)
template <int D>
double ImplicitSolver<D>::allowed_part(Vec state, Vec change) {
  const OpenVec now(state, OpenVec::Access::read), step(change, OpenVec::Access::read);
  const auto now_at = rows_of<D>(now), step_at = rows_of<D>(step);
  double largest = 0;
  for (std::size_t v = 0; v < inverse_time_steps_.size(); ++v) {
    const Primitive<D> q = primitive(conservative_in<D>(now_at[v]));
    const auto [rho, m, e] = conservative_in<D>(step_at[v]);
    const double p = (heat_ratio - 1) * (e - dot(q.u, m) + 0.5 * dot(q.u, q.u) * rho);  // to first order
    largest = std::max({largest, std::fabs(rho) / q.rho, std::fabs(p) / q.p});
  }
  double part = std::min(1.0, largest_change / std::max(max(comm_, largest), 1e-300));
  const auto leads_to_gas = [&] {
    bool here = true;
    for (std::size_t v = 0; v < inverse_time_steps_.size() && here; ++v) {
      Row<D> row;
      for (int c = 0; c < D + 2; ++c) row[c] = now_at[v][c] - part * step_at[v][c];
      here = is_gas(primitive(conservative_in<D>(row)));
    }
    return min(comm_, here ? 1 : 0) == 1;
  };
  while (part > least_part && !leads_to_gas()) part *= 0.5;
  return part;
}

// A rough step is a step, too: one iteration of Newton's method, its linear system solved as far as its
// iterations went. After any other failure the flow stays, or becomes none. The same on all ranks.
template <int D>
void ImplicitSolver<D>::require_step() const {
  SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
  KSPConvergedReason linear_reason = KSP_CONVERGED_ITERATING;
  const char *words = nullptr, *linear_words = nullptr;
  KSP ksp = nullptr;
  check(SNESGetConvergedReason(snes_, &reason));
  check(SNESGetConvergedReasonString(snes_, &words));
  check(SNESGetKSP(snes_, &ksp));
  check(KSPGetConvergedReason(ksp, &linear_reason));
  check(KSPGetConvergedReasonString(ksp, &linear_words));
  const char* const advice =
      run_->has_options()
          ? "; give other options of PETSc, or none"
          : "; begin from a flow at a lower --mach or --alpha, or of explicit steps, by --initial-flow";
  if (linear_reason < 0 && linear_reason != KSP_DIVERGED_ITS)
    throw CollectiveError("PETSc's linear solver failed in an implicit step (", linear_words, ")", advice);
  if (reason < 0 && reason != SNES_DIVERGED_MAX_IT)
    throw CollectiveError("PETSc's nonlinear solver failed in an implicit step (", words, ")", advice);
}

template <int D>
void ImplicitSolver<D>::step() {
  check(VecCopy(w_, start_));
  set_flow(w_);
  evaluation_();
  equations_.observe();
  const double norm = std::max(equations_.residual(), equations_.rounding());
  largest_residual_ = std::max(largest_residual_, norm);
  const double cfl = std::min(first_cfl * largest_residual_ / norm, largest_cfl);

  const auto q = equations_.flow_values().values();
  const auto shapes = equations_.mesh().shape.values();
  for (std::size_t v = 0; v < inverse_time_steps_.size(); ++v)
    inverse_time_steps_[v] = wave_speed(primitive_in<D>(q[v]), shapes[v]) / cfl;
  // The last step's line search left a norm with the flow, which differs by rounding from that of a flow read
  // from a file; the difference quotients of the product use it.
  { const OpenVec changed(w_, OpenVec::Access::write); }
  check(SNESSolve(snes_, nullptr, w_));
  require_step();
  run_->refuse_unknown();
}

template <int D>
std::vector<Row<D>> ImplicitSolver<D>::state() const {
  const OpenVec open(w_, OpenVec::Access::read);
  const auto rows = rows_of<D>(open);
  return {rows.begin(), rows.end()};
}

template <int D>
void ImplicitSolver<D>::restore(const SavedFields<D>& fields, const Course& course) {
  {
    const OpenVec open(w_, OpenVec::Access::write);
    std::ranges::copy(fields.at("conservative"), rows_of<D>(open).begin());
  }
  largest_residual_ = course.largest_residual;
  equations_.resume(course.residual, course.forces);
}

template class ImplicitSolver<2>;
template class ImplicitSolver<3>;

}  // namespace partita::airfoil
