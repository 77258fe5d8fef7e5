// The profile for programs, and the timeline.
#include <algorithm>
#include <map>

#include <partita/profile/json.hpp>
#include <partita/profile/report.hpp>
#include <partita/support/error.hpp>
#include <partita/support/version.hpp>

namespace partita::detail {

namespace {

// Over the ranks that have the activity.
struct Spread {
  std::vector<std::pair<double, int>> values;

  void write(Json& json, std::string_view name) {
    std::ranges::sort(values);
    json.key(name).open('{');
    json.member("min", values.front().first).member("median", values[values.size() / 2].first);
    json.member("max", values.back().first).member("rank", values.back().second).close('}');
  }
};

constexpr std::pair<const char*, double Activity::*> sums_of_activities[] = {
    {"seconds", &Activity::seconds}, {"packing", &Activity::packing}, {"unpacking", &Activity::unpacking},
    {"late", &Activity::late},       {"held", &Activity::held},       {"transit", &Activity::transit},
    {"hidden", &Activity::hidden}};

constexpr std::pair<const char*, double MessageSums::*> sums_of_messages[] = {
    {"messages", &MessageSums::count},  {"bytes", &MessageSums::bytes},
    {"late", &MessageSums::late},       {"held", &MessageSums::held},
    {"transit", &MessageSums::transit}, {"travelled", &MessageSums::travelled},
    {"awaited", &MessageSums::awaited}};

constexpr const char* kinds[] = {"late rank", "link", "link",     "queue",
                                 "queue",     "plan", "messages", "packing"};

}  // namespace

std::string profile_in_json(const std::vector<RankProfile>& ranks, const Recorder& recorder,
                            const Causes& causes, const Counterfactual& steps) {
  Json json;
  json.open('{')
      .member("partita", std::string(version().number))
      .member("ranks", static_cast<int>(ranks.size()));
  json.member("seconds", ranks.front().seconds);
  double drift = 0;
  for (const RankProfile& rank : ranks) drift = std::max(drift, std::abs(rank.clock_drift));
  json.member("clock_drift", drift);
  json.member("model_exceeded_between_hosts", causes.slower_between);
  json.member("model_exceeded_within_host", causes.slower_within);
  json.line().key("hosts").open('[');
  for (const RankProfile& rank : ranks) json.value(rank.host);
  json.close(']');

  std::map<std::pair<std::string, std::string>, std::map<int, Activity>> by_name;
  for (std::size_t r = 0; r < ranks.size(); ++r)
    for (const Activity& activity : ranks[r].activities)
      by_name[{activity.kind, activity.name}].emplace(static_cast<int>(r), activity);
  json.line().key("activities").open('[');
  for (auto& [name, of_ranks] : by_name) {
    json.line().open('{').member("kind", name.first).member("name", name.second);
    json.member("calls", of_ranks.begin()->second.calls);
    for (const auto& [key, sum] : sums_of_activities) {
      Spread spread;
      for (const auto& [rank, activity] : of_ranks) {
        double value = activity.*sum;
        for (const MessageSums& sums : activity.messages)
          value += sum == &Activity::late      ? sums.late
                   : sum == &Activity::held    ? sums.held
                   : sum == &Activity::transit ? sums.transit
                                               : 0;
        spread.values.emplace_back(value, rank);
      }
      spread.write(json, key);
    }
    json.key("receives").open('[');
    for (const auto& [rank, activity] : of_ranks)
      for (const MessageSums& sums : activity.messages) {
        const Transit transit = causes.divide(sums, recorder);
        json.line().open('{').member("to", rank).member("from", sums.from).member("phase", sums.phase);
        for (const auto& [key, sum] : sums_of_messages) json.member(key, sums.*sum);
        json.member("queued", transit.queued).member("link", transit.link);
        json.member("expected", (sums.between_hosts ? recorder.between_hosts : recorder.within_host)
                                    .seconds(sums.awaited, sums.awaited_bytes));
        json.close('}');
      }
    json.close(']').close('}');
  }
  json.close(']').line().key("delays").open('[');
  for (const Delay& delay : causes.delays) {
    json.line().open('{').member("rank", delay.rank).member("seconds", delay.seconds);
    json.member("at", delay.at).member("in", delay.in).member("call", delay.call).close('}');
  }
  json.close(']')
      .line()
      .key("steps")
      .open('{')
      .member("count", steps.steps())
      .member("seconds", steps.seconds());
  json.member("wrong_by", steps.saved()).close('}').line().key("causes").open('[');
  for (const Cause& cause : causes.all) {
    json.line()
        .open('{')
        .member("kind", kinds[static_cast<std::size_t>(cause.kind)])
        .member("seconds", cause.seconds);
    json.member("loser", cause.loser)
        .member("rank", cause.rank)
        .member("other", cause.other)
        .member("in", cause.name);
    json.member("saved_in_steps", cause.saved).member("words", in_words(cause, ranks, causes)).close('}');
  }
  return json.close(']').line().close('}').text() + "\n";
}

std::string timeline_in_json(const std::vector<RankProfile>& ranks) {
  constexpr double microseconds = 1e6;
  Json json;
  json.open('{').member("displayTimeUnit", std::string_view("ns")).key("traceEvents").open('[');
  const auto event = [&](std::string_view phase, std::string_view name, std::string_view category,
                         std::size_t rank, double at) -> Json& {
    json.line().open('{').member("ph", phase).member("name", name).member("cat", category);
    return json.member("pid", 0).member("tid", static_cast<int>(rank)).member("ts", at * microseconds);
  };
  const auto slice = [&](std::string_view name, std::string_view category, std::size_t rank, double from,
                         double to) -> Json& {
    return event("X", name, category, rank, from).member("dur", std::max(0.0, to - from) * microseconds);
  };
  int arrows = 0;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    event("M", "thread_name", "", r, 0).key("args").open('{');
    json.member("name", text("rank ", r, " on ", ranks[r].host)).close('}').close('}');
    for (const Event& one : ranks[r].timeline) {
      const Activity& activity = ranks[r].activities[one.activity];
      switch (one.kind) {
        case Event::Kind::span:
          slice(text(activity.kind, " ", activity.name), activity.kind, r, one.first, one.last).close('}');
          break;
        case Event::Kind::replay:
          slice("begin " + activity.name, "begin", r, one.first,
                std::min(one.second, std::max(one.first, one.other)))
              .close('}');
          slice("finish " + activity.name, "finish", r, one.second, one.last).key("args").open('{');
          json.member("call", one.number).close('}').close('}');
          break;
        case Event::Kind::message:
          event("s", text("phase ", one.phase), "message", static_cast<std::size_t>(one.partner), one.second)
              .member("id", ++arrows)
              .close('}');
          event("f", text("phase ", one.phase), "message", r, one.last)
              .member("bp", std::string_view("e"))
              .member("id", arrows)
              .key("args")
              .open('{');
          json.member("bytes", one.bytes).member("from", one.partner).close('}').close('}');
          break;
        case Event::Kind::collective:
          break;
      }
    }
  }
  return json.close(']').close('}').text() + "\n";
}

}  // namespace partita::detail
