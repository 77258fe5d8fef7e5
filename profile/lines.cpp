// The profile for people.
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <map>
#include <span>
#include <sstream>
#include <utility>

#include <partita/profile/report.hpp>
#include <partita/support/duration.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

struct Row {
  double seconds = 0;  // of the rank with most
  int rank = 0;
  std::uint64_t calls = 0;
  double packing = 0, late = 0, held = 0, hidden = 0;  // of that rank
  Transit transit;
};

std::map<std::string, Row> rows_of(const std::vector<RankProfile>& ranks, const Recorder& recorder,
                                   const Causes& causes) {
  std::map<std::string, Row> rows;
  for (std::size_t r = 0; r < ranks.size(); ++r)
    for (const Activity& activity : ranks[r].activities) {
      Row& row = rows[activity.kind == activity.name ? activity.kind : activity.kind + " " + activity.name];
      if (activity.seconds < row.seconds || activity.calls == 0) continue;
      row = {activity.seconds, static_cast<int>(r), activity.calls,  activity.packing + activity.unpacking,
             activity.late,    activity.held,       activity.hidden, {activity.transit, 0, 0}};
      for (const MessageSums& sums : activity.messages) {
        const Transit transit = causes.divide(sums, recorder);
        row.late += sums.late;
        row.held += sums.held;
        row.transit.alone += transit.alone;
        row.transit.queued += transit.queued;
        row.transit.link += transit.link;
      }
    }
  return rows;
}

std::string percent(double part, double whole) {
  std::ostringstream words;
  words << std::fixed << std::setprecision(part < 0.0995 * whole ? 1 : 0)
        << (whole > 0 ? 100 * part / whole : 0) << " %";
  return words.str();
}

std::string rank_and_host(const std::vector<RankProfile>& ranks, int rank) {
  return text("rank ", rank, " (", ranks[static_cast<std::size_t>(rank)].host, ")");
}

// One call, if most of what was waited for this rank was waited there.
std::string once(const std::vector<Delay>& delays, const Cause& cause) {
  for (const Delay& delay : delays)
    if (delay.rank == cause.rank && 2 * delay.seconds >= cause.seconds)
      return text(", most of it (", time_of(delay.seconds), ") in call ", delay.call, " of ", delay.in);
  return text(", most in ", cause.name);
}

}  // namespace

std::string in_words(const Cause& cause, const std::vector<RankProfile>& ranks, const Causes& causes) {
  const std::string loss = text("rank ", cause.loser, " waits ", time_of(cause.seconds), " ");
  switch (cause.kind) {
    case Cause::Kind::late_rank:
      return text(rank_and_host(ranks, cause.rank), " is late: ", loss, "for it", once(causes.delays, cause));
    case Cause::Kind::link:
      return text("the link from ", rank_and_host(ranks, cause.rank), " to ",
                  rank_and_host(ranks, cause.other), " is slow: ", loss,
                  "longer than for messages of other links, most in ", cause.name);
    case Cause::Kind::links_of_host:
      return text("the links of ", ranks[static_cast<std::size_t>(cause.rank)].host, " are slow: ", loss,
                  "longer than for messages of other links, most in ", cause.name);
    case Cause::Kind::queues:
      return text("messages of ", cause.name, " queue: ", loss,
                  "because several travel at once; a plan in phases may help");
    case Cause::Kind::queue:
      return text("messages to ", rank_and_host(ranks, cause.rank), " queue: ", loss,
                  "because several travel at once, most in ", cause.name, "; a plan in phases may help");
    case Cause::Kind::plan:
      return text("the plan of ", cause.name, " holds messages: ", loss, "for them to leave");
    case Cause::Kind::messages:
      return text("messages of ", cause.name, " take their time: ", loss,
                  "while they travel; compute meanwhile, or send fewer");
    case Cause::Kind::packing:
      return text("packing in ", cause.name, ": rank ", cause.loser, " packs and unpacks for ",
                  time_of(cause.seconds));
  }
  return "";
}

std::string profile_in_lines(const std::vector<RankProfile>& ranks, const Recorder& recorder,
                             const Causes& causes, const Counterfactual& steps) {
  std::ostringstream lines;
  double longest = 0;
  for (const RankProfile& rank : ranks) longest = std::max(longest, rank.seconds);
  lines << "partita: profile of " << ranks.size() << (ranks.size() == 1 ? " rank, " : " ranks, ")
        << time_of(longest) << "; of each row the rank with most seconds\n";
  const auto rows = rows_of(ranks, recorder, causes);
  std::vector<std::pair<std::string, Row>> most(rows.begin(), rows.end());
  std::ranges::stable_sort(most, std::greater(), [](const auto& row) { return row.second.seconds; });
  constexpr std::size_t shown = 7, delays_shown = 3;
  const auto cell = [&](double seconds) {
    lines << std::setw(8) << (seconds > 0 ? percent(seconds, longest) : "-");
  };
  lines << std::left << std::setw(38) << "  where" << std::right << std::setw(9) << "calls" << std::setw(9)
        << "seconds" << std::setw(6) << "rank"
        << "    pack    late    held transit  queued    link  hidden\n";
  for (std::size_t k = 0; k < std::min(shown, most.size()); ++k) {
    const auto& [name, row] = most[k];
    if (row.seconds < longest / 1000 && k > 0) break;
    lines << "  " << std::left << std::setw(36) << (name.size() > 35 ? name.substr(0, 34) + "~" : name)
          << std::right << std::setw(9) << row.calls << std::setw(9) << std::setprecision(3) << row.seconds
          << std::setw(6) << row.rank;
    for (const double seconds : {row.packing, row.late, row.held, row.transit.alone, row.transit.queued,
                                 row.transit.link, row.hidden})
      cell(seconds);
    lines << '\n';
  }
  const auto calibrate = [&](double slower, std::string_view where) {
    if (slower > 2)
      lines << "  messages " << where << " take " << std::llround(slower) << " times what "
            << (recorder.is_guessed ? "is guessed without a machine file: calibrate"
                                    : "the machine file says: calibrate again")
            << '\n';
  };
  calibrate(causes.slower_between, "between hosts");
  calibrate(causes.slower_within, "within a host");
  // What costs less than a hundredth of the steps is noise.
  const auto counts = [&](const Cause& cause) { return cause.saved > steps.seconds() / 100; };
  std::size_t k = 0;
  for (; k < std::min<std::size_t>(3, causes.all.size()) && counts(causes.all[k]); ++k)
    lines << (k == 0 ? "  mend first: " : "  then: ") << in_words(causes.all[k], ranks, causes)
          << "; without it "
          << "these steps take " << time_of(causes.all[k].saved) << " less\n";
  if (k == 0) lines << "  to mend any one cause of waits saves less than a hundredth\n";
  const std::span delays = std::span(causes.delays).first(std::min(delays_shown, causes.delays.size()));
  for (const char* between = "  longest delays: "; const Delay& delay : delays)
    lines << std::exchange(between, "; ") << "rank " << delay.rank << " by " << time_of(delay.seconds)
          << " in call " << delay.call << " of " << delay.in;
  if (!delays.empty()) lines << '\n';
  if (steps.seconds() > 0)
    lines << "  steps: the last " << steps.steps() << " calls of " << steps.often() << ", "
          << time_of(steps.seconds()) << "; as they were, the rules are wrong by "
          << time_of(std::abs(steps.saved())) << '\n';
  std::string all = lines.str();
  all.pop_back();
  return all;
}

}  // namespace partita::detail
