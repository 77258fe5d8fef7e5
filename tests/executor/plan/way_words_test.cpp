// Every way survives its words: those of names, environment variables and files.
#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/plan/way_words.hpp>
#include <partita/support/random.hpp>

#include "tests/foreign_numbers.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using testing::HasSubstr;
using testing_support::sentence_of;

Way random_way(Random& random) {
  std::vector<Protocol> stages(1 + random.below(StageProtocols::most));
  for (Protocol& stage : stages)
    stage = protocols[random.below(static_cast<std::uint32_t>(protocols.size()))].value;
  const auto sometimes = [&](double usual) { return random.below(2) == 0 ? usual : 1e-12 * random.next(); };
  return {.protocol = StageProtocols(stages),
          .window = 1 + static_cast<int>(random.below(9)),
          .lock = {random.below(2) == 0,
                   random.below(2) == 0,
                   {sometimes(MessageTime{}.start_up), sometimes(MessageTime{}.seconds_per_byte)}},
          .fragment = random.below(2) == 0 ? 0 : random.next()};
}

TEST(WayWords, GiveEveryWayBack) {
  const testing_support::ForeignNumbers numbers;
  Random random(1);
  for (int k = 0; k < 10000; ++k) {
    const Way way = random_way(random);
    EXPECT_EQ(way_in_words(in_words(way)), way) << in_words(way);
  }
}

TEST(WayWords, LeaveOutWhatIsUsual) {
  EXPECT_EQ(in_words({}), "post_all");
  EXPECT_EQ(in_words({.protocol = {Protocol::windowed}}), "windowed window=4");
  EXPECT_EQ(in_words({.protocol = {Protocol::lock, Protocol::barrier}, .lock = {false, false}}),
            "lock,barrier improvements=none");
  EXPECT_EQ(name_of(Strategy{Algorithm::rs_n, {Protocol::windowed, 1, {}, 65536}}),
            "rs_n by windowed window=1")
      << "fragments depend on the machine";
}

TEST(WayWords, AreRefusedIfTheyAreNone) {
  const std::array<std::array<const char*, 2>, 7> wrong{
      {{"lock key", "\"key\" is no word of a way"},
       {"lock,key", "there is no protocol \"key\""},
       {"barrier lock", "\"lock\" comes after another of its kind"},
       {"windowed window=0", "\"window=0\" needs a whole number from 1 on"},
       {"windowed window=2x", "\"window=2x\" needs a whole number"},
       {"lock improvements=all", "there is no improvement of lock \"all\""},
       {"lock message_start_up=-1", "needs a number from 0 on"}}};
  for (const auto& [words, sentence] : wrong)
    EXPECT_THAT(sentence_of([words = words] { (void)way_in_words(words); }), HasSubstr(sentence)) << words;
}

}  // namespace
}  // namespace partita
