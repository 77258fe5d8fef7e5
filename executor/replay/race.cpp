#include <numeric>

#include <partita/executor/replay/race.hpp>

namespace partita::detail {

namespace {

// Laps and heats: times of single replays on a network differ by tens of per cent, and a race of four
// candidates must end within the first 80 of some hundred replays.
constexpr std::size_t lap = 3, heats = 5;
// One heat shows what is several times slower, two show less.
constexpr double too_slow_in_one = 3, too_slow = 1.3;
// Rests: of four candidates at most 80 of 8000 replays are a race's in the long run.
constexpr std::size_t first_rest = 64, longest_rest = 1024, rests_between_races = 8;
constexpr double drifted = 1.3;  // as for candidates: what is less is no reason to race

double median(std::vector<double> values) {
  const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

Race::Race(std::size_t candidates) : heats_(candidates), lost_(candidates), taken_(candidates) { start(); }

void Race::start() {
  racing_.resize(heats_.size());
  std::iota(racing_.begin(), racing_.end(), std::size_t{0});
  heat_ = rest_ = 0;
}

std::size_t Race::replays_of_heat() const { return rest_ > 0 ? rest_ : lap * racing_.size(); }

std::size_t Race::next() {
  ++replays_;
  is_timed_ = !is_over_ && !awaits_agreement() && (rest_ > 0 || replayed_ % lap != 0);
  if (is_over_ || awaits_agreement()) return best_;
  timed_ = rest_ > 0 ? best_ : racing_[replayed_ / lap];
  ++replayed_;
  return timed_;
}

void Race::took(double seconds, std::size_t bytes_per_unit) {
  if (bytes_ == 0) bytes_ = bytes_per_unit;
  is_uneven_ = is_uneven_ || bytes_ != bytes_per_unit;
  taken_[timed_] += seconds;
}

std::vector<double> Race::times() const {
  std::vector<double> times = taken_;
  times.push_back(is_uneven_ ? 1 : 0);
  return times;
}

double Race::seconds(std::size_t candidate) const {
  return heats_[candidate].empty() ? 0 : median(heats_[candidate]) + lost_[candidate];
}

void Race::agree(std::span<const double> maxima) {
  is_over_ = maxima.back() > 0;
  replayed_ = bytes_ = 0;
  std::ranges::fill(taken_, 0);
  if (is_over_) return;
  if (rest_ > 0) return end_rest(maxima[best_] / static_cast<double>(rest_));
  if (heat_ == 0)
    for (std::vector<double>& of_candidate : heats_) of_candidate.clear();
  for (const std::size_t candidate : racing_) heats_[candidate].push_back(maxima[candidate] / (lap - 1));
  drop_slow();
}

void Race::drop_slow() {
  best_ = *std::ranges::min_element(racing_, {}, [&](std::size_t candidate) { return seconds(candidate); });
  const double limit = (heat_ == 0 ? too_slow_in_one : too_slow) * seconds(best_);
  std::erase_if(racing_, [&](std::size_t candidate) { return seconds(candidate) > limit; });
  if (++heat_ < heats && racing_.size() > 1) return;
  if (decided_after_ == 0) decided_after_ = replays_;
  expected_ = seconds(best_);
  last_rest_ = 0;
  for (double& seconds : lost_) seconds /= 2;
  rest_ = longest_rest_ = std::clamp(2 * longest_rest_, first_rest, longest_rest);
}

// Two rests in a row must be slow: one packet that is lost in a short rest says little.
void Race::end_rest(double seconds) {
  const double steady = std::min(seconds, last_rest_);  // 0 in the first rest
  if (last_rest_ > 0) lost_[best_] = std::max(0.0, steady - median(heats_[best_]));
  last_rest_ = seconds;
  const bool has_drifted = steady > drifted * expected_ || seconds * drifted < expected_;
  if (has_drifted || ++rests_ % rests_between_races == 0) return start();
  rest_ = longest_rest_ = std::min(2 * longest_rest_, longest_rest);
}

}  // namespace partita::detail
