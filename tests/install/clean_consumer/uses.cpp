// Instantiates what users call most, so that warnings inside templates show, too.
#include <array>
#include <vector>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/inspector/translation_table.hpp>
#include <partita/support/exact_sum.hpp>
#include <partita/support/reduce.hpp>

double heat_after(const partita::Communicator& comm, const std::vector<int>& parts,
                  const std::vector<partita::Edge>& edges) {
  const auto table = partita::TranslationTable::from_partition(comm, parts);
  const auto loop = partita::inspect(table, edges, partita::Execution::both_sides);
  partita::Exchange halo(loop.pattern());
  const auto size = static_cast<std::size_t>(loop.pattern().local_size());
  std::vector<double> heat(size), change(size);
  std::vector<std::array<float, 3>> velocity(size);
  halo.gather(heat);
  halo.gather(velocity);
  for (const auto [a, b] : loop.edges()) {
    const double flow = 0.2 * (heat[static_cast<std::size_t>(a)] - heat[static_cast<std::size_t>(b)]);
    change[static_cast<std::size_t>(a)] -= flow;
    change[static_cast<std::size_t>(b)] += flow;
  }
  halo.scatter_add(change);
  const auto moved = partita::Remap(comm, std::vector<int>(heat.size(), 0)).forward(heat);
  return partita::exact_sum(comm, moved) + partita::sum(comm, change.empty() ? 0.0 : change.front());
}
