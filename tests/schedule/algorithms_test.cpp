#include <gtest/gtest.h>

#include <partita/schedule/algorithms.hpp>

namespace partita {
namespace {

TEST(Algorithms, HaveTheNamesOfCommandLinesAndFiles) {
  EXPECT_EQ(name_of(Algorithm::rs_n), "rs_n");
  EXPECT_EQ(algorithm_named("lp"), Algorithm::lp);
  for (const auto& [algorithm, name] : algorithms) EXPECT_EQ(algorithm_named(name), algorithm);
}

TEST(Algorithms, AWrongNameIsAnsweredWithTheRightOnes) {
  try {
    (void)algorithm_named("rsn");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "there is no algorithm \"rsn\"; there are ac, naive, lp, linear, pairwise, stable, rs_n, rs_nl, "
        "rs_nh, "
        "rs_nlh, colouring, link_colouring, balanced, distributed, standard_exchange, multiphase, two_stage, "
        "node_aware");
  }
}

}  // namespace
}  // namespace partita
