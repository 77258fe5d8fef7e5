// How a replay is set up.

#include <partita/executor/replay/replay.hpp>
#include <partita/profile/report.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita::detail {

Replay::Replay(const Communicator& comm, Layouts layouts, const ReplayOptions& options)
    : comm_(comm),
      options_(options),
      memory_(layouts),
      rules_(make_part(layouts)),
      tags_(comm, comm.recorder() != nullptr ? 3 : 2),
      barrier_(comm),
      locks_(part().stages.size()),
      random_(static_cast<std::uint64_t>(comm.rank())) {
  if (options.way.window < 1) throw Error("a window has room for at least 1 send, not ", options.way.window);
  if (MatchChecks* const checks = comm.checks()) {
    std::vector<int> senders = each_once(partners(part().receives));
    std::erase(senders, comm.rank());
    check_ = std::make_unique<SeriesCheck>(
        *checks, CheckedSeries{tags_.first(), tags_.number(), options.name, each_once(receivers(part())),
                               std::move(senders)});
  }
  for (std::size_t stage = 0; stage < locks_.size(); ++stage)
    if (part().stages[stage].protocol->by_lock) {
      locks_[stage] = std::make_unique<ReceiverLocks>(comm, options.way.lock);
      found_.resize(sends().size());
    }
  if (Recorder* const recorder = comm.recorder()) {
    record_ = record_by(*recorder);
    if (recorder->seals()) seals_ = std::make_unique<Seals>();
  }
  transport_ = std::make_unique<ReplayTransport>(options.transport, comm, tags_.first(), part(), memory_,
                                                 record_.get(), seals_.get(), options.bytes_per_unit,
                                                 options.way.fragment);
}

std::unique_ptr<ReplayRecord> Replay::record_by(Recorder& recorder) const {
  report_at_end(recorder);
  const auto messages = [&](const std::vector<RankMessage>& all) {
    const std::vector<bool> on_host = SharedMemory::of(comm_).are_on_host(partners(all));
    std::vector<ReplayRecord::Message> recorded;
    for (std::size_t k = 0; k < all.size(); ++k)
      recorded.push_back({all[k].partner, all[k].phase, !on_host[k]});
    return recorded;
  };
  return std::make_unique<ReplayRecord>(recorder, options_.name, messages(part().sends),
                                        messages(part().receives));
}

RankPart Replay::make_part(const Layouts& layouts) const {
  const auto messages = [](const std::vector<End>& ends) {
    std::vector<RankMessage> all;
    for (const End& end : ends) all.push_back({end.layout.phase, end.layout.partner, end.relays});
    return all;
  };
  return make_rank_part(messages(sends()), messages(receives()), layouts.phases,
                        first_phases_of_stages(comm_, layouts.relayed, options_.way.protocol.last() + 1),
                        options_.way.protocol, {options_.way.window, options_.timed_idle});
}

std::vector<int> first_phases_of_stages(const Communicator& comm, std::span<const Relayed> relayed,
                                        std::size_t most) {
  return stage_begins(most, [&](int begin) { return min(comm, next_stage(relayed, begin)); });
}

}  // namespace partita::detail
