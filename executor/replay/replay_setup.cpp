// How a replay is set up: stages, phases, ways of its messages.
#include <algorithm>
#include <iterator>
#include <utility>

#include <partita/executor/replay/replay.hpp>
#include <partita/executor/replay/stages.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

namespace partita {

namespace {

// Those by MPI are quicker then.
constexpr std::size_t longest_shared = std::size_t{1} << 20;

bool has_signals(Protocol protocol) {
  return protocol == Protocol::ready_signal || protocol == Protocol::pairwise_sync;
}

std::vector<int> partners(const std::vector<ReplayMemory::End>& ends) {
  std::vector<int> all;
  for (const ReplayMemory::End& end : ends) all.push_back(end.layout.partner);
  return all;
}

}  // namespace

Replay::Replay(const Communicator& comm, Layouts layouts, const ReplayOptions& options)
    : comm_(comm),
      options_(options),
      schedule_phases_(layouts.phases),
      memory_(std::move(layouts)),
      stages_(make_stages()),
      phases_(make_phases()),
      tag_(comm.reserve_tags(3)),
      sending_(comm, tag_, partners(sends())),
      signalling_(comm, tag_ + 1, signals_out_),
      receiving_(comm, tag_, partners(receives())),
      signalled_(comm, tag_ + 1, signals_in_),
      barrier_(comm, tag_ + 2),
      arrived_(receives().size()) {
  if (options.window < 1) throw Error(text("a window has room for at least 1 send, not ", options.window));
  (void)monitor_seconds();
  (void)deadline_seconds();
  std::vector<int> receivers_of_this = partners(sends());
  receivers_of_this.insert(receivers_of_this.end(), signals_out_.begin(), signals_out_.end());
  check_ = ReplayCheck::make(comm, tag_, options.name, std::move(receivers_of_this));
  if (options.transport == Transport::neighbour) {
    require_one_call(comm, options.protocol, memory_);
    together_ = std::make_unique<NeighbourCollective>(comm, partners(sends()), partners(receives()));
    return;
  }
  bool is_all_by_lock = true;
  for (Stage& stage : stages_) {
    is_all_by_lock = is_all_by_lock && stage.protocol == Protocol::lock;
    if (stage.protocol != Protocol::lock) continue;
    const std::vector<int> receivers = partners(sends());
    stage.inquiries = std::make_unique<Inquiries>(
        comm, std::span(receivers).subspan(stage.sends.first, stage.sends.last - stage.sends.first),
        options.lock);
  }
  if (options.transport != Transport::mpi && !is_all_by_lock) share_memory();
}

void Replay::share_memory() {
  const auto message_ends = [&](const std::vector<End>& ends, const std::vector<int>& signals) {
    std::vector<MessageEnd> all;
    for (const End& end : ends) {
      // By `lock`, only MPI can say when a message has arrived.
      const bool by_mpi = protocol_in(end.layout.phase) == Protocol::lock;
      all.push_back(
          {end.layout.partner,
           by_mpi ? MessageEnd::no_channel : std::min(end.length * options_.bytes_per_unit, longest_shared)});
    }
    for (const int partner : signals) all.push_back({partner, 0});
    return all;
  };
  const std::vector<MessageEnd> outgoing = message_ends(sends(), signals_out_),
                                incoming = message_ends(receives(), signals_in_);
  if (options_.transport == Transport::shared) require_one_host(outgoing);
  channels_ = std::make_unique<SharedChannels>(comm_, tag_, outgoing, incoming, moves_values_of_its_own());
  if (channels_->empty()) return;
  waiting_ = SharedMemory::of(comm_).is_crowded() ? Waiting::yields : Waiting::looks;
  sending_.share(*channels_, 0);
  receiving_.share(*channels_, 0);
  signalling_.share(*channels_, sends().size());
  signalled_.share(*channels_, receives().size());
}

void Replay::require_one_host(const std::vector<MessageEnd>& sends) const {
  std::vector<int> partners;
  for (const MessageEnd& end : sends) partners.push_back(end.partner);
  const auto on_host = SharedMemory::of(comm_).ranks_on_host(partners);
  collectively(comm_, [&] {
    for (std::size_t k = 0; k < partners.size(); ++k)
      if (!on_host[k])
        throw Error(text("ranks ", comm_.rank(), " and ", partners[k],
                         " are on different hosts and share no memory; take the transport automatic"));
  });
}

// Such a rank knows how many bytes a unit has.
bool Replay::moves_values_of_its_own() const {
  const auto has_own = [](const End& end) {
    return std::any_of(end.layout.blocks.begin(), end.layout.blocks.end(),
                       [](const Block& block) { return block.buffer != relay_buffer; });
  };
  return std::any_of(sends().begin(), sends().end(), has_own) ||
         std::any_of(receives().begin(), receives().end(), has_own);
}

std::vector<Replay::Stage> Replay::make_stages() const {
  const std::vector<int> begins = first_phases_of_stages(comm_, memory_, options_.protocol.last() + 1);
  std::vector<Stage> stages;
  for (std::size_t k = 0; k < begins.size(); ++k) {
    const bool is_last = k + 1 == begins.size();
    const auto end_of = [&](const std::vector<End>& ends) {
      if (is_last) return ends.size();
      const auto next = std::partition_point(
          ends.begin(), ends.end(), [&](const End& end) { return end.layout.phase < begins[k + 1]; });
      return static_cast<std::size_t>(next - ends.begin());
    };
    Stage stage{options_.protocol.of_stage(k), begins[k], is_last ? schedule_phases_ : begins[k + 1]};
    stage.sends = {k == 0 ? 0 : stages.back().sends.last, end_of(sends())};
    stage.receives = {k == 0 ? 0 : stages.back().receives.last, end_of(receives())};
    stages.push_back(std::move(stage));
  }
  return stages;
}

Protocol Replay::protocol_in(int phase) const {
  const auto next = std::find_if(stages_.begin() + 1, stages_.end(),
                                 [&](const Stage& later) { return phase < later.first_phase; });
  return std::prev(next)->protocol;
}

// Merges both lists, which ascend by phase, and adds who signals to whom.
std::vector<Replay::Phase> Replay::make_phases() {
  std::vector<Phase> phases;
  std::size_t send = 0, receive = 0;
  const auto phase_of = [](const std::vector<End>& ends, std::size_t index) {
    return ends[index].layout.phase;
  };
  while (send < sends().size() || receive < receives().size()) {
    const bool sends_next =
        receive == receives().size() ||
        (send < sends().size() && phase_of(sends(), send) <= phase_of(receives(), receive));
    Phase phase;
    phase.number = sends_next ? phase_of(sends(), send) : phase_of(receives(), receive);
    phase.sends.first = send;
    phase.receives.first = receive;
    std::vector<int> receivers, senders;
    for (; send < sends().size() && phase_of(sends(), send) == phase.number; ++send)
      receivers.push_back(sends()[send].layout.partner);
    for (; receive < receives().size() && phase_of(receives(), receive) == phase.number; ++receive)
      senders.push_back(receives()[receive].layout.partner);
    phase.sends.last = send;
    phase.receives.last = receive;

    const Protocol protocol = protocol_in(phase.number);
    if (protocol == Protocol::pairwise_sync) {
      receivers.insert(receivers.end(), senders.begin(), senders.end());
      std::sort(receivers.begin(), receivers.end());
      receivers.erase(std::unique(receivers.begin(), receivers.end()), receivers.end());
      senders = receivers;
    }
    const bool signals = has_signals(protocol);
    const auto append = [&](std::vector<int>& partners, const std::vector<int>& more) {
      const std::size_t first = partners.size();
      if (signals) partners.insert(partners.end(), more.begin(), more.end());
      return Range{first, partners.size()};
    };
    phase.signals_out = append(signals_out_, senders);
    phase.signals_in = append(signals_in_, receivers);
    phases.push_back(phase);
  }
  return phases;
}

}  // namespace partita
