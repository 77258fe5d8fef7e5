#pragma once
/// \file Replays of the same messages that race in an exchange's own replays: the ranks agree on the fastest.

#include <cstddef>
#include <string>

#include <partita/executor/replay/race.hpp>
#include <partita/executor/replay/synchronisation/barrier.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/under_way.hpp>

namespace partita::detail {

/// Each replay has tags of its own, so a rank may begin one while other ranks end another.
///
/// The agreement of the ranks on times begins before a replay. It goes on during some replays by the best
/// candidate so far, and is complete before the one after, so that every rank changes its candidate at the
/// same replay. The first one is waited for at once.
class Racing final : public UnderWay {
 public:
  /// Every rank constructs it in the same order.
  ///
  /// @param replays  how many: at least 2; the first is believed to be the best
  /// @param name     what sentences call the messages
  Racing(const Communicator& comm, std::size_t replays, std::string name);
  ~Racing() override;

  /// The replay that is to begin now, by number. Collective over all ranks, not only the neighbours: waits
  /// for them if it depends on their times.
  std::size_t next();

  /// The last one took this long, without what the program did between its beginning and its end. To be
  /// called if the race is timed.
  void took(double seconds, std::size_t bytes_per_unit) { race_.took(seconds, bytes_per_unit); }

  const Race& race() const { return race_; }

  void advance() override;
  void say_what_is_waited_for(Sentence& sentence) const override;

 private:
  void await_agreement();

  Communicator comm_;
  std::string name_;
  Race race_;
  Barrier barrier_;
  std::size_t bridged_ = 0;  // replays since the agreement began
  bool is_agreeing_ = false;
};

}  // namespace partita::detail
