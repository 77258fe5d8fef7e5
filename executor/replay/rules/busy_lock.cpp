#include <algorithm>

#include <partita/executor/replay/rules/busy_lock.hpp>

namespace partita::detail {

namespace {

// From the go-ahead to the end of the message under way.
double lead(const LockOptions& terms) { return terms.early_go_ahead ? terms.message.start_up : 0; }

}  // namespace

bool BusyLock::lets_another_come(const LockOptions& terms, double now) const {
  return coming == 0 || (terms.early_go_ahead && coming == 1 && until - now <= lead(terms));
}

BusyLock BusyLock::expected_at(double now, const LockOptions& terms) const {
  return coming > 0 && now < until && lets_another_come(terms, now) ? *this : BusyLock{};
}

double BusyLock::busy_seconds(const LockOptions& terms, double now) const {
  if (!terms.busy_measure) return 0;
  return std::clamp(until - now - lead(terms), 0.0, lasting);
}

void BusyLock::take(const LockOptions& terms, double bytes, double now) {
  const double starts = now + terms.message.start_up;
  const double begins = coming > 0 ? std::max(starts, until) : starts;
  until = begins + bytes * terms.message.seconds_per_byte;
  lasting = until - now;
  ++coming;
}

}  // namespace partita::detail
