// Measures how long all ranks together take to read mesh files, each its share: Partita's `read_share`, and
// PETSc's DMPlexCreateFromFile where PETSc is there and the file is Gmsh's.
//
//   bench/read_mesh/write_grids GRIDS
//   mpirun -n 2 build/release/bench/read_mesh GRIDS/*
//
// In turn, five times each. Prints the least seconds of the slowest rank.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <optional>

#include <mpi.h>

#include <partita/mesh/read.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#ifdef PARTITA_WITH_PETSC
#include "bench/petsc_session.hpp"
#include "petsc_mesh.hpp"
#endif

namespace partita::bench {
namespace {

double seconds_of(const Communicator& comm, const auto& work) {
  MPI_Barrier(comm.handle());
  const Stopwatch watch;
  work();
  return max(comm, watch.seconds());
}

// Absent if PETSc cannot read it, or is not there.
std::optional<double> seconds_of_petsc(const Communicator& comm, const std::filesystem::path& file) {
#ifdef PARTITA_WITH_PETSC
  if (file.extension() == ".msh") return seconds_of(comm, [&] { read_by_petsc(comm, file.string()); });
#endif
  (void)comm;
  (void)file;
  return std::nullopt;
}

void run(const Communicator& comm, int files, char** names) {
  const bool first = comm.rank() == 0;
  if (first) std::printf("%-24s %9s %8s %9s %8s\n", "file", "cells", "MB", "partita", "PETSc");
  for (int f = 0; f < files; ++f) {
    const std::filesystem::path file = names[f];
    double ours = std::numeric_limits<double>::infinity();
    std::optional<double> theirs;
    global_index cells = 0;
    for (int repetition = 0; repetition < 5; ++repetition) {
      ours = std::min(ours, seconds_of(comm, [&] {
                        const mesh::Draft draft = mesh::read_share(comm, file);
                        cells = std::ssize(draft.mesh.cells);
                      }));
      if (const auto taken = seconds_of_petsc(comm, file)) theirs = std::min(theirs.value_or(*taken), *taken);
    }
    cells = sum(comm, cells);
    if (!first) continue;
    const double megabytes = static_cast<double>(std::filesystem::file_size(file)) / 1e6;
    std::printf("%-24s %9lld %8.1f %7.3f s", file.filename().c_str(), static_cast<long long>(cells),
                megabytes, ours);
    theirs ? std::printf(" %6.3f s\n", *theirs) : std::printf(" %8s\n", "-");
  }
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
#ifdef PARTITA_WITH_PETSC
    const partita::bench::Petsc petsc;
#endif
    partita::bench::run(partita::Communicator(MPI_COMM_WORLD), argc - 1, argv + 1);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "read_mesh: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
