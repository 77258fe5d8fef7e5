#pragma once
/// \file What the main functions of programs with MPI, but without Kokkos, share.

#include <cstdio>
#include <exception>
#include <optional>

#include <CLI/CLI.hpp>
#include <mpi.h>

#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>

namespace partita {

/// Reads the command line, on every rank, for an App that has the program's name. Returns the exit code when
/// the program is to end: after --help, or after an error; rank 0 has said then what there is to say.
inline std::optional<int> parse(CLI::App& app, int argc, char** argv, const Communicator& comm) {
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& end) {
    const bool is_wrong = end.get_exit_code() != 0;
    const char* const name = app.get_name().c_str();
    if (comm.rank() == 0 && is_wrong)
      std::fprintf(stderr, "%s: %s; %s --help explains the options\n", name, end.what(), name);
    else if (comm.rank() == 0)
      app.exit(end);
    return is_wrong ? 2 : 0;
  }
}

/// MPI from beginning to end around `run(argc, argv)`, which returns the exit code, and one sentence when
/// something is wrong. Returns the exit code.
template <class Run>
int run_mpi_program(const char* name, int argc, char** argv, Run run) {
  MPI_Init(&argc, &argv);
  int exit_code = 1;
  try {
    exit_code = run(argc, argv);
  } catch (const CollectiveError& error) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::fprintf(stderr, "%s: %s\n", name, error.what());
  } catch (const std::exception& error) {  // on this rank alone: the others would wait
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return exit_code;
}

}  // namespace partita
