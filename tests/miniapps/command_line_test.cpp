#include "miniapps/command_line.hpp"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/support/version.hpp>

namespace partita {
namespace {

// The message of a line with these arguments, or nothing.
std::optional<std::string> refusal_of(const std::vector<std::string>& arguments) {
  std::string file = "preset", word = "preset", read;
  std::vector<std::string> words{"preset"};
  std::vector<int> numbers{1};
  CommandLine line("program", "A test");
  line.add_file("--file", file, "A file", "FILE");
  line.add("--word", word, "A word");
  line.add("--words", words, "Words").delimiter(',');
  line.add("--numbers", numbers, "Numbers").delimiter(',');
  line.add_read("--read", std::string("preset"), "Read afterwards", "WORD", [&](const std::string&) {});
  std::string message;
  int exit_code = 0;
  if (line.parse(arguments, message, exit_code)) return std::nullopt;
  EXPECT_EQ(exit_code, 2);
  return message;
}

TEST(CommandLine, RefusesEmptyValues) {
  for (const std::string option : {"--file", "--word", "--words", "--numbers", "--read"})
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{option, ""}, {option + "="}})
      EXPECT_THAT(refusal_of(arguments).value_or("nothing"), testing::StartsWith("program: " + option))
          << arguments.front();
  EXPECT_EQ(refusal_of({"--file", ""}),
            "program: --file: wants a value, not \"\"; program --help explains the options\n");
}

TEST(CommandLine, KeepsThePresetOfWhatIsNotGiven) {
  EXPECT_EQ(refusal_of({}), std::nullopt);
  EXPECT_EQ(refusal_of({"--file", "a", "--word=b", "--words", "c,d", "--numbers", "1,2", "--read", "e"}),
            std::nullopt);
}

TEST(CommandLine, SaysTheVersion) {
  CommandLine line("program", "A test");
  std::string message;
  int exit_code = 2;
  EXPECT_FALSE(line.parse({"--version"}, message, exit_code));
  EXPECT_EQ(exit_code, 0);
  EXPECT_EQ(message, version().in_words());
}

}  // namespace
}  // namespace partita
