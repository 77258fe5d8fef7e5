#include "options.hpp"

#include "miniapps/validators.hpp"

namespace partita::spmv {

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

void declare(CLI::App& app, Options& options) {
  app.option_defaults()->always_capture_default();
  CLI::Option* matrix =
      app.add_option("--matrix", options.matrix,
                     "Square real matrix: Matrix Market (.mtx), otherwise PETSc's binary format")
          ->check(file_name())
          ->type_name("FILE");
  CLI::Option* mesh = app.add_option("--mesh", options.mesh,
                                     "SU2 (.su2), Gmsh (.msh), VTKHDF (.vtkhdf), OP2 (.dat) or METIS "
                                     "(.graph) mesh, for its Laplacian")
                          ->check(file_name())
                          ->type_name("FILE")
                          ->excludes(matrix);
  app.add_option("--zone", options.zone, "Zone of an SU2 file that has several, from 1 on [the only one]")
      ->check(between(1, 1'000'000))
      ->default_str("")
      ->type_name("N")
      ->needs(mesh);
  app.add_option("--vertices", options.vertices,
                 "Approximate size of the generated square, used without a file")
      ->check(between(global_index{4}, global_index{100'000'000}))
      ->type_name("N")
      ->excludes(matrix)
      ->excludes(mesh);
  app.add_option("--seconds", options.seconds, "Approximate time for the measurement of products")
      ->check(between(0.0, 3600.0));
  app.add_option("--iterations", options.iterations,
                 "Most iterations of conjugate gradients, and of the power method")
      ->check(between(1, 100'000'000))
      ->type_name("N");
  app.add_option(
         "--tolerance", options.tolerance,
         "Ends conjugate gradients by the relative residual, and the power method by the relative change of "
         "the eigenvalue")
      ->check(between(1e-16, 1.0));
  app.add_option("--report", options.report, "Write the same and more as JSON")
      ->check(file_name())
      ->type_name("FILE.json");
}

}  // namespace partita::spmv
