#pragma once
/// \file What the main functions of the mini-apps share: MPI and Kokkos from beginning to end, and one
/// sentence when something is wrong.

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/termination.hpp>

namespace partita {

/// `parse(argc, argv, message, exit_code)` returns optional options; without them the program ends with the
/// message and the exit code. `run(options, communicator)` does the work. Returns the exit code.
template <class Parse, class Run>
int run_program(const char* name, int argc, char** argv, Parse parse, Run run) {
  // Kernels may run on threads; messages are sent by the first alone.
  int threads = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
  int exit_code = 0;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    if (threads < MPI_THREAD_FUNNELED)
      throw CollectiveError(
          "this MPI knows no threads, which kernels may run on; take one with MPI_THREAD_FUNNELED");

    // Kokkos would take --help for its own, too: it is given what is meant for it and nothing else.
    const auto ours = std::stable_partition(argv + 1, argv + argc, [](const char* argument) {
      return std::string_view(argument).starts_with("--kokkos-");
    });
    int kokkos_argc = static_cast<int>(ours - argv);
    std::vector<char*> own_arguments{argv[0]};
    own_arguments.insert(own_arguments.end(), ours, argv + argc);

    std::string message;
    const auto options =
        parse(static_cast<int>(own_arguments.size()), own_arguments.data(), message, exit_code);
    if (!options) {
      if (rank == 0) std::fputs(message.c_str(), exit_code == 0 ? stdout : stderr);
    } else {
      const Kokkos::ScopeGuard kokkos(kokkos_argc, argv);
      const Communicator comm(MPI_COMM_WORLD);
      const TerminationHandler says_where(comm);
      run(*options, comm);
    }
  } catch (const CollectiveError& error) {
    if (rank == 0) std::fprintf(stderr, "%s: %s\n", name, error.what());
    exit_code = 1;
  } catch (const std::exception& error) {
    // This rank alone is wrong: the others wait for it somewhere and must be ended.
    std::fprintf(stderr, "%s: rank %d: %s\n", name, rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return exit_code;
}

}  // namespace partita
