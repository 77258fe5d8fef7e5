#include "options.hpp"

#include "miniapps/mesh_options.hpp"

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

void declare(CommandLine& line, Options& options) {
  line.add_file("--matrix", options.matrix,
                "Square real matrix: Matrix Market (.mtx), otherwise PETSc's binary format", "FILE");
  add_mesh(line, options.mesh, options.zone,
           "SU2 (.su2), Gmsh (.msh), VTKHDF (.vtkhdf), OP2 (.dat) or METIS (.graph) mesh, for its Laplacian")
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

}  // namespace partita::spmv
