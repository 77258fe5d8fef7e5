#include <gtest/gtest.h>

#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/algorithms.hpp>

#include "tests/sentence.hpp"

namespace partita {
namespace {

TEST(Algorithms, HaveTheNamesOfCommandLinesAndFiles) {
  EXPECT_EQ(name_of(Algorithm::rs_n), "rs_n");
  EXPECT_EQ(algorithm_named("lp"), Algorithm::lp);
  for (const auto& [algorithm, name] : algorithms) EXPECT_EQ(algorithm_named(name), algorithm);
}

TEST(Algorithms, AreEitherLocalOrSeeTheWholeMatrix) {
  for (const auto& [algorithm, name] : algorithms) {
    const detail::AlgorithmEntry& entry = detail::entry_of(algorithm);
    EXPECT_NE(entry.local == nullptr, entry.whole == nullptr) << name;
  }
}

TEST(Algorithms, AWrongNameIsAnsweredWithTheRightOnes) {
  EXPECT_EQ(testing_support::sentence_of([] { (void)algorithm_named("rsn"); }),
            "there is no algorithm \"rsn\"; there are " + list(algorithms));
}

}  // namespace
}  // namespace partita
