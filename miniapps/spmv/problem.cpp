#include "problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

#include <partita/inspector/inspect.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/read.hpp>
#include <partita/mesh/renumber.hpp>
#include <partita/support/reduce.hpp>

#include "entry_loop.hpp"
#include "laplacian.hpp"
#include "read_matrix.hpp"

namespace partita::spmv {

namespace {

// A square of triangles, row by row.
mesh::Mesh triangles(global_index vertices) {
  const auto side = static_cast<global_index>(std::lround(std::sqrt(static_cast<double>(vertices))));
  mesh::Mesh mesh;
  mesh.vertices = side * side;
  for (global_index v = 0; v < mesh.vertices; ++v) {
    const global_index column = v % side, row = v / side;
    mesh.points.push_back({static_cast<double>(column), static_cast<double>(row), 0});
    if (column + 1 < side) mesh.edges.push_back({v, v + 1});
    if (row + 1 < side) mesh.edges.push_back({v, v + side});
    if (column + 1 < side && row + 1 < side) mesh.edges.push_back({v, v + side + 1});
  }
  return mesh;
}

double weight(const mesh::Mesh& mesh, const Edge& edge) {
  if (mesh.points.empty()) return 1;
  const mesh::Point &a = mesh.points[static_cast<std::size_t>(edge[0])],
                    &b = mesh.points[static_cast<std::size_t>(edge[1])];
  return 1 / std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// The graph of the rows: neighbours share an entry.
mesh::Mesh graph_of(const Entries& matrix) {
  mesh::Mesh graph;
  graph.vertices = matrix.rows;
  for (const auto& [row, column] : matrix.places)
    if (row != column) graph.edges.push_back({std::min(row, column), std::max(row, column)});
  std::ranges::sort(graph.edges);
  graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
  return graph;
}

// Sorts both by the ascending order of the places.
void sort(std::vector<Edge>& places, std::vector<double>& values) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) { return places[k]; });
  std::vector<Edge> sorted_places;
  std::vector<double> sorted_values;
  for (const std::size_t k : order) {
    sorted_places.push_back(places[k]);
    sorted_values.push_back(values[k]);
  }
  places = std::move(sorted_places);
  values = std::move(sorted_values);
}

// The new number of every vertex; `parts` receives the parts in the order of these numbers.
std::vector<global_index> number(const mesh::Mesh& graph, int ranks, std::vector<int>& parts) {
  const std::vector<int> part_of = mesh::partition(graph, ranks);
  const std::vector<global_index> order = mesh::cuthill_mckee(graph);
  std::vector<global_index> numbers(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    numbers[static_cast<std::size_t>(order[k])] = static_cast<global_index>(k);
    parts.push_back(part_of[static_cast<std::size_t>(order[k])]);
  }
  return numbers;
}

}  // namespace

Problem prepare(const Options& options, int ranks) {
  Problem problem;
  std::vector<global_index> numbers;
  const auto numbered = [&](const Edge& edge) {
    return Edge{numbers[static_cast<std::size_t>(edge[0])], numbers[static_cast<std::size_t>(edge[1])]};
  };
  if (!options.matrix.empty()) {
    Entries matrix = read_matrix(options.matrix);
    problem.name = options.matrix;
    numbers = number(graph_of(matrix), ranks, problem.parts);
    for (const Edge& place : matrix.places) problem.places.push_back(numbered(place));
    problem.values = std::move(matrix.values);
    sort(problem.places, problem.values);
  } else {
    const mesh::Mesh mesh =
        options.mesh.empty() ? triangles(options.vertices) : mesh::read(options.mesh, options.zone);
    problem.name = text("Laplacian of ", options.mesh.empty() ? "a square of triangles" : options.mesh);
    numbers = number(mesh, ranks, problem.parts);
    for (const Edge& edge : mesh.edges) {
      const auto [a, b] = numbered(edge);
      problem.edges.push_back({std::min(a, b), std::max(a, b)});
      problem.weights.push_back(weight(mesh, edge));
    }
    sort(problem.edges, problem.weights);
  }
  return problem;
}

std::unique_ptr<Product> make_product(const Communicator& comm, const Problem& problem) {
  const auto table = TranslationTable::from_partition(comm, problem.parts);
  if (sum(comm, static_cast<global_index>(problem.edges.size())) > 0) {
    const InspectedLoop loop = inspect(table, problem.edges, Execution::both_sides);
    return std::make_unique<Laplacian>(loop, loop.take(problem.weights));
  }
  std::vector<global_index> rows, columns;
  for (const auto& [row, column] : problem.places) {
    rows.push_back(row);
    columns.push_back(column);
  }
  const std::array<IndexArray, 2> arrays{
      {{"rows", table, 1, rows}, {"columns", table, 1, columns, /*decides=*/false}}};
  const InspectedLoop loop = inspect(comm, "entries", arrays);
  return std::make_unique<EntryLoop>(loop, loop.take(problem.values));
}

}  // namespace partita::spmv
