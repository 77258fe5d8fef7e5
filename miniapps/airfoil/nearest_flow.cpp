#include "nearest_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

#include "hdf5/group.hpp"

namespace partita::airfoil {
namespace {

template <int D>
struct Sample {
  Vector<D> place;
  Row<D> flow;          // mass, momentum, energy
  global_index number;  // in the file
};

// This rank's block of the file. Not collective.
template <int D>
std::vector<Sample<D>> read_samples(const Communicator& comm, const std::string& path) {
  const hdf5::Group file = hdf5::open_file(path), grid = file.group("VTKHDF");
  const int dimension = file.table("partita/boundary_vertices").columns() == 2 ? 2 : 3;
  if (dimension != D) throw Error("its flow has ", dimension, " dimensions, and the mesh has ", D);
  const hdf5::Table points = grid.table("Points");
  if (points.rows() == 0) throw Error("it has no points");
  const hdf5::Rows mine = hdf5::block_of(comm, points.rows());
  const auto read = [&](const char* name, std::size_t columns) {
    return grid.table(name).read<double>(mine, columns);
  };
  const std::vector<double> places = read("Points", 3), density = read("PointData/density", 1),
                            velocity = read("PointData/velocity", 3),
                            pressure = read("PointData/pressure", 1);
  std::vector<Sample<D>> samples(density.size());
  for (std::size_t k = 0; k < samples.size(); ++k) {
    samples[k].number = mine.begin + static_cast<global_index>(k);
    Primitive<D> q{density[k], {}, pressure[k]};
    bool has_place = true;
    for (int axis = 0; axis < D; ++axis) {
      const double x = samples[k].place[axis] = places[3 * k + static_cast<std::size_t>(axis)];
      has_place = has_place && std::isfinite(x);
      q.u[axis] = velocity[3 * k + static_cast<std::size_t>(axis)];
    }
    put(conservative(q), samples[k].flow);
    if (!has_place || !is_gas(primitive(conservative_in<D>(samples[k].flow))))
      throw Error("point ", samples[k].number, " has no place, or its flow is none of a gas");
  }
  return samples;
}

// A k-d tree: the root is in the middle, what is below it along the axis in front, what is above behind.
template <int D>
void make_tree(std::span<Sample<D>> samples, int axis = 0) {
  if (samples.size() < 2) return;
  const std::size_t middle = samples.size() / 2;
  std::nth_element(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(middle), samples.end(),
                   [axis](const auto& a, const auto& b) { return a.place[axis] < b.place[axis]; });
  make_tree(samples.first(middle), (axis + 1) % D);
  make_tree(samples.subspan(middle + 1), (axis + 1) % D);
}

template <int D>
struct Nearest {
  double distance2 = std::numeric_limits<double>::infinity();
  Sample<D> sample = {};

  void look_in(std::span<const Sample<D>> tree, const Vector<D>& at, int axis = 0) {
    if (tree.empty()) return;
    const std::size_t middle = tree.size() / 2;
    take(tree[middle], at);
    const double ahead = at[axis] - tree[middle].place[axis];
    const auto below = tree.first(middle), above = tree.subspan(middle + 1);
    look_in(ahead < 0 ? below : above, at, (axis + 1) % D);
    if (ahead * ahead <= distance2) look_in(ahead < 0 ? above : below, at, (axis + 1) % D);
  }

  void take(const Sample<D>& other, const Vector<D>& at) {
    const Vector<D> way = at - other.place;
    const double other2 = dot(way, way);
    if (other2 > distance2 || (other2 == distance2 && other.number > sample.number)) return;
    distance2 = other2;
    sample = other;
  }
};

}  // namespace

template <int D>
std::vector<Row<D>> nearest_flow(const DistributedMesh<D>& mesh, const std::string& file) {
  const Communicator& comm = mesh.domain.communicator();
  std::vector<Sample<D>> mine = collectively(comm, [&] {
    try {
      const hdf5::QuietErrors quiet;
      return read_samples<D>(comm, file);
    } catch (const Error& error) {
      throw Error(file, ": no flow to begin from: ", error.what(), "; give a file of --output");
    }
  });
  make_tree(std::span(mine));

  const auto points = mesh.point.values();
  std::vector<Nearest<D>> nearest(points.size());
  for (int root = 0; root < comm.size(); ++root) {
    std::vector<Sample<D>> tree;
    if (root == comm.rank()) tree = std::move(mine);
    broadcast(comm, tree, root);
    for (std::size_t k = 0; k < points.size(); ++k) nearest[k].look_in(tree, vector_in<D>(points[k]));
  }
  std::vector<Row<D>> flow;
  for (const Nearest<D>& each : nearest) flow.push_back(each.sample.flow);
  return flow;
}

template std::vector<Row<2>> nearest_flow(const DistributedMesh<2>&, const std::string&);
template std::vector<Row<3>> nearest_flow(const DistributedMesh<3>&, const std::string&);

}  // namespace partita::airfoil
