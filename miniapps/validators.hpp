#pragma once
/// \file Checks that the command lines of the mini-apps share.

#include <sstream>
#include <string>

#include <CLI/CLI.hpp>

#include <partita/support/error.hpp>

namespace partita {

/// Unlike CLI::Range it refuses NaN, and prints its bounds without trailing digits.
template <class Number>
CLI::Validator between(Number low, Number high) {
  return {[=](const std::string& given) {
            std::istringstream in(given);
            Number value = 0;
            const bool within = in >> value && in.peek() == EOF && low <= value && value <= high;
            return within ? "" : text("wants a number from ", low, " to ", high, ", not ", given);
          },
          ""};
}

/// A file to read or to write, and not the next option.
inline CLI::Validator file_name() {
  return {[](const std::string& given) {
            return given.starts_with('-') ? "wants a file, not " + given : std::string();
          },
          ""};
}

}  // namespace partita
