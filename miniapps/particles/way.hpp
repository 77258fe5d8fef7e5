#pragma once
/// \file What the ways to communicate have in common: by Partita's loops and exchanges, or by MPI.

#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "walk.hpp"

namespace partita::particles {

/// The local indices of a particle's cell and of the cells across its sides.
using Row = std::array<local_index, 4>;

class Way {
 public:
  virtual ~Way() = default;

  /// Sends particles to the ranks that they have reached. Collective. @return those that have reached this
  /// one
  virtual std::vector<Particle> migrate(std::map<int, std::vector<Particle>> leaving) = 0;

  /// Takes note of the particles here and of their cells. Collective.
  /// @param changed places where a particle, or its cell, is another than at the last call
  virtual void follow(std::span<const Particle> particles, std::span<const local_index> changed) = 0;

  /// The sum of weights in each cell owned here, in the order of the particles' numbers. Collective.
  virtual std::vector<double> deposit(std::span<const Weights> weights) = 0;

  /// Adds the densities of other ranks' cells that rows refer to. Collective.
  virtual void gather(std::vector<double>& densities) = 0;

  virtual std::span<const Row> rows() const = 0;  ///< of the particles
};

/// `by` is "update", "rebuild" or "mpi". The grid must outlive the way. Collective.
std::unique_ptr<Way> make_way(std::string_view by, const Grid& grid);
std::unique_ptr<Way> by_mpi(const Grid& grid);

}  // namespace partita::particles
