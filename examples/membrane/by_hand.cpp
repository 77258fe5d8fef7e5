// serial.cpp on many ranks: an inspected loop, and an exchange before and after it.
#include <cstdio>
#include <exception>

#include <mpi.h>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/support/reduce.hpp>

#include "mesh.hpp"

void run(const partita::Communicator& comm) {
  // Rank 0 has the mesh and assigns strips to the ranks. (Real codes read in parallel and use METIS.)
  const Mesh mesh = comm.rank() == 0 ? make_mesh(200) : Mesh();
  std::vector<int> parts;
  for (const auto& [x, y] : mesh.points)
    parts.push_back(std::min(static_cast<int>(x * comm.size()), comm.size() - 1));

  // Moves the values of points and edges to the ranks that own them.
  const auto [place, inverse_mass] = partita::Remap(comm, parts).forward(mesh.points, mesh.inverse_mass);
  const auto table = partita::TranslationTable::from_partition(comm, parts);
  const auto loop = partita::inspect(table, mesh.edges);
  const auto stiffness = loop.take(mesh.stiffness);
  partita::Exchange halo(loop.pattern());

  const std::size_t points = place.size();  // owned; the loop's fields have ghosts after them
  std::vector<double> height(loop.pattern().local_size()), speed(points), force(height.size());
  for (std::size_t k = 0; k < points; ++k) height[k] = initial_height(place[k]);

  const double time_step = 0.001;
  for (int step = 0; step < 2000; ++step) {
    halo.gather(height);
    std::fill(force.begin(), force.end(), 0.0);
    for (std::size_t e = 0; e < stiffness.size(); ++e) {
      const auto [a, b] = loop.edges()[e];
      const double pull = stiffness[e] * (height[b] - height[a]);
      force[a] += pull;
      force[b] -= pull;
    }
    halo.scatter_add(force);
    for (std::size_t k = 0; k < points; ++k) {
      speed[k] += time_step * inverse_mass[k] * force[k];
      height[k] += time_step * speed[k];
    }
  }

  double stretch = 0, highest = 0;
  halo.gather(height);
  for (std::size_t e = 0; e < stiffness.size(); ++e) {
    const auto [a, b] = loop.edges()[e];
    stretch += stiffness[e] * (height[b] - height[a]) * (height[b] - height[a]) / 2;
  }
  for (std::size_t k = 0; k < points; ++k) highest = std::max(highest, height[k]);
  stretch = partita::sum(comm, stretch), highest = partita::max(comm, highest);
  if (comm.rank() == 0)
    std::printf("after 2000 steps: stretched by %.9f, highest point %.9f\n", stretch, highest);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    run(partita::Communicator(MPI_COMM_WORLD));
  } catch (const std::exception& error) {  // the other ranks may wait for this one
    std::fprintf(stderr, "membrane_by_hand: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
