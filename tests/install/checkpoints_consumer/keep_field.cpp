// Uses HDF5 through the installed partita::checkpoints.
#include <array>
#include <cstdio>
#include <vector>

#include <partita/io/checkpoint.hpp>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  {
    const partita::Communicator comm(MPI_COMM_WORLD);
    const std::vector<partita::global_index> numbers{2, 0, 1};
    const std::vector<std::array<double, 2>> velocity{{4, 5}, {0, 1}, {2, 3}};
    write_checkpoint(comm, "state.h5", {"a channel", {{"time", 0.5}}, {{"velocity", numbers, velocity}}});

    const partita::SavedCheckpoint saved(comm, "state.h5", "a channel");
    const auto row = saved.field<std::array<double, 2>>("velocity", numbers).front();
    std::printf("velocity %g %g at time %g\n", row[0], row[1], saved.scalar<double>("time"));
  }
  MPI_Finalize();
}
