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

/// PETSc's lifetime: initialised at the start, finalised at the end.
class PetscRun {
 public:
  explicit PetscRun(std::vector<std::string> arguments) {
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

  /// Throws CollectiveError if the user has given an option that PETSc never queried.
  void refuse_unknown(const std::vector<std::string>& given) const {
    PetscInt unused = 0;
    char **names = nullptr, **values = nullptr;
    check(PetscOptionsLeftGet(nullptr, &unused, &names, &values));
    std::string unknown;
    for (PetscInt k = 0; k < unused; ++k)
      if (const auto option = text("-", names[k]); unknown.empty() && std::ranges::count(given, option) > 0)
        unknown = option;
    check(PetscOptionsLeftRestore(nullptr, &unused, &names, &values));
    if (!unknown.empty())
      throw CollectiveError(unknown,
                            " is an option that PETSc does not know, or does not use with the other options");
  }
};

/// The rows of a Vec: it holds D + 2 values of each owned vertex.
template <int D>
std::span<Row<D>> rows_of(const OpenVec& vec) {
  static_assert(std::is_same_v<PetscScalar, double>, "PETSc must have been built for real doubles");
  return {reinterpret_cast<Row<D>*>(vec.values()), static_cast<std::size_t>(vec.size()) / (D + 2)};
}

}  // namespace

template <int D>
struct ImplicitSolver<D>::Newton {
  Newton(DistributedMesh<D>& mesh, const Flow<D>& flow, std::vector<std::string> given);
  ~Newton();

  void step();
  void set_flow(Vec state);
  void evaluate(Vec state, Vec result);
  double allowed_part(Vec state, Vec change);
  void require_step() const;

  std::vector<std::string> options;
  bool takes_options;
  PetscRun run;
  const Communicator& comm;
  Equations<D> equations;
  loops::Chain evaluation;
  std::vector<double> inverse_time_steps;
  double largest_residual = 0;

  Vec w = nullptr, start = nullptr, rates = nullptr;
  Mat product = nullptr, matrix = nullptr;
  SNES snes = nullptr;
};

template <int D>
ImplicitSolver<D>::Newton::Newton(DistributedMesh<D>& mesh, const Flow<D>& flow,
                                  std::vector<std::string> given)
    : options(std::move(given)),
      takes_options(!options.empty()),
      run(options),
      comm(mesh.domain.communicator()),
      equations(mesh, flow),
      evaluation(equations.evaluation("residual")),
      inverse_time_steps(static_cast<std::size_t>(mesh.vertices.owned())) {
  (void)evaluation.plan();  // inspects the loops: from now on the vertices have their ghosts
  const MPI_Comm handle = comm.handle();
  matrix = first_order_matrix(equations, handle);
  check(MatCreateVecs(matrix, &w, &rates));
  check(VecDuplicate(w, &start));
  {
    const OpenVec state(w, OpenVec::Access::write);
    for (Row<D>& row : rows_of<D>(state)) put(conservative(free_stream<D>(flow.mach, flow.incidence)), row);
  }

  check(SNESCreate(handle, &snes));
  check(SNESSetFunction(
      snes, rates,
      [](SNES, Vec state, Vec result, void* newton) {
        auto& self = *static_cast<Newton*>(newton);
        return petsc::error_code_of(self.comm.handle(), [&] { self.evaluate(state, result); });
      },
      this));
  check(MatCreateSNESMF(snes, &product));
  check(SNESSetJacobian(
      snes, product, matrix,
      [](SNES, Vec, Mat full, Mat first_order, void* newton) {
        auto& self = *static_cast<Newton*>(newton);
        return petsc::error_code_of(self.comm.handle(), [&] {
          fill(first_order, self.equations, self.inverse_time_steps);
          check(MatAssemblyBegin(full, MAT_FINAL_ASSEMBLY));
          check(MatAssemblyEnd(full, MAT_FINAL_ASSEMBLY));
        });
      },
      this));

  SNESLineSearch search = nullptr;
  check(SNESGetLineSearch(snes, &search));
  check(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  check(SNESLineSearchSetPreCheck(
      search,
      [](SNESLineSearch, Vec state, Vec change, PetscBool* changed, void* newton) {
        auto& self = *static_cast<Newton*>(newton);
        return petsc::error_code_of(self.comm.handle(), [&] {
          const double part = self.allowed_part(state, change);
          *changed = part < 1 ? PETSC_TRUE : PETSC_FALSE;
          if (part < 1) check(VecScale(change, part));
        });
      },
      this));
  check(SNESSetTolerances(snes, 0, 0, 0, 1, PETSC_DEFAULT));
  check(SNESSetMaxLinearSolveFailures(snes, PETSC_MAX_INT));  // a rough step is a step, too

  KSP ksp = nullptr;
  PC pc = nullptr;
  check(SNESGetKSP(snes, &ksp));
  check(KSPSetType(ksp, KSPGMRES));
  check(KSPGMRESSetRestart(ksp, 60));
  check(KSPSetTolerances(ksp, 0.05, PETSC_DEFAULT, PETSC_DEFAULT, 60));
  check(KSPGetPC(ksp, &pc));
  check(PCSetType(pc, PCBJACOBI));  // needs no ghosts
  run.set("-sub_pc_factor_levels", "1");
  check(SNESSetFromOptions(snes));
}

template <int D>
ImplicitSolver<D>::Newton::~Newton() {
  if (in_error()) return;
  (void)SNESDestroy(&snes);
  (void)MatDestroy(&product);
  (void)MatDestroy(&matrix);
  for (Vec* vec : {&w, &start, &rates}) (void)VecDestroy(vec);
}

template <int D>
void ImplicitSolver<D>::Newton::set_flow(Vec state) {
  const OpenVec open(state, OpenVec::Access::read);
  std::vector<Row<D>> flow;
  for (const Row<D>& row : rows_of<D>(open)) put(primitive(conservative_in<D>(row)), flow.emplace_back());
  State<D> q = equations.flow_values();
  q.assign(flow);
}

// (w - w_n) / dt + R(w)
template <int D>
void ImplicitSolver<D>::Newton::evaluate(Vec state, Vec result) {
  set_flow(state);
  evaluation();
  const std::vector<Row<D>> net_fluxes = equations.residuals().values();
  const OpenVec now(state, OpenVec::Access::read), before(start, OpenVec::Access::read),
      rates_at(result, OpenVec::Access::write);
  const auto now_at = rows_of<D>(now), before_at = rows_of<D>(before), result_at = rows_of<D>(rates_at);
  for (std::size_t v = 0; v < inverse_time_steps.size(); ++v)
    for (int c = 0; c < D + 2; ++c)
      result_at[v][c] = inverse_time_steps[v] * (now_at[v][c] - before_at[v][c]) + net_fluxes[v][c];
}

// The step length that every vertex tolerates: to first order by its change, and then until there is gas in
// the end. (The change is subtracted.)
template <int D>
double ImplicitSolver<D>::Newton::allowed_part(Vec state, Vec change) {
  const OpenVec now(state, OpenVec::Access::read), step(change, OpenVec::Access::read);
  const auto now_at = rows_of<D>(now), step_at = rows_of<D>(step);
  double largest = 0;
  for (std::size_t v = 0; v < inverse_time_steps.size(); ++v) {
    const Primitive<D> q = primitive(conservative_in<D>(now_at[v]));
    const auto [rho, m, e] = conservative_in<D>(step_at[v]);
    const double p = (heat_ratio - 1) * (e - dot(q.u, m) + 0.5 * dot(q.u, q.u) * rho);  // to first order
    largest = std::max({largest, std::fabs(rho) / q.rho, std::fabs(p) / q.p});
  }
  double part = std::min(1.0, largest_change / std::max(max(comm, largest), 1e-300));
  const auto leads_to_gas = [&] {
    bool here = true;
    for (std::size_t v = 0; v < inverse_time_steps.size() && here; ++v) {
      Row<D> row;
      for (int c = 0; c < D + 2; ++c) row[c] = now_at[v][c] - part * step_at[v][c];
      here = is_gas(primitive(conservative_in<D>(row)));
    }
    return min(comm, here ? 1 : 0) == 1;
  };
  while (part > least_part && !leads_to_gas()) part *= 0.5;
  return part;
}

// A rough step is a step, too: one iteration of Newton's method, its linear system solved as far as its
// iterations went. After any other failure the flow stays, or becomes none. The same on all ranks.
template <int D>
void ImplicitSolver<D>::Newton::require_step() const {
  SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
  KSPConvergedReason linear_reason = KSP_CONVERGED_ITERATING;
  const char *words = nullptr, *linear_words = nullptr;
  KSP ksp = nullptr;
  check(SNESGetConvergedReason(snes, &reason));
  check(SNESGetConvergedReasonString(snes, &words));
  check(SNESGetKSP(snes, &ksp));
  check(KSPGetConvergedReason(ksp, &linear_reason));
  check(KSPGetConvergedReasonString(ksp, &linear_words));
  const char* const advice =
      takes_options
          ? "; give other options of PETSc, or none"
          : "; begin from a flow at a lower --mach or --alpha, or of explicit steps, by --initial-flow";
  if (linear_reason < 0 && linear_reason != KSP_DIVERGED_ITS)
    throw CollectiveError("PETSc's linear solver failed in an implicit step (", linear_words, ")", advice);
  if (reason < 0 && reason != SNES_DIVERGED_MAX_IT)
    throw CollectiveError("PETSc's nonlinear solver failed in an implicit step (", words, ")", advice);
}

template <int D>
void ImplicitSolver<D>::Newton::step() {
  check(VecCopy(w, start));
  set_flow(w);
  evaluation();
  equations.observe();
  const double norm = std::max(equations.residual(), equations.rounding());
  largest_residual = std::max(largest_residual, norm);
  const double cfl = std::min(first_cfl * largest_residual / norm, largest_cfl);

  const auto q = equations.flow_values().values();
  const auto shapes = equations.mesh().shape.values();
  for (std::size_t v = 0; v < inverse_time_steps.size(); ++v)
    inverse_time_steps[v] = wave_speed(primitive_in<D>(q[v]), shapes[v]) / cfl;
  // The last step's line search left a norm with the flow, which differs by rounding from that of a flow read
  // from a file; the difference quotients of the product use it.
  { const OpenVec changed(w, OpenVec::Access::write); }
  check(SNESSolve(snes, nullptr, w));
  require_step();
  if (!options.empty()) run.refuse_unknown(std::exchange(options, {}));
}

template <int D>
ImplicitSolver<D>::ImplicitSolver(DistributedMesh<D>& mesh, const Flow<D>& flow,
                                  std::vector<std::string> petsc)
    : newton_(std::make_unique<Newton>(mesh, flow, std::move(petsc))) {}

template <int D>
ImplicitSolver<D>::~ImplicitSolver() = default;
template <int D>
ImplicitSolver<D>::ImplicitSolver(ImplicitSolver&&) noexcept = default;

template <int D>
std::string ImplicitSolver<D>::plan() {
  return newton_->evaluation.plan();
}

template <int D>
void ImplicitSolver<D>::step() {
  newton_->step();
}

template <int D>
const Equations<D>& ImplicitSolver<D>::equations() const {
  return newton_->equations;
}

template <int D>
const loops::ExchangeTimes& ImplicitSolver<D>::exchange_times() const {
  return newton_->evaluation.exchange_times();
}

template <int D>
std::vector<loops::Loop> ImplicitSolver<D>::stage() const {
  return equations().loops_of_evaluation();
}

template <int D>
std::vector<Row<D>> ImplicitSolver<D>::state() const {
  const OpenVec open(newton_->w, OpenVec::Access::read);
  const auto rows = rows_of<D>(open);
  return {rows.begin(), rows.end()};
}

template <int D>
void ImplicitSolver<D>::restore(const SavedFields<D>& fields, const Course& course) {
  {
    const OpenVec open(newton_->w, OpenVec::Access::write);
    std::ranges::copy(fields.at("conservative"), rows_of<D>(open).begin());
  }
  newton_->largest_residual = course.largest_residual;
  newton_->equations.resume(course.residual, course.forces);
}

template class ImplicitSolver<2>;
template class ImplicitSolver<3>;

}  // namespace partita::airfoil
