// Which messages there are.
#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <partita/executor/plan/plan.hpp>
#include <partita/executor/prediction/simulated_ranks.hpp>
#include <partita/executor/replay/rules/stage_begins.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

RankPart part_of(int me, const PhaseTable& table, int phases, std::span<const int> stages,
                 const ReplayModel& model) {
  std::vector<RankMessage> sends, receives;
  const auto is_of_others = [&](const Transfer& transfer, int Piece::*end) {
    return std::ranges::any_of(
        transfer.pieces, [&](int rank) { return rank != me; }, end);
  };
  for (const Transfer& send : table.sends)
    sends.push_back({send.phase, send.partner, is_of_others(send, &Piece::origin)});
  for (const Transfer& receive : table.receives)
    receives.push_back({receive.phase, receive.partner, is_of_others(receive, &Piece::target)});
  return make_rank_part(std::move(sends), std::move(receives), phases, stages, model.way.protocol,
                        {model.way.window, model.timed_idle});
}

// Units that a rank copies from each of its receives: those of a phase count for its first.
std::vector<Units> copied_of_receives(int me, const PhaseTable& table) {
  std::vector<Units> copied(table.receives.size(), 0);
  for (const auto& [phase, from, to] : table.copies) {
    if (from.origin == me) continue;
    const auto receive = std::ranges::lower_bound(table.receives, phase, {}, &Transfer::phase);
    if (receive != table.receives.end())
      copied[static_cast<std::size_t>(receive - table.receives.begin())] += to.length;
  }
  return copied;
}

// Fragments wait for no acknowledgements. If some of the named stages have no fragments, none has: penalties
// are the machine's. That a rank only relays, and messages are whole for it, is not foreseen.
Machine machine_for(const StageProtocols& protocol, const Machine& machine) {
  Machine found = machine;
  bool by_fragments = machine.costs.fragment > 0;
  for (std::size_t stage = 0; stage <= protocol.last(); ++stage)
    by_fragments = by_fragments && entry_of(protocol.of_stage(stage)).sends_fragments();
  if (by_fragments) found.costs.both_ways_penalty = found.costs.exchange_penalty = 0;
  return found;
}

}  // namespace

SimulatedRanks::SimulatedRanks(std::span<const PhaseTable> tables, const ReplayModel& model,
                               const Machine& machine, double bytes_per_unit)
    : model_(model),
      machine_(machine_for(model.way.protocol, machine)),
      lock_{model.way.lock},
      network_(make_network(machine_, static_cast<int>(tables.size()), model.resolution)) {
  lock_.message = message_time(machine_);
  int phases = 0;
  for (const PhaseTable& table : tables) phases = std::max(phases, table.phases);
  std::vector<Relayed> relayed;
  if (model.way.protocol.last() > 0)
    for (std::size_t me = 0; me < tables.size(); ++me)
      std::ranges::copy(relayed_by(static_cast<int>(me), tables[me]), std::back_inserter(relayed));
  const std::vector<int> stages =
      stage_begins(model.way.protocol.last() + 1, [&](int begin) { return next_stage(relayed, begin); });
  ranks_.reserve(tables.size());
  for (std::size_t me = 0; me < tables.size(); ++me) {
    ranks_.emplace_back(part_of(static_cast<int>(me), tables[me], phases, stages, model));
    ranks_.back().random = Random(model.seed + me);
  }
  std::vector<std::vector<int>> receivers, senders, signalled, signallers;
  for (const Rank& rank : ranks_) {
    const RankPart& part = rank.rules.part();
    receivers.push_back(partners(part.sends));
    senders.push_back(partners(part.receives));
    signalled.push_back(part.signals_out);
    signallers.push_back(part.signals_in);
  }
  make_messages(Kind::data, receivers, senders);
  std::vector<std::vector<Units>> copied;  // by rank and receive
  for (std::size_t me = 0; me < tables.size(); ++me)
    copied.push_back(copied_of_receives(static_cast<int>(me), tables[me]));
  for (Message& message : messages_) {
    message.copied = bytes_per_unit * static_cast<double>(copied[message.to][message.at_receiver]);
    const std::vector<Piece>& pieces = tables[message.from].sends[message.at_sender].pieces;
    message.bytes = bytes_per_unit * static_cast<double>(length(pieces));
    message.relayed = bytes_per_unit * static_cast<double>(relayed_length(message.from, pieces));
  }
  make_messages(Kind::signal, signalled, signallers);
}

// The k-th from one rank to another is the k-th that the other receives from it. The lists have, by rank, the
// partner of each message.
void SimulatedRanks::make_messages(Kind kind, const std::vector<std::vector<int>>& receivers,
                                   const std::vector<std::vector<int>>& senders) {
  std::map<std::pair<int, int>, std::queue<std::size_t>> receives;
  for (std::size_t to = 0; to < senders.size(); ++to)
    for (std::size_t k = 0; k < senders[to].size(); ++k)
      receives[{senders[to][k], static_cast<int>(to)}].push(k);
  for (std::size_t from = 0; from < receivers.size(); ++from)
    for (std::size_t k = 0; k < receivers[from].size(); ++k) {
      const int to = receivers[from][k];
      std::queue<std::size_t>& left = receives[{static_cast<int>(from), to}];
      if (left.empty()) refuse();
      auto& of_rank = kind == Kind::data ? ranks_[from].sends : ranks_[from].signals_out;
      of_rank.push_back(messages_.size());
      messages_.push_back({kind, static_cast<int>(from), to, 0, k, left.front()});
      left.pop();
    }
}

void SimulatedRanks::refuse() {
  throw Error("the phase tables do not fit together: what one rank sends is not what another receives");
}

}  // namespace partita::detail
