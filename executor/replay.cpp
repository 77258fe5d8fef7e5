#include <algorithm>

#include <partita/executor/replay.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/error.hpp>

namespace partita {

Replay::Replay(const Communicator& comm, Protocol protocol, std::vector<Slot> sends,
               std::vector<Slot> receives)
    : comm_(comm),
      protocol_(protocol),
      sends_(std::move(sends)),
      receives_(std::move(receives)),
      sending_(sends_.size(), MPI_REQUEST_NULL),
      receiving_(receives_.size(), MPI_REQUEST_NULL),
      signalling_(receives_.size(), MPI_REQUEST_NULL),
      received_(receives_.size()),
      data_tag_(comm.reserve_tags(2)),
      signal_tag_(data_tag_ + 1) {
  // Both lists ascend by phase: merge them into the phases of this rank.
  std::size_t send = 0;
  std::size_t receive = 0;
  while (send < sends_.size() || receive < receives_.size()) {
    const bool sends_next = receive == receives_.size() ||
                            (send < sends_.size() && sends_[send].phase <= receives_[receive].phase);
    const int number = sends_next ? sends_[send].phase : receives_[receive].phase;
    Phase& phase = phases_.emplace_back(Phase{send, send, receive, receive});
    while (send < sends_.size() && sends_[send].phase == number) phase.last_send = ++send;
    while (receive < receives_.size() && receives_[receive].phase == number) phase.last_receive = ++receive;
  }
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

  switch (protocol_) {
    case Protocol::post_all:
      for (std::size_t slot = 0; slot < receives_.size(); ++slot) post_receive(slot);
      for (std::size_t slot = 0; slot < sends_.size(); ++slot) post_send(slot);
      break;
    case Protocol::ready_signal:
      if (!phases_.empty()) open(phases_.front());
      break;
  }
}

void Replay::finish() {
  if (!under_way_) throw Error("an exchange was finished that had not been begun");
  under_way_ = false;

  switch (protocol_) {
    case Protocol::post_all:
      wait_for_receives(0, receives_.size());
      wait_for_sends(0, sends_.size());
      break;
    case Protocol::ready_signal:
      for (std::size_t k = 0; k < phases_.size(); ++k) {
        if (k > 0) open(phases_[k]);
        close(phases_[k]);
      }
      break;
  }
}

void Replay::post_receive(std::size_t slot) {
  const auto [phase, partner, first, length, buffer] = receives_[slot];
  const ByteBlock block(length * bytes_per_unit_);
  MPI_Irecv(receive_into_[buffer] + first * bytes_per_unit_, block.count(), block.type(), partner, data_tag_,
            comm_.handle(), &receiving_[slot]);
}

void Replay::post_send(std::size_t slot) {
  const auto [phase, partner, first, length, buffer] = sends_[slot];
  const ByteBlock block(length * bytes_per_unit_);
  MPI_Isend(send_from_[buffer] + first * bytes_per_unit_, block.count(), block.type(), partner, data_tag_,
            comm_.handle(), &sending_[slot]);
}

void Replay::open(const Phase& phase) {
  for (std::size_t slot = phase.first_receive; slot < phase.last_receive; ++slot) {
    post_receive(slot);
    MPI_Isend(nullptr, 0, MPI_BYTE, receives_[slot].partner, signal_tag_, comm_.handle(), &signalling_[slot]);
  }
}

void Replay::close(const Phase& phase) {
  for (std::size_t slot = phase.first_send; slot < phase.last_send; ++slot) {
    MPI_Recv(nullptr, 0, MPI_BYTE, sends_[slot].partner, signal_tag_, comm_.handle(), MPI_STATUS_IGNORE);
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
    MPI_Count bytes = 0;
    MPI_Get_elements_x(&received_[slot], MPI_BYTE, &bytes);
    if (const std::size_t expected = receives_[slot].length * bytes_per_unit_;
        static_cast<std::size_t>(bytes) != expected)
      throw Error(text("rank ", comm_.rank(), " expected ", expected, " bytes from rank ",
                       receives_[slot].partner, " and got ", bytes,
                       "; give values of the same type and components on all ranks"));
  }
}

}  // namespace partita
