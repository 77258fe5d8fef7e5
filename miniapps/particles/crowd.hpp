#pragma once
/// \file The particles of a rank, and their steps.

#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <partita/inspector/remap.hpp>
#include <partita/io/checkpoint.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>

#include "way.hpp"

namespace partita::particles {

struct Options {
  int per_cell = 10;    ///< particles in each cell at the start
  double stride = 0.1;  ///< of a particle in a step, in sizes of its cell
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

inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class Crowd {
 public:
  /// Begins with the particles of a checkpoint or, without a file, with the same number in each cell.
  /// Collective.
  /// @throws CollectiveError if the file is refused, or is of another mesh or other options
  Crowd(Grid grid, const Options& options, const std::string& checkpoint)
      : options_(options), grid_(std::move(grid)) {
    collectively(grid_.comm, [&] { (void)checked_local(std::ssize(grid_.cells) * options.per_cell); });
    checkpoint.empty() ? fill() : read(checkpoint);
    begin();
    find_density();
    counts_ = {};
  }

  /// Collective.
  void step() {
    const double start = processor_seconds();
    aim();
    const double aimed = processor_seconds();
    migrate();
    if (imbalance() > 1.2 * balanced_) divide();
    counts_.seconds[0] += aimed - start;
    counts_.seconds[1] += processor_seconds() - aimed;
    find_density();
    ++steps_;
  }

  /// The largest share of cells and particles, relative to the mean. Collective.
  double imbalance() const {
    const global_index mine = std::ssize(particles_) + std::ssize(grid_.cells);
    const global_index all = grid_.table.size() * (options_.per_cell + 1);
    return static_cast<double>(max(grid_.comm, mine) * grid_.comm.size()) / static_cast<double>(all);
  }

  /// Of all particles and charges: the same on any number of ranks. Collective.
  std::uint64_t state_hash() const {
    std::uint64_t all = 0;
    for (const Particle& particle : particles_)
      all += Hash().add(particle.number, particle.cell, particle.at).value();
    for (std::size_t c = 0; c < charges_.size(); ++c)
      all += Hash().add(grid_.first + static_cast<global_index>(c), charges_[c]).value();
    return sum(grid_.comm, all);
  }

  /// Collective.
  void write(const std::string& checkpoint) const {
    std::vector<global_index> numbers, cells;
    std::vector<Vec> positions;
    for (const Particle& particle : particles_) {
      numbers.push_back(particle.number);
      cells.push_back(particle.cell);
      positions.push_back(particle.at);
    }
    write_checkpoint(grid_.comm, checkpoint,
                     {grid_.name,
                      {{"per_cell", std::int64_t{options_.per_cell}},
                       {"stride", options_.stride},
                       {"steps", std::int64_t{steps_}}},
                      {{"positions", numbers, positions}, {"cells", numbers, cells}}});
  }

  int steps() const { return steps_; }  ///< since the start
  const Grid& grid() const { return grid_; }
  const Counts& counts() const { return counts_; }

 private:
  void begin() {
    way_ = make_way(options_.by, grid_);
    changed_.resize(particles_.size());
    std::iota(changed_.begin(), changed_.end(), 0);
  }

  void fill() {
    for (std::size_t c = 0; c < grid_.cells.size(); ++c) {
      const auto& [a, b, d] = grid_.cells[c].corners;
      const global_index cell = grid_.first + static_cast<global_index>(c);
      for (int k = 0; k < options_.per_cell; ++k) {
        const global_index number = cell * options_.per_cell + k;
        Random random(static_cast<std::uint64_t>(number));
        double s = random.next() / 4294967296.0, t = random.next() / 4294967296.0;
        if (s + t > 1) s = 1 - s, t = 1 - t;
        particles_.push_back({number, a + s * (b - a) + t * (d - a), {}, cell});
      }
    }
  }

  // Each rank reads a block of particles, and sends them to the owners of their cells.
  void read(const std::string& checkpoint) {
    const Communicator& comm = grid_.comm;
    const SavedCheckpoint saved(comm, checkpoint, grid_.name);
    const auto per_cell = saved.scalar<std::int64_t>("per_cell");
    const auto stride = saved.scalar<double>("stride");
    if (per_cell != options_.per_cell || stride != options_.stride)
      throw CollectiveError(checkpoint, " is of a run with --per-cell ", per_cell, " --stride ", stride,
                            "; give these options");
    steps_ = static_cast<int>(saved.scalar<std::int64_t>("steps"));
    const global_index all = grid_.table.size() * per_cell;
    std::vector<global_index> numbers;
    for (global_index k = all * comm.rank() / comm.size(); k < all * (comm.rank() + 1) / comm.size(); ++k)
      numbers.push_back(k);
    const auto positions = saved.field<Vec>("positions", numbers);
    const auto cells = saved.field<global_index>("cells", numbers);
    std::vector<int> owners;
    for (const Location& location : grid_.table.locate(cells)) owners.push_back(location.rank);
    for (std::size_t k = 0; k < numbers.size(); ++k)
      particles_.push_back({numbers[k], positions[k], {}, cells[k]});
    particles_ = Remap(comm, owners).forward(particles_);
  }

  // Along the flow, and away from denser places. Time steps are local: the way is a part of the cell's size.
  void aim() {
    constexpr double repulsion = 0.02;
    const std::span<const Row> rows = way_->rows();
    for (std::size_t p = 0; p < particles_.size(); ++p) {
      Particle& particle = particles_[p];
      const Cell& cell = grid_.cells[grid_.local(particle.cell)];
      const Weights weights = weights_of(particle, cell);
      Vec velocity{}, gradient{};
      double density = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const double there = densities_[rows[p][k]];
        velocity = velocity + weights[k] * cell.velocities[k];
        density += weights[k] * there;
        if (k == 0) continue;
        const Vec side = cell.corners[k % 3] - cell.corners[k - 1];
        gradient = gradient + there / (2 * cell.area) * Vec{side[1], -side[0]};
      }
      velocity = velocity - repulsion / density * gradient;
      const double speed = std::sqrt(dot(velocity, velocity));
      const double way = speed > 0 ? options_.stride * std::sqrt(cell.area) / speed : 0;
      particle.to = particle.at + way * velocity;
    }
  }

  // Particles that arrive take the places of those that have left, then the last ones do.
  void migrate() {
    std::map<int, std::vector<Particle>> leaving;
    std::vector<local_index> holes;
    for (std::size_t p = 0; p < particles_.size(); ++p) {
      const global_index from = particles_[p].cell;
      const int rank = walk(particles_[p], grid_);
      if (particles_[p].cell != from) changed_.push_back(static_cast<local_index>(p));
      if (rank == grid_.comm.rank()) continue;
      leaving[rank].push_back(particles_[p]);
      holes.push_back(static_cast<local_index>(p));
    }
    counts_.moved += std::ssize(changed_);
    counts_.migrated += std::ssize(holes);
    for (int round = 0; max(grid_.comm, int{!leaving.empty()}) == 1; ++round) {
      if (round == 1'000'000)
        throw CollectiveError("particles walk in circles; look for cells that overlap in the mesh");
      const std::vector<Particle> arrived = way_->migrate(std::exchange(leaving, {}));
      for (Particle particle : arrived) {
        const int rank = walk(particle, grid_);
        if (rank != grid_.comm.rank()) {
          leaving[rank].push_back(particle);
        } else if (holes.empty()) {
          changed_.push_back(static_cast<local_index>(particles_.size()));
          particles_.push_back(particle);
        } else {
          particles_[holes.back()] = particle;
          holes.pop_back();
        }
      }
    }
    for (; !holes.empty(); holes.pop_back()) {  // ascending: behind the last one there is none
      particles_[holes.back()] = particles_.back();
      particles_.pop_back();
    }
    std::erase_if(changed_, [&](local_index place) { return place >= std::ssize(particles_); });
  }

  void divide() {
    std::vector<global_index> weights(grid_.cells.size(), 1);
    for (const Particle& particle : particles_) ++weights[grid_.local(particle.cell)];
    const std::vector<int> owners = blocks_by_weight(grid_.comm, weights);
    std::vector<int> of_particles;
    for (const Particle& particle : particles_) of_particles.push_back(owners[grid_.local(particle.cell)]);
    particles_ = Remap(grid_.comm, of_particles).forward(particles_);
    way_.reset();
    grid_ = divided(grid_, owners);
    begin();
    balanced_ = imbalance();
    ++counts_.divisions;
  }

  // Of the cells that the particles are in now, and of those around them.
  void find_density() {
    const double start = processor_seconds();
    way_->follow(particles_, std::exchange(changed_, {}));
    const double followed = processor_seconds();
    std::vector<Weights> weights;
    weights.reserve(particles_.size());
    for (const Particle& particle : particles_)
      weights.push_back(weights_of(particle, grid_.cells[grid_.local(particle.cell)]));
    charges_ = way_->deposit(weights);
    const double deposited = processor_seconds();
    densities_.resize(grid_.cells.size());
    for (std::size_t c = 0; c < charges_.size(); ++c) densities_[c] = charges_[c] / grid_.cells[c].area;
    way_->gather(densities_);
    counts_.seconds[2] += followed - start;
    counts_.seconds[3] += deposited - followed;
    counts_.seconds[4] += processor_seconds() - deposited;
  }

  const Options options_;
  Grid grid_;
  std::unique_ptr<Way> way_;
  std::vector<Particle> particles_;
  std::vector<local_index> changed_;  // places where the particle, or its cell, is another
  std::vector<double> charges_;       // in the owned cells
  std::vector<double> densities_;     // of owned cells, then of ghosts
  double balanced_ = 1;               // imbalance after the last division: no blocks of cells are better
  int steps_ = 0;
  Counts counts_;
};

}  // namespace partita::particles
