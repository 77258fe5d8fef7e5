#pragma once
/// \file Which of several replays of the same messages comes next.

#include <cstddef>
#include <memory>
#include <utility>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::detail {

class Director {
 public:
  Director() = default;
  Director(const Director&) = delete;
  Director& operator=(const Director&) = delete;
  virtual ~Director() = default;

  /// The replay that is to begin now. Every rank calls it for the same replays.
  virtual Replay& next() = 0;

  /// Whether `done` is to be called after this one.
  virtual bool is_timed() const { return false; }

  /// It took this long, without what the program did between its beginning and its end.
  virtual void done(double /*seconds*/, std::size_t /*bytes_per_unit*/) {}
};

/// Always the same replay.
class OneReplay final : public Director {
 public:
  explicit OneReplay(Replay replay) : replay_(std::move(replay)) {}

  Replay& next() override { return replay_; }

 private:
  Replay replay_;
};

/// The replays of one direction of an exchange, one after the other, as a director says. See Replay.
class DirectedReplay {
 public:
  explicit DirectedReplay(std::unique_ptr<Director> director) : director_(std::move(director)) {}

  const Director& director() const { return *director_; }

  void require_idle() const {
    if (now_ != nullptr) now_->require_idle();
  }

  template <class From, class Into>
  void begin(From&& send_from, Into&& receive_into, std::size_t bytes_per_unit) {
    require_idle();
    now_ = &director_->next();
    bytes_ = bytes_per_unit;
    seconds_ = timed([&] { now_->begin(send_from, receive_into, bytes_per_unit); });
  }

  void finish() {
    if (now_ == nullptr) throw Error("an exchange was finished that had not been begun");
    seconds_ += timed([&] { now_->finish(); });
    if (director_->is_timed()) director_->done(seconds_, bytes_);
  }

  template <class Use>
  void for_each_delivery(Use&& use) const {
    now_->for_each_delivery(use);
  }

 private:
  template <class Work>
  double timed(Work&& work) const {
    if (!director_->is_timed()) return work(), 0;
    const Stopwatch watch;
    work();
    return watch.seconds();
  }

  std::unique_ptr<Director> director_;
  Replay* now_ = nullptr;
  std::size_t bytes_ = 0;
  double seconds_ = 0;
};

}  // namespace partita::detail
