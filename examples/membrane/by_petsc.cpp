// serial.cpp on many ranks, without Partita: PETSc vectors with ghosts.
#include <cstdio>

#include <petscvec.h>

#include "mesh.hpp"

int main(int argc, char** argv) {
  PetscCall(PetscInitialize(&argc, &argv, nullptr, nullptr));
  PetscMPIInt rank = 0, ranks = 1;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);

  // Every rank has the whole mesh and keeps a strip. PETSc numbers values rank by rank, so points get new
  // numbers.
  const Mesh mesh = make_mesh(200);
  const auto part_of = [&](std::int64_t point) {
    return std::min(static_cast<int>(mesh.points[static_cast<std::size_t>(point)][0] * ranks), ranks - 1);
  };
  const auto all = static_cast<std::int64_t>(mesh.points.size());
  std::vector<PetscInt> number(mesh.points.size());
  std::vector<std::size_t> owned;
  PetscInt next = 0;
  for (int part = 0; part < ranks; ++part)
    for (std::int64_t point = 0; point < all; ++point)
      if (part_of(point) == part) {
        number[point] = next++;
        if (part == rank) owned.push_back(point);
      }

  // An edge belongs to its first point's rank. Other ranks' points become ghosts, once, after the owned.
  std::map<std::int64_t, PetscInt> local;
  for (const std::size_t point : owned) local.emplace(point, static_cast<PetscInt>(local.size()));
  std::vector<PetscInt> ghosts;
  std::vector<std::array<PetscInt, 2>> edges;
  std::vector<double> stiffness;
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    const auto [a, b] = mesh.edges[e];
    if (part_of(a) != rank) continue;
    if (local.emplace(b, static_cast<PetscInt>(local.size())).second) ghosts.push_back(number[b]);
    edges.push_back({local[a], local[b]});
    stiffness.push_back(mesh.stiffness[e]);
  }

  Vec height, force, local_height, local_force;
  const auto points = static_cast<PetscInt>(owned.size());
  PetscCall(VecCreateGhost(PETSC_COMM_WORLD, points, PETSC_DECIDE, static_cast<PetscInt>(ghosts.size()),
                           ghosts.data(), &height));
  PetscCall(VecDuplicate(height, &force));
  PetscCall(VecGhostGetLocalForm(height, &local_height));
  PetscCall(VecGhostGetLocalForm(force, &local_force));
  std::vector<double> speed(owned.size());
  PetscScalar *h, *f;
  PetscCall(VecGetArray(height, &h));
  for (PetscInt k = 0; k < points; ++k) h[k] = initial_height(mesh.points[owned[k]]);
  PetscCall(VecRestoreArray(height, &h));

  const double time_step = 0.001;
  for (int step = 0; step < 2000; ++step) {
    PetscCall(VecGhostUpdateBegin(height, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecGhostUpdateEnd(height, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecSet(local_force, 0));
    PetscCall(VecGetArray(local_height, &h));
    PetscCall(VecGetArray(local_force, &f));
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [a, b] = edges[e];
      const double pull = stiffness[e] * (h[b] - h[a]);
      f[a] += pull;
      f[b] -= pull;
    }
    PetscCall(VecRestoreArray(local_force, &f));
    PetscCall(VecRestoreArray(local_height, &h));
    PetscCall(VecGhostUpdateBegin(force, ADD_VALUES, SCATTER_REVERSE));
    PetscCall(VecGhostUpdateEnd(force, ADD_VALUES, SCATTER_REVERSE));
    PetscCall(VecGetArray(height, &h));
    PetscCall(VecGetArray(force, &f));
    for (PetscInt k = 0; k < points; ++k) {
      speed[k] += time_step * mesh.inverse_mass[owned[k]] * f[k];
      h[k] += time_step * speed[k];
    }
    PetscCall(VecRestoreArray(force, &f));
    PetscCall(VecRestoreArray(height, &h));
  }

  double stretch = 0;
  PetscReal highest = 0;
  PetscCall(VecGhostUpdateBegin(height, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGhostUpdateEnd(height, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGetArray(local_height, &h));
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [a, b] = edges[e];
    stretch += stiffness[e] * (h[b] - h[a]) * (h[b] - h[a]) / 2;
  }
  PetscCall(VecRestoreArray(local_height, &h));
  PetscCall(VecMax(height, nullptr, &highest));
  MPI_Allreduce(MPI_IN_PLACE, &stretch, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "after 2000 steps: stretched by %.9f, highest point %.9f\n",
                        stretch, highest));

  PetscCall(VecGhostRestoreLocalForm(force, &local_force));
  PetscCall(VecGhostRestoreLocalForm(height, &local_height));
  PetscCall(VecDestroy(&force));
  PetscCall(VecDestroy(&height));
  PetscCall(PetscFinalize());
}
