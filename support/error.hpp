#pragma once
/// \file Exceptions of the library: one sentence that says what is wrong, where, and what to do.

#if __cplusplus < 202002L
#error "Partita needs C++20: compile with -std=c++20 or later"
#include <compile_as_C++20>  // there is none: ends the compilation, where hundreds of errors would follow
#endif

#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

namespace partita {

/// Writes its arguments one after the other: `text("rank ", 3, " owns nothing")`, whatever the program's
/// locale.
template <class... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
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
