// The products of spmv compared with a whole matrix on every rank, and with PETSc.
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <partita/support/random.hpp>

#include "miniapps/spmv/compare.hpp"
#include "miniapps/spmv/mat_mult.hpp"
#include "miniapps/spmv/problem.hpp"
#include "tests/random_graph.hpp"

namespace partita::spmv {
namespace {

using testing_support::random_graph;

class SpmvProductTest : public testing::Test {
 protected:
  using Dense = std::vector<std::vector<double>>;

  // Both products of whole numbers: their bits do not depend on the order.
  void expect_product(const Problem& problem, const Dense& matrix) const {
    const bool first = comm_.rank() == 0;
    const auto product = make_product(comm_, first ? problem : Problem{});
    MatMult mat_mult(*product);
    const AccessPattern& pattern = product->pattern();
    std::vector<global_index> mine;
    for (std::size_t row = 0; row < problem.parts.size(); ++row)
      if (problem.parts[row] == comm_.rank()) mine.push_back(static_cast<global_index>(row));
    ASSERT_EQ(std::ssize(mine), pattern.owned());

    std::vector<double> x(static_cast<std::size_t>(pattern.local_size()), -1e300), y(mine.size(), 1e300),
        z(y);
    for (std::size_t k = 0; k < mine.size(); ++k) x[k] = value(mine[k]);
    (*product)(x, y);
    mat_mult(x, z);
    for (std::size_t k = 0; k < mine.size(); ++k) {
      double expected = 0;
      for (std::size_t column = 0; column < matrix.size(); ++column)
        expected +=
            matrix[static_cast<std::size_t>(mine[k])][column] * value(static_cast<global_index>(column));
      EXPECT_EQ(y[k], expected) << "row " << mine[k];
      EXPECT_EQ(z[k], expected) << "row " << mine[k] << " by PETSc";
    }
  }

  static double value(global_index index) { return static_cast<double>(index * index % 17 - 8); }

  const Communicator comm_{MPI_COMM_WORLD};
  const std::uint64_t cases_ = 200 / static_cast<std::uint64_t>(comm_.size());
};

TEST_F(SpmvProductTest, OfALaplacianIsALoopOverEdges) {
  for (std::uint64_t seed = 0; seed < cases_; ++seed) {
    SCOPED_TRACE(seed);
    const auto graph = random_graph(comm_.size(), seed);
    const auto size = static_cast<std::size_t>(graph.vertices);
    Problem problem;
    problem.parts = graph.parts;
    Dense matrix(size, std::vector<double>(size, 0));
    for (const auto& [from, to] : graph.edges) {
      const auto a = static_cast<std::size_t>(std::min(from, to)),
                 b = static_cast<std::size_t>(std::max(from, to));
      if (a == b || matrix[a][b] != 0) continue;
      const double weight = static_cast<double>(1 + problem.edges.size() % 5);
      problem.edges.push_back({std::min(from, to), std::max(from, to)});
      problem.weights.push_back(weight);
      matrix[a][b] = matrix[b][a] = -weight;
      matrix[a][a] += weight;
      matrix[b][b] += weight;
    }
    if (!problem.edges.empty()) expect_product(problem, matrix);
  }
}

TEST_F(SpmvProductTest, OfAnyMatrixIsALoopOverEntries) {
  for (std::uint64_t seed = 0; seed < cases_; ++seed) {
    SCOPED_TRACE(seed);
    const auto graph = random_graph(comm_.size(), seed);
    const auto size = static_cast<std::size_t>(graph.vertices);
    Problem problem;
    problem.parts = graph.parts;
    Dense matrix(size, std::vector<double>(size, 0));
    for (const auto& [row, column] : graph.edges) {
      double& entry = matrix[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
      if (entry != 0) continue;
      entry = static_cast<double>(1 + problem.places.size() % 7);
      problem.places.push_back({row, column});
      problem.values.push_back(entry);
    }
    expect_product(problem, matrix);
  }
}

TEST_F(SpmvProductTest, IsComparedWithAnother) {
  Problem problem;
  for (global_index row = 0; comm_.rank() == 0 && row < 20; ++row) {
    problem.parts.push_back(static_cast<int>(row) % comm_.size());
    problem.places.push_back({row, (row + 1) % 20});
    problem.values.push_back(2);
  }
  const auto product = make_product(comm_, problem);
  const AccessPattern& pattern = product->pattern();
  const std::vector<double> x(static_cast<std::size_t>(pattern.owned()), 1);
  const Multiply right = std::ref(*product);
  const Multiply wrong = [&](std::span<double> from, std::span<double> to) {
    right(from, to);
    if (comm_.rank() == 0) to[0] *= 0.75;
  };
  EXPECT_EQ(compare(pattern, right, right, x, 0).difference, 0);
  const Comparison comparison = compare(pattern, wrong, right, x, 0);
  EXPECT_EQ(comparison.difference, 0.25);
  EXPECT_GE(comparison.batches, 5);
  EXPECT_GT(comparison.milliseconds_partita, 0);
  EXPECT_EQ(comparison.ratio, comparison.milliseconds_partita / comparison.milliseconds_petsc);

  const Multiply no_number = [](std::span<double>, std::span<double> to) {
    for (double& y : to) y = std::numeric_limits<double>::quiet_NaN();
  };
  EXPECT_FALSE(std::isfinite(compare(pattern, no_number, right, x, 0).difference));
  EXPECT_FALSE(std::isfinite(compare(pattern, no_number, no_number, x, 0).difference));
}

}  // namespace
}  // namespace partita::spmv
