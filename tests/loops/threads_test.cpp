// Threads of the host: each part runs, also where there are fewer threads, and no error is lost.
#include <array>
#include <cstddef>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/loops/threads.hpp>
#include <partita/support/error.hpp>

#include "tests/sentence.hpp"

namespace partita::loops {
namespace {

TEST(Threads, RunEachPartAndThrowTheFirstErrorOfThese) {
  std::array<int, 5> runs{};
  const auto run = [&](std::size_t part) {
    ++runs[part];
    if (part > 1) throw Error("part ", part, " is too large");
  };
  EXPECT_EQ(testing_support::sentence_of([&] { on_threads(runs.size(), run); }), "part 2 is too large");
  EXPECT_THAT(runs, testing::Each(1));
}

}  // namespace
}  // namespace partita::loops
