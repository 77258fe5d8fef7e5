// What the loop wrapper costs: loops of one rank, direct and through a map, against the same loops by hand
// over plain arrays. One process, in turn; nanoseconds an element or edge, minimum over rounds.
#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <vector>

#include <partita/loops/domain.hpp>
#include <partita/support/stopwatch.hpp>

#include "miniapps/command_line.hpp"
#include "miniapps/kokkos_program.hpp"

namespace partita::bench {
namespace {

using loops::component;
using loops::increment;
using loops::read;
using loops::read_write;

// Nodes of a square grid row by row, and the edges between neighbours, node by node.
struct Square {
  explicit Square(int side) {
    nodes = static_cast<std::size_t>(side) * side;
    for (int row = 0; row < side; ++row)
      for (int column = 0; column < side; ++column) {
        const global_index node = static_cast<global_index>(row) * side + column;
        if (column + 1 < side) edges.push_back({node, node + 1});
        if (row + 1 < side) edges.push_back({node, node + side});
      }
  }

  std::size_t nodes;
  std::vector<std::array<global_index, 2>> edges;
};

// The work at a node and at an edge, on K components.
template <class T, int K, class Row>
KOKKOS_INLINE_FUNCTION void relax(const Row& a, Row& b) {
  for (int c = 0; c < K; ++c) component(b, c) = T(0.5) * component(a, c) + T(0.25) * component(b, c);
}

template <class T, int K, class Row>
KOKKOS_INLINE_FUNCTION void diffuse(const Row& a, const Row& b, Row& to_a, Row& to_b) {
  T size = 1;
  for (int c = 0; c < K; ++c) size += component(a, c) * component(a, c) + component(b, c) * component(b, c);
  const T weight = T(1) / size;
  for (int c = 0; c < K; ++c) {
    const T flux = weight * (component(a, c) - component(b, c));
    component(to_a, c) -= flux;
    component(to_b, c) += flux;
  }
}

template <class T, int K>
[[gnu::noinline]] void relax_all(std::size_t nodes, const loops::Values<T, K>* __restrict a,
                                 loops::Values<T, K>* __restrict b) {
  for (std::size_t node = 0; node < nodes; ++node) relax<T, K>(a[node], b[node]);
}

template <class T, int K>
[[gnu::noinline]] void diffuse_all(std::size_t edges, const std::array<int, 2>* __restrict ends,
                                   const loops::Values<T, K>* __restrict a,
                                   loops::Values<T, K>* __restrict b) {
  for (std::size_t e = 0; e < edges; ++e)
    diffuse<T, K>(a[ends[e][0]], a[ends[e][1]], b[ends[e][0]], b[ends[e][1]]);
}

double nanoseconds(std::size_t items, const auto& work) {
  const Stopwatch watch;
  work();
  return 1e9 * watch.seconds() / static_cast<double>(items);
}

struct Pair {
  double plain = std::numeric_limits<double>::infinity(), wrapper = plain;
};

void print(const char* type, int components, const char* kind, const Pair& least) {
  std::printf("%-7s %2d  %-9s %7.2f %8.2f %6.2f\n", type, components, kind, least.plain, least.wrapper,
              least.wrapper / least.plain);
  std::fflush(stdout);
}

template <class T, int K>
void measure(const Communicator& comm, const Square& square, int rounds, const char* type) {
  using Row = loops::Values<T, K>;
  loops::Domain domain(comm);
  const loops::Set nodes = domain.set("nodes", square.nodes),
                   edges = domain.set("edges", square.edges.size());
  const loops::Map ends = domain.map("ends", edges, nodes, square.edges);
  std::vector<Row> start(square.nodes);
  for (std::size_t k = 0; k < start.size(); ++k)
    for (int c = 0; c < K; ++c) component(start[k], c) = T(1) / T(1 + (k + static_cast<std::size_t>(c)) % 97);
  const auto a = domain.field<T, K>("a", nodes, start), b = domain.field<T, K>("b", nodes, start);
  loops::Loop direct = domain.loop(
      "relax", nodes, read(a), read_write(b),
      KOKKOS_LAMBDA(const Row& from, Row& to) { relax<T, K>(from, to); });
  loops::Loop indirect = domain.loop(
      "diffuse", edges, read(a, ends[0]), read(a, ends[1]), increment(b, ends[0]), increment(b, ends[1]),
      KOKKOS_LAMBDA(const Row& from, const Row& to, Row& at_from, Row& at_to) {
        diffuse<T, K>(from, to, at_from, at_to);
      });

  std::vector<Row> plain_b = start;
  std::vector<std::array<int, 2>> plain_ends;
  for (const auto& [from, to] : square.edges)
    plain_ends.push_back({static_cast<int>(from), static_cast<int>(to)});
  Pair at_nodes, at_edges;
  const auto take = [](double& least, double now) { least = std::min(least, now); };
  for (int round = 0; round <= rounds; ++round) {
    const double times[] = {
        nanoseconds(start.size(), [&] { relax_all<T, K>(start.size(), start.data(), plain_b.data()); }),
        nanoseconds(start.size(), [&] { direct(); }),
        nanoseconds(
            plain_ends.size(),
            [&] { diffuse_all<T, K>(plain_ends.size(), plain_ends.data(), start.data(), plain_b.data()); }),
        nanoseconds(plain_ends.size(), [&] { indirect(); })};
    if (round == 0) continue;  // inspects, and fills the caches
    take(at_nodes.plain, times[0]), take(at_nodes.wrapper, times[1]);
    take(at_edges.plain, times[2]), take(at_edges.wrapper, times[3]);
  }
  if (!std::ranges::equal(b.values(), plain_b, [](const Row& x, const Row& y) {
        for (int c = 0; c < K; ++c)
          if (component(x, c) != component(y, c)) return false;
        return true;
      }))
    throw Error("the wrapper and the plain loops give different values of ", K, " components");
  print(type, K, "direct", at_nodes);
  print(type, K, "indirect", at_edges);
}

int run(int argc, char** argv, const Communicator& comm) {
  int side = 150, rounds = 101;
  CommandLine line("loop_overhead", "Time of loops by the wrapper and by hand, on one rank");
  line.add("--side", side, "Nodes along each side of the square").check(between(2, 20000));
  line.add("--rounds", rounds, "Rounds; the minimum counts").check(between(1, 1000000));
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;
  if (comm.size() > 1) throw CollectiveError("plain loops are serial; start one rank");
  const Square square(side);
  std::printf("%zu nodes, %zu edges, vectors of %d bits; ns an element or edge\n", square.nodes,
              square.edges.size(), loops::vector_width);
  std::printf("%-7s %2s  %-9s %7s %8s %6s\n", "type", "K", "loop", "plain", "wrapper", "ratio");
  const auto all = [&]<class T>(T, const char* type) {
    measure<T, 1>(comm, square, rounds, type);
    measure<T, 2>(comm, square, rounds, type);
    measure<T, 3>(comm, square, rounds, type);
    measure<T, 4>(comm, square, rounds, type);
    measure<T, 5>(comm, square, rounds, type);
    measure<T, 6>(comm, square, rounds, type);
    measure<T, 8>(comm, square, rounds, type);
  };
  all(double{}, "double");
  all(float{}, "float");
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) {
  return partita::run_program_with_kokkos("loop_overhead", argc, argv, partita::bench::run);
}
