#pragma once
/// \file Exceptions of the library: one sentence that says what is wrong, where, and what to do.

#include <sstream>
#include <stdexcept>
#include <string>

namespace partita {

/// Wrong input or wrong use, on one rank or several. Nothing was sent yet.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An Error that every rank of the communicator throws, with the same text. No rank is left waiting, so
/// `main` may print it once and end the program in the ordinary way.
class CollectiveError : public Error {
 public:
  using Error::Error;
};

/// Writes its arguments one after the other: `text("rank ", 3, " owns nothing")`.
template <class... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

}  // namespace partita
