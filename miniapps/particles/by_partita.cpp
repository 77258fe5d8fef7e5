// Two loops over the particles, with one index array: to their cells and the cells across. The owner of a
// particle's cell moves it. Its charge is added on both sides: by every owner of one of these cells, in the
// order of the particles' numbers.
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

#include "way.hpp"

namespace partita::particles {
namespace {

class ByPartita : public Way {
 public:
  ByPartita(const Grid& grid, bool updates) : grid_(grid), updates_(updates) {}

  // A pattern used once: ranks need not know which ranks send to them.
  std::vector<Particle> migrate(std::map<int, std::vector<Particle>> leaving) override {
    std::vector<Parcel<Particle>> parcels;
    for (auto& [rank, particles] : leaving) parcels.push_back({rank, std::move(particles)});
    std::vector<Particle> arrived;
    for (const auto& [rank, particles] : sparse_exchange(grid_.comm, std::move(parcels)))
      arrived.insert(arrived.end(), particles.begin(), particles.end());
    return arrived;
  }

  // An update keeps ghosts that no particle needs any more: others need them soon, and the exchange stays.
  void follow(std::span<const Particle> particles, std::span<const local_index> changed) override {
    cells_.resize(particles.size());
    numbers_.resize(particles.size());
    for (const local_index p : changed) {
      const auto& across = grid_.cells[grid_.local(particles[p].cell)].across;
      cells_[p] = {particles[p].cell, across[0], across[1], across[2]};
      numbers_[p] = particles[p].number;
    }
    if (!updates_) loops_.clear();
    const bool is_update = !loops_.empty();
    IndexArray read("cells", grid_.table, cells_), added = read;
    if (is_update) read.kept = loops_[0].pattern();
    added.needs_ghosts = false;
    const std::array now{IndexedLoop{"move", {&read, 1}, Execution::first_owner, {}, changed},
                         IndexedLoop{"deposit", {&added, 1}, Execution::both_sides, numbers_, changed}};
    std::vector<std::optional<InspectedLoop>> before(std::move_iterator(loops_.begin()),
                                                     std::move_iterator(loops_.end()));
    loops_ = is_update ? update(grid_.comm, std::move(before), now) : inspect(grid_.comm, now);
    const auto pattern = std::exchange(pattern_, loops_[0].pattern());
    if (!is_update || max(grid_.comm, int{pattern_ != pattern}) == 1) halo_.emplace(loops_[0].pattern());
  }

  std::vector<double> deposit(std::span<const Weights> weights) override {
    std::vector<double> sums(grid_.cells.size());
    const std::vector<Weights> of_rows = loops_[1].take(weights);
    const auto rows = loops_[1].rows<4>(0);
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (std::size_t k = 0; k < 4; ++k)
        if (rows[r][k] != nowhere) sums[rows[r][k]] += of_rows[r][k];
    return sums;
  }

  void gather(std::vector<double>& densities) override {
    densities.resize(static_cast<std::size_t>(loops_[0].pattern().local_size()));
    halo_->gather(densities);
  }

  std::span<const Row> rows() const override { return loops_[0].rows<4>(0); }

 private:
  const Grid& grid_;
  const bool updates_;
  std::vector<std::array<global_index, 4>> cells_;
  std::vector<global_index> numbers_;
  std::vector<InspectedLoop> loops_;
  std::optional<AccessPattern> pattern_;
  std::optional<Exchange> halo_;
};

}  // namespace

std::unique_ptr<Way> make_way(std::string_view by, const Grid& grid) {
  if (by == "mpi") return by_mpi(grid);
  return std::make_unique<ByPartita>(grid, by == "update");
}

}  // namespace partita::particles
