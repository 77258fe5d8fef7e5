// What a program declares wrongly is answered in one sentence, on every rank, whoever did it.
#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/loops/domain.hpp>

#include "tests/sentence.hpp"

namespace partita::loops {
namespace {

using Edges = std::vector<std::array<global_index, 2>>;

// Bodies are function objects, here and in the other tests: CUDA takes no lambda for the device from a
// function that is private, as those of tests are, nor one whose arguments are `auto`.
struct Nothing {
  template <class... Values>
  KOKKOS_FUNCTION void operator()(Values&...) const {}
};

struct One {
  template <class... Values>
  KOKKOS_FUNCTION void operator()(Values&... values) const {
    ((values = 1), ...);
  }
};

// A ring: on each rank three vertices and as many edges, edge k from vertex k to the next.
class ADomain : public testing::Test {
 protected:
  static std::string error(const auto& wrong) { return testing_support::sentence_of<CollectiveError>(wrong); }

  Edges ring() const {
    Edges rows;
    for (const global_index k : edges_.numbers()) rows.push_back({k, (k + 1) % vertices_.size()});
    return rows;
  }

  bool last() const { return comm_.rank() == comm_.size() - 1; }
  std::string last_rank() const { return text("rank ", comm_.size() - 1); }

  const Communicator comm_{MPI_COMM_WORLD};
  Domain domain_{comm_};
  const Set vertices_ = domain_.set("vertices", 3), edges_ = domain_.set("edges", 3),
            cells_ = domain_.set("cells", 1);
  const Map ends_ = domain_.map("ends", edges_, vertices_, ring());
  const Field<double, 2> x_{domain_.field<double, 2>("x", vertices_)};
  const Field<double, 1> length_{domain_.field<double, 1>("length", edges_)};
};

TEST_F(ADomain, TakesRowsOfAnyWholeNumbers) {
  std::vector<std::array<int, 2>> of_int;
  std::vector<long long> of_long_long;
  for (const auto& [one, other] : ring()) {
    of_int.push_back({static_cast<int>(one), static_cast<int>(other)});
    of_long_long.push_back(other);
  }
  const Map both = domain_.map("both", edges_, vertices_, of_int);
  const Map second = domain_.map("second", edges_, vertices_, of_long_long);
  EXPECT_EQ(both.state()->columns, ends_.state()->columns);
  EXPECT_EQ(second.state()->columns.front(), ends_.state()->columns.back());
}

TEST_F(ADomain, FollowsOneMapAndThenAnother) {
  const auto others = [this](global_index k) {
    return std::array{k % cells_.size(), (k + 1) % cells_.size()};
  };
  Edges rows;
  for (const global_index k : vertices_.numbers()) rows.push_back(others(k));
  const Map around = domain_.map("around", vertices_, cells_, rows);
  const Map both = domain_.map("both", ends_.then(around));
  ASSERT_EQ(both.state()->arity(), 4);
  for (std::size_t e = 0; e < edges_.numbers().size(); ++e)
    for (int c = 0; c < 4; ++c)
      EXPECT_EQ(both.state()->columns[c][e], others((edges_.numbers()[e] + c / 2) % vertices_.size())[c % 2]);
  EXPECT_EQ(error([&] { domain_.map("wrong", ends_.then(ends_)); }),
            "map wrong: ends leads to vertices, but ends starts from edges");
}

TEST_F(ADomain, BringsAFieldToRankZeroInTheOrderOfNumbers) {
  const Set many = domain_.set("many", 300'000 + static_cast<std::size_t>(comm_.rank()));  // comes in parts
  std::vector<int> owners;
  for (const global_index k : many.numbers()) owners.push_back(static_cast<int>(k * 5 % comm_.size()));
  domain_.partition(many, owners);
  std::vector<double> values;
  for (const global_index k : many.numbers()) values.push_back(static_cast<double>(k));
  const auto number = domain_.field<double, 1>("number", many, values);
  const std::vector<double> all = number.gather_to_root();
  ASSERT_EQ(all.size(), comm_.rank() == 0 ? many.size() : 0);
  for (std::size_t k = 0; k < all.size(); ++k) ASSERT_EQ(all[k], static_cast<double>(k));
  EXPECT_EQ(
      error([&] { number.gather_to_root([](global_index, double) { throw Error("the disk is full"); }); }),
      "the disk is full");
}

TEST_F(ADomain, NamesTheEntryOfAMapThatIsOutOfRange) {
  for (const global_index wrong : {global_index{-1}, vertices_.size()}) {
    Edges rows = ring();
    if (last()) rows[1][1] = wrong;
    EXPECT_EQ(error([&] { domain_.map("pairs", edges_, vertices_, rows); }),
              text("map pairs: row 1 of ", last_rank(), " (edges ", edges_.size() - 2, "), column 1: ", wrong,
                   " is out of range: the vertices are 0 to ", vertices_.size() - 1));
    EXPECT_THAT(error([&] { domain_.change(ends_, rows); }), testing::StartsWith("map ends: row 1 of "));
  }
}

TEST_F(ADomain, WantsARowForEachElement) {
  Edges rows = ring();
  if (last()) rows.pop_back();
  const std::string sentence = text(last_rank(), " has 3 of the edges and gives 2 rows; give one for each");
  EXPECT_EQ(error([&] { domain_.map("pairs", edges_, vertices_, rows); }), "map pairs: " + sentence);
  EXPECT_EQ(error([&] { domain_.change(ends_, rows); }), "map ends: " + sentence);
}

TEST_F(ADomain, WantsNamedRowsOfElementsThatItOwns) {
  const auto change = [&](const std::vector<int>& elements, const Edges& rows) {
    return error([&] { domain_.change(ends_, elements, rows); });
  };
  EXPECT_EQ(change(last() ? std::vector{0, 1} : std::vector<int>(), Edges(last() ? 1 : 0)),
            text("map ends: ", last_rank(), " changes 2 edges and gives 1 rows; give one for each"));
  for (const int wrong : {-1, 3})
    EXPECT_EQ(change(last() ? std::vector{wrong} : std::vector<int>(), Edges(last() ? 1 : 0)),
              text("map ends: ", last_rank(), " changes element ", wrong,
                   ", but it owns 3 of the edges; count them from 0"));
  EXPECT_EQ(change({last() ? 2 : 1}, {{0, last() ? vertices_.size() : 0}}),
            text("map ends: row 0 of ", last_rank(), " (edges ", edges_.size() - 1, "), column 1: ",
                 vertices_.size(), " is out of range: the vertices are 0 to ", vertices_.size() - 1));
}

TEST_F(ADomain, WantsAValueForEachElement) {
  const std::vector<double> values(last() ? 4 : 3);
  EXPECT_EQ(error([&] { domain_.field<double, 1>("mass", vertices_, values); }),
            text("field mass: ", last_rank(), " has 3 of the vertices and gives 4 rows; give one for each"));
  auto length = length_;
  EXPECT_EQ(error([&] { length.assign(std::vector<double>(last() ? 2 : 3)); }),
            text("field length: ", last_rank(), " has 3 of the edges and gives 2 rows; give one for each"));
}

TEST_F(ADomain, WantsAnOwnerForEachElementAndThatItIsARank) {
  EXPECT_EQ(error([&] { domain_.partition(vertices_, std::vector<int>(last() ? 2 : 3)); }),
            text("partition of vertices: ", last_rank(),
                 " has 3 of the vertices and gives 2 rows; give one for each"));
  for (const int wrong : {-1, comm_.size()}) {
    std::vector<int> owners(3);
    if (last()) owners[2] = wrong;
    EXPECT_EQ(error([&] { domain_.partition(vertices_, owners); }),
              text("partition of vertices: element 2 of ", last_rank(), " is to go to rank ", wrong,
                   ", but the ranks are 0 to ", comm_.size() - 1));
  }
}

TEST_F(ADomain, StaysAsItWasAfterAnError) {
  Edges rows = ring();
  if (last()) rows[0][0] = -1;
  error([&] { domain_.change(ends_, rows); });
  error([&] { domain_.partition(vertices_, std::vector<int>(3, comm_.size())); });
  const auto count = domain_.field<double, 1>("count", vertices_);
  domain_.loop("count", edges_, increment(count, ends_[0]), increment(count, ends_[1]), One{})();
  EXPECT_THAT(count.values(), testing::ElementsAre(2, 2, 2));
}

// ---- arguments of loops

TEST_F(ADomain, NamesTheArgumentWhoseFieldIsOnAnotherSet) {
  EXPECT_EQ(
      error([&] { domain_.loop("flux", edges_, read(length_), write(x_), Nothing{}); }),
      "loop flux, argument 1: field x is on vertices, but the loop runs over edges; give a map from edges "
      "to vertices");
}

TEST_F(ADomain, NamesTheArgumentWhoseMapStartsElsewhere) {
  EXPECT_EQ(
      error([&] { domain_.loop("update", vertices_, read(x_, ends_[0]), Nothing{}); }),
      "loop update, argument 0: field x is on vertices, reached by map ends, which starts from edges, but "
      "the "
      "loop runs over vertices");
}

TEST_F(ADomain, NamesTheArgumentWhoseMapLeadsElsewhere) {
  const auto volume = domain_.field<double, 1>("volume", cells_);
  EXPECT_EQ(error([&] { domain_.loop("flux", edges_, increment(volume, ends_[1]), Nothing{}); }),
            "loop flux, argument 0: field volume is on cells, but map ends leads to vertices");
  EXPECT_EQ(error([&] {
              domain_.loop("flux", edges_, transfer(x_, ends_[0], ends_[1]), increment(volume, ends_[1]),
                           Nothing{});
            }),
            "loop flux, argument 1: field volume is on cells, but map ends leads to vertices")
      << "as the program counts them";
}

TEST_F(ADomain, NamesTheColumnThatAMapHasNot) {
  for (const int column : {-1, 2})
    EXPECT_EQ(error([&] { domain_.loop("flux", edges_, read(x_, ends_[column]), Nothing{}); }),
              text("loop flux, argument 0: field x is on vertices, reached by column ", column,
                   " of map ends, which has columns 0 to 1"));
}

TEST_F(ADomain, EndsOnAllRanksWhatOneRankDeclaresWrongly) {
  EXPECT_THAT(error([&] { domain_.loop("flux", edges_, read(x_, ends_[last() ? 2 : 0]), Nothing{}); }),
              testing::HasSubstr("reached by column 2 of map ends"));
}

TEST_F(ADomain, RefusesToReadWhatTheSameLoopChanges) {
  EXPECT_EQ(
      error([&] { domain_.loop("smooth", edges_, read(x_, ends_[0]), increment(x_, ends_[1]), Nothing{}); }),
      "loop smooth: field x is argument 0 (read) and argument 1 (increment); a loop may do only one "
      "thing with a field that it changes");
  EXPECT_THAT(
      error([&] {
        domain_.loop("sort", edges_, read_write(x_, ends_[0]), read_write(x_, ends_[1]), Nothing{});
      }),
      testing::StartsWith("loop sort: field x is argument 0 (read_write) and argument 1 (read_write)"));
  EXPECT_THAT(
      error([&] { domain_.loop("reset", edges_, write(length_), increment(length_), Nothing{}); }),
      testing::StartsWith("loop reset: field length is argument 0 (write) and argument 1 (increment)"));
}

TEST_F(ADomain, RefusesTwoIterationsThatReadAndWriteOneElement) {
  const auto z = domain_.field<double, 1>("z", vertices_);
  domain_.loop("once", edges_, read_write(z, ends_[1]), One{})();
  Edges rows = ring();
  if (last()) rows[1][1] = rows[2][1];
  domain_.change(ends_, rows);
  const Loop twice = domain_.loop("twice", edges_, read_write(z, ends_[1]), One{});
  const std::string sentence =
      text("loop twice, argument 0: iterations ", edges_.size() - 2, " and ", edges_.size() - 1,
           " read and write field z on vertices 0; give each element one iteration, or use increment");
  EXPECT_EQ(error(twice), sentence);
  EXPECT_EQ(error(twice), sentence);  // it is not taken for inspected
  domain_.change(ends_, ring());
  EXPECT_EQ(error(twice), "");
}

TEST_F(ADomain, RefusesWhatAnotherDomainDeclared) {
  Domain other(comm_);
  const Set theirs = other.set("theirs", 2);
  const auto z = other.field<double, 1>("z", theirs);
  const Loop loop = other.loop("reset", theirs, write(z), Nothing{});
  const std::string sentence = "set theirs was declared by another domain; declare it here";
  EXPECT_EQ(error([&] { domain_.map("to_theirs", theirs, vertices_, std::vector<global_index>(2)); }),
            sentence);
  EXPECT_EQ(error([&] { domain_.loop("reset", theirs, write(z), Nothing{}); }), sentence);
  EXPECT_EQ(error([&] { domain_.partition(theirs, std::vector<int>(2)); }), sentence);
  EXPECT_THROW((domain_.field<double, 1>("w", theirs)), Error);  // without a message: every rank for itself
  EXPECT_THROW(domain_.chain("both", loop), Error);
}

TEST_F(ADomain, RunsInLanesWhatIsNotCompiledAsAKernel) {
  Domain in_kernels(comm_, {.backend = Backend::kernels});
  const Set cells = in_kernels.set("cells", 1);
  const auto p = in_kernels.field<double, 1>("p", cells), q = in_kernels.field<double, 1>("q", cells);
  in_kernels.chain("both", in_kernels.loop("one", cells, write(p), One{}),
                   in_kernels.loop("other", cells, write(q), in_kernels_too(One{})))();
  EXPECT_EQ(p.values(), std::vector{1.0});
  EXPECT_EQ(q.values(), std::vector{1.0});
}

TEST_F(ADomain, RefusesNewRowsOfAnotherLength) {
  const std::vector<std::array<global_index, 3>> rows(static_cast<std::size_t>(edges_.owned()));
  EXPECT_EQ(error([&] { domain_.change(ends_, rows); }),
            "map ends has rows of 2 entries and was given rows of 3");
}

// ---- remarks

TEST_F(ADomain, RemarksThatItWasNeverPartitioned) {
  if (comm_.size() == 1) {
    EXPECT_THAT(domain_.remarks(), testing::IsEmpty());
    return;
  }
  const std::string sentence =
      text("no set was partitioned: each of the ", comm_.size(), " ranks keeps the shares that it brought");
  EXPECT_THAT(domain_.remarks(), testing::ElementsAre(sentence));
}

TEST_F(ADomain, RemarksThatAPartitionLeavesRanksWithoutElements) {
  if (comm_.size() == 1) GTEST_SKIP() << "one rank has all elements";
  domain_.partition(vertices_, std::vector<int>(3, 0));
  const auto without = [&](const char* set) {
    return text("the partition leaves ", comm_.size() - 1, " of ", comm_.size(), " ranks without ", set,
                ", the first is rank 1");
  };
  EXPECT_THAT(domain_.remarks(), testing::ElementsAre(without("vertices"), without("edges")));
  std::vector<int> owners(static_cast<std::size_t>(vertices_.owned()));
  for (std::size_t k = 0; k < owners.size(); ++k) owners[k] = static_cast<int>(k) % comm_.size();
  domain_.partition(vertices_, owners);
  EXPECT_THAT(domain_.remarks(), testing::IsEmpty());
}

}  // namespace
}  // namespace partita::loops
