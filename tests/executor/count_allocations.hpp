#pragma once
// Linked into a program, counts every operator new of it. In a file of its own, so that the compiler does not
// see into it while it compiles the tests.

#include <cstddef>

namespace partita::testing_support {

/// So far.
std::size_t allocations();

}  // namespace partita::testing_support
