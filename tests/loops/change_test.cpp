// After a map has changed, loops, ghosts and values are as if all had been declared for the new rows.
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/loops/domain.hpp>
#include <partita/support/random.hpp>

namespace partita::loops {
namespace {

struct AddTheOthers {
  KOKKOS_FUNCTION void operator()(double a, double b, double& to_a, double& to_b) const {
    to_a += 0.3 * b;
    to_b += 0.7 * a;
  }
};

struct Spread {
  KOKKOS_FUNCTION void operator()(double a, double& to, double& own) const {
    to += 1 / (1 + a);
    own = a;
  }
};

using Pairs = std::vector<std::array<global_index, 2>>;

// Two loops over edges, through two maps, run alone and as a chain.
class Program {
 public:
  static constexpr std::uint32_t vertices = 40, edges = 60;

  Program(const Communicator& comm, std::uint64_t seed, const Pairs& near, const Pairs& far) : comm_(comm) {
    Random random(seed);
    std::vector<int> owners(vertices);
    for (int& owner : owners) owner = static_cast<int>(random.below(static_cast<std::uint32_t>(comm.size())));
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

  void expect_same_as(const Program& other, const std::string& when) const {
    EXPECT_EQ(x_.values(), other.x_.values()) << when;
    EXPECT_EQ(y_.values(), other.y_.values()) << when;
    EXPECT_EQ(length_.values(), other.length_.values()) << when;
    EXPECT_EQ(flux_.state()->inspected->fingerprint(), other.flux_.state()->inspected->fingerprint()) << when;
    EXPECT_EQ(spread_.state()->inspected->fingerprint(), other.spread_.state()->inspected->fingerprint())
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
  Domain domain_{comm_};
  Set vertices_ = domain_.set("vertices", share(vertices)), edges_ = domain_.set("edges", share(edges));
  Map near_ = domain_.map("near", edges_, vertices_, Pairs(share(edges))),
      far_ = domain_.map("far", edges_, vertices_, Pairs(share(edges)));
  Field<double, 1> x_{domain_.field<double, 1>("x", vertices_)}, y_{domain_.field<double, 1>("y", vertices_)},
      length_{domain_.field<double, 1>("length", edges_)};
  Loop flux_ = domain_.loop("flux", edges_, read(x_, near_[0]), read(x_, near_[1]), increment(y_, near_[0]),
                            increment(y_, near_[1]), AddTheOthers{}),
       spread_ = domain_.loop("spread", edges_, read(y_, far_[1]), increment(x_, far_[0]), write(length_),
                              Spread{});
  Chain chain_ = domain_.chain("both", spread_, flux_, spread_);
};

Pairs random_pairs(Random& random) {
  Pairs pairs(Program::edges);
  for (auto& pair : pairs)
    for (global_index& end : pair) end = random.below(Program::vertices);
  return pairs;
}

TEST(Change, LeavesEverythingAsIfDeclaredForTheNewRows) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed);
    Pairs near = random_pairs(random), far = random_pairs(random);
    Program changing(comm, seed, near, far);
    for (int step = 0; step < 5; ++step) {
      Program fresh(comm, seed, near, far);
      for (Program* program : {&changing, &fresh}) {
        program->assign(seed);
        program->run();
      }
      changing.expect_same_as(fresh, text("seed ", seed, ", step ", step));
      if (step == 3)
        near = random_pairs(random);  // most rows
      else if (step != 1)             // which changes nothing
        for (Pairs* pairs : {&near, &far})
          (*pairs)[random.below(Program::edges)][random.below(2)] = random.below(Program::vertices);
      changing.change(near, far);
    }
  }
}

TEST(Change, OfNamedRowsIsTheSame) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed + 100);
    Pairs near = random_pairs(random);
    const Pairs far = random_pairs(random);
    Program changing(comm, seed, near, far);
    for (int step = 0; step < 6; ++step) {
      Program fresh(comm, seed, near, far);
      for (Program* program : {&changing, &fresh}) {
        program->assign(seed);
        for (int run = 0; run < 1 + step % 3; ++run) program->run();  // with tiles again, now and then
      }
      changing.expect_same_as(fresh, text("seed ", seed, ", step ", step));
      const Pairs before = near;
      for (std::uint32_t changes = step == 2 ? 0 : 1 + random.below(3); changes > 0; --changes)
        near[random.below(Program::edges)][random.below(2)] = random.below(Program::vertices);
      changing.change_rows(before, near);
    }
  }
}

}  // namespace
}  // namespace partita::loops
