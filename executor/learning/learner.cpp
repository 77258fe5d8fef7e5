#include <algorithm>
#include <numeric>
#include <utility>

#include <partita/executor/learning/learner.hpp>

namespace partita::detail {

namespace {

constexpr double worth_comparing = 2, worth_confirming = 1.5;  // over the best
constexpr double is_better = 1.05;
constexpr double drifted = 1.3;
constexpr double outlier = 4;                 // over the median
constexpr double rare_losses = 2;             // mean over mean without outliers
constexpr std::size_t enough_for_losses = 6;  // replays
constexpr std::size_t most_compared = 6, most_confirmed = 3;
constexpr std::size_t first_rest = 32, longest_rest = 1024, timed_of_rest = 15, rests_until_again = 8;

double median(std::vector<double> values) {
  const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Without losses. Not the median: a rank's replays are short and long in turn if ranks run apart, and the
// maximum over ranks of their medians is then more than any of them needs.
double usual_time(const std::vector<double>& values) {
  std::vector<double> usual = values;
  std::erase_if(usual, [limit = outlier * median(values)](double value) { return value > limit; });
  return mean(usual);
}

double time_of(const std::vector<double>& values) {
  if (values.empty()) return 0;
  const double usual = usual_time(values), all = mean(values);
  return values.size() >= enough_for_losses && all > rare_losses * usual ? all : usual;
}

}  // namespace

Learner::Learner(std::size_t ways, std::size_t at_once, std::size_t first, std::vector<std::size_t> like)
    : at_once_(at_once), like_(std::move(like)), samples_(ways), agreed_(ways), risk_(ways), best_(first) {
  if (like_.empty()) {
    like_.resize(ways);
    std::iota(like_.begin(), like_.end(), std::size_t{0});
  }
  screen();
  // The first replay of all opens connections.
  blocks_.insert(blocks_.begin(), {ways_.front(), 1, 1});
}

Learner::Agreement Learner::before_next() const {
  if (stage_ == Stage::given_up || !blocks_.empty()) return Agreement::none;
  return bridges_ ? Agreement::finish : Agreement::begin;
}

std::size_t Learner::next() {
  ++replays_;
  is_timed_ = false;
  if (stage_ == Stage::given_up) return best_;
  if (blocks_.empty()) {
    bridges_ = true;
    return best_;
  }
  const auto [way, replays, skipped] = blocks_.front();
  is_timed_ = in_block_ >= skipped;
  timed_way_ = way;
  if (++in_block_ == replays) {
    blocks_.erase(blocks_.begin());
    in_block_ = 0;
  }
  return way;
}

void Learner::took(double seconds, std::size_t bytes_per_unit) {
  if (bytes_ == 0) bytes_ = bytes_per_unit;
  is_uneven_ = is_uneven_ || bytes_ != bytes_per_unit;
  samples_[timed_way_].push_back(seconds);
}

std::vector<double> Learner::times() const {
  std::vector<double> times;
  for (const std::vector<double>& one : samples_) times.push_back(time_of(one));
  const std::vector<double>& of_best = samples_[best_];
  times.push_back(of_best.empty() ? 0 : times[best_] - usual_time(of_best));
  times.push_back(is_uneven_ ? 1 : 0);
  return times;
}

void Learner::agree(std::span<const double> slowest) {
  bridges_ = false;
  const std::size_t ways = agreed_.size();
  if (slowest[ways + 1] > 0) {
    if (stage_ == Stage::rest) return rest_longer();
    stage_ = Stage::given_up;
    return;
  }
  for (std::size_t way = 0; way < ways; ++way)
    if (slowest[way] > 0) agreed_[way] = slowest[way];
  switch (stage_) {
    case Stage::screen:
      return end_of_screen();
    case Stage::screen_again:
      ways_.resize(ways);
      std::iota(ways_.begin(), ways_.end(), std::size_t{0});
      keep(worth_comparing, most_compared);
      return compare();
    case Stage::compare:
      keep(worth_confirming, most_confirmed);
      return start(Stage::confirm);
    case Stage::confirm:
      keep(1, 1);
      return rest();
    case Stage::rest:
      return end_of_rest(slowest[ways]);
    case Stage::given_up:
      return;
  }
}

// The best so far first, for it is the least risk; all at once last, for its late messages then delay a
// replay that does not count.
void Learner::screen() {
  ways_.resize(agreed_.size());
  std::iota(ways_.begin(), ways_.end(), std::size_t{0});
  std::ranges::stable_sort(ways_, {}, [&](std::size_t way) {
    return std::pair(way == best_ ? 0 : way == at_once_ ? 2 : 1, expected(way));
  });
  std::erase_if(ways_, [&](std::size_t way) { return like_[way] != way && way != best_; });
  start(Stage::screen);
}

// A way may have paid for messages that the way before it left behind, if that took much longer.
void Learner::end_of_screen() {
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t way : ways_) least = std::min(least, agreed_[way]);
  std::vector<std::size_t> excused;
  for (std::size_t k = 1; k < ways_.size(); ++k) {
    const double before = agreed_[ways_[k - 1]], own = agreed_[ways_[k]];
    if (before > worth_comparing * least && own > worth_comparing * least && own < before)
      excused.push_back(ways_[k]);
  }
  keep(worth_comparing, most_compared);
  if (excused.empty()) return compare();
  ways_ = std::move(excused);
  start(Stage::screen_again);
}

// Those that the screen has left, and with them those that are like them.
void Learner::compare() {
  const auto has = [&](std::size_t way) { return std::ranges::find(ways_, way) != ways_.end(); };
  for (std::size_t way = 0; way < like_.size(); ++way)
    if (has(like_[way]) && !has(way)) ways_.push_back(way);
  start(Stage::compare);
}

// Of the ways of this round, ascending by their time.
void Learner::keep(double factor, std::size_t most) {
  std::ranges::stable_sort(ways_, {}, [&](std::size_t way) { return expected(way); });
  best_ = ways_.front();
  std::erase_if(ways_, [&](std::size_t way) { return expected(way) > factor * expected(best_); });
  ways_.resize(std::min(ways_.size(), most));
}

void Learner::forget_times() {
  for (std::vector<double>& one : samples_) one.clear();
  bytes_ = 0;
  is_uneven_ = false;
}

void Learner::start(Stage stage) {
  stage_ = stage;
  if (ways_.size() == 1 && (stage == Stage::compare || stage == Stage::confirm)) return rest();
  forget_times();
  const auto in_turn = [&](std::size_t replays, std::size_t skipped) {
    for (const std::size_t way : ways_) blocks_.push_back({way, replays, skipped});
  };
  switch (stage) {
    case Stage::screen:
      return in_turn(1, 0);
    case Stage::screen_again:
      for (const std::size_t way : ways_) blocks_.insert(blocks_.end(), {{best_, 1, 1}, {way, 1, 0}});
      return;
    case Stage::compare:
      return in_turn(4, 1);
    case Stage::confirm:
      return in_turn(9, 3);
    case Stage::rest:
      blocks_.push_back({best_, rest_ + timed_of_rest, rest_});
      return;
    case Stage::given_up:
      return;
  }
}

void Learner::rest() {
  ++times_learnt_;
  usual_ = 0;
  rest_longer();
}

void Learner::rest_longer() {
  rest_ = std::clamp(2 * rest_, first_rest, longest_rest);
  start(Stage::rest);
}

void Learner::end_of_rest(double tail) {
  risk_[best_] = 0;  // `agreed_` has it
  const double now = expected(best_);
  if (usual_ == 0) usual_ = now;
  const bool has_drifted = now > drifted * usual_ || now * drifted < usual_;
  if (++rests_ % rests_until_again == 0 || has_drifted) {
    risk_[best_] = tail;  // a few replays do not show it
    return screen();
  }
  // Few replays found the best way. If the rest shows that another may be better, those two are compared.
  std::size_t other = best_;
  for (std::size_t way = 0; way < agreed_.size(); ++way)
    if (is_better * expected(way) < expected(other)) other = way;
  if (other == best_) return rest_longer();
  ways_ = {other, best_};
  risk_[best_] = tail;
  start(Stage::compare);
}

}  // namespace partita::detail
