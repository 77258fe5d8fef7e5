// Simulates the replay of each cell of a CSV file. Prints its rows with `seconds,phases` after each.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include <sys/wait.h>
#include <unistd.h>

#include <partita/support/error.hpp>

#include "bench/lab/simulator/simulate_cells.hpp"

namespace partita::lab {
namespace {

// One SimGrid simulation per process, hence a child process.
template <class Body>
void in_a_process_of_its_own(Body&& body) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    try {
      body();
      std::fflush(stdout);
      std::_Exit(0);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "lab_simulator: %s\n", error.what());
      std::_Exit(1);
    }
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) throw Error("cannot start a process of its own");
  if (status != 0) std::exit(1);  // the child has printed the reason
}

void run(const char* file) {
  const CellTable table = read_cells(file);
  std::printf("%s,seconds,phases\n", table.header.c_str());
  for (std::size_t first = 0, last = 0; first < table.cells.size(); first = last) {
    while (last < table.cells.size() && table.cells[last].machine == table.cells[first].machine &&
           table.cells[last].ranks == table.cells[first].ranks)
      ++last;
    in_a_process_of_its_own([&] {
      simulate_cells(std::span(table.cells).subspan(first, last - first), [&](std::size_t k, Simulated took) {
        std::printf("%s,%.9g,%d\n", table.rows[first + k].c_str(), took.seconds, took.phases);
        std::fflush(stdout);
      });
    });
  }
}

}  // namespace
}  // namespace partita::lab

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: lab_simulator CELLS.csv > SIMULATED.csv\n", stderr);
    return 2;
  }
  try {
    partita::lab::run(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lab_simulator: %s\n", error.what());
    return 1;
  }
}
