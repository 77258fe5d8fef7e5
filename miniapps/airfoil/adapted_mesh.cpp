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

namespace partita::airfoil {
namespace {

using mesh::ConsecutiveShares;
using mesh::Fetched;
using mesh::Point;

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
                                  const std::vector<Row<2>>& flow) {
  const ConsecutiveShares shares(comm, flow.size());
  const Fetched<Row<2>> at(shares, flow, {mesh.cell_vertices});
  return largest_along_edges(
      mesh, [&](global_index a, global_index b) { return std::fabs(pressure(at[b]) - pressure(at[a])); });
}

}  // namespace

// The flow at the points of a mesh, by their coordinates, from which a point's rank follows.
class AdaptedMesh::FlowByPlace {
 public:
  // Collective.
  FlowByPlace(const Communicator& comm, const std::vector<Point>& points, const std::vector<Row<2>>& flow)
      : comm_(comm) {
    std::vector<Sample> samples;
    for (std::size_t k = 0; k < points.size(); ++k) samples.push_back({points[k], flow[k], true});
    samples_ = Remap(comm, ranks_of(points)).forward(samples);
    std::ranges::sort(samples_, {}, &Sample::place);
  }

  // The flow at the points that are known, else as given. Collective.
  std::vector<Row<2>> at(const std::vector<Point>& points, std::vector<Row<2>> otherwise) const {
    const Remap to_samples(comm_, ranks_of(points));
    std::vector<Sample> answers;
    for (const Point& point : to_samples.forward(points)) {
      const auto found = std::ranges::lower_bound(samples_, point, {}, &Sample::place);
      const bool is_known = found != samples_.end() && found->place == point;
      answers.push_back(is_known ? *found : Sample{point, {}, false});
    }
    answers = to_samples.backward(answers);
    for (std::size_t k = 0; k < answers.size(); ++k)
      if (answers[k].is_known) otherwise[k] = answers[k].flow;
    return otherwise;
  }

 private:
  struct Sample {
    Point place;
    Row<2> flow;
    bool is_known;
  };

  std::vector<int> ranks_of(const std::vector<Point>& points) const {
    const auto ranks = static_cast<std::uint64_t>(comm_.size());
    std::vector<int> owners;
    for (const Point& point : points) owners.push_back(static_cast<int>(Hash().add(point).summand() % ranks));
    return owners;
  }

  Communicator comm_;
  std::vector<Sample> samples_;
};

AdaptedMesh::AdaptedMesh(const Communicator& comm, mesh::Draft first, const Options& options)
    : comm_(comm),
      options_(options),
      first_(std::move(first)),
      present_(first_),
      depths_(first_.mesh.cells.size()) {
  cells_ = numbers_of_cells();
}

std::vector<global_index> AdaptedMesh::numbers_of_cells() const {
  return mesh::numbers_of_share(comm_, first_.mesh.cells.size());
}

void AdaptedMesh::adapt(const std::vector<global_index>& numbers, const std::vector<Row<2>>& flow) {
  const ConsecutiveShares points(comm_, present_.mesh.points.size());
  std::vector<int> owners;
  for (const global_index number : numbers) owners.push_back(points.owner(number));
  const auto [places, arrived] = Remap(comm_, owners).forward(numbers, flow);
  std::vector<Row<2>> before(present_.mesh.points.size());
  for (std::size_t k = 0; k < places.size(); ++k)
    before[static_cast<std::size_t>(places[k] - points.begin())] = arrived[k];
  ++adaptations_;
  depths_ = depths_by(before);
  make(FlowByPlace(comm_, present_.mesh.points, before));
}

// The pressure differs about in proportion to the length of edges, so in a cell that is divided d times by
// 2^-d of what it did before. At shocks it differs as before, and the depth is the highest one.
std::vector<global_index> AdaptedMesh::depths_by(const std::vector<Row<2>>& flow) const {
  std::vector<double> slopes = largest_jumps(comm_, present_.mesh, flow);
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

void AdaptedMesh::make(const FlowByPlace& before) {
  present_ = first_;
  cells_ = numbers_of_cells();
  flow_ = before.at(first_.mesh.points, std::vector<Row<2>>(first_.mesh.points.size()));
  const ConsecutiveShares first_cells(comm_, depths_.size());
  for (int depth = 0; depth < adaptations_; ++depth) {
    const Fetched<global_index> wanted(first_cells, depths_, {cells_});
    std::vector<int> marked;
    for (const global_index cell : cells_) marked.push_back(wanted[cell] > depth ? 1 : 0);
    mesh::Refined refined = mesh::refine(comm_, present_, marked, [&](int marker, const Point& middle) {
      return mesh::nearest_on_naca(options_.naca, marker, middle);
    });

    const ConsecutiveShares cells(comm_, cells_.size()), points(comm_, flow_.size());
    const Fetched<global_index> first_of(cells, cells_, {refined.cells});
    for (global_index& cell : refined.cells) cell = first_of[cell];
    std::vector<global_index> parents;
    for (const Edge& edge : refined.parents) parents.insert(parents.end(), edge.begin(), edge.end());
    const Fetched<Row<2>> flow_of(points, flow_, {parents});
    std::vector<Row<2>> means;
    for (const auto& [a, b] : refined.parents) means.push_back(mean(flow_of[a], flow_of[b]));

    present_ = std::move(refined.draft);
    cells_ = std::move(refined.cells);
    flow_ = before.at(present_.mesh.points, std::move(means));
  }
}

std::vector<Row<2>> AdaptedMesh::flow(const std::vector<global_index>& numbers) const {
  const ConsecutiveShares points(comm_, flow_.size());
  const Fetched<Row<2>> of(points, flow_, {numbers});
  std::vector<Row<2>> rows;
  for (const global_index number : numbers) rows.push_back(of[number]);
  return rows;
}

void AdaptedMesh::restore(std::vector<global_index> depths, int adaptations) {
  depths_ = std::move(depths);
  adaptations_ = adaptations;
  make(FlowByPlace(comm_, {}, {}));  // the checkpoint has the flow
}

std::string AdaptedMesh::of() const {
  const mesh::Mesh& mesh = first_.mesh;
  global_index number = sum_below(comm_, std::ssize(mesh.points));
  const global_index first_cell = sum_below(comm_, std::ssize(mesh.cells));
  std::uint64_t hash = 0;
  for (const Point& point : mesh.points) hash += Hash().add(number++, point).summand();
  mesh::for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> corners) {
    hash += Hash().add(first_cell + static_cast<global_index>(cell), corners).summand();
  });
  return text("a mesh of ", sum(comm_, std::ssize(mesh.points)), " vertices that adapts (fingerprint ",
              hex(sum(comm_, hash)), ")");
}

}  // namespace partita::airfoil
