// The same in MPI calls, as Cabana does it: Slattery et al., "Cabana: A Performance Portable Library for
// Particle-Based Simulations", Journal of Open Source Software 7(72), 2022. Neighbours exchange particles
// that migrate, copies of particles at the border, and a halo: all cells at the border, with particles or
// without. Unlike Cabana's, charges are added in a fixed order.
#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include <mpi.h>

#include "way.hpp"

namespace partita::particles {
namespace {

// Of a particle, for the owner of a cell across.
struct Copy {
  global_index number;
  Row row;  // its local indices
  Weights weights;
};

class ByMpi : public Way {
 public:
  // Cells on both sides of a border ascend by number: a rank knows its neighbours' halos without a message.
  explicit ByMpi(const Grid& grid) : grid_(grid) {
    std::set<Location> halo;
    for (std::size_t c = 0; c < grid.cells.size(); ++c)
      for (const Location& other : grid.across[c])
        if (other.rank != grid.comm.rank()) {
          halo.insert(other);
          auto& border = borders_[other.rank];
          if (border.empty() || border.back() != c) border.push_back(c);
        }
    halo_.assign(halo.begin(), halo.end());
  }

  std::vector<Particle> migrate(std::map<int, std::vector<Particle>> leaving) override {
    return swap(leaving);
  }

  // Keeps the places of the particles in the order of their numbers.
  void follow(std::span<const Particle> particles, std::span<const local_index> changed) override {
    numbers_.resize(particles.size(), -1);
    rows_.resize(particles.size());
    std::vector<local_index> added;
    for (const local_index p : changed) {
      const std::size_t cell = grid_.local(particles[p].cell);
      rows_[p][0] = static_cast<local_index>(cell);
      for (std::size_t k = 0; k < 3; ++k) rows_[p][k + 1] = local(grid_.across[cell][k]);
      if (std::exchange(numbers_[p], particles[p].number) != particles[p].number) added.push_back(p);
    }
    std::vector<char> is_added(particles.size());
    for (const local_index p : added) is_added[p] = 1;
    std::erase_if(order_, [&](local_index p) { return p >= std::ssize(particles) || is_added[p] == 1; });
    const auto by_number = [&](local_index p) { return numbers_[p]; };
    std::ranges::sort(added, {}, by_number);
    const auto middle = order_.insert(order_.end(), added.begin(), added.end());
    std::ranges::inplace_merge(order_, middle, {}, by_number);
  }

  std::vector<double> deposit(std::span<const Weights> weights) override {
    std::map<int, std::vector<Copy>> copies;
    for (const local_index p : order_)
      for (const local_index cell : rows_[p]) {
        const int rank = location(cell).rank;
        if (rank == grid_.comm.rank()) continue;
        std::vector<Copy>& to = copies[rank];
        if (!to.empty() && to.back().number == numbers_[p]) continue;
        Copy& copy = to.emplace_back(Copy{numbers_[p], {}, weights[p]});
        for (std::size_t k = 0; k < 4; ++k)
          copy.row[k] = location(rows_[p][k]).rank == rank ? location(rows_[p][k]).index : nowhere;
      }
    std::vector<Copy> arrived = swap(copies);
    std::ranges::sort(arrived, {}, &Copy::number);

    std::vector<double> sums(grid_.cells.size());
    const auto add = [&](const Row& row, const Weights& of_row) {
      for (std::size_t k = 0; k < 4; ++k)
        if (row[k] != nowhere && row[k] < std::ssize(sums)) sums[row[k]] += of_row[k];
    };
    auto copy = arrived.begin();
    for (const local_index p : order_) {
      for (; copy != arrived.end() && copy->number < numbers_[p]; ++copy) add(copy->row, copy->weights);
      add(rows_[p], weights[p]);
    }
    for (; copy != arrived.end(); ++copy) add(copy->row, copy->weights);
    return sums;
  }

  void gather(std::vector<double>& densities) override {
    std::map<int, std::vector<double>> parcels;
    for (const auto& [rank, border] : borders_)
      for (const std::size_t cell : border) parcels[rank].push_back(densities[cell]);
    const std::vector<double> halo = swap(parcels);
    densities.resize(grid_.cells.size());
    densities.insert(densities.end(), halo.begin(), halo.end());
  }

  std::span<const Row> rows() const override { return rows_; }

 private:
  // Owned cells, then the halo.
  local_index local(const Location& cell) const {
    if (cell.rank == grid_.comm.rank()) return cell.index;
    const auto place = std::ranges::lower_bound(halo_, cell) - halo_.begin();
    return static_cast<local_index>(std::ssize(grid_.cells) + place);
  }
  Location location(local_index cell) const {
    const auto owned = static_cast<local_index>(grid_.cells.size());
    return cell < owned ? Location{grid_.comm.rank(), cell} : halo_[cell - owned];
  }

  // Sends a message to each neighbour, also if it is empty, and receives one from each: ascending by rank.
  template <class T>
  std::vector<T> swap(std::map<int, std::vector<T>>& parcels) const {
    std::vector<int> counts;  // all checked before the first message leaves
    for (const auto& [rank, border] : borders_)
      counts.push_back(checked_local(std::ssize(parcels[rank]) * std::int64_t{sizeof(T)}));
    std::vector<MPI_Request> sends;
    for (const auto& [rank, border] : borders_) {
      const int count = counts[sends.size()];
      MPI_Isend(parcels[rank].data(), count, MPI_BYTE, rank, 0, comm_.handle(), &sends.emplace_back());
    }
    std::vector<T> arrived;
    for (const auto& [rank, border] : borders_) {
      MPI_Status status;
      int bytes = 0;
      MPI_Probe(rank, 0, comm_.handle(), &status);
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      const std::size_t before = arrived.size();
      arrived.resize(before + static_cast<std::size_t>(bytes) / sizeof(T));
      MPI_Recv(arrived.data() + before, bytes, MPI_BYTE, rank, 0, comm_.handle(), MPI_STATUS_IGNORE);
    }
    MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
    return arrived;
  }

  const Grid& grid_;
  const Communicator comm_{grid_.comm.handle()};     // its messages meet none of Partita's
  std::map<int, std::vector<std::size_t>> borders_;  // by neighbour: the cells here that it needs
  std::vector<Location> halo_;                       // ascending
  std::vector<Row> rows_;                            // of each particle
  std::vector<global_index> numbers_;                // of each particle
  std::vector<local_index> order_;                   // places of the particles, by number
};

}  // namespace

std::unique_ptr<Way> by_mpi(const Grid& grid) { return std::make_unique<ByMpi>(grid); }

}  // namespace partita::particles
