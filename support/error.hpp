#pragma once
/// \file Exceptions of the library: one sentence that says what is wrong, where, and what to do.

#if __cplusplus < 202002L
#error "Partita needs C++20: compile with -std=c++20 or later"
#include <compile_as_C++20>  // there is none: ends the compilation, where hundreds of errors would follow
#endif

#include <initializer_list>
#include <ostream>
#include <stdexcept>
#include <string>

namespace partita {

namespace detail {

/// A part of a text: refers to words, or to a value that a stream can write. There are hundreds of texts, and
/// few types of parts: how a part is written is compiled once for its type, not once for each text.
class TextPart {
 public:
  TextPart(const char* words) : value_(words), write_(nullptr) {}
  TextPart(std::ios_base& (*manipulator)(std::ios_base&)) : manipulator_(manipulator), write_(nullptr) {}

  template <class Value>
  TextPart(const Value& value)
      : value_(&value), write_([](std::ostream& out, const void* value_of_part) {
          out << *static_cast<const Value*>(value_of_part);
        }) {}

  void write_to(std::ostream& out) const;

 private:
  const void* value_ = nullptr;
  std::ios_base& (*manipulator_)(std::ios_base&) = nullptr;
  void (*write_)(std::ostream& out, const void* value);
};

std::string text_of(std::initializer_list<TextPart> parts);

}  // namespace detail

/// Writes its arguments one after the other: `text("rank ", 3, " owns nothing")`, whatever the program's
/// locale. Words are pointers here, not arrays: one function for words of every length.
template <class... Parts>
std::string text(Parts... parts) {
  return detail::text_of({detail::TextPart(parts)...});
}

/// Wrong input or wrong use, on one rank or several. Nothing was sent yet.
class Error : public std::runtime_error {
 public:
  /// @param parts  of the sentence, as `text` takes them
  template <class... Parts>
  explicit Error(Parts... parts) : std::runtime_error(detail::text_of({detail::TextPart(parts)...})) {}
};

/// An Error that every rank of the communicator throws, with the same text. No rank is left waiting, so
/// `main` may print it once and end the program in the ordinary way.
class CollectiveError : public Error {
 public:
  using Error::Error;
};

}  // namespace partita
