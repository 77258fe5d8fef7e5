#include <algorithm>

#include <partita/executor/replay/rules/idle_phases.hpp>

namespace partita::detail {

void IdlePhases::begin() {
  if (messages_ > 0) {
    const double mean = took_ / messages_;
    phase_seconds_ = phase_seconds_ == 0 ? mean : std::min(mean, 2 * phase_seconds_);
  }
  may_idle_ = took_;
  took_ = 0;
  messages_ = 0;
  next_phase_ = 0;
  idles_until_ = 0;
}

bool IdlePhases::are_over(int phase, double now) {
  if (next_phase_ < phase) {
    const double seconds = std::min(may_idle_, (phase - next_phase_) * phase_seconds_);
    may_idle_ -= seconds;
    idles_until_ = now + seconds;
    next_phase_ = phase;
  }
  return now >= idles_until_;
}

void IdlePhases::sent(int phase, double from, double until) {
  ++messages_;
  took_ += until - from;
  next_phase_ = phase + 1;
}

}  // namespace partita::detail
