#pragma once
// What a collective action is refused with.

#include <functional>
#include <string>

#include <partita/support/collectively.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>

#include "tests/sentence.hpp"

namespace partita::testing_support {

// The sentence that every rank throws; "not the same" unless it is the same on all.
template <class Action>
std::string refused(const Communicator& comm, Action&& action) {
  const std::string sentence = sentence_of<CollectiveError>(action);
  const auto compare = [&] { require_same(comm, std::hash<std::string>()(sentence), "the sentence"); };
  return sentence_of(compare).empty() ? sentence : "not the same: " + sentence;
}

}  // namespace partita::testing_support
