#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <partita/profile/causes.hpp>

namespace partita::detail {

namespace {

constexpr double slow = 2;  // times the usual link: such is no accident

const Expected& expected_of(const MessageSums& sums, const Recorder& recorder) {
  return sums.between_hosts ? recorder.between_hosts : recorder.within_host;
}

double alone_by_model(const MessageSums& sums, const Recorder& recorder) {
  return expected_of(sums, recorder).seconds(sums.awaited, sums.awaited_bytes);
}

// What messages took over what the model says, of the quarter of messages on the fastest links: some links
// may be slow. Links count by their messages, because each plan of a race has some of its own, and few.
template <class ByModel>
double slowness(const std::vector<RankProfile>& ranks, bool between_hosts, ByModel by_model) {
  std::vector<std::pair<double, double>> all;
  double messages = 0;
  for (const RankProfile& rank : ranks)
    for (const Activity& activity : rank.activities)
      for (const MessageSums& sums : activity.messages)
        if (const double seconds = by_model(sums); sums.between_hosts == between_hosts && seconds > 0) {
          all.emplace_back(sums.travelled / seconds, sums.awaited);
          messages += sums.awaited;
        }
  std::ranges::sort(all);
  double before = 0;
  for (const auto& [times, awaited] : all)
    if ((before += awaited) > messages / 4) return std::max(1.0, times);
  return 1;
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
  const double by_model = alone_by_model(sums, recorder);
  if (sums.travelled <= 0 || by_model <= 0) return {.alone = sums.transit};
  const double alone =
      std::min(sums.travelled, (sums.between_hosts ? slower_between : slower_within) * by_model);
  const double usual = crowded_between * (alone + sums.crowd), part = sums.transit / sums.travelled;
  const bool is_slow = sums.between_hosts && sums.travelled > slow * usual;
  const double link = is_slow ? sums.travelled - usual : 0;
  const double queued = sums.crowd > 0 ? sums.travelled - alone - link : 0;
  return {.alone = (sums.travelled - link - queued) * part, .queued = queued * part, .link = link * part};
}

Causes find_causes(const std::vector<RankProfile>& ranks, const Recorder& recorder) {
  Causes causes;
  causes.delays = find_delays(ranks);
  const auto uncrowded = [&](const MessageSums& sums) {
    const double seconds = alone_by_model(sums, recorder);
    return sums.crowd < seconds / 10 ? seconds : 0;
  };
  causes.slower_within = slowness(ranks, false, uncrowded);
  causes.slower_between = slowness(ranks, true, uncrowded);
  causes.crowded_between = slowness(ranks, true, [&](const MessageSums& sums) {
    return causes.slower_between * alone_by_model(sums, recorder) + sums.crowd;
  });

  using Kind = Cause::Kind;
  std::map<std::tuple<Kind, int, int, std::string>, Cause> worst;
  const auto lose = [&](Cause cause, const std::string& name) {
    Cause& known = worst.try_emplace({cause.kind, cause.rank, cause.other, name}, cause).first->second;
    if (cause.seconds > known.seconds) known = cause;
  };
  std::map<std::string, int> hosts;
  std::vector<int> first_of_host;
  for (const RankProfile& rank : ranks)
    first_of_host.push_back(
        hosts.try_emplace(rank.host, static_cast<int>(first_of_host.size())).first->second);
  for (int r = 0; r < static_cast<int>(ranks.size()); ++r) {
    const RankProfile& rank = ranks[static_cast<std::size_t>(r)];
    for (const auto& [due_to, seconds] : rank.due_to)
      if (due_to >= 0)
        lose({.kind = Kind::late_rank,
              .seconds = seconds,
              .loser = r,
              .rank = due_to,
              .name = where_late(rank)},
             "");
    std::map<int, Cause> links, of_host;
    Cause queue{.kind = Kind::queue, .loser = r, .rank = r};
    double longest_queue = 0;
    for (const Activity& activity : rank.activities) {
      double held = 0, alone = activity.transit, queued = 0;
      const auto of_activity = [&](Kind kind, double seconds) {
        lose({.kind = kind, .seconds = seconds, .loser = r, .name = activity.name}, activity.name);
      };
      for (const MessageSums& sums : activity.messages) {
        const Transit transit = causes.divide(sums, recorder);
        held += sums.held;
        alone += transit.alone;
        queued += transit.queued;
        Cause& link =
            links
                .try_emplace(
                    sums.from,
                    Cause{
                        .kind = Kind::link, .loser = r, .rank = sums.from, .other = r, .name = activity.name})
                .first->second;
        link.seconds += transit.link;
        for (const int end : {first_of_host[static_cast<std::size_t>(r)],
                              first_of_host[static_cast<std::size_t>(sums.from)]}) {
          Cause cause{.kind = Kind::links_of_host, .loser = r, .rank = end, .name = activity.name};
          of_host.try_emplace(end, cause).first->second.seconds += transit.link;
        }
      }
      queue.seconds += queued;
      if (queued > longest_queue) queue.name = activity.name, longest_queue = queued;
      if (activity.kind == "exchange") {
        of_activity(Kind::queues, queued);
        of_activity(Kind::plan, held);
        of_activity(Kind::messages, alone);
        of_activity(Kind::packing, activity.packing + activity.unpacking);
      }
      if (activity.kind == "reduction") of_activity(Kind::messages, alone);
    }
    for (const auto& [from, link] : links) lose(link, "");
    for (const auto& [host, cause] : of_host) lose(cause, "");
    lose(queue, "");
  }
  for (const auto& [key, cause] : worst) causes.all.push_back(cause);
  std::ranges::stable_sort(causes.all, std::greater(), &Cause::seconds);
  return causes;
}

}  // namespace partita::detail
