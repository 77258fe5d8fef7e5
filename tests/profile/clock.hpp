#pragma once
/// \file A clock that a test sets: MPI's, in the whole program.

namespace partita::test {

inline double seconds = 0;

}  // namespace partita::test
