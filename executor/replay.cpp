#include <algorithm>
#include <cstring>
#include <utility>

#include <partita/executor/replay.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/error.hpp>

namespace partita {

namespace {

// Units of relay memory that the slots use.
std::size_t relayed_units(const std::vector<Slot>& slots) {
  std::size_t end = 0;
  for (const Slot& slot : slots)
    for (const Stretch& stretch : slot.stretches)
      if (stretch.buffer == relay_buffer) end = std::max(end, stretch.first + stretch.length);
  return end;
}

}  // namespace

Replay::Replay(const Communicator& comm, Protocol protocol, std::vector<Slot> sends,
               std::vector<Slot> receives)
    : comm_(comm),
      protocol_(protocol),
      units_(relayed_units(receives)),
      sends_(ends(std::move(sends))),
      receives_(ends(std::move(receives))),
      sending_(sends_.size(), MPI_REQUEST_NULL),
      receiving_(receives_.size(), MPI_REQUEST_NULL),
      signalling_(receives_.size(), MPI_REQUEST_NULL),
      received_(receives_.size()),
      data_tag_(comm.reserve_tags(2)),
      signal_tag_(data_tag_ + 1) {
  // Both lists ascend by phase: merge them into the phases of this rank.
  const auto phase_of = [](const End& end) { return end.slot.phase; };
  std::size_t send = 0;
  std::size_t receive = 0;
  while (send < sends_.size() || receive < receives_.size()) {
    const bool sends_next = receive == receives_.size() ||
                            (send < sends_.size() && phase_of(sends_[send]) <= phase_of(receives_[receive]));
    const int number = sends_next ? phase_of(sends_[send]) : phase_of(receives_[receive]);
    Phase& phase = phases_.emplace_back(Phase{send, send, receive, receive});
    while (send < sends_.size() && phase_of(sends_[send]) == number) phase.last_send = ++send;
    while (receive < receives_.size() && phase_of(receives_[receive]) == number)
      phase.last_receive = ++receive;
  }
}

bool Replay::End::relays() const {
  return std::any_of(slot.stretches.begin(), slot.stretches.end(),
                     [](const Stretch& stretch) { return stretch.buffer == relay_buffer; });
}

std::vector<Replay::End> Replay::ends(std::vector<Slot> slots) {
  std::vector<End> ends;
  for (Slot& slot : slots) {
    std::size_t length = 0;
    for (const Stretch& stretch : slot.stretches) length += stretch.length;
    const End& end = ends.emplace_back(End{std::move(slot), length, units_});
    if (!end.in_place()) units_ += length;
  }
  return ends;
}

void Replay::require_idle() const {
  if (under_way_) throw Error("an exchange was begun again before it was finished; finish it first");
}

void Replay::begin(std::span<const std::byte* const> send_from, std::span<std::byte* const> receive_into,
                   std::size_t bytes_per_unit) {
  require_idle();
  under_way_ = true;
  send_from_.assign(send_from.begin(), send_from.end());
  receive_into_.assign(receive_into.begin(), receive_into.end());
  bytes_per_unit_ = bytes_per_unit;
  if (knows_bytes()) start();
}

void Replay::start() {
  if (memory_.size() < units_ * bytes_per_unit_) memory_.resize(units_ * bytes_per_unit_);
  switch (protocol_) {
    case Protocol::post_all:
      for (std::size_t slot = 0; slot < receives_.size(); ++slot) post_receive(slot);
      next_send_ = 0;
      while (next_send_ < sends_.size() && !sends_[next_send_].relays()) post_send(next_send_++);
      break;
    case Protocol::ready_signal:
      if (!phases_.empty()) open(phases_.front());
      break;
  }
}

void Replay::finish() {
  if (!under_way_) throw Error("an exchange was finished that had not been begun");
  under_way_ = false;
  if (!knows_bytes()) {
    learn_bytes();
    start();
  }

  switch (protocol_) {
    case Protocol::post_all: {
      std::size_t arrived = 0;
      for (; next_send_ < sends_.size(); ++next_send_) {
        const End& send = sends_[next_send_];
        const std::size_t first = arrived;
        while (send.relays() && arrived < receives_.size() && receives_[arrived].slot.phase < send.slot.phase)
          ++arrived;
        wait_for_receives(first, arrived);
        post_send(next_send_);
      }
      wait_for_receives(arrived, receives_.size());
      wait_for_sends(0, sends_.size());
      break;
    }
    case Protocol::ready_signal:
      for (std::size_t k = 0; k < phases_.size(); ++k) {
        if (k > 0) open(phases_[k]);
        close(phases_[k]);
      }
      break;
  }
}

void Replay::learn_bytes() {
  if (protocol_ == Protocol::ready_signal) signal(0);
  const auto& [slot, length, packing] = receives_.front();
  MPI_Status status;
  MPI_Probe(slot.partner, data_tag_, comm_.handle(), &status);
  MPI_Count bytes = 0;
  MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  bytes_per_unit_ = static_cast<std::size_t>(bytes) / length;
}

const std::byte* Replay::source(const Stretch& stretch) {
  if (stretch.buffer == relay_buffer) return memory(stretch.first);
  return send_from_[stretch.buffer] + stretch.first * bytes_per_unit_;
}

std::byte* Replay::destination(const Stretch& stretch) {
  if (stretch.buffer == relay_buffer) return memory(stretch.first);
  return receive_into_[stretch.buffer] + stretch.first * bytes_per_unit_;
}

void Replay::post_receive(std::size_t slot) {
  const End& end = receives_[slot];
  const ByteBlock block(end.length * bytes_per_unit_);
  MPI_Irecv(end.in_place() ? destination(end.slot.stretches.front()) : memory(end.packing), block.count(),
            block.type(), end.slot.partner, data_tag_, comm_.handle(), &receiving_[slot]);
}

void Replay::post_send(std::size_t slot) {
  const End& end = sends_[slot];
  if (!end.in_place()) {
    std::byte* packed = memory(end.packing);
    for (const Stretch& stretch : end.slot.stretches) {
      const std::size_t bytes = stretch.length * bytes_per_unit_;
      std::memcpy(packed, source(stretch), bytes);
      packed += bytes;
    }
  }
  const ByteBlock block(end.length * bytes_per_unit_);
  MPI_Isend(end.in_place() ? source(end.slot.stretches.front()) : memory(end.packing), block.count(),
            block.type(), end.slot.partner, data_tag_, comm_.handle(), &sending_[slot]);
}

void Replay::open(const Phase& phase) {
  for (std::size_t slot = phase.first_receive; slot < phase.last_receive; ++slot) {
    post_receive(slot);
    signal(slot);
  }
}

// Once a replay.
void Replay::signal(std::size_t slot) {
  if (signalling_[slot] == MPI_REQUEST_NULL)
    MPI_Isend(nullptr, 0, MPI_BYTE, receives_[slot].slot.partner, signal_tag_, comm_.handle(),
              &signalling_[slot]);
}

void Replay::close(const Phase& phase) {
  for (std::size_t slot = phase.first_send; slot < phase.last_send; ++slot) {
    MPI_Recv(nullptr, 0, MPI_BYTE, sends_[slot].slot.partner, signal_tag_, comm_.handle(), MPI_STATUS_IGNORE);
    post_send(slot);
  }
  wait_for_receives(phase.first_receive, phase.last_receive);
  wait_for_sends(phase.first_send, phase.last_send);
  MPI_Waitall(static_cast<int>(phase.last_receive - phase.first_receive),
              signalling_.data() + phase.first_receive, MPI_STATUSES_IGNORE);
}

void Replay::wait_for_sends(std::size_t first, std::size_t last) {
  MPI_Waitall(static_cast<int>(last - first), sending_.data() + first, MPI_STATUSES_IGNORE);
}

// MPI ends the program when a message is longer than expected, but says nothing when it is shorter.
void Replay::wait_for_receives(std::size_t first, std::size_t last) {
  MPI_Waitall(static_cast<int>(last - first), receiving_.data() + first, received_.data() + first);
  for (std::size_t slot = first; slot < last; ++slot) {
    const End& end = receives_[slot];
    MPI_Count bytes = 0;
    MPI_Get_elements_x(&received_[slot], MPI_BYTE, &bytes);
    if (const std::size_t expected = end.length * bytes_per_unit_;
        static_cast<std::size_t>(bytes) != expected)
      throw Error(text("rank ", comm_.rank(), " expected ", expected, " bytes from rank ", end.slot.partner,
                       " and got ", bytes, "; give values of the same type and components on all ranks"));
    if (end.in_place()) continue;
    const std::byte* packed = memory(end.packing);
    for (const Stretch& stretch : end.slot.stretches) {
      std::memcpy(destination(stretch), packed, stretch.length * bytes_per_unit_);
      packed += stretch.length * bytes_per_unit_;
    }
  }
}

}  // namespace partita
