// OP2's Airfoil benchmark without any library: the reference time for Partita's version.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

#include "bench/op2_airfoil_loops.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/op2_airfoil/gas.hpp"
#include "miniapps/op2_airfoil/grid.hpp"

namespace partita::op2_airfoil {
namespace {

struct Options {
  std::string mesh, report;
  int surface = 400, layers = 600;
  int iterations = 1000;
};

// The grid as plain arrays, rows one after the other.
struct Arrays {
  explicit Arrays(const Grid& grid)
      : cells(count(grid.cell_nodes.size())),
        edges(count(grid.edge_nodes.size())),
        boundary_edges(count(grid.bedge_nodes.size())),
        cell_nodes(flat(grid.cell_nodes)),
        edge_nodes(flat(grid.edge_nodes)),
        edge_cells(flat(grid.edge_cells)),
        bedge_nodes(flat(grid.bedge_nodes)),
        bedge_cell(grid.bedge_cell.begin(), grid.bedge_cell.end()),
        bound(grid.bound) {
    count(grid.nodes.size());
    for (const auto& [along, up] : grid.nodes) x.insert(x.end(), {along, up});
  }

  int cells, edges, boundary_edges;
  std::vector<double> x;
  std::vector<int> cell_nodes, edge_nodes, edge_cells, bedge_nodes, bedge_cell, bound;

 private:
  static int count(std::size_t rows) {
    constexpr std::size_t most = std::numeric_limits<int>::max() / 4;  // the loops count four numbers a cell
    if (rows > most) throw Error(text("this program counts to ", most, " only; take a smaller grid"));
    return static_cast<int>(rows);
  }

  template <std::size_t n>
  static std::vector<int> flat(const std::vector<std::array<global_index, n>>& rows) {
    std::vector<int> values;
    values.reserve(n * rows.size());
    for (const auto& row : rows)
      for (const global_index value : row) values.push_back(static_cast<int>(value));
    return values;
  }
};

// Time and bytes of one of the five loops. The bytes are those of all numbers that a pass touches, counted
// once each, and of the index arrays.
class Loop {
 public:
  Loop(std::string name, std::size_t bytes) : name_(std::move(name)), bytes_(static_cast<double>(bytes)) {}

  template <class Pass>
  void time(Pass pass) {
    const auto start = std::chrono::steady_clock::now();
    pass();
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ++passes_;
  }

  const std::string& name() const { return name_; }
  double seconds() const { return seconds_; }
  double gigabytes_per_second() const { return bytes_ * passes_ / seconds_ * 1e-9; }

 private:
  std::string name_;
  double bytes_;
  double seconds_ = 0;
  double passes_ = 0;
};

std::size_t distinct(std::vector<int> values) {
  std::ranges::sort(values);
  return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
}

struct Result {
  std::vector<std::pair<int, double>> rms;  // iteration, root mean square of the changes
  double seconds = 0;
  std::vector<Loop> loops;
};

Result solve(const Arrays& grid, int iterations) {
  const int cells = grid.cells;
  std::vector<double> q(4 * cells), q_old(q.size()), res(q.size()), adt(cells);
  for (int k = 0; k < 4 * cells; ++k) q[k] = free_stream[k % 4];

  constexpr std::size_t state = 4 * sizeof(double), step = sizeof(double), point = 2 * sizeof(double);
  const auto bytes = [](const std::vector<int>& indices) { return indices.size() * sizeof(int); };
  Loop saving("save", cells * 2 * state);
  Loop stepping("time_step",
                distinct(grid.cell_nodes) * point + cells * (state + step) + bytes(grid.cell_nodes));
  Loop interior("interior_flux", distinct(grid.edge_nodes) * point +
                                     distinct(grid.edge_cells) * (2 * state + step) + bytes(grid.edge_nodes) +
                                     bytes(grid.edge_cells));
  Loop boundary("boundary_flux", distinct(grid.bedge_nodes) * point +
                                     distinct(grid.bedge_cell) * (2 * state + step) +
                                     bytes(grid.bedge_nodes) + bytes(grid.bedge_cell) + bytes(grid.bound));
  Loop updating("update", cells * (3 * state + step));

  Result result;
  const auto start = std::chrono::steady_clock::now();
  for (int iteration = 1; iteration <= iterations; ++iteration) {
    double squares = 0;
    saving.time([&] { save(cells, q.data(), q_old.data()); });
    for (int stage = 0; stage < 2; ++stage) {
      stepping.time([&] { time_step(cells, grid.cell_nodes.data(), grid.x.data(), q.data(), adt.data()); });
      interior.time([&] {
        interior_flux(grid.edges, grid.edge_nodes.data(), grid.edge_cells.data(), grid.x.data(), q.data(),
                      adt.data(), res.data());
      });
      boundary.time([&] {
        boundary_flux(grid.boundary_edges, grid.bedge_nodes.data(), grid.bedge_cell.data(), grid.bound.data(),
                      grid.x.data(), q.data(), adt.data(), res.data());
      });
      updating.time([&] { squares = update(cells, q_old.data(), adt.data(), q.data(), res.data()); });
    }
    if (iteration % 100 == 0 || iteration == iterations) {
      for (int k = 0; k < cells; ++k)
        if (!is_gas(std::span(q).subspan(4 * k, 4))) throw Error(no_gas_by(iteration));
      result.rms.emplace_back(iteration, std::sqrt(squares / cells));
      std::printf(" %d  %10.5e\n", iteration, result.rms.back().second);
      std::fflush(stdout);
    }
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.loops = {saving, stepping, interior, boundary, updating};
  return result;
}

void print(const Result& result, int iterations) {
  std::printf("\n%-14s %13s %7s\n", "loop", "ms/iteration", "GB/s");
  for (const Loop& loop : result.loops)
    std::printf("%-14s %13.3f %7.2f\n", loop.name().c_str(), 1e3 * loop.seconds() / iterations,
                loop.gigabytes_per_second());
  std::printf("%-14s %13.3f\n", "all", 1e3 * result.seconds / iterations);
}

void write_json(const Result& result, const Arrays& grid, const Options& options, const std::string& mesh) {
  nlohmann::ordered_json json = {{"mesh", {{"name", mesh}, {"cells", grid.cells}, {"edges", grid.edges}}},
                                 {"iterations", options.iterations},
                                 {"rms", result.rms.back().second},
                                 {"history", result.rms},
                                 {"milliseconds_per_iteration", 1e3 * result.seconds / options.iterations}};
  for (const Loop& loop : result.loops)
    json["loops"][loop.name()] = {{"milliseconds", 1e3 * loop.seconds() / options.iterations},
                                  {"gigabytes_per_second", loop.gigabytes_per_second()}};
  write_whole(options.report, json.dump(2) + "\n");
}

// "400x600"
void read_size(const std::string& given, Options& options) {
  if (!read_two(given, 'x', options.surface, options.layers))
    throw UsageError("--grid: wants IxJ (cells along the airfoil x layers), such as 400x600, not \"", given,
                     "\"");
}

int run(int argc, char** argv) {
  Options options;
  std::string size = "400x600";
  CommandLine line("op2_airfoil_serial", "OP2's Airfoil benchmark in plain serial C++, without any library");
  line.add("--mesh", options.mesh, "Grid file in OP2's text format", "FILE");
  line.add("--grid", size, "Size of the grid to make: cells along the airfoil x layers", "IxJ")
      .excludes("--mesh");
  line.add("--iterations", options.iterations, "Iterations", "N").check(between(1, 100'000'000));
  line.add("--report", options.report, "Write the summary as JSON", "FILE.json");
  line.afterwards.emplace_back([&] { read_size(size, options); });
  if (const auto exit_code = line.parse(argc, argv, /*says=*/true)) return *exit_code;

  if (!options.report.empty()) AtomicFile{options.report};  // reports an unwritable file before the work
  const Arrays grid(options.mesh.empty() ? make(options.surface, options.layers)
                                         : read(std::filesystem::path(options.mesh)));
  const Result result = solve(grid, options.iterations);
  print(result, options.iterations);
  if (!options.report.empty()) write_json(result, grid, options, options.mesh.empty() ? size : options.mesh);
  return 0;
}

}  // namespace
}  // namespace partita::op2_airfoil

int main(int argc, char** argv) {
  try {
    return partita::op2_airfoil::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "op2_airfoil_serial: %s\n", error.what());
    return 1;
  }
}
