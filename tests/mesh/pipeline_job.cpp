// A job that must fail, and soon: ranks read the slices of a file, and the rank that the first argument names
// sleeps in the walk over its slice. The second argument is the file.
// pipeline_test.cpp runs it.
#include <cstdio>
#include <exception>
#include <string>

#include <unistd.h>

#include <partita/mesh/read_slices.hpp>

namespace {

using namespace partita;

struct Numbers {
  struct State {
    std::int64_t records = 0;
  };
  struct Share {};
  static constexpr mesh::LineRule rule = mesh::LineRule::blank;

  bool sleeps;

  void pass(mesh::Lines& lines, State& state, mesh::SharesRead<Numbers>* read) const {
    if (sleeps && read == nullptr) sleep(600);
    state.records += lines.pass_over(lines.left());
  }
  void finish(const TextScanner&, const State&) const {}
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    const Communicator comm(MPI_COMM_WORLD);
    const Numbers numbers{std::to_string(comm.rank()) == argv[1]};
    mesh::read_slices(mesh::MeshSource{.path = argv[2], .comm = comm}, numbers);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
