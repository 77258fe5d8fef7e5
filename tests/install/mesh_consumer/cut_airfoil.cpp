// Uses METIS and HDF5 through the installed partita::mesh.
#include <cstdio>
#include <numeric>
#include <vector>

#include <partita/mesh/naca.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/vtkhdf.hpp>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const auto mesh = partita::mesh::naca({});
  const auto parts = partita::mesh::partition(mesh, 2);
  std::vector<partita::global_index> numbers(parts.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  partita::mesh::write_vtkhdf(partita::Communicator(MPI_COMM_SELF), "cut.vtkhdf", mesh,
                              {{numbers, {{"owner", parts}}}, {}, {}, {}});
  std::printf("%zu vertices cut into 2 parts\n", parts.size());
  MPI_Finalize();
}
