#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>

#include <partita/schedule/machine.hpp>
#include <partita/schedule/topology/dragonfly.hpp>
#include <partita/schedule/topology/fat_tree.hpp>
#include <partita/schedule/topology/grid.hpp>
#include <partita/schedule/topology/hypercube.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>

namespace partita {

using namespace detail;

namespace {

using Shape = std::vector<int>;

// "8x4" -> 8, 4.
Shape shape_of(std::string_view name, std::string_view digits) {
  Shape shape;
  const char* next = digits.data();
  const char* const end = next + digits.size();
  for (;;) {
    const auto [stopped, problem] = std::from_chars(next, end, shape.emplace_back());
    if (problem != std::errc{} || shape.back() < 0 || (stopped != end && *stopped != 'x'))
      throw Error("the machine \"", name, "\" has no shape like \"mesh:8x4\"");
    if (stopped == end) return shape;
    next = stopped + 1;
  }
}

std::string text_of(const Shape& shape) {
  std::string digits;
  for (const int extent : shape) digits.append(digits.empty() ? "" : "x").append(std::to_string(extent));
  return digits;
}

// The smallest shape that is large enough.

Shape fitting_hypercube(int ranks) {
  return {static_cast<int>(std::bit_width(static_cast<unsigned>(ranks - 1)))};
}

// Two dimensions: a node for each rank if the grid is then at most twice as long as wide, else as square as
// possible.
Shape fitting_grid(int ranks) {
  int square = 1;
  while (std::int64_t{square + 1} * (square + 1) <= ranks) ++square;
  for (int rows = square; std::int64_t{2} * rows * rows >= ranks; --rows)
    if (ranks % rows == 0) return {ranks / rows, rows};
  return {(ranks + square - 1) / square, square};
}

Shape fitting_fat_tree(int ranks) {
  constexpr int arity = 4;
  int levels = 1;
  for (std::int64_t nodes = arity; nodes < ranks; nodes *= arity) ++levels;
  return {arity, levels};
}

// Balanced, as its authors advise: a = 2p = 2h.
Shape fitting_dragonfly(int ranks) {
  int h = 1;
  while ((std::int64_t{2} * h * h + 1) * 2 * h * h < ranks) ++h;
  return {2 * h, h, h};
}

struct Kind {
  std::string_view name;
  std::size_t fewest, most;  // numbers in the shape
  Shape (*fitting)(int ranks);
  std::shared_ptr<const Topology> (*make)(const Shape&);
  bool rewards_exchanges = false;
};

template <class Made, std::size_t... numbers>
std::shared_ptr<const Topology> make(const Shape& shape) {
  return std::make_shared<Made>(shape[numbers]...);
}

template <Grid::Border border>
std::shared_ptr<const Topology> make_grid(const Shape& shape) {
  return std::make_shared<Grid>(shape, border);
}

std::shared_ptr<const Topology> make_cm5(const Shape& shape) {
  return std::make_shared<FatTree>(FatTree::cm5(shape[0], shape[1]));
}

constexpr std::size_t any = 6;  // dimensions of a grid
constexpr Kind kinds[] = {{"hypercube", 1, 1, fitting_hypercube, make<Hypercube, 0>},
                          {"mesh", 1, any, fitting_grid, make_grid<Grid::Border::open>},
                          {"torus", 1, any, fitting_grid, make_grid<Grid::Border::wrapped>},
                          {"fat_tree", 2, 2, fitting_fat_tree, make<FatTree, 0, 1>},
                          {"dragonfly", 3, 3, fitting_dragonfly, make<Dragonfly, 0, 1, 2>},
                          {"ipsc860", 1, 1, fitting_hypercube, make<Hypercube, 0>, true},
                          {"cm5", 2, 2, fitting_fat_tree, make_cm5},
                          {"delta", 1, any, fitting_grid, make_grid<Grid::Border::open>}};

// Of a message between two hosts.
double hops(const Machine& machine, int from, int to) {
  return machine.topology ? static_cast<double>(machine.route(from, to).size()) : 1;
}

}  // namespace

std::vector<int> Machine::route(int from, int to) const {
  std::vector<int> links;
  if (topology) topology->route(host_of(from), host_of(to), links);
  return links;
}

std::vector<int> Machine::exclusive_links(int from, int to) const {
  return topology && topology->routes_are_exclusive() ? route(from, to) : std::vector<int>();
}

double flight_seconds(const Machine& machine, int from, int to) {
  if (machine.costs.per_hop == 0 || machine.host_of(from) == machine.host_of(to)) return 0;
  return machine.costs.per_hop * hops(machine, from, to);
}

double reservation_seconds(const Machine& machine, int from, int to, double bytes) {
  const Costs& costs = machine.costs;
  if (bytes <= costs.unreserved || machine.host_of(from) == machine.host_of(to)) return 0;
  return costs.reservation_per_hop * hops(machine, from, to) + costs.reservation_per_byte * bytes;
}

// The binding names every member, so that none is forgotten.
std::uint64_t fingerprint(const Machine& machine) {
  const auto& [start_up, unawaited, receive, noise, signal, signal_receive, inquiry, interrupt, copy, per_hop,
               unreserved, reservation, reservation_per_hop, reservation_per_byte, bandwidth, barrier,
               link_bandwidth, duplex, contention, send_penalty, receive_penalty, both_ways_penalty,
               exchange_penalty, spared, fragment, burst, burst_bandwidth, queue, window, loss, host_start_up,
               host_bandwidth, slowdown] = machine.costs;
  return Hash()
      .add(machine.name(), machine.ranks_per_host, machine.rewards_exchanges, machine.costs_are_guessed)
      .add(start_up, unawaited, receive, noise, signal, signal_receive, inquiry, interrupt, copy, per_hop,
           unreserved, reservation, reservation_per_hop, reservation_per_byte, bandwidth, barrier, duplex,
           contention, send_penalty, receive_penalty, both_ways_penalty, exchange_penalty, spared, fragment,
           burst, burst_bandwidth, queue, window, loss, host_start_up, host_bandwidth, slowdown)
      .add(link_bandwidth)
      .value();
}

void require_room(const Machine& machine, int ranks) {
  if (machine.topology &&
      machine.topology->nodes() < (ranks + machine.ranks_per_host - 1) / machine.ranks_per_host)
    throw Error("the machine \"", machine.name(), "\" has ", machine.topology->nodes(),
                " nodes, too few for ", ranks, " ranks");
}

Machine machine_named(std::string_view name, int ranks) {
  if (name == "crossbar") return {};
  const std::size_t colon = name.find(':');
  for (const Kind& kind : kinds) {
    if (kind.name != name.substr(0, colon)) continue;
    const Shape shape =
        colon == name.npos ? kind.fitting(std::max(ranks, 1)) : shape_of(name, name.substr(colon + 1));
    if (shape.size() < kind.fewest || shape.size() > kind.most) {
      const std::string range =
          kind.most > kind.fewest ? text(kind.fewest, " to ", kind.most) : text(kind.fewest);
      throw Error("the machine \"", name, "\" needs ", range, kind.most > 1 ? " numbers" : " number",
                  " after the colon, for example ", kind.name, ":", text_of(kind.fitting(32)));
    }
    Machine machine{kind.make(shape), kind.rewards_exchanges};
    require_room(machine, ranks);
    return machine;
  }
  throw Error("there is no machine \"", name, "\"; there are ", machine_names());
}

std::string machine_names() {
  std::string names = "crossbar";
  for (const Kind& kind : kinds) names.append(", ").append(kind.name);
  return names;
}

}  // namespace partita
