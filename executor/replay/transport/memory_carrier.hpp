#pragma once
/// \file Messages and signals of a replay through memory that two ranks of one host share.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <partita/executor/replay/memory/seals.hpp>
#include <partita/executor/replay/rules/rank_part.hpp>
#include <partita/executor/replay/transport/carrier.hpp>
#include <partita/executor/replay/transport/shared_channels.hpp>
#include <partita/profile/replay_record.hpp>

namespace partita::detail {

/// Carries what has a channel. Where the channel has no room for a message it carries the length alone, and
/// MPI the message behind it: a receiver that expects another length learns it from memory, and has room for
/// it, because its sender waits until it is taken.
class MemoryCarrier {
 public:
  /// Carries nothing.
  /// @param record  of a profile, or null
  /// @param seals   null without PARTITA_SEAL
  MemoryCarrier(const RankPart& part, ReplayRecord* record, Seals* seals);

  /// Carries what it can, but stages by `lock`: only MPI says when a message has arrived. Collective.
  ///
  /// @param bytes_per_unit  at most, of messages in channels. 0, not known: room for 256, and for 1024 in
  ///                        messages of up to 64 KiB
  void share(const Communicator& comm, int tag, const RankPart& part, const ReplayMemory& memory,
             std::size_t bytes_per_unit);

  bool carries_send(std::size_t message) const { return outgoing_[message] != nullptr; }
  bool carries_receive(std::size_t message) const { return incoming_[message].channel != nullptr; }

  void begin(std::uint16_t types) { types_ = types; }
  Started send(std::size_t message, const ReplayMemory& memory, const ReplayMemory::End& end,
               std::size_t bytes);

  /// There is always room: a signal is answered, by the message that it invites or by the partner's own
  /// signal, and the partner that answers has read the one before.
  void signal(std::size_t message);

  void post(std::size_t message, const ReplayMemory::End& end) { post(message, &end); }
  void post_signal(std::size_t message) { post(message, nullptr); }

  template <class Arrived, class Announced>
  void complete(Arrived&& arrived, Announced&& announced) {
    std::size_t kept = 0;
    for (const std::size_t message : polled_) {
      const SharedChannel& channel = *incoming_[message].channel;
      const auto [place, bytes, types] = channel.poll();
      const bool by_mpi = !channel.holds(bytes);
      if (place == nullptr || (by_mpi && follows(message, kept))) {
        polled_[kept++] = message;
        continue;
      }
      if (record_ != nullptr && message < receives_) record_->of_receive(message) = channel.stamp();
      if (by_mpi)
        announced(message, incoming_[message].end, bytes, types);
      else
        arrived(message, place, bytes, types);
    }
    polled_.resize(kept);
  }

  bool is_idle() const { return polled_.empty(); }
  Waiting waiting() const { return waiting_; }

 private:
  struct Incoming {
    int from;
    SharedChannel* channel = nullptr;
    const ReplayMemory::End* end = nullptr;  // null: a signal
    bool was_started = false;
  };

  void post(std::size_t message, const ReplayMemory::End* end);
  bool follows(std::size_t message, std::size_t polled) const;

  ReplayRecord* record_;
  Seals* seals_;
  std::size_t receives_;  // of data
  std::uint16_t types_ = 0;
  std::optional<SharedChannels> channels_;
  std::vector<SharedChannel*> outgoing_;  // by message
  std::vector<Incoming> incoming_;
  std::vector<std::size_t> polled_;  // whose channels are to say that they have come
  Waiting waiting_ = Waiting::by_mpi;
};

static_assert(Carrier<MemoryCarrier>);

}  // namespace partita::detail
