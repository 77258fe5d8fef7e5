// A job on 3 ranks that misuses Partita in the way that the first argument names, and must end. See
// fatal_misuse_test.cpp.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <mpi.h>
#include <unistd.h>

#include <partita/support/reduce.hpp>

#include "tests/misuse/misuse.hpp"

namespace {

using namespace partita;
using testing_support::Halo;

void misuse(const std::string& how, int rank) {
  if (rank == 1 && how.starts_with("sets ")) {  // NAME=VALUE on rank 1 alone
    const std::string set = how.substr(5);
    setenv(set.substr(0, set.find('=')).c_str(), set.substr(set.find('=') + 1).c_str(), 1);
  }
  if (how == "makes a communicator less" && rank == 1) sleep(60);
  const Communicator comm(MPI_COMM_WORLD);
  std::vector<double> field(2, 1), large(1 << 20, 1);
  auto halo = std::make_unique<Halo>(comm);
  halo->exchange.gather(field);
  if (how == "leaks an exchange" && rank == 1) (void)halo.release();
  if (how == "ends communicators in another order") {
    auto one = std::make_unique<Communicator>(MPI_COMM_WORLD),
         other = std::make_unique<Communicator>(MPI_COMM_WORLD);
    (rank == 1 ? one : other).reset();
  }
  if (how == "destroys under way") {
    halo->exchange.begin_gather(field);
    halo.reset();
  }
  if (how == "destroys a large one under way") {
    halo->exchange.begin_gather(FieldView<double>::contiguous(large, large.size() / 2));
    if (rank == 1) halo.reset();
    if (halo) halo->exchange.finish_gather(FieldView<double>::contiguous(large, large.size() / 2));
  }
  if (how == "goes on after MPI") {
    MPI_Finalize();
    if (rank == 1) (void)sum(comm, 1);
    if (rank == 2) halo->exchange.gather(field);
    throw Error("rank 0 ends");
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    misuse(argv[1], rank);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (is_over != 0) std::_Exit(1);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
