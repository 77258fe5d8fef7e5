#include <array>
#include <bit>
#include <span>

#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/schedule_options.hpp>
#include <partita/support/hash.hpp>

namespace partita {

bool is_ordered(const ScheduleOptions& options) {
  const auto ordered = [](Algorithm algorithm) { return detail::entry_of(algorithm).ordered; };
  if (options.algorithm == Algorithm::two_stage)
    return ordered(options.stages.first) && ordered(options.stages.second);
  return ordered(options.algorithm);
}

std::uint64_t fingerprint(const ScheduleOptions& options) {
  const std::array<std::uint64_t, 9> numbers{static_cast<std::uint64_t>(options.algorithm),
                                             options.seed,
                                             options.machine.rewards_exchanges,
                                             static_cast<std::uint64_t>(options.machine.ranks_per_host),
                                             std::bit_cast<std::uint64_t>(options.splitting.start_up),
                                             static_cast<std::uint64_t>(options.splitting.most_phases),
                                             static_cast<std::uint64_t>(options.stages.first),
                                             static_cast<std::uint64_t>(options.stages.second),
                                             static_cast<std::uint64_t>(options.standard_dimensions)};
  return Hash()
      .add(std::span<const std::uint64_t>(numbers))
      .add(std::span<const char>(options.machine.name()))
      .value();
}

}  // namespace partita
