// Two ranks of a host offer one another channels in their memories, and answer; without an answer a pair goes
// by MPI.
#include <algorithm>
#include <map>
#include <utility>

#include <partita/executor/replay/transport/shared_channels.hpp>
#include <partita/support/time_limits.hpp>

namespace partita::detail {

namespace {

// What the lower of two ranks, which gives the memory, tells the other. That one answers whether it shares
// it.
struct Offer {
  SharedMemory::Address address;
  int is_made;
};

}  // namespace

std::vector<SharedChannels::Pairs> SharedChannels::pair_up(std::span<const MessageEnd> sends,
                                                           std::span<const MessageEnd> receives) const {
  struct Messages {
    std::vector<std::size_t> sends, receives;
  };
  std::map<int, Messages> by_partner;
  for (std::size_t k = 0; k < sends.size(); ++k)
    if (sends[k].longest != MessageEnd::no_channel) by_partner[sends[k].partner].sends.push_back(k);
  for (std::size_t k = 0; k < receives.size(); ++k)
    if (receives[k].longest != MessageEnd::no_channel) by_partner[receives[k].partner].receives.push_back(k);
  by_partner.erase(comm_.rank());

  std::vector<int> partners;
  for (const auto& [partner, messages] : by_partner) partners.push_back(partner);
  const std::vector<bool> on_host = memory_.are_on_host(partners);
  std::vector<Pairs> all;
  std::size_t next = 0;
  for (auto& [partner, messages] : by_partner) {
    if (!on_host[next++]) continue;
    Pairs pairs{partner, std::move(messages.sends), std::move(messages.receives), {}, 0};
    for (std::size_t k = 0; k < std::max(pairs.sends.size(), pairs.receives.size()); ++k) {
      std::size_t longest = 0;
      if (k < pairs.sends.size()) longest = sends[pairs.sends[k]].longest;
      if (k < pairs.receives.size()) longest = std::max(longest, receives[pairs.receives[k]].longest);
      pairs.longest.push_back(longest);
      pairs.bytes += SharedChannel::size(longest, has_stamps_);
    }
    all.push_back(std::move(pairs));
  }
  return all;
}

SharedChannels::SharedChannels(const Communicator& comm, int tag, std::span<const MessageEnd> sends,
                               std::span<const MessageEnd> receives, bool is_able)
    : comm_(comm),
      memory_(SharedMemory::of(comm)),
      has_stamps_(comm.recorder() != nullptr),
      of_sends_(sends.size()),
      of_receives_(receives.size()) {
  const std::vector<Pairs> all = pair_up(sends, receives);
  const BlockingWait wait(comm.handle(), "for the ranks of its host in the making of an exchange");
  std::size_t bytes = 0;
  for (const Pairs& pairs : all)
    if (gives(pairs)) bytes += pairs.bytes;
  if (is_able && bytes > 0) block_ = memory_.take(bytes);

  // An answer needs the offer, and there is one of each between two ranks.
  std::vector<Offer> offers(all.size());
  std::vector<int> answers(all.size());
  std::vector<std::byte*> memory(all.size());
  std::vector<MPI_Request> offered, answered;  // MPI writes to all of these: no memory may fail from here on
  offered.reserve(all.size());
  answered.reserve(2 * all.size());
  std::size_t next = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const int partner = all[k].partner;
    if (!gives(all[k])) {
      MPI_Irecv(&offers[k], sizeof(Offer), MPI_BYTE, partner, tag, comm.handle(), &offered.emplace_back());
      continue;
    }
    if (block_) {
      offers[k] = {{block_->address.file, block_->address.offset + next}, 1};
      std::byte* channel = memory[k] = block_->memory + next;
      for (const std::size_t longest : all[k].longest) {
        SharedChannel::clear(channel, longest, has_stamps_);
        channel += SharedChannel::size(longest, has_stamps_);
      }
      next += all[k].bytes;
    }
    MPI_Isend(&offers[k], sizeof(Offer), MPI_BYTE, partner, tag, comm.handle(), &answered.emplace_back());
    MPI_Irecv(&answers[k], 1, MPI_INT, partner, tag, comm.handle(), &answered.emplace_back());
  }
  MPI_Waitall(static_cast<int>(offered.size()), offered.data(), MPI_STATUSES_IGNORE);
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (gives(all[k])) continue;
    if (is_able && offers[k].is_made != 0) memory[k] = memory_.find(offers[k].address);
    answers[k] = memory[k] != nullptr ? 1 : 0;
    MPI_Isend(&answers[k], 1, MPI_INT, all[k].partner, tag, comm.handle(), &answered.emplace_back());
  }
  MPI_Waitall(static_cast<int>(answered.size()), answered.data(), MPI_STATUSES_IGNORE);
  std::vector<SharedChannel> in_block;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (answers[k] == 0) continue;
    open(all[k], memory[k]);
    if (gives(all[k]))
      in_block.insert(in_block.end(), channels_.end() - std::ssize(all[k].longest), channels_.end());
  }
  in_use_ = [in_block = std::move(in_block)] {
    return !std::ranges::all_of(in_block, &SharedChannel::other_has_left);
  };
}

void SharedChannels::open(const Pairs& pairs, std::byte* memory) {
  using Side = SharedChannel::Side;
  for (std::size_t k = 0; k < pairs.longest.size(); ++k) {
    const bool sends = k < pairs.sends.size(), receives = k < pairs.receives.size();
    const bool first = sends && receives ? gives(pairs) : sends;
    SharedChannel& channel = channels_.emplace_back(
        memory, pairs.longest[k], first ? Side::first : Side::second, sends && receives, has_stamps_);
    if (sends) of_sends_[pairs.sends[k]] = &channel;
    if (receives) of_receives_[pairs.receives[k]] = &channel;
    memory += SharedChannel::size(pairs.longest[k], has_stamps_);
  }
}

// The other ends may still read what has come last, so this rank's block is in use until they leave too. Only
// channels in this block are asked: the memory of others may be theirs again, for something else.
SharedChannels::~SharedChannels() {
  for (SharedChannel& channel : channels_) channel.leave();
  if (block_) memory_.give_back(*block_, std::move(in_use_));
}

}  // namespace partita::detail
