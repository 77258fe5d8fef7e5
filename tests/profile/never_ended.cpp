// A program that never ends its communicator: MPI_Finalize writes the profile. Its argument names the file,
// which must not be there before.
#include <cstdio>
#include <filesystem>

#include <partita/profile/profile.hpp>
#include <partita/support/reduce.hpp>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::filesystem::path file = argv[1];
  auto* const comm = new partita::Communicator(MPI_COMM_WORLD);
  const bool first = comm->rank() == 0;
  if (first) std::filesystem::remove(file);
  partita::start_profile(*comm, file);
  partita::max(*comm, 1, "what the profile shows");
  if (first && std::filesystem::exists(file)) return 1;
  MPI_Finalize();
  return first && !std::filesystem::exists(file) ? 2 : 0;
}
