#pragma once
/// \file The command line of `spmv`.

#include <string>

#include <partita/support/types.hpp>

#include "miniapps/command_line.hpp"

namespace partita::spmv {

struct Options {
  std::string matrix, mesh;  ///< files; at most one is given
  int zone = 0;              ///< of the mesh file, from 1 on; 0: its only one
  global_index vertices = 250'000;
  double seconds = 2;
  int iterations = 1000;
  double tolerance = 1e-6;
  std::string report;
};

void declare(CommandLine& line, Options& options);

extern const char* const description;

}  // namespace partita::spmv
