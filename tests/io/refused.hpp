#pragma once
// What a collective action is refused with.

#include <functional>
#include <string>

#include <partita/support/collectively.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>

namespace partita::testing_support {

// The sentence that every rank throws; "not the same" unless it is the same on all.
template <class Action>
std::string refused(const Communicator& comm, Action&& action) {
  std::string sentence;
  try {
    action();
  } catch (const CollectiveError& error) {
    sentence = error.what();
  }
  try {
    require_same(comm, std::hash<std::string>()(sentence), "the sentence");
  } catch (const CollectiveError&) {
    return "not the same: " + sentence;
  }
  return sentence;
}

}  // namespace partita::testing_support
