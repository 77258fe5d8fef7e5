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
  if (now.arrived_before < receives().size())
    message("for ", receives()[now.arrived_before], " bytes from rank ");
  else if (stage.protocol->by_lock && now.next_send < stage.sends.last)
    sentence.add("for the locks of receivers of ", stage.sends.last - now.next_send, " of its ",
                 sends().size(), " messages");
  else if (now.next_send < sends().size())
    message("to be allowed to send ", sends()[now.next_send], " bytes to rank ");
  else if (leaving < sends().size())
    message("until ", sends()[leaving], " bytes are taken by rank ");
  else if (now.at_barrier)
    sentence.add("for all ranks at barrier ", now.barriers_passed);
  else
    sentence.add("for signals");
  if (!options_.name.empty()) sentence.add(" of the ", options_.name);
  sentence.add(" (tag ", tags_.first(), "), by ", stage.protocol->spelling);
  // A transport that waits in MPI for all at once counts as idle: any of them may be what does not come.
  if (now.arrived_before < receives().size() && leaving < sends().size() && transport_->is_idle())
    sentence.add(", and until its own messages are taken");
}

Awaited Replay::awaited() const { return awaited_of_phases_before(std::numeric_limits<int>::max()); }

Awaited Replay::awaited_of_phases_before(int phase) const {
  const RulesState& now = rules_.state();
  Awaited awaited{{}, phase};
  for (std::size_t k = now.arrived_before; k < receives().size(); ++k)
    if (now.arrived[k] != now.replay && receives()[k].layout.phase < phase)
      awaited.ranks.push_back(receives()[k].layout.partner);
  for (std::size_t k = now.next_phase; k < part().phases.size() && part().phases[k].number < phase; ++k)
    for (std::size_t signal = part().phases[k].signals_in.first; signal < part().phases[k].signals_in.last;
         ++signal)
      if (now.signalled[signal] != now.replay) awaited.ranks.push_back(part().signals_in[signal]);
  if (now.at_barrier && now.barriers_passed < phase) {
    const std::vector<int> all = all_ranks(comm_);
    awaited.ranks.insert(awaited.ranks.end(), all.begin(), all.end());
  }
  return awaited;
}

// Sends are started in order, but by `lock`: what one of those waits for cannot be said.
Awaited Replay::awaited_before_sending_to(int rank, int phase) const {
  const RulesState& now = rules_.state();
  const RankStage& stage = rules_.stage();
  int owed = phase;  // first phase of which this rank owes something
  for (std::size_t k = stage.protocol->by_lock ? stage.sends.last : now.next_send;
       k < sends().size(); ++k)
    if (sends()[k].layout.partner == rank) owed = std::min(owed, sends()[k].layout.phase);
  for (const RankPhase& later : part().phases)
    for (std::size_t signal = std::max(later.signals_out.first, now.may_signal);
         signal < later.signals_out.last; ++signal)
      if (part().signals_out[signal] == rank) owed = std::min(owed, later.number);
  if (owed == phase) return {};
  if (owed >= stage.end_phase) return awaited_of_phases_before(stage.end_phase);
  if (stage.protocol->is_phased) return awaited_of_phases_before(owed);
  if (now.at_barrier) return {all_ranks(comm_), 0};
  if (Conditions::has_what_it_sends(part(), now, now.next_send)) return {};
  return awaited_of_phases_before(sends()[now.next_send].layout.phase);
}

}  // namespace partita::detail
