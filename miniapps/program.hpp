#pragma once
/// \file What `main` of every program with MPI does: MPI from beginning to end, and one sentence for an
/// error.

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include <mpi.h>

#include <partita/profile/profile.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/termination/termination_handler.hpp>

#include "miniapps/flushed.hpp"

namespace partita {

/// Whether this processor has the instructions that the program was compiled for (PARTITA_NATIVE).
inline bool is_of_this_processor() {
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init();
#ifdef __AVX512F__
  if (!__builtin_cpu_supports("avx512f")) return false;
#endif
#ifdef __AVX2__
  if (!__builtin_cpu_supports("avx2")) return false;
#endif
#endif
  return true;
}

/// The file that --profile names; empty: there is none.
inline std::string profile_of(int argc, char** argv) {
  constexpr std::string_view option = "--profile";
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    if (word == option && k + 1 < argc) return argv[k + 1];
    if (word.starts_with(option) && word.substr(option.size()).starts_with('='))
      return std::string(word.substr(option.size() + 1));
  }
  return "";
}

/// Runs `run(argc, argv, comm)`, which returns the exit code, between MPI_Init and MPI_Finalize.
///
/// @param threads  MPI_THREAD_FUNNELED if loops run on threads, the first of which alone calls MPI. Open MPI
/// takes locks then, which short messages feel.
/// @return the exit code: 1 after a CollectiveError. Any other exception ends all ranks by MPI_Abort, since
/// they may wait for the rank that threw it.
template <class Run>
int run_program(const char* name, int argc, char** argv, const Run& run, int threads = MPI_THREAD_SINGLE) {
  if (!is_of_this_processor()) {
    std::fprintf(stderr, "%s: compiled for another processor; configure with -DPARTITA_NATIVE=OFF\n", name);
    return 1;
  }
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, threads, &provided);
  int rank = 0, exit_code = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    const Communicator comm(MPI_COMM_WORLD);
    if (provided < threads)
      throw CollectiveError(
          "this MPI knows no threads, which loops run on; take one with MPI_THREAD_FUNNELED, or a Kokkos "
          "without threads");
    const TerminationHandler says_where(comm);
    if (const std::string profile = profile_of(argc, argv); !profile.empty()) start_profile(comm, profile);
    exit_code = flushed(name, run(argc, argv, comm));
  } catch (const CollectiveError& error) {
    if (rank == 0) std::fprintf(stderr, "%s: %s\n", name, error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: rank %d: %s\n", name, rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return exit_code;
}

}  // namespace partita
