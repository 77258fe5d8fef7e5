// Uses HDF5 through the installed partita::schedule_files.
#include <cstdio>

#include <partita/io/schedule_file.hpp>

int main() {
  // Every rank sends one unit to the next two ranks.
  const partita::CommunicationMatrix matrix(
      {{{1, 1}, {2, 1}}, {{2, 1}, {3, 1}}, {{0, 1}, {3, 1}}, {{0, 1}, {1, 1}}});
  const auto schedule = partita::make_schedule(matrix, {});
  partita::save_schedule("schedule.h5", {matrix, schedule, partita::reverse(schedule, matrix)});
  std::printf("a schedule for %d ranks\n", partita::load_schedule("schedule.h5").matrix.ranks());
}
