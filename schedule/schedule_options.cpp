#include <partita/schedule/schedule_options.hpp>
#include <partita/support/hash.hpp>

namespace partita {

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
