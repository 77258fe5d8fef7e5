#include <partita/schedule/direct/ac.hpp>

namespace partita::detail {

PhaseTable ac(int rank, const DestinationVector& destinations, const SourceVector& sources) {
  PhaseTable table;
  for (const auto [to, length] : destinations) table.sends.push_back({0, to, direct(rank, to, length)});
  for (const auto [from, length] : sources) table.receives.push_back({0, from, direct(from, rank, length)});
  table.phases = table.sends.empty() && table.receives.empty() ? 0 : 1;
  return table;
}

}  // namespace partita::detail
