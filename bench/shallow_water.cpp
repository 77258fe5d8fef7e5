// A program of one's own: shallow water in a square basin, cell by cell, on triangles (three values a cell).
// The wrapper's time of a step on these ranks, and that of plain serial loops over plain arrays on one rank.
// The time step is constant; a program to begin from, with a mesh from a file, is in examples/shallow_water.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/loops/domain.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "examples/shallow_water/flux.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/kokkos_program.hpp"

namespace partita::bench {
namespace {

using namespace shallow_water;

KOKKOS_INLINE_FUNCTION void update(Water& water, Water& change, double area, double time_step) {
  const double factor = time_step / area;
  for (int c = 0; c < 3; ++c) {
    water[c] -= factor * change[c];
    change[c] = 0;
  }
}

// A square of n x n pairs of triangles, one long; its middle is deep.
struct Basin {
  std::vector<Water> water;
  std::vector<double> areas;
  std::vector<std::array<global_index, 2>> edge_cells;
  std::vector<Side> sides;
  std::vector<global_index> wall_cells;
  std::vector<Side> wall_sides;

  explicit Basin(int n) {
    const double length = 1.0 / n;
    const auto cell = [n](int i, int j, int upper) {
      return static_cast<global_index>(2 * (j * n + i) + upper);
    };
    const auto between = [&](global_index a, global_index b, double nx, double ny, double l) {
      edge_cells.push_back({a, b});
      sides.push_back({{nx, ny, l}});
    };
    const auto wall = [&](global_index a, double nx, double ny) {
      wall_cells.push_back(a);
      wall_sides.push_back({{nx, ny, length}});
    };
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double x = (i + 0.5) * length - 0.5, y = (j + 0.5) * length - 0.5;
        for (int upper : {0, 1}) {
          (void)upper;
          water.push_back({{1 + std::exp(-50 * (x * x + y * y)), 0, 0}});
          areas.push_back(0.5 * length * length);
        }
        // The diagonal goes up to the right; the lower triangle has the right side.
        const double half = std::sqrt(0.5);
        between(cell(i, j, 0), cell(i, j, 1), -half, half, length / half);
        if (i + 1 < n) between(cell(i, j, 0), cell(i + 1, j, 1), 1, 0, length);
        if (j + 1 < n) between(cell(i, j, 1), cell(i, j + 1, 0), 0, 1, length);
        if (i == 0) wall(cell(i, j, 1), -1, 0);
        if (j == 0) wall(cell(i, j, 0), 0, -1);
        if (i + 1 == n) wall(cell(i, j, 0), 1, 0);
        if (j + 1 == n) wall(cell(i, j, 1), 0, 1);
      }
  }

  double time_step() const { return 0.1 * std::sqrt(areas.front()) / std::sqrt(2 * gravity); }
};

class Plain {
 public:
  explicit Plain(Basin basin) : basin_(std::move(basin)), change_(basin_.water.size(), Water{}) {
    for (const auto& [a, b] : basin_.edge_cells)
      edge_cells_.push_back({static_cast<local_index>(a), static_cast<local_index>(b)});
  }

  void step(double time_step) {
    std::vector<Water>& water = basin_.water;
    for (std::size_t e = 0; e < edge_cells_.size(); ++e) {
      const auto [a, b] = edge_cells_[e];
      const Water flux = flux_between(water[a], water[b], basin_.sides[e]);
      for (int c = 0; c < 3; ++c) {
        change_[a][c] += flux[c];
        change_[b][c] -= flux[c];
      }
    }
    for (std::size_t w = 0; w < basin_.wall_cells.size(); ++w) {
      const auto a = static_cast<std::size_t>(basin_.wall_cells[w]);
      const Side& side = basin_.wall_sides[w];
      const Water flux = flux_between(water[a], mirrored(water[a], side), side);
      for (int c = 0; c < 3; ++c) change_[a][c] += flux[c];
    }
    for (std::size_t k = 0; k < water.size(); ++k) update(water[k], change_[k], basin_.areas[k], time_step);
  }

  const std::vector<Water>& water() const { return basin_.water; }

 private:
  Basin basin_;
  std::vector<std::array<local_index, 2>> edge_cells_;
  std::vector<Water> change_;
};

class Wrapped {
 public:
  // Rank 0 brings the basin, the others nothing. Ranks get stripes. Collective.
  Wrapped(const Communicator& comm, const Basin& basin)
      : domain_(comm),
        cells_(domain_.set("cells", basin.water.size())),
        water_(domain_.field<double, 3>("water", cells_, basin.water)),
        time_step_(domain_.global<double>("time step")),
        step_(declare(basin)) {}

  void step(double time_step) {
    time_step_.assign(time_step);
    step_();
  }

  std::vector<Water> water() const { return water_.values(); }

 private:
  loops::Chain declare(const Basin& basin) {
    using namespace loops;
    const Set edges = domain_.set("edges", basin.edge_cells.size()),
              walls = domain_.set("walls", basin.wall_cells.size());
    const Map edge_cells = domain_.map("edge cells", edges, cells_, basin.edge_cells),
              wall_cell = domain_.map("wall cell", walls, cells_, basin.wall_cells);
    const auto area = domain_.field<double, 1>("area", cells_, basin.areas);
    const auto side = domain_.field<double, 3>("side", edges, basin.sides);
    const auto wall_side = domain_.field<double, 3>("wall side", walls, basin.wall_sides);
    const auto change = domain_.field<double, 3>("change", cells_);
    std::vector<int> owners(basin.water.size());
    for (std::size_t k = 0; k < owners.size(); ++k)
      owners[k] =
          static_cast<int>(k * static_cast<std::size_t>(domain_.communicator().size()) / owners.size());
    domain_.partition(cells_, owners);

    const Loop fluxes = domain_.loop(
        "fluxes", edges, loops::read(water_, edge_cells[0]), loops::read(water_, edge_cells[1]),
        loops::read(side), transfer(change, edge_cells[0], edge_cells[1]),
        KOKKOS_LAMBDA(const Water& a, const Water& b, const Side& between, Water& through) {
          const Water flux = flux_between(a, b, between);
          for (int c = 0; c < 3; ++c) through[c] = flux[c];
        });
    const Loop at_walls = domain_.loop(
        "walls", walls, loops::read(water_, wall_cell[0]), loops::read(wall_side),
        increment(change, wall_cell[0]), KOKKOS_LAMBDA(const Water& a, const Side& wall, Water& to_a) {
          const Water flux = flux_between(a, mirrored(a, wall), wall);
          for (int c = 0; c < 3; ++c) to_a[c] += flux[c];
        });
    const Loop updates = domain_.loop(
        "update", cells_, read_write(water_), read_write(change), loops::read(area), loops::read(time_step_),
        KOKKOS_LAMBDA(Water & now, Water & by, double here, double step) { update(now, by, here, step); });
    return domain_.chain("step", fluxes, at_walls, updates);
  }

  loops::Domain domain_;
  loops::Set cells_;
  loops::Field<double, 3> water_;
  loops::Global<double> time_step_;
  loops::Chain step_;
};

int run(int argc, char** argv, const Communicator& comm) {
  int n = 400, rounds = 60;
  CommandLine line("shallow_water", "Shallow water by the loop wrapper and by plain loops");
  line.add("--side", n, "Squares of two triangles along each side of the basin").check(between(1, 10000));
  line.add("--rounds", rounds, "Steps of each, in turn; the fastest counts").check(between(1, 1000000));
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;

  const bool first = comm.rank() == 0;
  const Basin basin(n), none(0);
  const double time_step = basin.time_step();
  Plain plain(basin);
  Wrapped wrapped(comm, first ? basin : none);
  double by_wrapper = std::numeric_limits<double>::max(), by_hand = by_wrapper;
  for (int round = 0; round < rounds; ++round) {
    MPI_Barrier(comm.handle());
    Stopwatch watch;
    if (first) plain.step(time_step);
    by_hand = std::min(by_hand, watch.seconds());
    MPI_Barrier(comm.handle());
    watch.restart();
    wrapped.step(time_step);
    by_wrapper = std::min(by_wrapper, max(comm, watch.seconds()));
  }
  double difference = 0;  // of the first cells, which rank 0 keeps
  const std::vector<Water> found = wrapped.water();
  const bool is_water_here = std::ranges::all_of(found, is_water);
  if (min(comm, is_water_here ? 1 : 0) == 0)
    throw CollectiveError("the depth is no longer positive and finite after ", rounds,
                          " steps, whose length is constant; give fewer --rounds");
  for (std::size_t k = 0; first && k < found.size(); ++k)
    for (int c = 0; c < 3; ++c)
      difference = std::max(difference, std::fabs(found[k][c] - plain.water()[k][c]));
  if (first)
    std::printf(
        "%zu cells, vectors of %d bits: plain %.3f ms a step on one rank, wrapper %.3f ms on %d: ratio %.2f, "
        "difference %.1e\n",
        basin.water.size(), loops::vector_width, 1e3 * by_hand, 1e3 * by_wrapper, comm.size(),
        by_wrapper / by_hand, difference);
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) {
  return partita::run_program_with_kokkos("shallow_water", argc, argv, partita::bench::run);
}
