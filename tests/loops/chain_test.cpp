// What a chain exchanges: what is stale and read, and nothing else.
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/loops/domain.hpp>

#include "tests/sentence.hpp"

namespace partita::loops {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr int share = 4;

struct AddTheOther {
  KOKKOS_FUNCTION void operator()(double a, double b, double& to_a, double& to_b) const {
    to_a += b;
    to_b += a;
  }
};

struct OneMore {
  KOKKOS_FUNCTION void operator()(double old, double& now) const { now = old + 1; }
};

struct AddWhatIsBehind {
  KOKKOS_FUNCTION void operator()(double x, double x2, double q, double q2, double& y, double& y2) const {
    y = x + q;
    y2 = x2 + q2;
  }
};

struct Cross {
  KOKKOS_FUNCTION void operator()(double x, double q, double& y, double& z) const {
    y = q;
    z = x;
  }
};

struct Copy {
  KOKKOS_FUNCTION void operator()(double from, double& to) const { to = from; }
};

struct Largest {
  KOKKOS_FUNCTION void operator()(double x, double& largest) const { largest = x > largest ? x : largest; }
};

struct Mark {
  KOKKOS_FUNCTION void operator()(double& y, double) const { y = 1; }
};

// A ring of vertices with a cell behind each, `share` of both on a rank. Edge k leads from k to the next.
class AChain : public testing::Test {
 protected:
  void SetUp() override {
    if (comm_.size() == 1) GTEST_SKIP() << "one rank has no ghosts";
  }

  static std::vector<std::array<global_index, 2>> ring(const Set& edges) {
    std::vector<std::array<global_index, 2>> rows;
    for (const global_index k : edges.numbers()) rows.push_back({k, (k + 1) % edges.size()});
    return rows;
  }

  Loop over_edges(const std::string& name, const Field<double, 1>& from, const Field<double, 1>& to) {
    return domain_.loop(name, edges_, read(from, ends_[0]), read(from, ends_[1]), increment(to, ends_[0]),
                        increment(to, ends_[1]), AddTheOther{});
  }

  Loop over_vertices(const std::string& name, const Field<double, 1>& from, const Field<double, 1>& to) {
    return domain_.loop(name, vertices_, read(from), write(to), OneMore{});
  }

  Field<double, 1> field(const char* name, const Set& set) { return domain_.field<double, 1>(name, set); }

  static auto exchanges_nothing() { return AllOf(HasSubstr("exchange nothing"), Not(HasSubstr("gather"))); }

  const Communicator comm_{MPI_COMM_WORLD};
  Domain domain_{comm_};
  const Set vertices_ = domain_.set("vertices", share), edges_ = domain_.set("edges", share),
            cells_ = domain_.set("cells", share);
  const Map ends_ = domain_.map("ends", edges_, vertices_, ring(edges_)),
            sides_ = domain_.map("sides", edges_, cells_, ring(edges_));
  Field<double, 1> x_ = field("x", vertices_), y_ = field("y", vertices_), q_ = field("q", cells_),
                   z_ = field("z", cells_);
};

TEST_F(AChain, GathersAFieldOnceAsLongAsNobodyChangesIt) {
  const Loop flux = over_edges("flux", x_, y_);
  EXPECT_THAT(flux.plan(), HasSubstr("gather   x: changed by the program"));
  flux();
  EXPECT_THAT(flux.plan(), exchanges_nothing());
  flux();
  EXPECT_THAT(flux.plan(), exchanges_nothing());
}

TEST_F(AChain, NeedsNoGhostsOfTheElementThatItChanges) {
  const auto same = [&](const char* name, const Column& column) {
    return domain_.loop(name, edges_, read(x_, column), read_write(y_, ends_[1]), Copy{});
  };
  EXPECT_THAT(same("here", ends_[1]).plan(), exchanges_nothing());
  EXPECT_THAT(same("elsewhere", ends_[0]).plan(), HasSubstr("gather   x"));
}

TEST_F(AChain, GathersAgainWhatTheProgramOrALoopChanged) {
  const Loop flux = over_edges("flux", x_, y_), update = over_vertices("update", y_, x_);
  flux();
  x_.assign(std::vector<double>(share, 1));
  EXPECT_THAT(flux.plan(), HasSubstr("gather   x: changed by the program"));
  flux();
  x_.changed();
  EXPECT_THAT(flux.plan(), HasSubstr("gather   x: changed by the program"));
  flux();
  update();
  EXPECT_THAT(flux.plan(), HasSubstr("gather   x: changed by update"));
  flux();
  EXPECT_THAT(flux.plan(), HasSubstr("  the next call alone\n    leave out x: its ghosts are fresh\n"));
}

TEST_F(AChain, GathersOnlyWhatIsStale) {
  const Loop flux = over_edges("flux", x_, y_), back = over_edges("back", y_, x_);
  const Loop both =
      domain_.loop("both", edges_, read(x_, ends_[0]), read(x_, ends_[1]), read(q_, sides_[0]),
                   read(q_, sides_[1]), increment(y_, ends_[0]), increment(y_, ends_[1]), AddWhatIsBehind{});
  both();
  q_.changed();
  EXPECT_THAT(both.plan(), AllOf(HasSubstr("gather   q"), Not(HasSubstr("gather   x"))));
}

TEST_F(AChain, GathersNothingForLoopsOverOwnValues) {
  const Loop update = over_vertices("update", y_, x_);
  EXPECT_THAT(update.plan(), exchanges_nothing());
}

TEST_F(AChain, IsCutWhereALoopReadsElsewhereWhatAnEarlierOneChanged) {
  Chain step = domain_.chain("step", over_edges("flux", x_, y_), over_vertices("update", y_, x_),
                             over_edges("again", x_, y_));
  EXPECT_THAT(step.plan(), AllOf(HasSubstr("3 loops in 2 segments"),
                                 HasSubstr("gather   x: changed by update, read by again")));
  step();
  EXPECT_THAT(step.plan(), Not(HasSubstr("gather   y"))) << "which nobody reads elsewhere";
}

TEST_F(AChain, IsOneSegmentWhereEachReadsItsOwn) {
  Chain step = domain_.chain("step", over_edges("flux", x_, y_), over_vertices("update", y_, x_));
  step();
  EXPECT_THAT(step.plan(), AllOf(HasSubstr("2 loops in 1 segment\n"),
                                 HasSubstr("gather   x: changed by update, read by flux")));
}

TEST_F(AChain, SendsFieldsOfSeveralSetsInOneMessageToEachNeighbour) {
  const Loop spread = domain_.loop("spread", edges_, read(x_, ends_[1]), read(q_, sides_[1]),
                                   increment(y_, ends_[0]), increment(z_, sides_[0]), Cross{});
  const Loop set_x = over_vertices("set x", y_, x_);
  const Loop set_q = domain_.loop("set q", cells_, read(z_), write(q_), Copy{});
  Chain step = domain_.chain("step", spread, set_x, set_q);
  step();
  EXPECT_THAT(step.plan(), AllOf(HasSubstr("gather   x"), HasSubstr("gather   q"),
                                 HasSubstr(text("in one message per neighbour: at most 1 from a rank, ",
                                                2 * sizeof(double) * static_cast<std::size_t>(comm_.size()),
                                                " bytes in all"))))
      << "each rank's last edge reads a vertex and a cell of the next rank";
}

TEST_F(AChain, HasLoopsChainsAndRangesOfBothOneAfterTheOther) {
  const Chain down = domain_.chain("down", over_edges("flux", x_, y_), over_vertices("update", y_, x_));
  const Loop again = over_edges("again", x_, y_);
  std::vector<Chain> levels;
  levels.push_back(domain_.chain("again", again));
  levels.push_back(domain_.chain("up", std::vector{again, again}));
  Chain cycle = domain_.chain("cycle", again, levels, down);
  std::string names;
  for (const auto& loop : cycle.loops()) names += loop->name() + " ";
  EXPECT_EQ(names, "again again again again flux update ");
  EXPECT_EQ(testing_support::sentence_of<Error>([&] { domain_.chain("none", std::vector<Loop>()); }),
            "chain none has no loops; give it at least one");
}

TEST_F(AChain, ExchangesNoMoreThanItsParts) {
  const auto exchanges = [&](const auto& run) {
    Domain domain(comm_);
    const Set vertices = domain.set("vertices", share), edges = domain.set("edges", share);
    const Map ends = domain.map("ends", edges, vertices, ring(edges));
    const auto x = domain.field<double, 1>("x", vertices), y = domain.field<double, 1>("y", vertices);
    const auto flux = [&](const auto& from, const auto& to) {
      return domain.loop("flux", edges, read(from, ends[0]), read(from, ends[1]), increment(to, ends[0]),
                         increment(to, ends[1]), AddTheOther{});
    };
    const auto copy = [&](const auto& from, const auto& to) {
      return domain.loop("copy", vertices, read(from), write(to), OneMore{});
    };
    std::vector<Chain> parts;
    parts.push_back(domain.chain("down", flux(x, y), copy(y, x)));
    parts.push_back(domain.chain("up", flux(x, y), flux(y, x), copy(x, y)));
    return run(domain, parts);
  };
  constexpr int calls = 5;
  const long of_one = exchanges([&](Domain& domain, std::vector<Chain>& parts) {
    Chain cycle = domain.chain("cycle", parts);
    for (int call = 0; call < calls; ++call) cycle();
    return cycle.exchanges();
  });
  const long of_parts = exchanges([&](Domain&, std::vector<Chain>& parts) {
    for (int call = 0; call < calls; ++call)
      for (Chain& part : parts) part();
    return parts[0].exchanges() + parts[1].exchanges();
  });
  EXPECT_LE(of_one, of_parts);
}

TEST_F(AChain, PlansEachCallAndSaysWhatTheNextOneDoesBesides) {
  Chain step = domain_.chain("step", over_edges("flux", x_, y_), over_vertices("update", y_, x_),
                             over_edges("again", x_, y_));
  const auto each = HasSubstr("  segment 1\n    exchange nothing: no ghost that is read is stale\n");
  EXPECT_THAT(step.plan(),
              AllOf(each, HasSubstr("  the next call alone\n    gather   x: changed by the program\n")));
  step();
  EXPECT_THAT(step.plan(), AllOf(each, Not(HasSubstr("the next call alone"))));
}

TEST_F(AChain, NamesAReductionThatNothingReads) {
  const auto largest = domain_.global<double>("largest");
  const Loop one = domain_.loop("one", vertices_, read(x_), maximum(largest), Largest{});
  const Loop two = domain_.loop("two", cells_, read(q_), maximum(largest), Largest{});
  const Loop more = domain_.loop("more", cells_, read(q_), maximum(largest, onward), Largest{});
  EXPECT_THAT(domain_.chain("step", one, two).plan(),
              HasSubstr("    lose     largest, which one reduced: two begins anew\n"));
  EXPECT_THAT(domain_.chain("step", one, more).plan(), Not(HasSubstr("lose")));
}

TEST_F(AChain, SaysThatASegmentWaitsForAReduction) {
  const auto largest = domain_.global<double>("largest");
  const Loop find = domain_.loop("find", vertices_, read(x_), maximum(largest), Largest{});
  const Loop scale = domain_.loop("scale", vertices_, read(largest), write(y_), Copy{});
  Chain step = domain_.chain("step", find, scale, scale);
  EXPECT_THAT(step.plan(), AllOf(HasSubstr("3 loops in 2 segments"),
                                 HasSubstr("segment 2\n    wait for the reduction of largest\n")));
  EXPECT_THAT(domain_.chain("scale", scale, scale).plan(), Not(HasSubstr("wait for the reduction")));
}

TEST_F(AChain, SaysWhichPlanItChose) {
  const Loop flux = over_edges("flux", x_, y_);
  Chain step = domain_.chain("step", flux, over_vertices("update", y_, x_));
  step();
  EXPECT_THAT(step.plan(), HasSubstr(text("ac by post_all: the ", comm_.size(), " ranks share one host")));
}

TEST_F(AChain, ComputesMeanwhileWhatNeedsNoMessage) {
  const Loop flux = over_edges("flux", x_, y_);
  Chain step = domain_.chain("step", flux, over_vertices("update", y_, x_));
  step();
  EXPECT_THAT(step.plan(), AllOf(HasSubstr("meanwhile flux"), HasSubstr("then      flux")));
}

TEST_F(AChain, SaysTheSameOnEveryRank) {
  Chain step = domain_.chain("step", over_edges("flux", x_, y_), over_vertices("update", y_, x_));
  const std::string plan = step.plan();
  std::vector<char> first(plan.begin(), plan.end());
  auto length = static_cast<int>(first.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, comm_.handle());
  first.resize(static_cast<std::size_t>(length));
  MPI_Bcast(first.data(), length, MPI_CHAR, 0, comm_.handle());
  EXPECT_EQ(plan, std::string(first.begin(), first.end()));
}

// Two ranks get new ghosts, the others none; yet all agree about what to gather.
TEST_F(AChain, IsNotLedAstrayByALoopThatGivesGhostsToSomeRanksOnly) {
  const Loop flux = over_edges("flux", x_, y_);
  flux();
  const Set extra = domain_.set("extra", comm_.rank() == 0 ? 1 : 0);
  std::vector<global_index> row;
  if (comm_.rank() == 0) row = {share + 2};
  const Map far = domain_.map("far", extra, vertices_, row);
  const auto seen = domain_.field<double, 1>("seen", extra);
  x_.assign(std::vector<double>(share, 3));
  domain_.loop("look", extra, read(x_, far[0]), write(seen), Copy{})();
  flux();
  EXPECT_THAT(seen.values(), testing::Each(3));
  for (const double y : y_.values()) EXPECT_EQ(y, 6);
}

// A loop's place in memory may be another's later.
TEST_F(AChain, ForgetsLoopsThatAreGone) {
  for (const int column : {0, 1}) {
    y_.assign(std::vector<double>(share, 0));
    domain_.loop("mark", edges_, increment(y_, ends_[column]), read(x_, ends_[1 - column]), Mark{})();
    EXPECT_THAT(y_.values(), testing::Each(1));
  }
}

TEST_F(AChain, LeavesNoStaleGhostUsable) {
  setenv("PARTITA_POISON", "1", 1);
  const Field<double, 1> x = field("poisoned", vertices_);
  unsetenv("PARTITA_POISON");
  const Loop flux = over_edges("flux", x, y_);
  flux();
  const auto ghosts = [&] {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.view());
    std::vector<double> values;
    for (auto k = static_cast<std::size_t>(vertices_.owned()); k + 1 < host.extent(0); ++k)
      values.push_back(host(k, 0));
    return values;
  };
  EXPECT_THAT(ghosts(), AllOf(Not(testing::IsEmpty()), testing::Each(0)));
  x.changed();
  EXPECT_THAT(ghosts(), testing::Each(testing::IsNan()));
}

}  // namespace
}  // namespace partita::loops
