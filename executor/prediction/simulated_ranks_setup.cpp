// Which messages there are, and in which phases of their ranks.
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include <partita/executor/prediction/simulated_ranks.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/error.hpp>

namespace partita {

using namespace detail;

namespace {

using Pair = std::pair<int, int>;

bool has_signals(Protocol protocol) {
  return protocol == Protocol::ready_signal || protocol == Protocol::pairwise_sync;
}

}  // namespace

SimulatedRanks::SimulatedRanks(std::span<const PhaseTable> tables, const ReplayModel& model,
                               const Machine& machine, double bytes_per_unit)
    : model_(model),
      machine_(machine),
      network_(make_network(machine, static_cast<int>(tables.size()), model.resolution)),
      ranks_(tables.size()) {
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) ranks_[rank].random = Random(model.seed + rank);
  for (const PhaseTable& table : tables) phases_ = std::max(phases_, table.phases);
  entered_.resize(static_cast<std::size_t>(std::max(phases_, 1)));
  left_.assign(entered_.size(), std::numeric_limits<double>::infinity());
  make_ranks(tables, bytes_per_unit);
  make_phases(tables);
  if (model.protocol == Protocol::lock) prepare_locks();
}

// The k-th message that a rank sends to another is the k-th that the other receives from it.
void SimulatedRanks::make_ranks(std::span<const PhaseTable> tables, double bytes_per_unit) {
  std::map<Pair, std::vector<std::size_t>> receives;
  for (std::size_t to = 0; to < tables.size(); ++to)
    for (const Transfer& receive : tables[to].receives) {
      Rank& rank = ranks_[to];
      receives[{receive.partner, static_cast<int>(to)}].push_back(rank.receive_phases.size());
      rank.receive_phases.push_back(receive.phase);
      rank.arrived.push_back(false);
    }
  std::map<Pair, std::size_t> sent;
  for (std::size_t from = 0; from < tables.size(); ++from)
    for (const Transfer& send : tables[from].sends) {
      const int me = static_cast<int>(from);
      const Pair pair{me, send.partner};
      const std::size_t k = sent[pair]++;
      if (k >= receives[pair].size()) refuse();
      const bool relays = std::any_of(send.pieces.begin(), send.pieces.end(),
                                      [&](const Piece& piece) { return piece.origin != me; });
      ranks_[from].sends.push_back({messages_.size(), send.phase, relays});
      messages_.push_back({Kind::data, me, send.partner,
                           static_cast<double>(length(send.pieces)) * bytes_per_unit, receives[pair][k]});
    }
}

// As Replay::make_phases.
void SimulatedRanks::make_phases(std::span<const PhaseTable> tables) {
  std::map<Pair, std::vector<std::size_t>> awaited;  // signals, by their numbers at the receiver
  for (std::size_t me = 0; me < tables.size(); ++me) {
    const auto& [phases, sends, receives] = tables[me];
    Rank& rank = ranks_[me];
    std::size_t send = 0, receive = 0;
    while (send < sends.size() || receive < receives.size()) {
      Phase phase;
      phase.number =
          receive == receives.size() || (send < sends.size() && sends[send].phase <= receives[receive].phase)
              ? sends[send].phase
              : receives[receive].phase;
      phase.sends.first = send;
      phase.receives.first = receive;
      std::vector<int> receivers, senders;
      for (; send < sends.size() && sends[send].phase == phase.number; ++send)
        receivers.push_back(sends[send].partner);
      for (; receive < receives.size() && receives[receive].phase == phase.number; ++receive)
        senders.push_back(receives[receive].partner);
      phase.sends.last = send;
      phase.receives.last = receive;
      if (model_.protocol == Protocol::pairwise_sync) {
        receivers.insert(receivers.end(), senders.begin(), senders.end());
        std::sort(receivers.begin(), receivers.end());
        receivers.erase(std::unique(receivers.begin(), receivers.end()), receivers.end());
        senders = receivers;
      }
      phase.signals_out.first = rank.signals_out.size();
      phase.signals_in.first = rank.signalled.size();
      if (has_signals(model_.protocol)) {
        for (const int partner : senders) {
          rank.signals_out.push_back(messages_.size());
          messages_.push_back({Kind::signal, static_cast<int>(me), partner, 0, 0});
        }
        for (const int partner : receivers) {
          awaited[{partner, static_cast<int>(me)}].push_back(rank.signalled.size());
          rank.signalled.push_back(false);
        }
      }
      phase.signals_out.last = rank.signals_out.size();
      phase.signals_in.last = rank.signalled.size();
      rank.phases.push_back(phase);
    }
  }
  std::map<Pair, std::size_t> sent;
  for (const Rank& rank : ranks_)
    for (const std::size_t signal : rank.signals_out) {
      Message& message = messages_[signal];
      const Pair pair{message.from, message.to};
      const std::size_t k = sent[pair]++;
      if (k >= awaited[pair].size()) refuse();
      message.at_receiver = awaited[pair][k];
    }
}

void SimulatedRanks::prepare_locks() {
  expected_.resize(messages_.size());
  took_.resize(messages_.size());
  for (std::size_t me = 0; me < ranks_.size(); ++me) {
    Rank& rank = ranks_[me];
    rank.unsent.resize(rank.sends.size());
    std::iota(rank.unsent.begin(), rank.unsent.end(), std::size_t{0});
    rank.leave_alone_until.resize(rank.sends.size());
  }
}

void SimulatedRanks::refuse() {
  throw Error("the phase tables do not fit together: what one rank sends is not what another receives");
}

}  // namespace partita
