#include <algorithm>
#include <functional>
#include <map>

#include <partita/profile/delays.hpp>

namespace partita::detail {

std::vector<Delay> find_delays(const std::vector<RankProfile>& ranks) {
  std::vector<Delay> waits, delays;
  for (const RankProfile& rank : ranks)
    for (const LateWait& wait : rank.late)
      waits.push_back({wait.due_to, wait.seconds, wait.at, rank.activities[wait.activity].name, wait.number});
  std::ranges::stable_sort(waits, {}, &Delay::at);
  std::map<int, std::size_t> latest;  // delay of each rank
  for (Delay& wait : waits) {
    if (wait.rank < 0) continue;  // due to messages
    const auto [known, is_first] = latest.try_emplace(wait.rank, delays.size());
    if (!is_first) {
      Delay& before = delays[known->second];
      if (wait.at <= before.at + 2 * before.seconds) {
        before.seconds = std::max(before.seconds, wait.seconds);
        continue;
      }
      known->second = delays.size();
    }
    delays.push_back(std::move(wait));
  }
  std::ranges::stable_sort(delays, std::greater(), &Delay::seconds);
  return delays;
}

}  // namespace partita::detail
