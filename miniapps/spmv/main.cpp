// Sparse matrix-vector products: conjugate gradients and the power method by an inspected loop, beside PETSc.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <petscsys.h>

#include <partita/petsc/error_code.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/duration.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "compare.hpp"
#include "iterate.hpp"
#include "mat_mult.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/formatted.hpp"
#include "miniapps/mesh_options.hpp"
#include "miniapps/program.hpp"
#include "problem.hpp"

namespace partita::spmv {
namespace {

const char* const description =
    R"(Sparse matrix-vector products in conjugate gradients and the power method. Partita inspects a loop once and
replays it, overlapped with its messages; PETSc's MatMult runs on the same rows of the same ranks. Prints
milliseconds of a product by both, their ratio and difference, and the results of both iterations.

The Laplacian of a mesh is a loop over its edges, each read once for both of its ends. Any other matrix is a
loop over its entries. For both, reverse Cuthill-McKee numbers the rows and METIS partitions them.

  mpirun -n 2 spmv                                  the Laplacian of a square of 250000 vertices
  mpirun -n 2 spmv --mesh wing.msh --report run.json
  mpirun -n 4 spmv --matrix bcsstk18.mtx            Matrix Market
  mpirun -n 4 spmv --matrix jacobian.bin            PETSc's binary format, as MatView writes it

PETSc's own options are read from the environment: PETSC_OPTIONS=-log_view, or "-mat_type sbaij" for another
format than AIJ.)";

void declare(CommandLine& line, Options& options) {
  line.add_file("--matrix", options.matrix,
                "Square real matrix: Matrix Market (.mtx), otherwise PETSc's binary format", "FILE");
  add_mesh(line, options.mesh, options.zone,
           "SU2 (.su2), Gmsh (.msh), VTKHDF (.vtkhdf) or METIS (.graph) mesh, for its Laplacian")
      .excludes("--matrix");
  line.add("--vertices", options.vertices, "Approximate size of the generated square, used without a file",
           "N")
      .check(between(global_index{4}, global_index{100'000'000}))
      .excludes("--matrix")
      .excludes("--mesh");
  line.add("--seconds", options.seconds, "Approximate time for the measurement of products")
      .check(between(0.0, 3600.0));
  line.add("--iterations", options.iterations,
           "Most iterations of conjugate gradients, and of the power method", "N")
      .check(between(1, 100'000'000));
  line.add("--tolerance", options.tolerance,
           "Ends conjugate gradients by the relative residual, and the power method by the relative change "
           "of the eigenvalue")
      .check(between(1e-16, 1.0));
  line.add_file("--report", options.report, "Write the same and more as JSON", "FILE.json");
  line.afterwards.emplace_back([&] {
    refuse_to_overwrite({{"--report", options.report}},
                        {{"the matrix", options.matrix}, {"the mesh", options.mesh}});
  });
}

// PETSc, initialised during the object's life. After an error it must not wait for the other ranks.
class Petsc {
 public:
  Petsc() { petsc::check(PetscInitializeNoArguments()); }
  ~Petsc() {
    if (std::uncaught_exceptions() == 0) (void)PetscFinalize();
  }
  Petsc(const Petsc&) = delete;
  Petsc& operator=(const Petsc&) = delete;
};

// Values between -1 and 1, determined by the rank and the local order.
std::vector<double> random_values(const Communicator& comm, std::size_t size) {
  Random random(static_cast<std::uint64_t>(comm.rank()));
  std::vector<double> values(size);
  for (double& value : values) value = 2 * (random.next() / 4294967296.0) - 1;
  return values;
}

struct Report {
  std::string matrix;
  global_index rows = 0, entries = 0;
  int ranks = 1;
  global_index ghosts = 0;  ///< of all ranks
  std::string schedule, protocol;
  double inspector_seconds = 0;  ///< distribution, inspection, plan
  Comparison product;
  Iterated cg_partita, cg_petsc, power_partita, power_petsc;
};

nlohmann::ordered_json json_of(const Iterated& iterated, const char* result) {
  return {{"iterations", iterated.iterations},
          {"seconds", iterated.seconds},
          {result, iterated.result},
          {"complete", iterated.complete}};
}

std::string summary(const Report& r) {
  const Comparison& p = r.product;
  return text(r.matrix, ": ", r.rows, " rows, ", r.entries, " entries on ", r.ranks,
              r.ranks == 1 ? " rank" : " ranks", "\n") +
         formatted("product     %.3f ms, MatMult %.3f ms, ratio %.3f, difference %.1e\n",
                   p.milliseconds_partita, p.milliseconds_petsc, p.ratio, p.difference) +
         formatted(
             "cg          %d iterations in %s (by MatMult %d in %s), residual %.1e of the right-hand "
             "side%s\n",
             r.cg_partita.iterations, time_of(r.cg_partita.seconds).c_str(), r.cg_petsc.iterations,
             time_of(r.cg_petsc.seconds).c_str(), r.cg_partita.result,
             r.cg_partita.complete ? "" : ", not within the tolerance") +
         formatted("power       eigenvalue %.6g after %d iterations in %s (by MatMult %.6g after %d in %s)\n",
                   r.power_partita.result, r.power_partita.iterations,
                   time_of(r.power_partita.seconds).c_str(), r.power_petsc.result, r.power_petsc.iterations,
                   time_of(r.power_petsc.seconds).c_str());
}

void write_json(const Report& r, const std::string& path) {
  const nlohmann::ordered_json json = {
      {"matrix", r.matrix},
      {"rows", r.rows},
      {"entries", r.entries},
      {"ranks", r.ranks},
      {"ghosts", r.ghosts},
      {"schedule", r.schedule},
      {"protocol", r.protocol},
      {"inspector_seconds", r.inspector_seconds},
      {"milliseconds_partita", r.product.milliseconds_partita},
      {"milliseconds_petsc", r.product.milliseconds_petsc},
      {"ratio", r.product.ratio},
      {"difference", r.product.difference},
      {"batches", r.product.batches},
      {"cg", {{"partita", json_of(r.cg_partita, "residual")}, {"petsc", json_of(r.cg_petsc, "residual")}}},
      {"power",
       {{"partita", json_of(r.power_partita, "eigenvalue")},
        {"petsc", json_of(r.power_petsc, "eigenvalue")}}}};
  write_whole(path, json.dump(2) + "\n");
}

// Before anything is printed or written: what is not finite is no result. The same on all ranks.
void require_numbers(const Report& r) {
  for (const double result : {r.product.difference, r.cg_partita.result, r.cg_petsc.result,
                              r.power_partita.result, r.power_petsc.result})
    if (!std::isfinite(result))
      throw CollectiveError("products with ", r.matrix,
                            " leave the range of doubles; scale the matrix, or look for entries that are "
                            "not finite");
}

Report measure(const Communicator& comm, const Problem& problem, const Options& options) {
  Report report;
  report.matrix = problem.name;
  report.ranks = comm.size();
  const Stopwatch inspecting;
  const std::unique_ptr<Product> product = make_product(comm, problem);
  report.inspector_seconds = max(comm, inspecting.seconds());
  const AccessPattern& pattern = product->pattern();
  report.rows = sum(comm, static_cast<global_index>(pattern.owned()));
  report.entries = sum(comm, static_cast<global_index>(product->rows().columns.size()));
  report.ghosts = sum(comm, static_cast<global_index>(pattern.ghosts()));
  report.schedule = name_of(product->plan().best().schedule.algorithm);
  report.protocol = name_of(product->plan().best().way.protocol);

  MatMult mat_mult(*product);
  const Multiply ours = std::ref(*product), theirs = std::ref(mat_mult);
  const std::vector<double> x = random_values(comm, static_cast<std::size_t>(pattern.owned()));
  report.product = compare(pattern, ours, theirs, x, options.seconds);

  // A right-hand side that has a solution even if the matrix is singular, as a Laplacian is.
  std::vector<double> solution(static_cast<std::size_t>(pattern.local_size())), b(x.size());
  std::ranges::copy(x, solution.begin());
  ours(solution, b);
  report.cg_partita = conjugate_gradients(pattern, ours, b, options.iterations, options.tolerance);
  report.cg_petsc = conjugate_gradients(pattern, theirs, b, options.iterations, options.tolerance);
  report.power_partita = power_method(pattern, ours, x, options.iterations, options.tolerance);
  report.power_petsc = power_method(pattern, theirs, x, options.iterations, options.tolerance);
  require_numbers(report);
  return report;
}

int run(int argc, char** argv, const Communicator& comm) {
  Options options;
  CommandLine line("spmv", description);
  declare(line, options);
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;

  const Petsc petsc;
  const Problem problem = collectively(comm, [&] {
    if (comm.rank() != 0) return Problem{};
    if (!options.report.empty()) AtomicFile{options.report};  // reported now, not after the work
    return prepare(options, comm.size());
  });
  const Report report = measure(comm, problem, options);
  collectively(comm, [&] {
    if (comm.rank() != 0) return;
    std::fputs(summary(report).c_str(), stdout);
    if (!options.report.empty()) write_json(report, options.report);
  });
  return 0;
}

}  // namespace
}  // namespace partita::spmv

int main(int argc, char** argv) { return partita::run_program("spmv", argc, argv, partita::spmv::run); }
