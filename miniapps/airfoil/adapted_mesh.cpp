#include "adapted_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
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

struct Sample {
  Point place;
  Row<2> flow;
  bool is_known;
};

// The flow at the points of a mesh, by their coordinates: a point's rank follows from these.
class FlowByPlace {
 public:
  FlowByPlace(const Communicator& comm, const std::vector<Point>& points, const std::vector<Row<2>>& flow)
      : comm_(comm) {
    std::vector<Sample> samples;
    for (std::size_t k = 0; k < points.size(); ++k) samples.push_back({points[k], flow[k], true});
    samples_ = Remap(comm, ranks_of(points)).forward(samples);
    std::ranges::sort(samples_, {}, &Sample::place);
  }

  // Of each point: its flow, if it has one. Collective.
  std::vector<Sample> at(const std::vector<Point>& points) const {
    const Remap to_samples(comm_, ranks_of(points));
    std::vector<Sample> answers;
    for (const Point& point : to_samples.forward(points)) {
      const auto found = std::ranges::lower_bound(samples_, point, {}, &Sample::place);
      const bool is_known = found != samples_.end() && found->place == point;
      answers.push_back(is_known ? *found : Sample{point, {}, false});
    }
    return to_samples.backward(answers);
  }

 private:
  std::vector<int> ranks_of(const std::vector<Point>& points) const {
    std::vector<int> ranks;
    for (const Point& point : points)
      ranks.push_back(
          static_cast<int>(Hash().add(point).summand() % static_cast<std::uint64_t>(comm_.size())));
    return ranks;
  }

  Communicator comm_;
  std::vector<Sample> samples_;
};

Row<2> mean(const Row<2>& a, const Row<2>& b) {
  Row<2> row;
  for (int c = 0; c < 4; ++c) row[c] = 0.5 * (a[c] + b[c]);
  return row;
}

double pressure(const Row<2>& row) { return primitive(conservative_in<2>(row)).p; }

double length_of(const Point& a, const Point& b) { return std::hypot(b[0] - a[0], b[1] - a[1]); }

// Of each cell of a share: its longest edge, and the largest difference of pressures along an edge.
struct Extent {
  double length = 0, jump = 0;
};

std::vector<Extent> extents_of(const Communicator& comm, const mesh::Mesh& mesh,
                               const std::vector<double>* pressures) {
  const ConsecutiveShares points(comm, mesh.points.size());
  const Fetched<Point> point(points, mesh.points, {mesh.cell_vertices});
  const std::vector<double> none(mesh.points.size());
  const Fetched<double> p(points, pressures != nullptr ? *pressures : none, {mesh.cell_vertices});
  std::vector<Extent> extents;
  mesh::for_each_cell_of(mesh, [&](std::size_t, std::span<const global_index> corners) {
    Extent extent;
    mesh::for_each_pair(corners, [&](global_index a, global_index b) {
      extent.length = std::max(extent.length, length_of(point[a], point[b]));
      extent.jump = std::max(extent.jump, std::fabs(p[b] - p[a]));
    });
    extents.push_back(extent);
  });
  return extents;
}

}  // namespace

AdaptedMesh::AdaptedMesh(const Communicator& comm, mesh::Draft first, const Options& options)
    : comm_(comm),
      options_(options),
      first_(std::move(first)),
      present_(first_),
      levels_(first_.mesh.cells.size()) {
  cells_ = numbers_of_levels();
}

std::vector<global_index> AdaptedMesh::numbers_of_levels() const {
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
  levels_ = levels_by(before);
  make(&before);
}

// The pressure differs about in proportion to the length of edges, so a cell that is divided l times has
// differences of 2^-l of those of before. At shocks they stay, and the level is the highest one.
std::vector<global_index> AdaptedMesh::levels_by(const std::vector<Row<2>>& flow) const {
  std::vector<double> pressures;
  for (const Row<2>& row : flow) pressures.push_back(pressure(row));
  std::vector<double> slopes;
  for (const Extent& extent : extents_of(comm_, present_.mesh, &pressures))
    slopes.push_back(extent.jump / extent.length);

  const ConsecutiveShares first_cells(comm_, first_.mesh.cells.size());
  std::vector<int> owners;
  for (const global_index cell : cells_) owners.push_back(first_cells.owner(cell));
  const auto [cells, arrived] = Remap(comm_, owners).forward(cells_, slopes);
  std::vector<double> steepest(first_.mesh.cells.size());
  for (std::size_t k = 0; k < cells.size(); ++k) {
    double& slope = steepest[static_cast<std::size_t>(cells[k] - first_cells.begin())];
    slope = std::max(slope, arrived[k]);
  }

  const double dynamic_pressure = 0.5 * options_.mach * options_.mach;
  const std::vector<Extent> first_extents = extents_of(comm_, first_.mesh, nullptr);
  std::vector<global_index> levels;
  for (std::size_t k = 0; k < steepest.size(); ++k) {
    const double jumps = steepest[k] * first_extents[k].length / (options_.adapt_jump * dynamic_pressure);
    global_index level = 0;
    for (double left = jumps; left > 1 && level < adaptations_; left /= 2) ++level;
    levels.push_back(level);
  }
  return levels;
}

void AdaptedMesh::make(const std::vector<Row<2>>* flow) {
  std::optional<FlowByPlace> before;
  if (flow != nullptr) before.emplace(comm_, present_.mesh.points, *flow);
  const auto known_flow = [&](std::vector<Row<2>> otherwise) {
    const std::vector<Sample> samples = before->at(present_.mesh.points);
    otherwise.resize(samples.size());
    for (std::size_t k = 0; k < samples.size(); ++k)
      if (samples[k].is_known) otherwise[k] = samples[k].flow;
    return otherwise;
  };
  present_ = first_;
  cells_ = numbers_of_levels();
  if (before) flow_ = known_flow({});
  std::vector<global_index> levels = levels_;
  for (int level = 0; level < adaptations_; ++level) {
    std::vector<int> marked;
    for (const global_index wanted : levels) marked.push_back(wanted > level ? 1 : 0);
    const ConsecutiveShares cells(comm_, levels.size()), points(comm_, present_.mesh.points.size());
    mesh::Refined refined = mesh::refine(comm_, present_, marked, [&](int marker, const Point& middle) {
      return mesh::nearest_on_naca(options_.naca, marker, middle);
    });
    const Fetched<global_index> level_of(cells, levels, {refined.cells}),
        first_of(cells, cells_, {refined.cells});
    std::vector<global_index> of_parts, first_cells;
    for (const global_index cell : refined.cells) {
      of_parts.push_back(level_of[cell]);
      first_cells.push_back(first_of[cell]);
    }
    if (before) {
      std::vector<global_index> parents;
      for (const Edge& edge : refined.parents) parents.insert(parents.end(), edge.begin(), edge.end());
      const Fetched<Row<2>> flow_of(points, flow_, {parents});
      std::vector<Row<2>> means;
      for (const auto& [a, b] : refined.parents) means.push_back(mean(flow_of[a], flow_of[b]));
      present_ = std::move(refined.draft);
      flow_ = known_flow(std::move(means));
    } else {
      present_ = std::move(refined.draft);
    }
    levels = std::move(of_parts);
    cells_ = std::move(first_cells);
  }
}

std::vector<Row<2>> AdaptedMesh::flow(const std::vector<global_index>& numbers) const {
  const ConsecutiveShares points(comm_, flow_.size());
  const Fetched<Row<2>> of(points, flow_, {numbers});
  std::vector<Row<2>> rows;
  for (const global_index number : numbers) rows.push_back(of[number]);
  return rows;
}

global_index AdaptedMesh::vertices_if_uniform() const {
  return sum(comm_, std::ssize(first_.mesh.points)) << 2 * adaptations_;
}

void AdaptedMesh::restore(std::vector<global_index> levels, int adaptations) {
  levels_ = std::move(levels);
  adaptations_ = adaptations;
  make(nullptr);
}

std::string AdaptedMesh::of() const {
  const mesh::Mesh& mesh = first_.mesh;
  global_index number = sum_below(comm_, std::ssize(mesh.points));
  std::uint64_t hash = 0;
  for (const Point& point : mesh.points) hash += Hash().add(number++, point).summand();
  return text("a mesh of ", sum(comm_, std::ssize(mesh.points)), " vertices that adapts (fingerprint ",
              hex(sum(comm_, hash)), ")");
}

}  // namespace partita::airfoil
