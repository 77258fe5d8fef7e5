#pragma once
// What an action is refused with.

#include <exception>
#include <string>

#include <partita/support/error.hpp>

namespace partita::testing_support {

// The sentence of the Error, or of another exception, that it throws; empty if it throws nothing. Other types
// pass through.
template <class Thrown = Error>
std::string sentence_of(auto&& action) {
  try {
    action();
  } catch (const Thrown& error) {
    return error.what();
  }
  return {};
}

}  // namespace partita::testing_support
