#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/each_option.hpp>
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
  Hash hash;
  detail::for_each_option(options, [&](const char*, const auto& option) {
    if constexpr (requires { option.name(); })
      hash.add(option.name());
    else
      hash.add(option);
  });
  return hash.value();
}

}  // namespace partita
