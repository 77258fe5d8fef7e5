// serial.cpp on many ranks: declares sets, maps and fields, and the access of each loop to them.
#include <cstdio>
#include <exception>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <partita/loops/domain.hpp>

#include "mesh.hpp"

using namespace partita::loops;

void run(const partita::Communicator& comm) {
  // Rank 0 has the mesh and assigns strips to the ranks. (Real codes read in parallel and use METIS.)
  const Mesh mesh = comm.rank() == 0 ? make_mesh(200) : Mesh();
  std::vector<int> parts;
  std::vector<double> initial;
  for (const auto& point : mesh.points) {
    parts.push_back(std::min(static_cast<int>(point[0] * comm.size()), comm.size() - 1));
    initial.push_back(initial_height(point));
  }

  Domain domain(comm);
  const Set points = domain.set("points", mesh.points.size()), edges = domain.set("edges", mesh.edges.size());
  const Map ends = domain.map("ends", edges, points, mesh.edges);
  const auto stiffness = domain.field<double, 1>("stiffness", edges, mesh.stiffness);
  const auto inverse_mass = domain.field<double, 1>("inverse mass", points, mesh.inverse_mass);
  const auto height = domain.field<double, 1>("height", points, initial);
  const auto speed = domain.field<double, 1>("speed", points);
  const auto force = domain.field<double, 1>("force", points);
  const auto stretch = domain.global<double>("stretch");
  const auto highest = domain.global<double>("highest");
  domain.partition(points, parts);  // edges follow

  const double time_step = 0.001;
  const Loop pull = domain.loop(
      "pull", edges, read(stiffness), read(height, ends[0]), read(height, ends[1]), increment(force, ends[0]),
      increment(force, ends[1]), KOKKOS_LAMBDA(double k, double a, double b, double& on_a, double& on_b) {
        on_a += k * (b - a);
        on_b -= k * (b - a);
      });
  const Loop swing = domain.loop(
      "swing", points, read(inverse_mass), read_write(force), read_write(speed), read_write(height),
      KOKKOS_LAMBDA(double inverse_mass, double& force, double& speed, double& height) {
        speed += time_step * inverse_mass * force;
        height += time_step * speed;
        force = 0;
      });
  const Loop measure_edges = domain.loop(
      "measure edges", edges, read(stiffness), read(height, ends[0]), read(height, ends[1]), sum(stretch),
      KOKKOS_LAMBDA(double k, double a, double b, double& stretch) { stretch = k * (b - a) * (b - a) / 2; });
  const Loop measure_points = domain.loop(
      "measure points", points, read(height), maximum(highest),
      KOKKOS_LAMBDA(double height, double& highest) { highest = height; });

  Chain step = domain.chain("step", pull, swing);
  for (int k = 0; k < 2000; ++k) step();
  measure_edges();
  measure_points();

  const double stretched_by = stretch.value(), top = highest.value();
  if (comm.rank() == 0)
    std::printf("after 2000 steps: stretched by %.9f, highest point %.9f\n", stretched_by, top);
}

int main(int argc, char** argv) {
  int threads;  // Kokkos's, the first of which alone calls MPI
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
  try {
    const Kokkos::ScopeGuard kokkos(argc, argv);
    run(partita::Communicator(MPI_COMM_WORLD));
  } catch (const std::exception& error) {  // the other ranks may wait for this one
    std::fprintf(stderr, "membrane_by_loops: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
