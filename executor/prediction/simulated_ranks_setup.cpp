// Which messages there are.
#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <partita/executor/prediction/simulated_ranks.hpp>
#include <partita/executor/rules/stage_begins.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

// The k-th from one rank to another is the k-th that the other receives from it.
using Numbers = std::map<std::pair<int, int>, std::vector<std::size_t>>;

RankPart part_of(int me, const PhaseTable& table, int phases, std::span<const int> stages,
                 const ReplayModel& model) {
  std::vector<RankMessage> sends, receives;
  const auto is_of_others = [&](const Transfer& transfer, int Piece::*end) {
    return std::any_of(transfer.pieces.begin(), transfer.pieces.end(),
                       [&](const Piece& piece) { return piece.*end != me; });
  };
  for (const Transfer& send : table.sends)
    sends.push_back({send.phase, send.partner, is_of_others(send, &Piece::origin)});
  for (const Transfer& receive : table.receives)
    receives.push_back({receive.phase, receive.partner, is_of_others(receive, &Piece::target)});
  return make_rank_part(std::move(sends), std::move(receives), phases, stages, model.protocol,
                        {model.window, model.timed_idle, model.lock});
}

}  // namespace

SimulatedRanks::SimulatedRanks(std::span<const PhaseTable> tables, const ReplayModel& model,
                               const Machine& machine, double bytes_per_unit)
    : model_(model),
      machine_(machine),
      network_(make_network(machine, static_cast<int>(tables.size()), model.resolution)) {
  int phases = 0;
  for (const PhaseTable& table : tables) phases = std::max(phases, table.phases);
  std::vector<Relayed> relayed;
  if (model.protocol.last() > 0)
    for (std::size_t me = 0; me < tables.size(); ++me)
      std::ranges::copy(relayed_by(static_cast<int>(me), tables[me]), std::back_inserter(relayed));
  const std::vector<int> stages =
      stage_begins(model.protocol.last() + 1, [&](int begin) { return next_stage(relayed, begin); });
  ranks_.reserve(tables.size());
  for (std::size_t me = 0; me < tables.size(); ++me) {
    ranks_.emplace_back(part_of(static_cast<int>(me), tables[me], phases, stages, model));
    ranks_.back().random = Random(model.seed + me);
  }
  make_messages(tables, bytes_per_unit);
  make_signals();
}

void SimulatedRanks::make_messages(std::span<const PhaseTable> tables, double bytes_per_unit) {
  Numbers receives;
  for (std::size_t to = 0; to < tables.size(); ++to)
    for (std::size_t k = 0; k < tables[to].receives.size(); ++k)
      receives[{tables[to].receives[k].partner, static_cast<int>(to)}].push_back(k);
  std::map<std::pair<int, int>, std::size_t> sent;
  for (std::size_t from = 0; from < tables.size(); ++from)
    for (const Transfer& send : tables[from].sends) {
      const std::pair pair{static_cast<int>(from), send.partner};
      const std::size_t k = sent[pair]++;
      if (k >= receives[pair].size()) refuse();
      ranks_[from].sends.push_back(messages_.size());
      messages_.push_back({Kind::data, pair.first, pair.second,
                           static_cast<double>(length(send.pieces)) * bytes_per_unit,
                           ranks_[from].sends.size() - 1, receives[pair][k]});
    }
}

void SimulatedRanks::make_signals() {
  Numbers awaited;
  for (std::size_t to = 0; to < ranks_.size(); ++to) {
    const std::vector<int>& senders = ranks_[to].rules.part().signals_in;
    for (std::size_t k = 0; k < senders.size(); ++k) awaited[{senders[k], static_cast<int>(to)}].push_back(k);
  }
  std::map<std::pair<int, int>, std::size_t> sent;
  for (std::size_t from = 0; from < ranks_.size(); ++from)
    for (const int to : ranks_[from].rules.part().signals_out) {
      const std::pair pair{static_cast<int>(from), to};
      const std::size_t k = sent[pair]++;
      if (k >= awaited[pair].size()) refuse();
      ranks_[from].signals_out.push_back(messages_.size());
      messages_.push_back(
          {Kind::signal, pair.first, to, 0, ranks_[from].signals_out.size() - 1, awaited[pair][k]});
    }
}

void SimulatedRanks::refuse() {
  throw Error("the phase tables do not fit together: what one rank sends is not what another receives");
}

}  // namespace partita::detail
