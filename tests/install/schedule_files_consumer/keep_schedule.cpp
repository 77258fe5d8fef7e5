// Uses HDF5 through the installed partita::schedule_files.
#include <cstdio>

#include <partita/io/schedule_file.hpp>
#include <partita/schedule/random_matrix.hpp>

int main() {
  const auto matrix = partita::make_random_matrix({.ranks = 4, .density = 2}, 1);
  const auto schedule = partita::make_schedule(matrix, {});
  partita::save_schedule("schedule.h5", {matrix, schedule, partita::reverse(schedule, matrix)});
  std::printf("a schedule for %d ranks\n", partita::load_schedule("schedule.h5").matrix.ranks());
}
