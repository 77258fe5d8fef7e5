#include "miniapps/json.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace partita {
namespace {

TEST(Json, KeepsTheOrderOfMembersAndIndentsParts) {
  Json report = {{"ranks", 4},
                 {"mesh", {{"name", "wing"}, {"levels", std::vector<std::int64_t>{9, 3}}}},
                 {"history", std::vector<std::pair<int, double>>{{100, 0.5}}}};
  report["loops"]["flux"] = {{"lanes", 4}};
  report["ranks"] = 5;
  EXPECT_EQ(report.dump(), R"({
  "ranks": 5,
  "mesh": {
    "name": "wing",
    "levels": [
      9,
      3
    ]
  },
  "history": [
    [
      100,
      0.5
    ]
  ],
  "loops": {
    "flux": {
      "lanes": 4
    }
  }
})");
}

TEST(Json, HasValuesOfAllTypes) {
  EXPECT_EQ(Json().dump(), "null");
  EXPECT_EQ(Json::array().dump(), "[]");
  EXPECT_EQ(Json(true).dump(), "true");
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).dump(), "18446744073709551615");
  EXPECT_EQ(Json(std::optional<double>()).dump(), "null");
  EXPECT_EQ(Json(std::optional<double>(2.5)).dump(), "2.5");
  Json all;
  all.push_back("a word");
  all.push_back(std::string("another"));
  EXPECT_EQ(all.dump(), "[\n  \"a word\",\n  \"another\"\n]");
}

TEST(Json, NumbersAreReadAsTheSameNumbers) {
  for (const double number : {0.1, 1.0 / 3, 1e300, -5e-324, 100000.0, 3.0}) {
    const std::string text = Json(number).dump();
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), number) << text;
    EXPECT_NE(text.find_first_of(".e"), std::string::npos) << text << " is no whole number";
  }
  EXPECT_EQ(Json(std::nan("")).dump(), "null");
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).dump(), "null");
}

TEST(Json, WordsMayHoldAnyCharacter) { EXPECT_EQ(Json("a \"b\" \\ \n").dump(), R"("a \"b\" \\ \u000a")"); }

}  // namespace
}  // namespace partita
