#pragma once
/// \file Which of several replays of the same messages comes next.

#include <cstddef>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::detail {

class Director {
 public:
  Director() = default;
  Director(const Director&) = delete;
  Director& operator=(const Director&) = delete;
  virtual ~Director() = default;

  /// The replay that is to begin now, by number. Every rank calls it for the same replays.
  virtual std::size_t next() = 0;

  /// Whether `done` is to be called after this one.
  virtual bool is_timed() const = 0;

  /// It took this long, without what the program did between its beginning and its end.
  virtual void done(double seconds, std::size_t bytes_per_unit) = 0;
};

/// The replays of one direction of an exchange, one after the other, as a director says. See Replay.
class DirectedReplay {
 public:
  /// @param director  null: always the first of the replays
  explicit DirectedReplay(std::vector<Replay> replays, std::unique_ptr<Director> director = nullptr)
      : replays_(std::move(replays)), director_(std::move(director)) {}

  const Director* director() const { return director_.get(); }

  /// @throws Error as Replay's does; also when the ranks have not agreed on the next one
  void require_idle() const {
    if (is_choosing_) throw Error(Replay::has_failed);
    now_->require_idle();
  }

  /// No messages of a replay are, or may still be, under way.
  bool is_idle() const { return now_->is_idle(); }

  /// Begins the next one: see Replay::begin.
  template <class From, class Into>
  void begin(const From& from, const Into& into, std::size_t bytes_per_unit, const UnitValues& values = {}) {
    if (director_) choose();
    bytes_ = bytes_per_unit;
    now_->begin(from, into, bytes_per_unit, values);
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
    director_->done(seconds_ + watch_.seconds(), bytes_);
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
    now_ = &replays_[director_->next()];
    is_choosing_ = false;
    is_timed_ = director_->is_timed();
    if (is_timed_) watch_.restart();
  }

  std::vector<Replay> replays_;
  std::unique_ptr<Director> director_;
  Replay* now_ = replays_.data();
  bool is_choosing_ = false;  // or an exception has left that
  bool is_timed_ = false;
  std::size_t bytes_ = 0;
  Stopwatch watch_;
  double seconds_ = 0;  // of its beginning
};

}  // namespace partita::detail
