#pragma once
/// \file The replays of one direction of an exchange: one table, or several that race.

#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <partita/executor/replay/racing.hpp>
#include <partita/executor/replay/replay.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::detail {

/// Replays of the same messages, one after the other. See Replay.
class Replays {
 public:
  /// At least one; several race. Every rank constructs them in the same order.
  /// @param name  what sentences call them
  Replays(const Communicator& comm, std::vector<Replay> replays, const std::string& name)
      : replays_(std::move(replays)),
        racing_(replays_.size() > 1 ? std::make_unique<Racing>(comm, replays_.size(), name) : nullptr) {}

  /// Null if there is one.
  const Race* race() const { return racing_ ? &racing_->race() : nullptr; }

  /// @throws Error as Replay's does; also when the ranks have not agreed on the next one
  void require_idle() const {
    if (is_choosing_) throw Error(Replay::has_failed);
    now_->require_idle();
  }

  /// No messages of a replay are, or may still be, under way.
  bool is_idle() const { return now_->is_idle(); }

  /// The one to begin now; then call `has_begun`. @throws Error as `require_idle`
  Replay& next() {
    if (racing_) choose();
    return *now_;
  }

  /// Its begin has returned, with units of these bytes.
  void has_begun(std::size_t bytes_per_unit) {
    bytes_ = bytes_per_unit;
    if (is_timed_) seconds_ = watch_.seconds();
  }

  /// See Replay::finish.
  template <class Arrived>
  void finish(Arrived&& arrived, Until until = Until::received) {
    if (!is_timed_) return now_->finish(arrived, until);
    // If `arrived` throws on one rank, the replay counts nevertheless, as on the others.
    std::exception_ptr thrown;
    watch_.restart();
    const auto keep_thrown = [&] {
      try {
        arrived();
      } catch (...) {
        thrown = std::current_exception();
      }
    };
    now_->finish(keep_thrown, until);
    racing_->took(seconds_ + watch_.seconds(), bytes_);
    if (thrown) std::rethrow_exception(thrown);
  }
  void finish() {
    finish([] {}, Until::done);
  }

  template <class Use>
  void for_each_delivery(Use&& use) const {
    now_->for_each_delivery(use);
  }

 private:
  void choose() {
    require_idle();
    is_choosing_ = true;
    now_ = &replays_[racing_->next()];
    is_choosing_ = false;
    is_timed_ = racing_->race().is_timed();
    if (is_timed_) watch_.restart();
  }

  std::vector<Replay> replays_;
  std::unique_ptr<Racing> racing_;
  Replay* now_ = replays_.data();
  bool is_choosing_ = false;  // or an exception has left that
  bool is_timed_ = false;
  std::size_t bytes_ = 0;
  Stopwatch watch_;
  double seconds_ = 0;  // of its beginning
};

}  // namespace partita::detail
