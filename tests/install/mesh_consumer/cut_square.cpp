// Uses METIS and HDF5 through the installed partita::mesh.
#include <cstdio>
#include <fstream>
#include <numeric>
#include <vector>

#include <partita/mesh/partition.hpp>
#include <partita/mesh/read.hpp>
#include <partita/mesh/vtkhdf.hpp>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  std::ofstream("square.su2") << "NDIME= 2\nNELEM= 2\n5 0 1 2\n5 1 3 2\nNPOIN= 4\n0 0\n1 0\n0 1\n1 1\n"
                                 "NMARK= 1\nMARKER_TAG= wall\nMARKER_ELEMS= 4\n3 0 1\n3 1 3\n3 3 2\n3 2 0\n";
  const auto mesh = partita::mesh::read("square.su2");
  const auto parts = partita::mesh::partition(mesh, 2);
  std::vector<partita::global_index> numbers(parts.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  partita::mesh::write_vtkhdf(partita::Communicator(MPI_COMM_SELF), "cut.vtkhdf", mesh,
                              {{numbers, {{"owner", parts}}}, {}, {}, {}});
  std::printf("%zu vertices cut into 2 parts\n", parts.size());
  MPI_Finalize();
}
