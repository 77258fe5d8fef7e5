#include <algorithm>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/mesh/draft.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/pt_scotch.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

#include "tests/io/refused.hpp"

namespace partita::mesh {
namespace {

using Method = testing::TestWithParam<PartitionMethod>;
constexpr auto name_of = [](const auto& method) {
  return std::string(spelling_in<PartitionMethod>(partition_methods, method.param));
};

// By a library that this build is without.
bool is_missing(PartitionMethod method) {
  return method == PartitionMethod::pt_scotch && most_arcs_of_pt_scotch == 0;
}

MeshShare share_of(const Communicator& comm) {
  Draft draft = naca_part({.surface_points = 96, .radial_points = 32}, comm.rank(), comm.size());
  level(comm, draft);
  return share_out(comm, std::move(draft), 100);
}

TEST(PtScotch, IsNamedOnEachRankWhereTheBuildLacksIt) {
  const Communicator comm{MPI_COMM_WORLD};
  constexpr PartitionMethod method = PartitionMethod::pt_scotch;
  if (!is_missing(method) || comm.size() == 1) GTEST_SKIP() << "this build has it, or one rank needs none";
  const MeshShare share = share_of(comm);
  EXPECT_THAT(testing_support::refused(comm, [&] { mesh::partition(comm, share, {.method = method}); }),
              testing::HasSubstr("was built without PT-Scotch"));
}

class PartitionOfShares : public Method {
 protected:
  void SetUp() override {
    if (is_missing(GetParam())) GTEST_SKIP() << "built without PT-Scotch";
    share_ = share_of(comm_);
  }

  const Communicator comm_{MPI_COMM_WORLD};
  MeshShare share_;
};

INSTANTIATE_TEST_SUITE_P(Methods, PartitionOfShares,
                         testing::Values(PartitionMethod::automatic, PartitionMethod::k_way,
                                         PartitionMethod::recursive, PartitionMethod::pt_scotch,
                                         PartitionMethod::curve),
                         name_of);

TEST_P(PartitionOfShares, GivesEachRankAnEqualPartWithAShortBorder) {
  const Partition partition = mesh::partition(comm_, share_, {.method = GetParam()});
  ASSERT_EQ(std::ssize(partition.parts), share_.owned.size());
  for (int rank = 0; rank < comm_.size(); ++rank) {
    const auto size = sum(comm_, static_cast<global_index>(std::ranges::count(partition.parts, rank)));
    EXPECT_LE(static_cast<double>(size * comm_.size()), 1.06 * static_cast<double>(share_.vertices));
  }
  // Two straight borders from the airfoil to the far field, which cut a ring in two, have 124 edges.
  EXPECT_LE(partition.edges_cut, 210 * (comm_.size() - 1));
  EXPECT_EQ(partition.edges_cut > 0, comm_.size() > 1);
}

TEST_P(PartitionOfShares, IsRepeatable) {
  const Partition once = mesh::partition(comm_, share_, {.method = GetParam(), .seed = 5});
  EXPECT_EQ(mesh::partition(comm_, share_, {.method = GetParam(), .seed = 5}).parts, once.parts);
}

TEST_P(PartitionOfShares, RefusesMoreEdgesThanItCountsBeforeAnyMove) {
  if (GetParam() == PartitionMethod::automatic || GetParam() == PartitionMethod::curve || comm_.size() == 1)
    GTEST_SKIP() << "any number of edges will do";
  share_.edges = std::numeric_limits<global_index>::max();  // as if other ranks had them
  EXPECT_THAT(
      testing_support::refused(comm_, [&] { mesh::partition(comm_, share_, {.method = GetParam()}); }),
      testing::ContainsRegex("edges, more than this (METIS|PT-Scotch) can count.*take the partition curve"));
}

TEST_P(PartitionOfShares, NamesTheMethodThatItTook) {
  const PartitionMethod taken = mesh::partition(comm_, share_, {.method = GetParam()}).method;
  EXPECT_EQ(taken, GetParam() == PartitionMethod::automatic ? PartitionMethod::k_way : GetParam());
}

}  // namespace
}  // namespace partita::mesh
