#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <partita/profile/causes.hpp>

namespace partita::detail {

namespace {

const Expected& expected_of(const MessageSums& sums, const Recorder& recorder) {
  return sums.between_hosts ? recorder.between_hosts : recorder.within_host;
}

double alone_by_model(const MessageSums& sums, const Recorder& recorder) {
  return expected_of(sums, recorder).seconds(sums.awaited, sums.awaited_bytes);
}

// Of all links: what messages took, without what queues may have, over what the model says.
double median_slowness(const std::vector<RankProfile>& ranks, const Recorder& recorder, bool between_hosts) {
  std::vector<double> all;
  for (const RankProfile& rank : ranks)
    for (const Activity& activity : rank.activities)
      for (const MessageSums& sums : activity.messages)
        if (sums.between_hosts == between_hosts && sums.awaited > 0 && expected_of(sums, recorder).is_known())
          all.push_back(std::max(0.0, sums.travelled - sums.crowd) / alone_by_model(sums, recorder));
  if (all.empty()) return 1;
  const auto middle = all.begin() + std::ssize(all) / 2;
  std::ranges::nth_element(all, middle);
  return std::max(1.0, *middle);
}

double late_in(const Activity& activity) {
  double late = activity.late;
  for (const MessageSums& sums : activity.messages) late += sums.late;
  return late;
}

std::string where_late(const RankProfile& rank) {
  const auto most = std::ranges::max_element(rank.activities, {}, late_in);
  return most == rank.activities.end() ? "" : most->name;
}

}  // namespace

Transit Causes::divide(const MessageSums& sums, const Recorder& recorder) const {
  if (sums.travelled <= 0) return {.alone = sums.transit};
  const double alone = (sums.between_hosts ? slower_between : slower_within) * alone_by_model(sums, recorder);
  const double beyond = expected_of(sums, recorder).is_known() ? std::max(0.0, sums.travelled - alone) : 0;
  const double queued = std::min(beyond, sums.crowd), part = sums.transit / sums.travelled;
  return {.alone = sums.transit - beyond * part, .queued = queued * part, .link = (beyond - queued) * part};
}

Causes find_causes(const std::vector<RankProfile>& ranks, const Recorder& recorder) {
  Causes causes;
  causes.slower_within = median_slowness(ranks, recorder, false);
  causes.slower_between = median_slowness(ranks, recorder, true);

  using Kind = Cause::Kind;
  std::map<std::tuple<Kind, int, int, std::string>, Cause> worst;
  const auto lose = [&](Cause cause, const std::string& name) {
    Cause& known = worst.try_emplace({cause.kind, cause.rank, cause.other, name}, cause).first->second;
    if (cause.seconds > known.seconds) known = cause;
  };
  for (int r = 0; r < static_cast<int>(ranks.size()); ++r) {
    const RankProfile& rank = ranks[static_cast<std::size_t>(r)];
    for (const auto& [due_to, seconds] : rank.due_to)
      if (due_to >= 0) lose({.kind = Kind::late_rank, .seconds = seconds, .loser = r, .rank = due_to, .name = where_late(rank)}, "");
    std::map<int, Cause> links;
    Cause queue{.kind = Kind::queue, .loser = r, .rank = r};
    double longest_queue = 0;
    for (const Activity& activity : rank.activities) {
      double held = 0, alone = 0, queued = 0;
      const auto of_activity = [&](Kind kind, double seconds) {
        lose({.kind = kind, .seconds = seconds, .loser = r, .name = activity.name}, activity.name);
      };
      for (const MessageSums& sums : activity.messages) {
        Transit transit = causes.divide(sums, recorder);
        if (!sums.between_hosts) transit.alone += std::exchange(transit.link, 0);  // no link, but a busy processor
        held += sums.held;
        alone += transit.alone;
        queued += transit.queued;
        Cause& link = links.try_emplace(sums.from, Cause{.kind = Kind::link, .loser = r, .rank = sums.from, .other = r, .name = activity.name}).first->second;
        link.seconds += transit.link;
      }
      queue.seconds += queued;
      if (queued > longest_queue) queue.name = activity.name, longest_queue = queued;
      if (activity.kind == "exchange") {
        of_activity(Kind::plan, held);
        of_activity(Kind::messages, alone);
        of_activity(Kind::packing, activity.packing + activity.unpacking);
      }
      if (activity.kind == "reduction") of_activity(Kind::messages, activity.transit);
    }
    for (const auto& [from, link] : links) lose(link, "");
    lose(queue, "");
  }
  for (const auto& [key, cause] : worst) causes.all.push_back(cause);
  std::ranges::stable_sort(causes.all, std::greater(), &Cause::seconds);
  return causes;
}

}  // namespace partita::detail
