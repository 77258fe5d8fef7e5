#pragma once
// What the phase tables of all ranks say, in a few letters that can be recorded.

#include <span>
#include <string>
#include <vector>

#include <partita/schedule/message.hpp>
#include <partita/support/hash.hpp>

namespace partita::testing_support {

inline std::string fingerprint(std::span<const PhaseTable> tables) {
  std::vector<Units> numbers;
  for (const detail::Message& message : detail::messages(tables)) {
    numbers.insert(numbers.end(), {message.phase, message.from, message.to});
    for (const Piece& piece : message.pieces) numbers.insert(numbers.end(), {piece.offset, piece.length});
  }
  return Hash().add(std::span<const Units>(numbers)).hex();
}

}  // namespace partita::testing_support
