#include "adapted_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/blocks.hpp>
#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/refine.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::airfoil {
namespace {

using mesh::ConsecutiveShares;
using mesh::Fetched;
using mesh::Point;

std::uint64_t id_between(std::uint64_t a, std::uint64_t b) {
  return Hash().add(std::min(a, b), std::max(a, b)).value();
}

double pressure(const Row<2>& row) { return primitive(conservative_in<2>(row)).p; }

Row<2> mean(const Row<2>& a, const Row<2>& b) {
  Row<2> row;
  for (int c = 0; c < 4; ++c) row[c] = 0.5 * (a[c] + b[c]);
  return row;
}

// Of each cell of a share: the largest value along an edge.
template <class Value>
std::vector<double> largest_along_edges(const mesh::Mesh& mesh, Value value) {
  std::vector<double> largest;
  mesh::for_each_cell_of(mesh, [&](std::size_t, std::span<const global_index> corners) {
    double& of_cell = largest.emplace_back(0);
    mesh::for_each_pair(corners,
                        [&](global_index a, global_index b) { of_cell = std::max(of_cell, value(a, b)); });
  });
  return largest;
}

// Collective.
std::vector<double> longest_edges(const Communicator& comm, const mesh::Mesh& mesh) {
  const ConsecutiveShares shares(comm, mesh.points.size());
  const Fetched<Point> point(shares, mesh.points, {mesh.cell_vertices});
  return largest_along_edges(mesh, [&](global_index a, global_index b) {
    return std::hypot(point[b][0] - point[a][0], point[b][1] - point[a][1]);
  });
}

// Collective.
std::vector<double> largest_jumps(const Communicator& comm, const mesh::Mesh& mesh,
                                  const std::vector<double>& pressures) {
  const ConsecutiveShares shares(comm, pressures.size());
  const Fetched<double> at(shares, pressures, {mesh.cell_vertices});
  return largest_along_edges(mesh, [&](global_index a, global_index b) { return std::fabs(at[b] - at[a]); });
}

}  // namespace

// Flow and ranks of the points of a mesh by their ids. The id of a point tells which rank knows it.
class AdaptedMesh::KnownPoints {
 public:
  // Collective.
  KnownPoints(const Communicator& comm, const std::vector<Carried>& points)
      : comm_(comm), points_(Remap(comm, homes_of(points)).forward(points)) {
    std::ranges::sort(points_, {}, &Carried::id);
  }

  // For each point, flow and rank of the known one of its id, else those given. Collective.
  std::vector<Carried> at(const std::vector<Carried>& points) const {
    const Remap to_homes(comm_, homes_of(points));
    std::vector<Carried> answers = to_homes.forward(points);
    for (Carried& point : answers) {
      const auto found = std::ranges::lower_bound(points_, point.id, {}, &Carried::id);
      if (found != points_.end() && found->id == point.id) point = *found;
    }
    return to_homes.backward(answers);
  }

 private:
  std::vector<int> homes_of(const std::vector<Carried>& points) const {
    const auto ranks = static_cast<std::uint64_t>(comm_.size());
    std::vector<int> homes;
    for (const Carried& point : points) homes.push_back(static_cast<int>(point.id % ranks));
    return homes;
  }

  Communicator comm_;
  std::vector<Carried> points_;
};

AdaptedMesh::AdaptedMesh(const Communicator& comm, mesh::Draft first, const Options& options)
    : comm_(comm),
      options_(options),
      first_(std::move(first)),
      present_(first_),
      depths_(first_.mesh.cells.size()) {
  cells_ = numbers_of_cells();
  carried_ = first_points();
}

// With neither flow nor rank yet. Collective.
std::vector<AdaptedMesh::Carried> AdaptedMesh::first_points() const {
  std::vector<Carried> points;
  for (const global_index number : mesh::numbers_of_share(comm_, first_.mesh.points.size()))
    points.push_back({{}, 0, Hash().add(number).value()});
  return points;
}

std::vector<global_index> AdaptedMesh::numbers_of_cells() const {
  return mesh::numbers_of_share(comm_, first_.mesh.cells.size());
}

global_index AdaptedMesh::uniform_vertices() const {
  return sum(comm_, std::ssize(first_.mesh.points)) << (2 * adaptations_);
}

void AdaptedMesh::adapt(const std::vector<global_index>& numbers, const std::vector<Row<2>>& flow) {
  const ConsecutiveShares points(comm_, present_.mesh.points.size());
  std::vector<int> owners;
  for (const global_index number : numbers) owners.push_back(points.owner(number));
  const auto [places, rows, ranks] =
      Remap(comm_, owners).forward(numbers, flow, std::vector(flow.size(), comm_.rank()));
  for (std::size_t k = 0; k < places.size(); ++k) {
    Carried& point = carried_[static_cast<std::size_t>(places[k] - points.begin())];
    point.flow = rows[k];
    point.rank = ranks[k];
  }
  ++adaptations_;
  depths_ = depths_by_flow();
  const Stopwatch carrying;
  const KnownPoints before(comm_, carried_);
  carrying_seconds_ = carrying.seconds();
  make(before);
}

// The pressure differs about in proportion to the length of edges, so in a cell that is divided d times by
// 2^-d of what it did before. At shocks it differs as before, and the depth is the highest one.
std::vector<global_index> AdaptedMesh::depths_by_flow() const {
  std::vector<double> pressures;
  for (const Carried& point : carried_) pressures.push_back(pressure(point.flow));
  std::vector<double> slopes = largest_jumps(comm_, present_.mesh, pressures);
  const std::vector<double> lengths = longest_edges(comm_, present_.mesh),
                            first_lengths = longest_edges(comm_, first_.mesh);
  for (std::size_t k = 0; k < slopes.size(); ++k) slopes[k] /= lengths[k];

  const ConsecutiveShares first_cells(comm_, first_lengths.size());
  std::vector<int> owners;
  for (const global_index cell : cells_) owners.push_back(first_cells.owner(cell));
  const auto [cells, arrived] = Remap(comm_, owners).forward(cells_, slopes);
  std::vector<double> steepest(first_lengths.size());
  for (std::size_t k = 0; k < cells.size(); ++k) {
    double& slope = steepest[static_cast<std::size_t>(cells[k] - first_cells.begin())];
    slope = std::max(slope, arrived[k]);
  }

  const double largest_jump = options_.adapt_jump * 0.5 * options_.mach * options_.mach;
  std::vector<global_index> depths(steepest.size());
  for (std::size_t k = 0; k < depths.size(); ++k)
    for (double jump = steepest[k] * first_lengths[k]; jump > largest_jump && depths[k] < adaptations_;
         jump /= 2)
      ++depths[k];
  return depths;
}

void AdaptedMesh::make(const KnownPoints& before) {
  const auto carry = [&](const auto& action) {
    const Stopwatch carrying;
    action();
    carrying_seconds_ += carrying.seconds();
  };
  mesh::BoundaryCurve curve;
  if (options_.mesh.empty())
    curve = [&](int marker, const Point& middle) {
      return mesh::nearest_on_naca(options_.naca, marker, middle);
    };
  present_ = first_;
  cells_ = numbers_of_cells();
  carry([&] { carried_ = before.at(first_points()); });
  const ConsecutiveShares first_cells(comm_, depths_.size());
  for (int depth = 0; depth < adaptations_; ++depth) {
    const Fetched<global_index> wanted(first_cells, depths_, {cells_});
    std::vector<int> marked;
    for (const global_index cell : cells_) marked.push_back(wanted[cell] > depth ? 1 : 0);
    mesh::Refined refined = mesh::refine(comm_, present_, marked, curve);

    const ConsecutiveShares cells(comm_, cells_.size());
    const Fetched<global_index> first_of(cells, cells_, {refined.cells});
    for (global_index& cell : refined.cells) cell = first_of[cell];
    present_ = std::move(refined.draft);
    cells_ = std::move(refined.cells);
    carry([&] { carry_over(refined.parents, before); });
  }
}

// From a mesh to the present one, whose points have these parents.
void AdaptedMesh::carry_over(const std::vector<Edge>& parents, const KnownPoints& before) {
  const ConsecutiveShares points(comm_, carried_.size());
  std::vector<global_index> ends;
  for (const Edge& edge : parents) ends.insert(ends.end(), edge.begin(), edge.end());
  const Fetched<Carried> carried(points, carried_, {ends});
  std::vector<Carried> of_all, of_new;
  std::vector<std::size_t> new_points;
  for (const auto& [a, b] : parents) {
    if (a == b) {
      of_all.push_back(carried[a]);
      continue;
    }
    new_points.push_back(of_all.size());
    of_new.push_back(
        {mean(carried[a].flow, carried[b].flow), carried[a].rank, id_between(carried[a].id, carried[b].id)});
    of_all.push_back(of_new.back());
  }
  of_new = before.at(of_new);
  for (std::size_t k = 0; k < new_points.size(); ++k) of_all[new_points[k]] = of_new[k];
  carried_ = std::move(of_all);
}

template <class T>
std::vector<T> AdaptedMesh::parts_of(const std::vector<global_index>& numbers, T Carried::*part) const {
  const ConsecutiveShares points(comm_, carried_.size());
  const Fetched<Carried> carried(points, carried_, {numbers});
  std::vector<T> parts;
  for (const global_index number : numbers) parts.push_back(carried[number].*part);
  return parts;
}

std::vector<Row<2>> AdaptedMesh::flow(const std::vector<global_index>& numbers) const {
  return parts_of(numbers, &Carried::flow);
}

std::vector<int> AdaptedMesh::ranks(const std::vector<global_index>& numbers) const {
  return parts_of(numbers, &Carried::rank);
}

void AdaptedMesh::restore(std::vector<global_index> depths, int adaptations) {
  depths_ = std::move(depths);
  adaptations_ = adaptations;
  make(KnownPoints(comm_, {}));  // the checkpoint has the flow
}

std::string AdaptedMesh::of() const {
  const mesh::Mesh& mesh = first_.mesh;
  global_index number = sum_below(comm_, std::ssize(mesh.points));
  const global_index first_cell = sum_below(comm_, std::ssize(mesh.cells));
  std::uint64_t hash = 0;
  for (const Point& point : mesh.points) hash += Hash().add(number++, point).value();
  mesh::for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> corners) {
    Hash of_cell;
    of_cell.add(first_cell + static_cast<global_index>(cell));
    for (const global_index corner : corners) of_cell.add(corner);
    hash += of_cell.value();
  });
  return text("a mesh of ", sum(comm_, std::ssize(mesh.points)), " vertices that adapts (fingerprint ",
              hex(sum(comm_, hash)), ")");
}

}  // namespace partita::airfoil
