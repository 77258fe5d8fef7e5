// Times variants of the hot loop of OP2's Airfoil: the order of the grid in memory, the layout of the fields,
// the execution of the edges; and the floors below all of them.
//
// Variants alternate, round by round, so that disturbances slow all of them alike. Each runs twice in its
// turn, and the second time counts.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <partita/support/error.hpp>

#include "bench/flux_variants/grid.hpp"
#include "bench/flux_variants/loops.hpp"
#include "bench/op2_airfoil_loops.hpp"
#ifdef PARTITA_WITH_LOOPS
#include "bench/flux_variants/turned.hpp"
#endif

namespace partita::flux_variants {
namespace {

struct Options {
  int surface = 400, layers = 600;
  int rounds = 9;
};

struct Variant {
  std::string numbering, edge_order, execution;
  std::function<void()> pass;
  std::size_t edges;                     // that a pass computes
  std::vector<double> nanoseconds = {};  // per edge, of each round

  void time() {
    pass();
    const auto start = std::chrono::steady_clock::now();
    pass();
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
    nanoseconds.push_back(elapsed.count() / static_cast<double>(edges));
  }
  double least() const { return *std::ranges::min_element(nanoseconds); }
  double median() const {
    std::vector<double> sorted = nanoseconds;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    return *middle;
  }
};

class Comparison {
 public:
  explicit Comparison(const op2_airfoil::Grid& grid) {
    const EdgeGrid& original = keep(edge_grid(grid));
    res_.resize(original.q.size());
    scatter<CellByCell>(original, res_.data());
    reference_ = res_;
    for (const double value : reference_) largest_ = std::max(largest_, std::abs(value));
    add_orders(original);
    add_executions(original);
    add_floors(original);
  }

  void run(int rounds) {
    for (int round = 0; round < rounds; ++round)
      for (Variant& variant : variants_) variant.time();
  }

  const EdgeGrid& generated() const { return grids_.front(); }

  void print() const {
    std::printf("%-16s %-19s %-44s %7s %7s\n", "numbering", "order of edges", "execution", "min", "median");
    for (const Variant& variant : variants_)
      std::printf("%-16s %-19s %-44s %7.2f %7.2f\n", variant.numbering.c_str(), variant.edge_order.c_str(),
                  variant.execution.c_str(), variant.least(), variant.median());
  }

 private:
  const EdgeGrid& keep(EdgeGrid grid) {
    grids_.push_back(std::move(grid));
    return grids_.back();
  }

  // Checks the result of a pass in res, then registers the pass.
  template <class Layout, class Pass>
  void add(const char* numbering, const char* edge_order, const char* execution, const EdgeGrid& grid,
           Pass pass) {
    std::ranges::fill(res_, 0.0);
    pass();
    const Layout layout(grid.cells());
    for (std::size_t cell = 0; cell < grid.cells(); ++cell)
      for (int c = 0; c < 4; ++c) {
        const double expected = reference_[4 * static_cast<std::size_t>(grid.generated_cell[cell]) + c];
        const double found = layout.row(res_.data(), static_cast<local_index>(cell))[c];
        if (!(std::abs(found - expected) <= 1e-13 * largest_))
          throw Error(text("component ", c, " of cell ", grid.generated_cell[cell], " is ", found, ", not ",
                           expected, ", by \"", numbering, ", ", edge_order, ", ", execution,
                           "\": this program is wrong, and so would be its times"));
      }
    variants_.push_back({numbering, edge_order, execution, std::move(pass), generated().edges()});
  }

  void add_scatters(const char* numbering, const char* edge_order, const EdgeGrid& grid) {
    add<CellByCell>(numbering, edge_order, "scatter", grid,
                    [&, res = res_.data()] { scatter<CellByCell>(grid, res); });
#ifdef PARTITA_WITH_LOOPS
    add<CellByCell>(numbering, edge_order, "scatter, 4 lanes turned", grid,
                    [&, res = res_.data()] { scatter_turned(grid, res); });
#endif
  }

  void add_orders(const EdgeGrid& generated) {
    add_scatters("generated", "generated", generated);

    EdgeGrid grid = generated;
    order_edges(grid, edges_by_cell(grid));
    add_scatters("generated", "by cell", keep(grid));

    grid = generated;
    order_edges(grid, edges_by_kind(grid));
    add_scatters("generated", "across, then along", keep(grid));

    grid = generated;
    order_edges(grid, random_order(grid.edges()));
    add_scatters("generated", "random", keep(grid));

    grid = generated;
    renumber(grid, cuthill_mckee(grid));
    add_scatters("RCM", "by cell", keep(grid));

    grid = generated;
    renumber_cells(grid, random_order(grid.cells()));
    renumber_nodes(grid, random_order(grid.nodes()));
    order_edges(grid, random_order(grid.edges()));
    add_scatters("random", "random", keep(grid));

    EdgeGrid sorted = grid;
    order_edges(sorted, edges_by_cell(sorted));
    add_scatters("random", "by cell", keep(std::move(sorted)));

    renumber(grid, cuthill_mckee(grid));
    add_scatters("random, then RCM", "by cell", keep(std::move(grid)));
  }

  static void renumber(EdgeGrid& grid, const Order& cells) {
    renumber_cells(grid, cells);
    order_edges(grid, edges_by_cell(grid));
    renumber_nodes(grid, nodes_by_first_use(grid));
  }

  void add_executions(const EdgeGrid& grid) {
    const auto same = [&]<class Layout = CellByCell>(const char* execution, const EdgeGrid& of, auto pass) {
      add<Layout>("generated", "generated", execution, of, pass);
    };
    double* res = res_.data();
    edge_nodes_ = interleaved(grid.node1, grid.node2);
    edge_cells_ = interleaved(grid.cell1, grid.cell2);
    same("scatter of op2_airfoil_serial", grid, [=, this, &grid] {
      op2_airfoil::interior_flux(static_cast<int>(grid.edges()), edge_nodes_.data(), edge_cells_.data(),
                                 grid.x.data(), grid.q.data(), grid.adt.data(), res);
    });
    same("scatter, 4 lanes by value", grid, [=, &grid] { scatter_by_value<CellByCell>(grid, res); });

#ifdef PARTITA_WITH_LOOPS
    same("scatter, 4 lanes turned, minus turned too", grid, [=, &grid] { scatter_both_turned(grid, res); });
#endif

    const EdgeGrid& apart = keep(by_components(grid));
    same.operator()<ComponentByComponent>("scatter, components apart", apart,
                                          [=, &apart] { scatter<ComponentByComponent>(apart, res); });
    same.operator()<ComponentByComponent>("scatter, components apart, 4 lanes by value", apart, [=, &apart] {
      scatter_by_value<ComponentByComponent>(apart, res);
    });

    sides_ = sides(grid);
    const EdgeGrid& both = keep(from_both_sides(grid, sides_));
    same("gather, fluxes twice", grid, [=, this, &both] { gather(both, sides_, res); });
    fluxes_.resize(4 * grid.edges());
    double* fluxes = fluxes_.data();
    same("store fluxes, then gather", grid, [=, this, &grid] {
      store_fluxes(grid, fluxes);
      add_fluxes(sides_, fluxes, res);
    });
#ifdef PARTITA_WITH_LOOPS
    same("gather, fluxes twice, 4 lanes turned", grid, [=, &both] { gather_turned(both, res); });
    same("store fluxes, then gather, 4 lanes turned", grid, [=, this, &grid] {
      store_fluxes_turned(grid, fluxes);
      add_fluxes(sides_, fluxes, res);
    });
#endif
  }

  static std::vector<int> interleaved(const std::vector<local_index>& first,
                                      const std::vector<local_index>& second) {
    std::vector<int> both;
    both.reserve(2 * first.size());
    for (std::size_t k = 0; k < first.size(); ++k) both.insert(both.end(), {first[k], second[k]});
    return both;
  }

  void add_floor(const char* execution, std::size_t edges, std::function<void()> pass) {
    variants_.push_back({"", "", execution, std::move(pass), edges});
  }

  // Floors: the arithmetic on data in the first-level cache, as often as the grid has edges, and all bytes
  // without arithmetic.
  void add_floors(const EdgeGrid& grid) {
    double* res = res_.data();
    add_floor("floor: every byte once", grid.edges(), [=, this, &grid] { sink_ = touch(grid, res); });

    ready_ = std::make_unique<ReadyEdges>(grid);
    const std::size_t blocks = grid.edges() / ReadyEdges::count + 1;
    add_floor("floor: arithmetic, on vectors in L1", blocks * ReadyEdges::count, [=, this] {
      for (std::size_t block = 0; block < blocks; ++block) compute(*ready_);
    });

    const EdgeGrid& small = keep(edge_grid(op2_airfoil::make(8, 6)));
    small_res_.resize(small.q.size());
    double* small_res = small_res_.data();
    const std::size_t passes = grid.edges() / small.edges() + 1;
    add_floor("scatter, on a grid in L1", passes * small.edges(), [=, &small] {
      for (std::size_t pass = 0; pass < passes; ++pass) scatter<CellByCell>(small, small_res);
    });
#ifdef PARTITA_WITH_LOOPS
    add_floor("scatter, 4 lanes turned, on a grid in L1", passes * small.edges(), [=, &small] {
      for (std::size_t pass = 0; pass < passes; ++pass) scatter_turned(small, small_res);
    });
#endif
  }

  std::deque<EdgeGrid> grids_;                // a deque: variants refer to them
  std::vector<int> edge_nodes_, edge_cells_;  // both ends consecutive
  Sides sides_;
  std::unique_ptr<ReadyEdges> ready_;
  Doubles res_, reference_, fluxes_, small_res_;
  double largest_ = 0;  // of the reference
  volatile double sink_ = 0;
  std::vector<Variant> variants_;
};

// "400x600"
void read_size(const std::string& given, Options& options) {
  std::istringstream in(given);
  char by = 0;
  if (!(in >> options.surface >> by >> options.layers) || by != 'x' || in.peek() != EOF)
    throw CLI::ValidationError(
        "--grid", "wants IxJ (cells along the airfoil x layers), such as 400x600, not \"" + given + "\"");
}

double load_average() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : NAN;
}

int run(int argc, char** argv) {
  Options options;
  std::string size = "400x600";
  CLI::App app(
      "Times the interior flux of OP2's Airfoil, the hot loop of the benchmark, in several variants, on one\n"
      "core: nanoseconds per edge, least and median of all rounds.\n\n"
      "  numbering       of cells and nodes: as generated (row by row), random, by reverse Cuthill-McKee\n"
      "                  (RCM; nodes as the edges first name them)\n"
      "  order of edges  as generated, by the smaller of their cells, random, or all edges across the rows\n"
      "                  of cells, then all along\n"
      "  execution       scatter: edge by edge, both cells get the flux; in op2_airfoil_serial the indices\n"
      "                  of an edge's two ends lie side by side, elsewhere in two arrays\n"
      "                  gather: cell by cell, from all sides\n"
      "                  4 lanes: four edges at a time, values put side by side one by one (by value) or\n"
      "                  transposed in registers (turned)\n"
      "                  components apart: q and res as four arrays each\n"
      "  floors          the same bytes in order without the arithmetic; the arithmetic without memory\n\n"
      "The values of all variants are compared before they are timed.\n\n"
      "  bench/flux_variants --grid 200x300",
      "flux_variants");
  app.option_defaults()->always_capture_default();
  app.add_option("--grid", size, "Size of the grid to make: cells along the airfoil x layers")
      ->type_name("IxJ");
  app.add_option("--rounds", options.rounds, "Rounds")->check(CLI::Range(1, 1'000'000))->type_name("N");
  try {
    app.parse(argc, argv);
    read_size(size, options);
  } catch (const CLI::ParseError& end) {
    if (end.get_exit_code() == 0) return app.exit(end);  // --help
    std::fprintf(stderr, "flux_variants: %s; --help explains the options\n", end.what());
    return 2;
  }

  const double load_before = load_average();
  Comparison comparison(op2_airfoil::make(options.surface, options.layers));
  comparison.run(options.rounds);
  const EdgeGrid& grid = comparison.generated();
  std::printf("grid %s: %zu cells, %zu edges between them; %g bytes and %g flops an edge\n", size.c_str(),
              grid.cells(), grid.edges(), bytes_per_edge(grid), flops_per_edge);
  std::printf("nanoseconds per edge, of %d rounds; load average %.1f before, %.1f after\n\n", options.rounds,
              load_before, load_average());
  comparison.print();
#ifndef PARTITA_WITH_LOOPS
  std::printf("\nwithout variants transposed in registers: these need an installed Kokkos\n");
#endif
  return 0;
}

}  // namespace
}  // namespace partita::flux_variants

int main(int argc, char** argv) {
  try {
    return partita::flux_variants::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "flux_variants: %s\n", error.what());
    return 1;
  }
}
