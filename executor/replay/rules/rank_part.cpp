#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <partita/executor/replay/rules/rank_part.hpp>

namespace partita::detail {

namespace {

std::vector<RankStage> make_stages(const RankPart& part, int phases, std::span<const int> begins,
                                   const StageProtocols& protocols) {
  std::vector<RankStage> stages;
  for (std::size_t k = 0; k < begins.size(); ++k) {
    const bool is_last = k + 1 == begins.size();
    const auto end_of = [&](const std::vector<RankMessage>& messages) {
      if (is_last) return messages.size();
      const auto next = std::ranges::lower_bound(messages, begins[k + 1], {}, &RankMessage::phase);
      return static_cast<std::size_t>(next - messages.begin());
    };
    RankStage stage{&entry_of(protocols.of_stage(k)), begins[k], is_last ? phases : begins[k + 1]};
    stage.sends = {k == 0 ? 0 : stages.back().sends.last, end_of(part.sends)};
    stage.receives = {k == 0 ? 0 : stages.back().receives.last, end_of(part.receives)};
    stages.push_back(stage);
  }
  return stages;
}

// Merges both lists, and adds the signals to the part.
std::vector<RankPhase> make_phases(RankPart& part) {
  std::vector<RankPhase> phases;
  const auto& sends = part.sends;
  const auto& receives = part.receives;
  std::size_t send = 0, receive = 0;
  while (send < sends.size() || receive < receives.size()) {
    const bool sends_next =
        receive == receives.size() || (send < sends.size() && sends[send].phase <= receives[receive].phase);
    RankPhase phase;
    phase.number = sends_next ? sends[send].phase : receives[receive].phase;
    phase.sends.first = send;
    phase.receives.first = receive;
    std::vector<int> receivers, senders;
    for (; send < sends.size() && sends[send].phase == phase.number; ++send)
      receivers.push_back(sends[send].partner);
    for (; receive < receives.size() && receives[receive].phase == phase.number; ++receive)
      senders.push_back(receives[receive].partner);
    phase.sends.last = send;
    phase.receives.last = receive;

    const Signals signals = protocol_in(part, phase.number).signals;
    if (signals == Signals::both_ways) {
      receivers.insert(receivers.end(), senders.begin(), senders.end());
      senders = receivers = each_once(std::move(receivers));
    }
    const auto append = [&](std::vector<int>& partners, const std::vector<int>& more) {
      const std::size_t first = partners.size();
      if (signals != Signals::none) partners.insert(partners.end(), more.begin(), more.end());
      return Range{first, partners.size()};
    };
    phase.signals_out = append(part.signals_out, senders);
    phase.signals_in = append(part.signals_in, receivers);
    phases.push_back(phase);
  }
  return phases;
}

std::vector<std::size_t> find_earlier(const RankPart& part) {
  std::vector<std::size_t> earlier(part.sends.size(), RankPart::none);
  for (const RankStage& stage : part.stages) {
    std::map<int, std::size_t> last_to;
    for (std::size_t send = stage.sends.first; send < stage.sends.last; ++send) {
      const auto [last, is_first] = last_to.try_emplace(part.sends[send].partner, send);
      if (!is_first) earlier[send] = std::exchange(last->second, send);
    }
  }
  return earlier;
}

}  // namespace

RankPart make_rank_part(std::vector<RankMessage> sends, std::vector<RankMessage> receives, int phases,
                        std::span<const int> stage_begins, const StageProtocols& protocols,
                        const RulesOptions& options) {
  RankPart part;
  part.sends = std::move(sends);
  part.receives = std::move(receives);
  part.options = options;
  part.stages = make_stages(part, phases, stage_begins, protocols);
  part.phases = make_phases(part);
  for (const RankStage& stage : part.stages) {
    if (stage.protocol->by_lock && part.earlier.empty()) part.earlier = find_earlier(part);
    if (stage.protocol->by_lock || (options.timed_idle && may_idle(*stage.protocol))) part.needs_time = true;
  }
  return part;
}

std::vector<int> partners(const std::vector<RankMessage>& messages) {
  std::vector<int> all;
  for (const RankMessage& message : messages) all.push_back(message.partner);
  return all;
}

std::vector<int> receivers(const RankPart& part) {
  std::vector<int> all = partners(part.sends);
  all.insert(all.end(), part.signals_out.begin(), part.signals_out.end());
  return all;
}

std::vector<int> each_once(std::vector<int> ranks) {
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

const ProtocolEntry& protocol_in(const RankPart& part, int phase) {
  const auto next = std::find_if(part.stages.begin() + 1, part.stages.end(),
                                 [&](const RankStage& later) { return phase < later.first_phase; });
  return *std::prev(next)->protocol;
}

}  // namespace partita::detail
