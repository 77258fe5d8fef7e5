#include <limits>

#include <gtest/gtest.h>

#include <partita/profile/json.hpp>

namespace partita::detail {
namespace {

TEST(Json, NestsAndSeparates) {
  Json json;
  json.open('{').member("a", 1).key("list").open('[').value(0.5).value("x").close(']').close('}');
  EXPECT_EQ(json.text(), R"({"a": 1, "list": [0.5, "x"]})");
}

TEST(Json, NamesMayHaveAnyCharacters) {
  Json json;
  json.value("say \"q\\p\"\n");
  EXPECT_EQ(json.text(), R"("say \"q\\p\" ")");
}

TEST(Json, HasNoNumbersThatAreNone) {
  Json json;
  json.open('[')
      .value(std::numeric_limits<double>::quiet_NaN())
      .value(std::numeric_limits<double>::infinity())
      .close(']');
  EXPECT_EQ(json.text(), "[0, 0]");
}

}  // namespace
}  // namespace partita::detail
