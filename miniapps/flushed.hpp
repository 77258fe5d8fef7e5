#pragma once
/// \file The last of what a program prints: a full disk shows only here.

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace partita {

/// The exit code, or 1 with a sentence if what was printed cannot be written.
inline int flushed(const char* name, int exit_code) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  std::fprintf(stderr, "%s: cannot write the results to stdout: %s\n", name,
               errno != 0 ? std::strerror(errno) : "the disk may be full");
  return 1;
}

}  // namespace partita
