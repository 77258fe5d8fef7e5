#include <gtest/gtest.h>

#include <partita/support/duration.hpp>
#include <partita/support/error.hpp>

#include "tests/foreign_numbers.hpp"

namespace partita {
namespace {

TEST(Text, IsOfItsArgumentsOneAfterTheOther) { EXPECT_EQ(text("rank ", 3, ": ", 0.5), "rank 3: 0.5"); }

TEST(Text, DoesNotDependOnTheProgramsLocale) {
  const testing_support::ForeignNumbers numbers;
  EXPECT_EQ(text(1234567, ' ', 1234.5), "1234567 1234.5");
  EXPECT_EQ(Error(65536, " values").what(), std::string("65536 values"));
  EXPECT_EQ(time_of(2.1649e-3), "2.16 ms");
}

}  // namespace
}  // namespace partita
