// What reuse saves: two loops of the airfoil's sweep read one field in every step. The time of a step if the
// program inspects and schedules in every step, once, once with merged patterns, once with subtracted ones;
// and the number of steps after which each way has paid.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/algebra.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/mesh/dual.hpp>
#include <partita/mesh/mesh_share.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "miniapps/airfoil/roe.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/program.hpp"

namespace partita::bench {
namespace {

using State = std::array<double, 4>;  // density, velocity, pressure
using Normal = std::array<double, 2>;

// The triangles about an airfoil, in parts along the curve. This rank's share of the edges, with the normals
// of the dual cells' faces, and for each edge the two vertices that its triangles have besides.
struct Mesh {
  TranslationTable table;
  std::vector<Edge> edges, across;
  std::vector<Normal> normals;

  static Mesh about_an_airfoil(const Communicator& comm, global_index vertices) {
    const int radial = static_cast<int>(std::lround(std::sqrt(static_cast<double>(vertices) / 4)));
    mesh::Draft draft =
        mesh::naca_part({.surface_points = 4 * radial, .radial_points = radial}, comm.rank(), comm.size());
    mesh::level(comm, draft);
    const mesh::MeshShare share = mesh::share_out(comm, std::move(draft));
    const auto partition = mesh::partition(comm, share, {.method = mesh::PartitionMethod::curve});
    Mesh mesh{TranslationTable::from_partition(comm, partition.parts), {}, {}, {}};

    std::map<Edge, std::vector<global_index>> opposite;
    const auto& corners = share.mesh.cell_vertices;
    for (std::size_t first = 0; first < corners.size(); first += 3)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto [a, b] = std::minmax(corners[first + k], corners[first + (k + 1) % 3]);
        opposite[{a, b}].push_back(share.number(corners[first + (k + 2) % 3]));
      }
    for (const auto& [a, b] : share.mesh.edges) {
      mesh.edges.push_back({share.number(a), share.number(b)});
      if (const auto& two = opposite.at({a, b}); two.size() == 2) mesh.across.push_back({two[0], two[1]});
    }
    for (const mesh::Normal& normal : mesh::median_dual(share.mesh, share.owned).edge_normals)
      mesh.normals.push_back({normal[0], normal[1]});
    return mesh;
  }
};

// The sweep over the edges, and the one over pairs of vertices two edges apart.
struct Loops {
  InspectedLoop near, far;
  std::vector<Normal> normals;

  explicit Loops(const Mesh& mesh)
      : near(inspect(mesh.table, mesh.edges, Execution::both_sides)),
        far(inspect(mesh.table, mesh.across, Execution::both_sides)),
        normals(near.take(mesh.normals)) {}
};

// Two loops with the exchanges before them.
class Step {
 public:
  enum class Way { apart, merged, subtracted };

  Step(const Mesh& mesh, Way way) : loops_(mesh) {
    const AccessPattern &near = loops_.near.pattern(), &far = loops_.far.pattern();
    if (way == Way::apart) patterns_ = {near, far};
    if (way == Way::merged) patterns_ = {merge(near, far)};
    if (way == Way::subtracted) patterns_ = {near, subtract(far, near)};
    for (const AccessPattern& pattern : patterns_) exchanges_.emplace_back(pattern);
    if (way == Way::apart) return;
    near_ = renumbering(near, patterns_);
    far_ = renumbering(far, patterns_);
  }

  // @return something of all values, so that none is left out
  double operator()(std::vector<State>& q) {
    for (std::size_t k = 0; k < exchanges_.size(); ++k) {
      const auto size = static_cast<std::size_t>(patterns_[k].local_size());
      q.resize(std::max(q.size(), size), q.front());
      residual_.resize(q.size());
      exchanges_[k].gather(std::span(q).first(size));
      if (exchanges_.size() == 2) k == 0 ? over_edges(q) : over_pairs(q);
    }
    if (exchanges_.size() == 1) over_edges(q), over_pairs(q);
    return residual_.front()[0];
  }

  std::int64_t messages() const {
    std::int64_t all = 0;
    for (const AccessPattern& pattern : patterns_) all += std::ssize(pattern.needed_by());
    return all;
  }
  std::int64_t values() const {
    std::int64_t all = 0;
    for (const AccessPattern& pattern : patterns_) all += pattern.ghosts();
    return all;
  }

 private:
  static std::size_t place_of(const std::vector<local_index>& place, local_index index) {
    return static_cast<std::size_t>(place.empty() ? index : place[static_cast<std::size_t>(index)]);
  }
  static airfoil::Primitive<2> primitive(const State& q) { return {q[0], {q[1], q[2]}, q[3]}; }

  void over_edges(const std::vector<State>& q) {
    auto normal = loops_.normals.begin();
    for (const auto& [first, second] : loops_.near.edges()) {
      const std::size_t a = place_of(near_, first), b = place_of(near_, second);
      const auto [x, y] = *normal++;
      const double area = std::hypot(x, y);
      const auto flux = airfoil::roe_flux<2>(primitive(q[a]), primitive(q[b]), {x / area, y / area}, area);
      const State of_flux{flux.rho, flux.m[0], flux.m[1], flux.e};
      for (std::size_t c = 0; c < 4; ++c) residual_[a][c] -= of_flux[c], residual_[b][c] += of_flux[c];
    }
  }

  void over_pairs(const std::vector<State>& q) {
    for (const auto& [first, second] : loops_.far.edges()) {
      const std::size_t a = place_of(far_, first), b = place_of(far_, second);
      for (std::size_t c = 0; c < 4; ++c) {
        const double difference = 0.01 * (q[b][c] - q[a][c]);
        residual_[a][c] += difference, residual_[b][c] -= difference;
      }
    }
  }

  Loops loops_;
  std::vector<AccessPattern> patterns_;
  std::vector<Exchange> exchanges_;
  std::vector<local_index> near_, far_;  // places of local indices; empty: themselves
  std::vector<State> residual_;
};

// The least of some repetitions of the slowest rank's seconds.
double seconds_of(const Communicator& comm, int repetitions, const auto& work) {
  double least = 1e9;
  for (int k = 0; k < repetitions; ++k) {
    MPI_Barrier(comm.handle());
    const Stopwatch watch;
    work();
    least = std::min(least, max(comm, watch.seconds()));
  }
  return least;
}

int run(int argc, char** argv, const Communicator& comm) {
  global_index vertices = 100'000;
  int repetitions = 20;
  CommandLine line(
      "reuse",
      "Two loops over a mesh about an airfoil read one field in every step: milliseconds of the set-up "
      "and of a step, and after how many steps each way has paid, against inspection in every step");
  line.add("--vertices", vertices, "Vertices, about", "N")
      .check(between(global_index{4}, global_index{100'000'000}));
  line.add("--repetitions", repetitions, "Repetitions, of which the least counts", "N")
      .check(between(1, 1'000'000));
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;

  const Mesh mesh = Mesh::about_an_airfoil(comm, vertices);
  std::vector<State> q(static_cast<std::size_t>(mesh.table.owned()),
                       State{1, 0.8, 0, 1 / airfoil::heat_ratio});
  using Way = Step::Way;
  const double in_every_step = seconds_of(comm, repetitions, [&] { Step(mesh, Way::apart)(q); });
  if (comm.rank() == 0)
    std::printf("%d ranks, %lld vertices\n%-22s %10s %10s %10s %10s %10s\n%-22s %10s %10.3f\n", comm.size(),
                static_cast<long long>(mesh.table.size()), "", "set-up ms", "step ms", "messages", "values",
                "paid after", "in every step", "", 1e3 * in_every_step);
  for (const auto& [way, name] : {std::pair{Way::apart, "once"},
                                  {Way::merged, "once, merged"},
                                  {Way::subtracted, "once, subtracted"}}) {
    std::unique_ptr<Step> step;
    const double set_up = seconds_of(comm, repetitions, [&, which = way] {
      step.reset();
      step = std::make_unique<Step>(mesh, which);
    });
    const double of_step = seconds_of(comm, repetitions, [&] { (*step)(q); });
    const std::int64_t messages = max(comm, step->messages()), values = max(comm, step->values());
    if (comm.rank() == 0)
      std::printf("%-22s %10.3f %10.3f %10lld %10lld %10.0f\n", name, 1e3 * set_up, 1e3 * of_step,
                  static_cast<long long>(messages), static_cast<long long>(values),
                  std::ceil(set_up / std::max(1e-9, in_every_step - of_step)));
  }
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) { return partita::run_program("reuse", argc, argv, partita::bench::run); }
