#include <cmath>

#include <gtest/gtest.h>

#include <partita/support/text_scanner.hpp>

#include "tests/sentence.hpp"

namespace partita {
namespace {

double number(const std::string& word) { return TextScanner(word, "a.su2").number("a coordinate"); }

TEST(TextScanner, ReadsNumbersAsFortranWritesThem) {
  EXPECT_EQ(number("1.0D+00"), 1);
  EXPECT_EQ(number("-2.5d-3"), -2.5e-3);
  EXPECT_EQ(number("+7.5D0"), 7.5);
  EXPECT_EQ(number("1.25Q2"), 125);
  EXPECT_EQ(number("-0.12-105"), -0.12e-105);
  EXPECT_EQ(number(".5+101"), .5e101);
}

TEST(TextScanner, TakesNumbersThatAreTooSmallForZero) {
  for (const char* small : {"-1.0e-400", "1e-99999999999999999999", "0.1D-4000", "0.012-999"})
    EXPECT_EQ(number(small), 0) << small;
  EXPECT_EQ(number("0." + std::string(400, '0') + "1"), 0);
  EXPECT_EQ(number("0." + std::string(400, '0') + "1e10"), 0);
  EXPECT_GT(number("4.9e-324"), 0);
}

TEST(TextScanner, RefusesWordsThatOnlyResembleNumbers) {
  const auto refusal = [](const std::string& word) {
    return testing_support::sentence_of([&] { number(word); });
  };
  for (const char* word :
       {"1e999", "-1.0D+400", "1.0+999", "1e99999999999999999999", "+-5", "1.0D", "1.0D+", "D0", "nan", "inf",
        "-0.12345-10.56789", "1.5-3", "1.5-0003", "12-105", "1.0E+0x", "***"})
    EXPECT_EQ(refusal(word),
              "a.su2:1: expected a coordinate (a finite number), found '" + std::string(word) + "'");
  EXPECT_EQ(refusal("1" + std::string(400, '0')).substr(0, 12), "a.su2:1: exp");
}

}  // namespace
}  // namespace partita
