#pragma once
/// \file What `main` of every program with MPI and Kokkos does.

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include "miniapps/program.hpp"

namespace partita {

/// What loops want of MPI: with threads on the host, the first of which alone calls MPI, MPI_THREAD_FUNNELED.
inline int threads_of_kokkos() {
  return std::string_view(Kokkos::DefaultHostExecutionSpace::name()) == "Serial" ? MPI_THREAD_SINGLE
                                                                                 : MPI_THREAD_FUNNELED;
}

/// Runs `run(argc, argv, comm)` as run_program does, while Kokkos is initialised.
template <class Run>
int run_program_with_kokkos(const char* name, int argc, char** argv, const Run& run) {
  const auto with_kokkos = [&](int given, char** arguments, const Communicator& comm) {
    const Kokkos::ScopeGuard kokkos(given, arguments);
    return run(given, arguments, comm);
  };
  return run_program(name, argc, argv, with_kokkos, threads_of_kokkos());
}

/// Runs `run(options, comm)` as run_program does, while Kokkos is initialised.
///
/// @param parse  parse(argc, argv, says, options) returns the exit code if the program is to end.
template <class Options, class Run>
int run_kokkos_program(const char* name, int argc, char** argv,
                       std::optional<int> (*parse)(int, char**, bool, Options&), const Run& run) {
  const auto with_kokkos = [&](int given, char** arguments, const Communicator& comm) {
    // Kokkos would take --help, too: it gets its own arguments alone.
    const auto ours = std::stable_partition(arguments + 1, arguments + given, [](const char* argument) {
      return std::string_view(argument).starts_with("--kokkos-");
    });
    int of_kokkos = static_cast<int>(ours - arguments);
    std::vector<char*> own{arguments[0]};
    own.insert(own.end(), ours, arguments + given);

    Options options;
    if (const auto exit_code = parse(static_cast<int>(own.size()), own.data(), comm.rank() == 0, options))
      return *exit_code;
    const Kokkos::ScopeGuard kokkos(of_kokkos, arguments);
    run(options, comm);
    return 0;
  };
  return run_program(name, argc, argv, with_kokkos, threads_of_kokkos());
}

}  // namespace partita
