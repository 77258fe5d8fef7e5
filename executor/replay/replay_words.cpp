// What a replay says of itself: to people, and to its check.
#include <algorithm>
#include <limits>
#include <numeric>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

std::vector<int> all_ranks(const Communicator& comm) {
  std::vector<int> all(comm.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

void Replay::say_what_is_waited_for(Sentence& sentence) const {
  const auto message = [&](std::string_view before, const End& end, std::string_view to_or_from) {
    sentence.add(before, end.bytes, to_or_from, end.layout.partner, " in phase ", end.layout.phase);
  };
  const RulesState& now = rules_.state();
  const RankStage& stage = rules_.stage();
  std::size_t leaving = 0;
  while (leaving < sends().size() && !transport_->is_sending(leaving)) ++leaving;
  switch (const Blocker& blocker = rules_.blocker(); blocker.kind) {
    case Blocker::Kind::arrivals:
      message("for ", receives()[now.arrived_before], " bytes from rank ");
      break;
    case Blocker::Kind::signals:
      if (now.next_send < sends().size())
        message("to be allowed to send ", sends()[now.next_send], " bytes to rank ");
      else
        sentence.add("for signals");
      break;
    case Blocker::Kind::barrier:
      if (stage.protocol->barriers == Barriers::before_each_phase)
        sentence.add("for all ranks at the barrier before phase ", now.barriers_passed + 1);
      else
        sentence.add("for all ranks at the barrier before the first message");
      break;
    case Blocker::Kind::locks:
      sentence.add("for the locks of receivers of ", stage.sends.last - now.next_send, " of its ",
                   sends().size(), " messages");
      break;
    case Blocker::Kind::time:
      sentence.add("for an idle phase to be over");
      break;
    case Blocker::Kind::departures:
    case Blocker::Kind::none:  // the transport has messages that leave
      if (leaving < sends().size())
        message("until ", sends()[leaving], " bytes are taken by rank ");
      else
        sentence.add("until its signals are taken");
      break;
  }
  if (!options_.name.empty()) sentence.add(" of the ", options_.name);
  sentence.add(" (tag ", tags_.first(), "), by ", stage.protocol->spelling);
  // A transport that waits in MPI for all at once counts as idle: any of them may be what does not come.
  if (now.arrived_before < receives().size() && leaving < sends().size() && transport_->is_idle())
    sentence.add(", and until its own messages are taken");
}

// A phase has two steps: its signals, then its messages.
namespace {
int step_of_signals(int phase) { return 2 * phase; }
int step_of_messages(int phase) { return 2 * phase + 1; }
}  // namespace

// All that is missing, of whatever phase: this rank does not end without it.
Awaited Replay::awaited() const {
  const RulesState& now = rules_.state();
  Awaited all = awaited_by({Blocker::Kind::arrivals, std::numeric_limits<int>::max()});
  for (std::size_t signal = 0; signal < part().signals_in.size(); ++signal)
    if (now.signalled[signal] != now.replay) all.ranks.push_back(part().signals_in[signal]);
  if (now.at_barrier) {
    const std::vector<int> every = all_ranks(comm_);
    all.ranks.insert(all.ranks.end(), every.begin(), every.end());
  }
  return all;
}

// What is taken from other ranks before anything else that this one does.
Awaited Replay::awaited_by(const Blocker& blocker) const {
  const RulesState& now = rules_.state();
  switch (blocker.kind) {
    case Blocker::Kind::arrivals: {
      Awaited messages;
      for (std::size_t k = now.arrived_before; k < receives().size(); ++k)
        if (now.arrived[k] != now.replay && receives()[k].layout.phase < blocker.phase)
          messages.ranks.push_back(receives()[k].layout.partner);
      if (blocker.phase < std::numeric_limits<int>::max()) messages.step = step_of_signals(blocker.phase);
      return messages;
    }
    case Blocker::Kind::signals: {
      Awaited signals{{}, step_of_messages(blocker.phase)};
      for (std::size_t k = blocker.signals.first; k < blocker.signals.last; ++k)
        if (now.signalled[k] != now.replay) signals.ranks.push_back(part().signals_in[k]);
      return signals;
    }
    case Blocker::Kind::barrier:
      return {all_ranks(comm_), 0};
    case Blocker::Kind::departures:
    case Blocker::Kind::time:
    case Blocker::Kind::locks:  // what a lock waits for cannot be said
    case Blocker::Kind::none:
      return {};
  }
  return {};
}

// Sends are started in order, but by `lock`: there only what a rank owes of later stages is known.
Awaited Replay::awaited_before_sending_to(int rank, int step) const {
  const RulesState& now = rules_.state();
  const RankStage& stage = rules_.stage();
  bool owes = false;
  for (std::size_t k = stage.protocol->by_lock ? stage.sends.last : now.next_send; k < sends().size(); ++k)
    if (sends()[k].layout.partner == rank && step_of_messages(sends()[k].layout.phase) < step) owes = true;
  for (const RankPhase& phase : part().phases)
    for (std::size_t signal = std::max(phase.signals_out.first, now.may_signal);
         signal < phase.signals_out.last; ++signal)
      if (part().signals_out[signal] == rank && step_of_signals(phase.number) < step) owes = true;
  return owes ? awaited_by(rules_.blocker()) : Awaited{};
}

}  // namespace partita::detail
