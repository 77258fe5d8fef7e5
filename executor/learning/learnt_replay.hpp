#pragma once
/// \file One direction of an exchange: replays by one way, or by the ways that it learns about.

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <partita/executor/learning/learner.hpp>
#include <partita/executor/protocols/barrier.hpp>
#include <partita/executor/replay/replay.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/stopwatch.hpp>
#include <partita/support/under_way.hpp>

namespace partita::detail {

/// The ways of an exchange that learns, all but the first, and the agreement of the ranks. Each way has tags
/// of its own, so that a rank may begin a replay by one way while others end that before by another.
class Learning final : public UnderWay {
 public:
  /// Called when the ranks have found the best way: which, and its seconds.
  using Found = std::function<void(std::size_t, double)>;

  /// Every rank constructs it in the same order. @param name what sentences call the replays
  Learning(const Communicator& comm, std::vector<Replay> rivals, const Learner& learner, std::string name,
           Found found);
  Learning(const Learning&) = delete;
  Learning& operator=(const Learning&) = delete;
  ~Learning();

  /// Decides the way of the next replay; waits for the other ranks if it depends on their times.
  void turn();

  Replay& now(Replay& first) { return way_ == 0 ? first : rivals_[way_ - 1]; }
  const Learner& learner() const { return learner_; }

  /// Adds the time of `work`, if this replay is timed.
  template <class Work>
  void timed(Work&& work) {
    if (!learner_.is_timed()) return work();
    const Stopwatch watch;
    work();
    seconds_ += watch.seconds();
  }

  void begins(std::size_t bytes_per_unit);
  void has_finished();

  void advance() override;
  void say_what_is_waited_for(Sentence& sentence) const override;

 private:
  void await_agreement();

  Communicator comm_;
  std::vector<Replay> rivals_;
  std::string name_;
  Found found_;
  Learner learner_;
  Barrier barrier_;
  bool is_agreeing_ = false;
  std::size_t way_ = 0;
  double seconds_ = 0;  // of the replay under way
  std::size_t bytes_ = 0;
};

/// Has the members of Replay that an exchange needs, and nothing more to do than it if there is one way.
class LearntReplay {
 public:
  explicit LearntReplay(Replay first, std::unique_ptr<Learning> learning = nullptr)
      : first_(std::move(first)), learning_(std::move(learning)) {}

  void require_idle() const { now().require_idle(); }

  /// As Replay::begin. Collective over all ranks, not only the neighbours, while it learns: every rank makes
  /// the same replays.
  void begin(std::span<const Records> send_from, std::span<const Records> receive_into,
             std::size_t bytes_per_unit) {
    if (!learning_) return first_.begin(send_from, receive_into, bytes_per_unit);
    begin_next(bytes_per_unit, send_from, receive_into);
  }
  void begin(const std::byte* send_from, std::byte* receive_into, std::size_t bytes_per_unit) {
    if (!learning_) return first_.begin(send_from, receive_into, bytes_per_unit);
    begin_next(bytes_per_unit, send_from, receive_into);
  }

  void finish() {
    if (!learning_) return first_.finish();
    learning_->timed([&] { now().finish(); });
    learning_->has_finished();
  }

  template <class Use>
  void for_each_delivery(Use&& use) const {
    now().for_each_delivery(use);
  }

  /// Null if there is one way.
  const Learner* learner() const { return learning_ ? &learning_->learner() : nullptr; }

 private:
  Replay& now() { return learning_ ? learning_->now(first_) : first_; }
  const Replay& now() const { return const_cast<LearntReplay&>(*this).now(); }

  void begin_next(std::size_t bytes_per_unit, const auto&... memory) {
    require_idle();
    learning_->turn();
    learning_->begins(bytes_per_unit);
    learning_->timed([&] { now().begin(memory..., bytes_per_unit); });
  }

  Replay first_;
  std::unique_ptr<Learning> learning_;
};

}  // namespace partita::detail
