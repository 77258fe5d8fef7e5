#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/support/messages.hpp>
#include <partita/support/sentence.hpp>

namespace partita {
namespace {

std::vector<std::string> heard;

TEST(Messages, GoToTheSinkOfTheProgramAndElseToStderr) {
  testing::internal::CaptureStderr();
  say_line("before");
  set_message_sink([](const char* sentence) { heard.emplace_back(sentence); });
  say_line("rank ", 3, " waits");
  say_line(std::string(2000, '.'));
  set_message_sink(nullptr);
  say_line("after");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "before\nafter\n");
  EXPECT_THAT(heard, testing::ElementsAre("rank 3 waits", std::string(1023, '.')));
}

}  // namespace
}  // namespace partita
