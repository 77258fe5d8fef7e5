// After a map has changed, loops, ghosts and values are as if all had been declared for the new rows.
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/loops/domain.hpp>
#include <partita/support/random.hpp>

#include "tests/inspector/fingerprint.hpp"

namespace partita::loops {
namespace {

struct AddTheOthers {
  KOKKOS_FUNCTION void operator()(double a, double b, double& to_a, double& to_b) const {
    to_a += 0.3 * b;
    to_b += 0.7 * a;
  }
};

struct Halve {
  KOKKOS_FUNCTION void operator()(double y, double& x) const { x = y / 2; }
};

struct Spread {
  KOKKOS_FUNCTION void operator()(double a, double& to, double& own) const {
    to += 1 / (1 + a);
    own = a;
  }
};

using Pairs = std::vector<std::array<global_index, 2>>;

// Loops over edges, through two maps, run alone and as a chain.
class Program {
 public:
  static constexpr std::uint32_t vertices = 80, edges = 1000;  // tiles of 64

  Program(const Communicator& comm, const std::vector<int>& owners, const Pairs& near, const Pairs& far)
      : comm_(comm) {
    domain_.partition(vertices_, comm.rank() == 0 ? owners : std::vector<int>());
    change(near, far);
  }

  void change(const Pairs& near, const Pairs& far) {
    domain_.change(near_, mine(near));
    domain_.change(far_, mine(far));
  }

  // Names the rows that differ.
  void change_rows(const Pairs& before, const Pairs& now) {
    std::vector<local_index> which;
    Pairs rows;
    for (std::size_t k = 0; k < edges_.numbers().size(); ++k)
      if (const auto number = static_cast<std::size_t>(edges_.numbers()[k]); before[number] != now[number]) {
        which.push_back(static_cast<local_index>(k));
        rows.push_back(now[number]);
      }
    domain_.change(near_, which, rows);
  }

  void run() {
    flux_();
    chain_();
  }

  // The race begins with runs in tiles.
  void run_until_in_tiles() {
    for (int run = 0; run < TileRace::runs_before; ++run) chain_();
    EXPECT_NE(chain_.plan().find(" tiles\n"), std::string::npos) << chain_.plan();
  }

  void expect_same_as(const Program& other, const std::string& when) const {
    EXPECT_EQ(x_.values(), other.x_.values()) << when;
    EXPECT_EQ(y_.values(), other.y_.values()) << when;
    EXPECT_EQ(length_.values(), other.length_.values()) << when;
    EXPECT_EQ(fingerprint(*flux_.state()->inspected), fingerprint(*other.flux_.state()->inspected)) << when;
    EXPECT_EQ(fingerprint(*spread_.state()->inspected), fingerprint(*other.spread_.state()->inspected))
        << when;
  }

  void assign(std::uint64_t seed) {
    Random random(seed);
    std::vector<double> values(vertices), some;
    for (double& value : values) value = random.below(1000) / 7.;
    for (const global_index number : x_.numbers()) some.push_back(values[static_cast<std::size_t>(number)]);
    x_.assign(some);
    y_.assign(some);
  }

 private:
  Pairs mine(const Pairs& all) const {
    Pairs rows;
    for (const global_index number : edges_.numbers()) rows.push_back(all[static_cast<std::size_t>(number)]);
    return rows;
  }

  std::size_t share(std::size_t all) const { return comm_.rank() == 0 ? all : 0; }

  Communicator comm_;
  Domain domain_{comm_, {.tile_bytes = 1, .threads = 1}};
  Set vertices_ = domain_.set("vertices", share(vertices)), edges_ = domain_.set("edges", share(edges));
  Map near_ = domain_.map("near", edges_, vertices_, Pairs(share(edges))),
      far_ = domain_.map("far", edges_, vertices_, Pairs(share(edges)));
  Field<double, 1> x_{domain_.field<double, 1>("x", vertices_)}, y_{domain_.field<double, 1>("y", vertices_)},
      length_{domain_.field<double, 1>("length", edges_)};
  Loop flux_ = domain_.loop("flux", edges_, read(x_, near_[0]), read(x_, near_[1]), increment(y_, near_[0]),
                            increment(y_, near_[1]), AddTheOthers{}),
       spread_ = domain_.loop("spread", edges_, read(y_, far_[1]), increment(x_, far_[0]), write(length_),
                              Spread{}),
       halve_ = domain_.loop("halve", vertices_, read(y_), write(x_), Halve{});
  Chain chain_ = domain_.chain("all", spread_, flux_, halve_, spread_);
};

Pairs random_pairs(Random& random) {
  Pairs pairs(Program::edges);
  for (auto& pair : pairs)
    for (global_index& end : pair) end = random.below(Program::vertices);
  return pairs;
}

// With most iterations of a rank among its own vertices, so that they fill some tiles.
std::vector<int> blocks(const Communicator& comm) {
  std::vector<int> owners(Program::vertices);
  for (std::size_t v = 0; v < owners.size(); ++v)
    owners[v] = static_cast<int>(v) * comm.size() / static_cast<int>(Program::vertices);
  return owners;
}

std::array<global_index, 2> neighbours(Random& random) {
  const global_index vertex = random.below(Program::vertices - 1);
  return {vertex, vertex + 1};
}

TEST(Change, OfNamedRowsLeavesEverythingAsIfDeclaredForTheNewRows) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Random random(seed + 100);
    Pairs near(Program::edges);
    for (auto& pair : near) pair = neighbours(random);
    const Pairs far = random_pairs(random);
    const std::vector<int> owners = blocks(comm);
    Program changing(comm, owners, near, far);
    for (int step = 0; step < 6; ++step) {
      Program fresh(comm, owners, near, far);
      if (step % 2 == 1) changing.run_until_in_tiles();
      for (Program* program : {&changing, &fresh}) {
        program->assign(seed);
        program->run();
      }
      changing.expect_same_as(fresh, text("seed ", seed, ", step ", step));
      const Pairs before = near;
      for (std::uint32_t changes = step == 2 ? 0 : 1 + random.below(3); changes > 0; --changes)
        near[random.below(Program::edges)] = neighbours(random);
      changing.change_rows(before, near);
    }
  }
}

struct Append {
  KOKKOS_FUNCTION void operator()(double digit, double& number) const { number = 10 * number + digit; }
};

// Edge k leads from vertex k to another one. Each vertex appends the digits of the vertices before it.
TEST(Change, ThatIsRefusedMayBeMended) {
  const Communicator comm(MPI_COMM_WORLD);
  Domain domain(comm);
  const Set vertices = domain.set("vertices", 3), edges = domain.set("edges", 3);
  const auto digit = [&](global_index vertex) {
    return static_cast<double>((vertex + vertices.size()) % vertices.size() % 10);
  };
  const auto leading = [&](global_index further) {
    Pairs rows;
    for (const global_index k : edges.numbers()) rows.push_back({k, (k + further) % vertices.size()});
    return rows;
  };
  std::vector<double> digits;
  for (const global_index vertex : vertices.numbers()) digits.push_back(digit(vertex));
  const Map ends = domain.map("ends", edges, vertices, leading(1));
  const Field<double, 1> x{domain.field<double, 1>("x", vertices)}, y{domain.field<double, 1>("y", vertices)},
      z{domain.field<double, 1>("z", vertices)};
  x.assign(digits);
  Chain chain =
      domain.chain("append", domain.loop("append", edges, read(x, ends[0]), read_write(y, ends[1]), Append{}),
                   domain.loop("halve", vertices, read(y), write(z), Halve{}));
  chain();
  Pairs two_to_one = leading(1);
  if (comm.rank() == comm.size() - 1) two_to_one[1] = two_to_one[2];
  domain.change(ends, two_to_one);
  EXPECT_THROW(chain(), CollectiveError);
  EXPECT_THROW(chain(), CollectiveError) << "it is not taken for inspected";
  domain.change(ends, leading(2));
  chain();
  std::vector<double> expected;
  for (const global_index v : vertices.numbers()) expected.push_back((10 * digit(v - 1) + digit(v - 2)) / 2);
  EXPECT_EQ(z.values(), expected);
}

// Half of a rank's rows, on all ranks: if each counts once, the loop is updated and keeps the others.
TEST(Change, CountsARowOnceThatChangesOftenAndInTwoMaps) {
  const Communicator comm(MPI_COMM_WORLD);
  Domain domain(comm);
  const Set cells = domain.set("cells", 4);
  const global_index first = cells.numbers().front();
  const std::vector<global_index> there(4, first);
  const Map one = domain.map("one", cells, cells, there), other = domain.map("other", cells, cells, there);
  const Field<double, 1> x{domain.field<double, 1>("x", cells)}, y{domain.field<double, 1>("y", cells)};
  Loop loop = domain.loop("spread", cells, read(x, one[0]), increment(y, other[0]),
                          [](double from, double& to) { to += from; });
  loop();
  const std::vector<local_index> half{3, 1};
  for (const global_index to : {3, 0, 3, 0, 3, 0, 3})
    for (const Map& map : {one, other}) domain.change(map, half, std::vector<global_index>(2, first + to));
  EXPECT_LE(one.state()->changed.size(), 2 * cells.numbers().size());
  loop();
  EXPECT_EQ(loop.state()->inspected->changed_rows().from, 4u);
  EXPECT_EQ(loop.state()->inspected->changed_rows().rows, (std::vector<local_index>{1, 3}));
}

// A rank's vertices in a row, each with the next one's value; its last edge leads to the first vertex of the
// next rank. The chain has a second exchange, of another set, which stays.
TEST(Change, KeepsAnExchangeAsLongAsNoRankHasOtherGhosts) {
  const Communicator comm(MPI_COMM_WORLD);
  constexpr global_index each = 4;
  const global_index first = each * comm.rank(), all = each * comm.size();
  int plans = 0;
  Domain domain(comm, {.plan = [&](std::string_view, const MessageVectors& vectors, double unit) {
                  ++plans;
                  return choose_plan(vectors, unit);
                }});
  const Set vertices = domain.set("vertices", each), edges = domain.set("edges", each);
  std::vector<global_index> from, to;
  for (global_index k = first; k < first + each; ++k) {
    from.push_back(k);
    to.push_back((k + 1) % all);
  }
  const Map start = domain.map("start", edges, vertices, from), end = domain.map("end", edges, vertices, to);
  const Field<double, 1> x{domain.field<double, 1>("x", vertices)}, y{domain.field<double, 1>("y", vertices)};
  const Loop add = domain.loop("add", edges, read(x, end[0]), increment(y, start[0]),
                               [](double value, double& sum) { sum += value; });
  const Loop halve = domain.loop("halve", vertices, read(y), write(x), Halve{});
  const Set cells = domain.set("cells", 1);
  const Map next =
      domain.map("next", cells, cells, std::vector{global_index{(comm.rank() + 1) % comm.size()}});
  const Field<double, 1> a{domain.field<double, 1>("a", cells)}, b{domain.field<double, 1>("b", cells)};
  const Loop there = domain.loop("there", cells, read(b), write(a), Halve{});
  const Loop back = domain.loop("back", cells, read(a, next[0]), write(b), Halve{});
  Chain step = domain.chain("step", add, halve, there, back);
  step();
  step();  // the ghosts are stale by now
  // How many plans a new end of the first edge of rank 0 costs.
  const auto plans_after = [&](global_index end_of_first) {
    const bool changes = comm.rank() == 0;
    domain.change(end, std::vector<local_index>(changes ? 1 : 0, 0),
                  std::vector<global_index>(changes ? 1 : 0, end_of_first));
    const int before = plans;
    step();
    step();
    return plans - before;
  };
  const int if_others = comm.size() > 1 ? 1 : 0;
  EXPECT_EQ(plans_after(2), 0) << "another vertex of the same rank";
  EXPECT_EQ(plans_after(all - 1), if_others) << "a ghost comes to rank 0; all ranks plan";
  EXPECT_EQ(plans_after(each % all), if_others) << "it goes: the first edge has the end of the last";
  EXPECT_EQ(plans_after(all - 1), if_others) << "it comes back";
}

}  // namespace
}  // namespace partita::loops
