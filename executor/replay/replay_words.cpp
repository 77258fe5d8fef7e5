// What a replay says of itself: to people, and to its check.
#include <algorithm>
#include <limits>
#include <numeric>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/error.hpp>

namespace partita {

namespace {

std::vector<int> all_ranks(const Communicator& comm) {
  std::vector<int> all(static_cast<std::size_t>(comm.size()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

std::string Replay::waited(double seconds) const {
  Sentence sentence;
  say_what_is_waited_for(sentence);
  return text("rank ", comm_.rank(), " has waited ", seconds, " s ", sentence.view());
}

void Replay::say_what_is_waited_for(Sentence& sentence) const {
  const auto message = [&](std::string_view before, const End& end, std::string_view to_or_from) {
    sentence.add(before, memory_.bytes(end), to_or_from, end.layout.partner, " in phase ", end.layout.phase);
  };
  const auto first_under_way = [](const auto& messages, std::size_t count) {
    std::size_t first = 0;
    while (first < count && !messages.under_way(first)) ++first;
    return first;
  };
  if (arrived_before_ < receives().size())
    message("for ", receives()[arrived_before_], " bytes from rank ");
  else if (stage().inquiries && next_send_ < stage().sends.last)
    sentence.add("for the locks of receivers of ", stage().sends.last - next_send_, " of its ",
                 sends().size(), " messages");
  else if (next_send_ < sends().size())
    message("to be allowed to send ", sends()[next_send_], " bytes to rank ");
  else if (const std::size_t send = first_under_way(sending_, sends().size()); send < sends().size())
    message("until ", sends()[send], " bytes are taken by rank ");
  else if (at_barrier_)
    sentence.add("for all ranks at barrier ", barriers_passed_);
  else if (together_)
    sentence.add("for its neighbour collective");
  else
    sentence.add("for signals");
  if (!options_.name.empty()) sentence.add(" of the ", options_.name);
  sentence.add(" (tag ", tag_, "), by ", name_of(stage().protocol));
}

Awaited Replay::awaited() const { return awaited_of_phases_before(std::numeric_limits<int>::max()); }

Awaited Replay::awaited_of_phases_before(int phase) const {
  Awaited awaited{{}, phase};
  for (std::size_t k = arrived_before_; k < receives().size(); ++k)
    if (!arrived_[k] && receives()[k].layout.phase < phase)
      awaited.ranks.push_back(receives()[k].layout.partner);
  for (std::size_t k = next_phase_; k < phases_.size() && phases_[k].number < phase; ++k)
    for (std::size_t signal = phases_[k].signals_in.first; signal < phases_[k].signals_in.last; ++signal)
      if (!is_open(k) || signalled_.under_way(signal)) awaited.ranks.push_back(signals_in_[signal]);
  if (at_barrier_ && barriers_passed_ < phase) {
    const std::vector<int> all = all_ranks(comm_);
    awaited.ranks.insert(awaited.ranks.end(), all.begin(), all.end());
  }
  return awaited;
}

// Sends are started in order, but by `lock`: nobody can say what one of those waits for.
Awaited Replay::awaited_before_sending_to(int rank, int phase) const {
  int owed = phase;  // first phase of which this rank owes something
  for (std::size_t k = stage().inquiries ? stage().sends.last : next_send_; k < sends().size(); ++k)
    if (sends()[k].layout.partner == rank) owed = std::min(owed, sends()[k].layout.phase);
  for (std::size_t k = next_phase_; k < phases_.size(); ++k)
    for (std::size_t signal = phases_[k].signals_out.first; signal < phases_[k].signals_out.last; ++signal)
      if (!is_open(k) && signals_out_[signal] == rank) owed = std::min(owed, phases_[k].number);
  if (owed == phase) return {};
  if (owed >= stage().end_phase) return awaited_of_phases_before(stage().end_phase);
  if (is_phased(stage().protocol)) return awaited_of_phases_before(owed);
  if (at_barrier_) return {all_ranks(comm_), 0};
  if (has_what_it_sends(next_send_)) return {};
  return awaited_of_phases_before(sends()[next_send_].layout.phase);
}

}  // namespace partita
