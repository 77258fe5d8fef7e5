// A dam breaks: shallow water on the cells of a mesh, by finite volumes of first order. See
// docs/cell_centred.md.
//
//     scripts/lake lake.msh && mpirun -n 4 example_shallow_water lake.msh 20 lake.vtkhdf
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <partita/loops/domain.hpp>
#include <partita/mesh/faces.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/read.hpp>
#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/reduce.hpp>

#include "flux.hpp"

namespace shallow_water {

using namespace partita::loops;
namespace mesh = partita::mesh;

void run(const partita::Communicator& comm, const std::string& path, double end, const std::string& output) {
  mesh::Faces all;  // rank 0 has the whole mesh, the others nothing
  mesh::CellGeometry geometry;
  std::vector<int> parts;
  if (comm.rank() == 0) {
    const mesh::Mesh mesh = mesh::read(path);
    if (mesh.dimension != 2) throw partita::Error(path, ": shallow water needs a mesh in two dimensions");
    all = mesh::faces(mesh);
    geometry = mesh::cell_geometry(mesh);
    parts = mesh::partition_cells(mesh, comm.size());
  }

  std::vector<Water> dam;
  for (const auto& [x, y, z] : geometry.centroids) dam.push_back({{x < 0 ? 2.0 : 1.0, 0, 0}});
  std::vector<Side> sides;                  // of each face: its normal, of length 1, and its length
  std::vector<double> rims(dam.size(), 0);  // of each cell: the length of all its sides
  for (std::size_t f = 0; f < all.cells.size(); ++f) {
    const auto& [x, y, z] = all.normals[f];
    const double length = std::sqrt(x * x + y * y);
    sides.push_back({{x / length, y / length, length}});
    for (const auto cell : all.cells[f])
      if (cell >= 0) rims[cell] += length;
  }
  const std::size_t inner = all.inner;  // behind these, faces on the boundary
  std::vector<partita::global_index> wall_cells;
  for (const auto& [left, right] : std::span(all.cells).subspan(inner)) wall_cells.push_back(left);

  Domain domain(comm);
  const Set cells = domain.set("cells", dam.size()), faces = domain.set("faces", inner),
            walls = domain.set("walls", wall_cells.size());
  const Map between = domain.map("face cells", faces, cells, std::span(all.cells).first(inner)),
            beside = domain.map("wall cell", walls, cells, wall_cells);
  const auto area = domain.field<double, 1>("area", cells, geometry.volumes);
  const auto rim = domain.field<double, 1>("rim", cells, rims);
  const auto face = domain.field<double, 3>("face", faces, std::span(sides).first(inner));
  const auto wall = domain.field<double, 3>("wall", walls, std::span(sides).subspan(inner));
  const auto water = domain.field<double, 3>("water", cells, dam);
  const auto change = domain.field<double, 3>("change", cells);
  auto left = domain.global<double>("time left");
  const auto limit = domain.global<double>("limit of the step"), volume = domain.global<double>("volume"),
             lowest = domain.global<double>("lowest"), highest = domain.global<double>("highest");
  domain.partition(cells, parts);  // faces and walls follow

  const Loop time_step = domain.loop(
      "time step", cells, read(water), read(area), read(rim), minimum(limit),
      KOKKOS_LAMBDA(const Water& here, double area, double rim, double& limit) {
        limit = area / (rim * speed_of_waves(here));
      });
  const Loop fluxes = domain.loop(
      "fluxes", faces, read(water, between[0]), read(water, between[1]), read(face),
      transfer(change, between[0], between[1]),
      KOKKOS_LAMBDA(const Water& a, const Water& b, const Side& face, Water& through) {
        through = flux_between(a, b, face);
      });
  const Loop at_walls = domain.loop(
      "walls", walls, read(water, beside[0]), read(wall), increment(change, beside[0]),
      KOKKOS_LAMBDA(const Water& a, const Side& wall, Water& from_a) {
        from_a = flux_between(a, mirrored(a, wall), wall);
      });
  const Loop update = domain.loop(
      "update", cells, read_write(water), read_write(change), read(area), read(limit), read(left),
      KOKKOS_LAMBDA(Water & here, Water & out, double area, double limit, double left) {
        const double factor = (limit < left ? limit : left) / area;
        for (int c = 0; c < 3; ++c) {
          here[c] -= factor * out[c];
          out[c] = 0;
        }
      });
  const Loop measure = domain.loop(
      "measure", cells, read(water), read(area), sum(volume), minimum(lowest), maximum(highest),
      KOKKOS_LAMBDA(const Water& here, double area, double& volume, double& lowest, double& highest) {
        volume = area * here[0];
        lowest = highest = here[0];
      });
  Chain step = domain.chain("step", time_step, fluxes, at_walls, update);

  measure();
  const double before = volume.value();
  int steps = 0;
  for (double time = 0; time < end; ++steps) {
    left.assign(end - time);
    step();
    time = limit.value() < end - time ? time + limit.value() : end;
  }
  const bool is_water_here = std::ranges::all_of(water.values(), is_water);
  if (partita::min(comm, is_water_here ? 1 : 0) == 0)
    throw partita::CollectiveError(path, ": after ", steps, " steps a depth is not positive and finite");
  measure();
  const double lost = 1 - volume.value() / before, low = lowest.value(), high = highest.value();
  if (comm.rank() == 0)
    std::printf("after %d steps: depth %.15g to %.15g, lost %.0e of %.15g\n", steps, low, high, lost, before);

  std::vector<double> depth;  // of this rank's cells, as water.numbers() lists them
  std::vector<mesh::Point> velocity;
  for (const Water& here : water.values()) {
    depth.push_back(here[0]);
    velocity.push_back({here[1] / here[0], here[2] / here[0], 0});
  }
  mesh::Results results;
  results.cells = {water.numbers(), {{"depth", depth}, {"velocity", velocity}}};
  mesh::write_vtkhdf(comm, output, mesh::read_share(comm, path).mesh, results);
}

}  // namespace shallow_water

int main(int argc, char** argv) {
  int threads;  // Kokkos's, the first of which alone calls MPI
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
  int rank = 0, exit_code = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    const Kokkos::ScopeGuard kokkos(argc, argv);
    const double seconds = argc == 4 ? std::atof(argv[2]) : 0;
    if (seconds <= 0) throw partita::CollectiveError("wants a mesh, a number of seconds and a file to write");
    shallow_water::run(partita::Communicator(MPI_COMM_WORLD), argv[1], seconds, argv[3]);
    exit_code = 0;
  } catch (const partita::CollectiveError& error) {  // on every rank
    if (rank == 0) std::fprintf(stderr, "shallow_water: %s\n", error.what());
  } catch (const std::exception& error) {  // on this rank, and others may wait for it
    std::fprintf(stderr, "shallow_water: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return exit_code;
}
