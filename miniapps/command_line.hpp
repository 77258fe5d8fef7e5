#pragma once
/// \file A command line, read by CLI11. Options may stand in groups, each under a heading of --help.
///
/// CLI11 takes ten seconds to compile, so command_line.cpp alone includes it.

#include <cctype>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <partita/support/error.hpp>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace partita {

/// Reads two numbers with a character between them, such as "192x48" with an x or X.
/// @return false for anything else
template <class Number>
bool read_two(const std::string& given, char by, Number& first, Number& second) {
  std::istringstream in(given);
  char read = 0;
  return in >> first >> read >> second && std::tolower(static_cast<unsigned char>(read)) == by &&
         in.peek() == EOF;
}

/// What is wrong with a value that an option is given; empty: nothing.
using Check = std::function<std::string(const std::string& given)>;

/// Refuses NaN, too.
template <class Number>
Check between(Number low, Number high) {
  return [=](const std::string& given) {
    std::istringstream in(given);
    Number value = 0;
    const bool within = in >> value && in.peek() == EOF && low <= value && value <= high;
    return within ? "" : text("wants a number from ", low, " to ", high, ", not ", given);
  };
}

/// A file to read or to write, and not the next option.
Check file_name();
Check existing_file();

/// A file, or none, by the option that names it ("--output") or by what it is ("the mesh").
struct NamedFile {
  std::string name, path;
};

/// @throws Error if a file that is written is another one of them, or one that is read
void refuse_to_overwrite(const std::vector<NamedFile>& written, const std::vector<NamedFile>& read);

/// Wrong use of an option, found while or after the command line is read.
class UsageError : public Error {
  using Error::Error;
};

/// Options are added group after group: set `group`, then add its options.
class CommandLine {
 public:
  class Option {
   public:
    explicit Option(CLI::Option* option) : option_(option) {}

    Option check(const Check& check) const;
    Option one_of(const std::vector<std::string>& words) const;
    Option needs(const char* other) const;
    Option excludes(const char* other) const;
    Option delimiter(char between_values) const;
    Option required() const;
    Option shown_as(const std::string& preset) const;  ///< in --help

   private:
    CLI::Option* option_;
  };

  CommandLine(const char* name, const std::string& description, const std::string& footer = {},
              std::size_t column_width = 30);
  ~CommandLine();

  std::string group = {};                              ///< heading of the options that follow
  std::vector<std::function<void()>> afterwards = {};  ///< called in this order when all options are read

  /// Numbers, strings, and vectors of them: those types that command_line.cpp lists. The value is the preset.
  ///
  /// @param type  what --help calls a value; none: CLI11's word for T
  template <class T>
  Option add(const char* name, T& value, const std::string& help, const char* type = nullptr);

  Option add_file(const char* name, std::string& value, const std::string& help, const char* type) {
    return add(name, value, help, type).check(file_name());
  }

  Option add_flag(const char* name, bool& value, const std::string& help);
  Option add_flag(const char* name, const std::string& help);  ///< see is_given

  /// An option that read(value) translates afterwards: `value` is what the user gives, or the preset.
  template <class Given, class Read>
  Option add_read(const char* name, const Given& preset, const std::string& help, const char* type,
                  Read read) {
    const auto given = std::make_shared<Given>(preset);
    afterwards.push_back([given, read] { read(*given); });
    return add(name, *given, help, type);
  }

  /// While and after reading: whether the user gives this option, and all that the user gives of a group.
  bool is_given(const char* name) const;
  std::vector<std::string> given_of(const std::string& heading) const;

  /// @return false if the program is to end with `exit_code`: after --help or --version, or after an error,
  /// which
  ///   `message` then describes
  bool parse(std::vector<std::string> arguments, std::string& message, int& exit_code);

  /// The same; returns the exit code if the program is to end.
  ///
  /// @param says  prints the message
  std::optional<int> parse(std::vector<std::string> arguments, bool says);
  std::optional<int> parse(int argc, char** argv, bool says) { return parse({argv + 1, argv + argc}, says); }

 private:
  Option grouped(CLI::Option* option) const;

  std::unique_ptr<CLI::App> app_;
  std::string profile_;  // run_program begins it, before the program makes exchanges
};

}  // namespace partita
