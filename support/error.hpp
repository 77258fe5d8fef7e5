#pragma once
/// \file Exceptions of the library: one sentence that says what is wrong, where, and what to do.

#include <sstream>
#include <stdexcept>
#include <string>

namespace partita {

/// Writes its arguments one after the other: `text("rank ", 3, " owns nothing")`.
template <class... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

/// Wrong input or wrong use, on one rank or several. Nothing was sent yet.
class Error : public std::runtime_error {
 public:
  /// @param parts  of the sentence, as `text` takes them
  template <class... Parts>
  explicit Error(const Parts&... parts) : std::runtime_error(text(parts...)) {}
};

/// An Error that every rank of the communicator throws, with the same text. No rank is left waiting, so
/// `main` may print it once and end the program in the ordinary way.
class CollectiveError : public Error {
 public:
  using Error::Error;
};

}  // namespace partita
