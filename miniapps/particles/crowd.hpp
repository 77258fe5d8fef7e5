#pragma once
/// \file The particles of a rank, and their steps.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "way.hpp"

namespace partita::particles {

struct Options {
  int per_cell = 10;       ///< particles in each cell at the start
  double stride = 0.05;    ///< of a particle in a step, in sizes of its cell
  double imbalance = 1.2;  ///< growth after which the mesh is divided again
  std::string by = "update";
};

/// The parts of a step.
inline constexpr std::array parts{"moves", "migrates", "inspects", "deposits", "gathers"};

/// What steps took on this rank, and how many particles they concerned.
struct Counts {
  std::array<double, parts.size()> seconds{};  ///< of the processor, by part
  global_index moved = 0;                      ///< particles that have changed cell
  global_index migrated = 0;                   ///< of these, those that have changed rank
  int divisions = 0;                           ///< of the mesh
};

class Crowd {
 public:
  /// Begins with the particles of a checkpoint or, without a file, with the same number in each cell.
  /// Collective.
  /// @throws CollectiveError if the file is refused, or is of another mesh or other options
  Crowd(Grid grid, const Options& options, const std::string& checkpoint);

  void step();  ///< Collective.

  int steps() const { return steps_; }  ///< since the start
  const Grid& grid() const { return grid_; }
  const Counts& counts() const { return counts_; }

  /// The largest share of cells and particles, relative to the mean. Collective.
  double imbalance() const;

  /// Of all particles and charges: the same on any number of ranks. Collective.
  std::uint64_t state_hash() const;

  void write(const std::string& checkpoint) const;  ///< Collective.

 private:
  void fill();
  void read(const std::string& checkpoint);
  void aim();
  void migrate();
  void divide();
  void find_density();

  const Options options_;
  Grid grid_;
  std::unique_ptr<Way> way_;
  std::vector<Particle> particles_;
  std::vector<local_index> changed_;  // places where the particle, or its cell, is another
  std::vector<double> charges_;       // in the owned cells
  std::vector<Value> values_;         // of owned cells, then of ghosts
  double balanced_ = 1;               // imbalance after the last division
  int steps_ = 0;
  Counts counts_;
};

}  // namespace partita::particles
