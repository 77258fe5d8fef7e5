#pragma once
// Calls of the system of which one fails, or is the last: those on files of one folder, one after the other.
// faulty_calls.cpp has them in place of the C library's.

#include <string>

namespace partita::testing_support {

struct Fault {
  enum class Kind { none, error, interrupted, short_transfer, kill, power };
  Kind kind = Kind::none;
  int at = 0;     // of the calls, from 1 on; 0: none of them
  int error = 0;  // of Kind::error
  std::string folder;
  int calls = 0;  // so far
};

inline Fault fault;

// To the file system of this folder the power has failed: nothing that is not on the disk comes there. It
// must be mounted anew. False if it cannot be done.
bool cut_power(const std::string& folder);

}  // namespace partita::testing_support
