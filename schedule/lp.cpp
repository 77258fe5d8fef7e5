#include <algorithm>
#include <bit>

#include <partita/schedule/lp.hpp>

namespace partita {

namespace {

// The phase in which `from` sends to `to`.
int phase_of(int from, int to, int ranks) {
  if (from == to) return ranks - 1;
  const bool power_of_two = std::has_single_bit(static_cast<unsigned>(ranks));
  const int step = power_of_two ? from ^ to : (to - from + ranks) % ranks;
  return step - 1;
}

void sort_by_phase(std::vector<Transfer>& transfers) {
  std::sort(transfers.begin(), transfers.end(),
            [](const Transfer& a, const Transfer& b) { return a.phase < b.phase; });
}

}  // namespace

PhaseTable lp(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources) {
  PhaseTable table;
  table.phases = ranks - 1;
  for (const auto [to, length] : destinations) {
    table.sends.push_back({phase_of(rank, to, ranks), to, direct(rank, to, length)});
    if (to == rank) table.phases = ranks;
  }
  for (const auto [from, length] : sources)
    table.receives.push_back({phase_of(from, rank, ranks), from, direct(from, rank, length)});
  sort_by_phase(table.sends);
  sort_by_phase(table.receives);
  return table;
}

}  // namespace partita
