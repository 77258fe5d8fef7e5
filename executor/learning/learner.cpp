#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include <partita/executor/learning/learner.hpp>

namespace partita::detail {

namespace {

// Ways within `factor` of the best, at most so many.
struct Round {
  double factor;
  std::size_t most, replays, skipped;
};
constexpr std::array<Round, 3> halving{{{1.6, 6, 3, 1}, {1.2, 3, 6, 3}, {1.08, 3, 24, 3}}};

constexpr double much_slower = 2;        // than the best
constexpr double surely_slower = 1.3;    // by prediction ...
constexpr double is_right = 1.5;         // ... if predictions are right within this factor ...
constexpr double is_right_if_risky = 2;  // ... or this: one slow replay must not let risky ways in
constexpr double is_better = 1.02;
constexpr double drifted = 1.3;
constexpr double outlier = 4;        // over the median ...
constexpr double timer = 0.15;       // ... or seconds more: TCP waits for 200 ms and longer
constexpr int most_doubts = 3;       // how often a way is tried again because it waited for a timer
constexpr double to_agree = 1e-3;    // seconds
constexpr double most_to_agree = 8;  // replays
constexpr double doubted = 40, doubted_if_risky = 10;  // replays without losses, added to those made
constexpr std::size_t first_rest = 12, longest_rest = 1024, rests_until_again = 8;
constexpr std::size_t long_enough = 48;  // a rest that shows what the best way usually takes

double median(std::vector<double> values) {
  const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Replays that take longer have lost something. Those as long as a timer show it less than short ones.
double longest_without_loss(const std::vector<double>& values) {
  const double usual = median(values);
  return std::min(outlier * usual, usual + std::max(timer, usual / 2));
}

// Without losses. Not the median: a rank's replays are short and long in turn if ranks run apart.
double usual_time(const std::vector<double>& values) {
  std::vector<double> usual = values;
  std::erase_if(usual, [limit = longest_without_loss(values)](double value) { return value > limit; });
  return mean(usual);
}

}  // namespace

Learner::Learner(std::vector<Way> ways, std::size_t first)
    : all_(std::move(ways)),
      uncounted_(all_.size()),
      samples_(all_.size()),
      agreed_(all_.size()),
      lossless_(all_.size()),
      weights_(all_.size()),
      losses_(all_.size()),
      best_(first) {
  screen();
}

Learner::Agreement Learner::before_next() const {
  if (stage_ == Stage::given_up || !blocks_.empty()) return Agreement::none;
  if (bridging_ == 0) return Agreement::begin;
  return bridging_ < replays_to_agree() ? Agreement::none : Agreement::finish;
}

// Short replays end before all ranks have heard of one another.
std::size_t Learner::replays_to_agree() const {
  const double best = agreed_[best_];
  return best > 0 ? static_cast<std::size_t>(std::clamp(std::ceil(to_agree / best), 1.0, most_to_agree)) : 1;
}

std::size_t Learner::next() {
  ++replays_;
  is_timed_ = false;
  if (stage_ == Stage::given_up) return best_;
  if (blocks_.empty()) {
    ++bridging_;
    return times_learnt_ > 0 || is_sound(best_) ? best_ : least_risky();
  }
  const auto [way, replays, skipped] = blocks_.front();
  if (in_block_ == 0) uncounted_[way] = 0;
  is_timed_ = true;
  is_counted_ = in_block_ >= skipped;
  timed_way_ = way;
  if (++in_block_ == replays) {
    blocks_.erase(blocks_.begin());
    in_block_ = 0;
  }
  return way;
}

void Learner::took(double seconds, std::size_t bytes_per_unit) {
  if (!is_counted_) {
    uncounted_[timed_way_] += seconds;
    return;
  }
  if (bytes_ == 0) bytes_ = bytes_per_unit;
  is_uneven_ = is_uneven_ || bytes_ != bytes_per_unit;
  samples_[timed_way_].push_back(seconds);
}

// With those of this round.
Learner::Losses Learner::losses(std::size_t way) const {
  Losses all = losses_[way];
  const std::vector<double>& values = samples_[way];
  if (values.empty()) return all;
  const double usual = usual_time(values), limit = longest_without_loss(values);
  for (const double value : values)
    if (value > limit) all.seconds += value - usual;
  all.replays += static_cast<double>(values.size());
  return all;
}

std::vector<double> Learner::times() const {
  std::vector<double> times;
  for (std::size_t way = 0; way < samples_.size(); ++way) {
    const std::vector<double>& counted = samples_[way];
    const auto [seconds, replays] = losses(way);
    const double all = counted.empty() ? 0 : usual_time(counted) * static_cast<double>(counted.size());
    times.insert(times.end(), {uncounted_[way], uncounted_[way] + all,
                               seconds / ((all_[way].risk > 0 ? doubted_if_risky : doubted) + replays)});
  }
  times.push_back(is_uneven_ ? 1 : 0);
  return times;
}

void Learner::agree(std::span<const double> maxima) {
  bridging_ = 0;
  if (maxima.back() > 0) {
    if (stage_ == Stage::rest) return rest_longer();
    stage_ = Stage::given_up;
    return;
  }
  for (std::size_t way = 0; way < agreed_.size(); ++way)
    if (!samples_[way].empty()) add_time(way, maxima[3 * way + 1] - maxima[3 * way], maxima[3 * way + 2]);
  switch (stage_) {
    case Stage::screen:
    case Stage::screen_again:
      return screen_more();
    case Stage::halve:
      if (round_ + 1 < halving.size()) return halve(round_ + 1);
      keep(1, 1);
      return rest();
    case Stage::rest:
      return end_of_rest();
    case Stage::given_up:
      return;
  }
}

// Of the counted replays of this round, and what losses take of each replay. Rounds of halving have few
// replays: those of the rounds before count, too.
void Learner::add_time(std::size_t way, double seconds, double lost) {
  const auto replays = static_cast<double>(samples_[way].size());
  const double before = stage_ == Stage::halve ? weights_[way] : 0;
  lossless_[way] = (before * lossless_[way] + seconds) / (before + replays);
  weights_[way] = stage_ == Stage::halve || stage_ == Stage::rest ? before + replays : 0;
  agreed_[way] = lossless_[way] + lost;
}

std::size_t Learner::fastest() const {
  std::size_t best = 0;
  for (std::size_t way = 1; way < all_.size(); ++way)
    if (expected(way) < expected(best)) best = way;
  return best;
}

// Known, and without a timer in it: it leaves few late messages behind.
bool Learner::is_sound(std::size_t way) const { return agreed_[way] > 0 && agreed_[way] <= timer; }

std::size_t Learner::least_risky() const {
  const auto order = [&](std::size_t way) { return std::pair(all_[way].risk, expected(way)); };
  std::size_t found = 0;
  for (std::size_t way = 1; way < all_.size(); ++way)
    if (order(way) < order(found)) found = way;
  return found;
}

// Before them a replay that does not count: it opens connections, or waits for what the way before has lost.
void Learner::screen() {
  std::ranges::fill(agreed_, 0);
  doubts_.assign(all_.size(), 0);
  ways_ = screenable();
  start(Stage::screen);
  blocks_.insert(blocks_.begin(), {least_risky(), 1, 1});
}

// Ways are tried again, at most three times, if their time was not their fault: one of this round that took
// much longer than the best may have paid for messages that the way before it left behind, if that took
// longer still; and one that is no riskier than the best had bad luck if it waited for a timer.
void Learner::forget_doubtful() {
  const std::size_t best = fastest();
  const double limit = much_slower * agreed_[best];
  std::vector<bool> is_doubtful(all_.size());
  for (std::size_t k = 1; k < ways_.size(); ++k) {
    const double before = agreed_[ways_[k - 1]];
    is_doubtful[ways_[k]] = agreed_[ways_[k]] > limit && agreed_[ways_[k]] < before;
  }
  for (std::size_t way = 0; way < all_.size(); ++way) {
    const double own = agreed_[way];
    const double without_timer = agreed_[best] + std::max(timer, agreed_[best] / 2);
    const bool was_unlucky = all_[way].risk <= all_[best].risk && own > without_timer;
    if (doubts_[way] == most_doubts || !(is_doubtful[way] || was_unlucky)) continue;
    agreed_[way] = 0;
    ++doubts_[way];
  }
}

void Learner::screen_more() {
  forget_doubtful();
  best_ = fastest();
  ways_ = screenable();
  if (!ways_.empty()) return start(Stage::screen_again);
  ways_.resize(agreed_.size());
  std::iota(ways_.begin(), ways_.end(), std::size_t{0});
  halve(0);
}

// Those not tried yet that need not wait, in the order of trying.
std::vector<std::size_t> Learner::screenable() const {
  std::vector<std::size_t> in_order(all_.size()), found;
  std::iota(in_order.begin(), in_order.end(), std::size_t{0});
  std::ranges::stable_sort(in_order, {},
                           [&](std::size_t way) { return std::pair(all_[way].risk, way != best_); });
  for (const std::size_t way : in_order) {
    const auto is_as_risky = [&](std::size_t other) { return all_[other].risk == all_[way].risk; };
    const bool is_one_of_them = all_[way].risk > 0 && std::ranges::any_of(found, is_as_risky);
    const bool may_be_tried = way == best_ || (!is_one_of_them && !waits(way) && !is_surely_slower(way));
    if (agreed_[way] == 0 && may_be_tried) found.push_back(way);
  }
  return found;
}

// Until a less risky way has been tried; and for good if a risky one, no riskier than this, is slow.
bool Learner::waits(std::size_t way) const {
  const double limit = much_slower * least();
  for (int risk = 0; risk <= all_[way].risk; ++risk) {
    bool is_any = false, is_tried = false;
    for (std::size_t other = 0; other < all_.size(); ++other) {
      if (all_[other].risk != risk || other == way) continue;
      if (risk > 0 && agreed_[other] > limit) return true;
      is_any = is_any || agreed_[other] > 0 || !is_surely_slower(other);
      is_tried = is_tried || agreed_[other] > 0;
    }
    if (risk < all_[way].risk && is_any && !is_tried) return true;
  }
  return false;
}

double Learner::expected(std::size_t way) const { return known(agreed_[way]) * all_[way].handicap; }

// By predictions, unless those prove wrong. A way with a handicap is not worth its risk unless it promises
// more.
bool Learner::is_surely_slower(std::size_t way) const {
  const Way& own = all_[way];
  const double predicted = all_[best_].predicted, took = agreed_[best_];
  const double factor = own.handicap > 1 ? is_right_if_risky : is_right;
  const bool is_wrong = took > factor * predicted || took * factor < predicted;
  if (predicted == 0 || (took > 0 && is_wrong)) return false;
  return std::ranges::any_of(all_, [&](const Way& other) {
    const double most = own.handicap > other.handicap ? 1 / own.handicap : surely_slower;
    return own.predicted > most * known(other.predicted);
  });
}

void Learner::halve(std::size_t round) {
  round_ = round;
  keep(halving[round].factor, halving[round].most);
  start(Stage::halve);
}

// Of the ways of this round, ascending by their time.
void Learner::keep(double factor, std::size_t most) {
  std::ranges::stable_sort(ways_, {}, [&](std::size_t way) { return expected(way); });
  best_ = ways_.front();
  std::erase_if(ways_, [&](std::size_t way) { return expected(way) > factor * expected(best_); });
  ways_.resize(std::min(ways_.size(), most));
}

void Learner::forget_times() {
  for (std::size_t way = 0; way < samples_.size(); ++way) {
    if (!is_uneven_) losses_[way] = losses(way);
    samples_[way].clear();
  }
  bytes_ = 0;
  is_uneven_ = false;
}

void Learner::start(Stage stage) {
  stage_ = stage;
  if (ways_.size() == 1 && stage == Stage::halve) return rest();
  forget_times();
  const auto in_turn = [&](std::size_t replays, std::size_t skipped) {
    for (const std::size_t way : ways_) blocks_.push_back({way, replays, skipped});
  };
  switch (stage) {
    case Stage::screen:
      return in_turn(1, 0);
    case Stage::screen_again:
      // Each follows the best, or itself if the best loses messages and it is less risky.
      for (const std::size_t way : ways_) {
        const bool is_safer = all_[way].risk < all_[best_].risk && !is_sound(best_);
        blocks_.insert(blocks_.end(), {{is_safer ? way : best_, 1, 1}, {way, 1, 0}});
      }
      return;
    case Stage::halve:
      return in_turn(halving[round_].replays, halving[round_].skipped);
    case Stage::rest:
      samples_[best_].reserve(rest_);
      blocks_.push_back({best_, rest_, 0});
      return;
    case Stage::given_up:
      return;
  }
}

void Learner::rest() {
  if (++times_learnt_ == 1) learnt_in_ = replays_;
  usual_ = 0;
  rest_longer();
}

void Learner::rest_longer() {
  rest_ = std::clamp(2 * rest_, first_rest, longest_rest);
  start(Stage::rest);
}

void Learner::end_of_rest() {
  const double now = expected(best_);
  if (usual_ == 0 || rest_ <= long_enough) usual_ = now;
  const bool has_drifted = now > drifted * usual_ || now * drifted < usual_;
  if (++rests_ % rests_until_again == 0 || has_drifted) {
    for (auto& [seconds, replays] : losses_) seconds /= 2, replays /= 2;  // the network may have changed
    return screen();
  }
  std::size_t other = best_ == 0 ? 1 : 0;
  for (std::size_t way = 0; way < all_.size(); ++way)
    if (way != best_ && expected(way) < expected(other)) other = way;
  if (rest_ < long_enough && drifted * expected(other) < now) {
    best_ = other;
    return rest();
  }
  if (!may_be_better(other)) return rest_longer();
  ways_ = {other, best_};
  weights_[other] = weights_[best_] = 0;  // the network may have changed
  round_ = halving.size() - 1;
  start(Stage::halve);
}

// Than the best way. If few replays are known of it, it may be even if it seems to be somewhat slower.
bool Learner::may_be_better(std::size_t way) const {
  const Round& last = halving.back();
  const bool is_well_known = weights_[way] >= static_cast<double>(last.replays - last.skipped);
  return expected(way) < expected(best_) * (is_well_known ? 1 / is_better : last.factor);
}

}  // namespace partita::detail
