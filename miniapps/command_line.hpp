#pragma once
/// \file A command line whose options stand in groups, each under a heading of --help.

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <partita/support/error.hpp>

#include "miniapps/validators.hpp"

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

/// Options are added group after group: set `group`, then add its options.
struct CommandLine {
  CommandLine(const char* name, const char* description, std::string footer, std::size_t column_width)
      : app(description, name) {
    app.footer(std::move(footer));
    app.option_defaults()->always_capture_default();
    app.get_formatter()->column_width(column_width);
  }

  CLI::App app;
  std::string group = {};                              // heading of the options that follow
  std::vector<std::function<void()>> afterwards = {};  // called in this order when all options are read

  template <class T>
  CLI::Option* add(const char* name, T& value, const std::string& help, const char* type) {
    return app.add_option(name, value, help)->type_name(type)->group(group);
  }

  CLI::Option* add_file(const char* name, std::string& value, const std::string& help, const char* type) {
    return add(name, value, help, type)->check(file_name());
  }

  CLI::Option* add_flag(const char* name, bool& value, const char* help) {
    return app.add_flag(name, value, help)->group(group);
  }

  /// An option that read(value) translates afterwards: `value` is what the user gives, or the preset.
  template <class Given, class Read>
  CLI::Option* add_read(const char* name, const Given& preset, const std::string& help, const char* type,
                        Read read) {
    const auto given = std::make_shared<Given>(preset);
    afterwards.push_back([given, read] { read(*given); });
    return add(name, *given, help, type);
  }

  /// @return false if the program is to end with `exit_code`: after --help, or after an error, which
  ///   `message` then describes
  bool parse(std::vector<std::string> arguments, std::string& message, int& exit_code) {
    constexpr int usage_error = 2;
    try {
      std::ranges::reverse(arguments);  // CLI expects this order
      app.parse(std::move(arguments));
      for (const auto& call : afterwards) call();
      return true;
    } catch (const CLI::ParseError& end) {
      std::ostringstream said;
      exit_code = app.exit(end, said, said) == 0 ? 0 : usage_error;
      message = exit_code == 0 ? said.str()
                               : text(app.get_name(), ": ", end.what(), "; ", app.get_name(),
                                      " --help explains the options\n");
    } catch (const Error& error) {
      exit_code = usage_error;
      message = text(app.get_name(), ": ", error.what(), "\n");
    }
    return false;
  }
};

}  // namespace partita
