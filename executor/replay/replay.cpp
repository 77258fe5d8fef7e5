// A replay from begin to finish: what any protocol does.
#include <algorithm>
#include <cstdio>
#include <utility>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/error.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita {

namespace {

constexpr auto nowhere = [] { return static_cast<std::byte*>(nullptr); };
constexpr auto nothing = [](std::byte*) {};
constexpr auto ignore = [](auto&&...) {};

}  // namespace

Replay::~Replay() {
  if (under_way_) comm_.leave(*this);
}

void Replay::require_idle() const {
  if (under_way_) throw Error("an exchange was begun again before it was finished; finish it first");
}

void Replay::begin(const std::byte* send_from, std::byte* receive_into, std::size_t bytes_per_unit) {
  const Records from(const_cast<std::byte*>(send_from), bytes_per_unit), into(receive_into, bytes_per_unit);
  begin({&from, 1}, {&into, 1}, bytes_per_unit);
}

void Replay::begin(std::span<const Records> send_from, std::span<const Records> receive_into,
                   std::size_t bytes_per_unit) {
  require_idle();
  if (check_) check_->begin(*this, bytes_per_unit);
  memory_.begin(send_from, receive_into, bytes_per_unit);
  stage_ = next_receive_ = allowed_receive_ = next_send_ = next_phase_ = arrived_before_ = 0;
  phase_open_ = at_barrier_ = false;
  std::fill(arrived_.begin(), arrived_.end(), false);

  under_way_ = true;
  comm_.enter(*this);
  if (together_) return start_together();
  open_stage();
  if (!stage().inquiries) step();  // these ask nobody yet: that may wait for others to answer
}

void Replay::finish() {
  if (!under_way_) throw Error("an exchange was finished that had not been begun");
  struct Leave {
    Replay& replay;
    ~Leave() {
      replay.under_way_ = false;
      replay.comm_.leave(replay);
      if (replay.check_) replay.check_->finish();
    }
  } const leave{*this};

  comm_.wait_for(*this);

  // With nothing left to decide, nobody else to advance, and nothing to look out for, MPI waits best.
  const bool alone = comm_.is_alone(*this) && receiving_.by_mpi_alone();
  const bool unchecked = monitor_seconds() <= 0 && deadline_seconds() <= 0 && !check_;
  const bool by_post_all = stage_ + 1 == stages_.size() && stage().protocol == Protocol::post_all;
  if (alone && unchecked && by_post_all && next_send_ == sends().size() && knows_bytes()) {
    if (together_) {
      together_->wait();
      return arrive_together();
    }
    receiving_.wait([&](auto&&... what) { arrive(what...); });
    sending_.wait(ignore);
    return;
  }
  comm_.advance_all();
  if (!done()) wait();
}

void Replay::wait() {
  const Stopwatch waiting;
  Patience patience(comm_.handle(), waiting_);
  bool told = monitor_seconds() <= 0;
  do {
    patience.pause();
    comm_.advance_all();
    if (check_) check_->look(waiting.seconds());
    if (!told && waiting.seconds() > monitor_seconds()) {
      std::fputs(text(waited(monitor_seconds()), "\n").c_str(), stderr);
      told = true;
    }
    if (deadline_seconds() > 0 && waiting.seconds() > deadline_seconds() && !done())
      throw Error(
          text(waited(deadline_seconds()), ", longer than PARTITA_DEADLINE allows; see what the others say"));
  } while (!done());
}

void Replay::advance() {
  if (!under_way_) return;
  take_in();
  step();
}

void Replay::learn_bytes() {
  if (knows_bytes() || allowed_receive_ == 0) return;
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag_, comm_.handle(), &is_there, &status);
  if (is_there == 0) return;
  const auto first = std::find_if(receives().begin(), receives().end(), [&](const End& receive) {
    return receive.layout.partner == status.MPI_SOURCE;
  });
  MPI_Count bytes = 0;
  MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  memory_.set_bytes(static_cast<std::size_t>(bytes) / first->length);
  post({0, allowed_receive_});
}

void Replay::post(Range receives_to_post) {
  allowed_receive_ = receives_to_post.last;
  if (!knows_bytes()) return;
  for (; next_receive_ < allowed_receive_; ++next_receive_) {
    const End& end = receives()[next_receive_];
    receiving_.start(next_receive_, memory_.bytes(end), [&] { return memory_.room(end); });
  }
}

// False when it has to wait for its receiver.
bool Replay::start_send(std::size_t send) {
  const End& end = sends()[send];
  if (idles()) started_at_ = clock_.seconds();
  const bool started = sending_.start(
      send, memory_.bytes(end), [&](std::byte* room) { memory_.pack(end, room); },
      [&] { return memory_.packed(end); });
  if (!started) return false;
  ++next_send_;
  if (!sending_.under_way(send)) sent(send);
  return true;
}

void Replay::sent(std::size_t send) {
  if (stage().inquiries) stage().inquiries->sent(send - stage().sends.first);
  if (idles()) idle_phases_.sent(sends()[send].layout.phase, started_at_, clock_.seconds());
}

void Replay::start_signals(const Phase& phase) {
  for (std::size_t k = phase.signals_in.first; k < phase.signals_in.last; ++k)
    signalled_.start(k, 0, nowhere);
  // There is room, even for a signal that nothing pairs with: it is answered, by the message that it invites
  // or by the partner's own signal, and who answers waits for it already, and so is done with the one before.
  for (std::size_t k = phase.signals_out.first; k < phase.signals_out.last; ++k)
    signalling_.start(k, 0, nothing, nowhere);
}

void Replay::take_in() {
  if (together_) {
    if (together_->under_way() && together_->passed()) arrive_together();
    return;
  }
  learn_bytes();
  receiving_.test([&](auto&&... what) { arrive(what...); });
  sending_.test([&](std::size_t send) { sent(send); });
  signalling_.test(ignore);
  signalled_.test(ignore);
}

// MPI ends the program when a message is longer than expected, but says nothing when it is shorter.
void Replay::arrive(std::size_t receive, const std::byte* message, std::size_t bytes) {
  const End& end = receives()[receive];
  if (const std::size_t expected = memory_.bytes(end); bytes != expected)
    throw Error(text("rank ", comm_.rank(), " expected ", expected, " bytes from rank ", end.layout.partner,
                     " and got ", bytes, "; give values of the same type and components on all ranks"));
  memory_.unpack(receive, message);
  if (stage().inquiries) stage().inquiries->arrived();
  arrived_[receive] = true;
  while (arrived_before_ < arrived_.size() && arrived_[arrived_before_]) ++arrived_before_;
}

// At once, whatever the phase: calls are told apart by their order alone.
void Replay::start_together() {
  for (std::size_t send = 0; send < sends().size(); ++send)
    together_->send(send, memory_.packed(sends()[send]), memory_.bytes(sends()[send]));
  for (std::size_t receive = 0; receive < receives().size(); ++receive)
    together_->receive(receive, memory_.room(receives()[receive]), memory_.bytes(receives()[receive]));
  next_send_ = sends().size();
  together_->start();
}

void Replay::arrive_together() {
  for (std::size_t receive = 0; receive < receives().size(); ++receive)
    arrive(receive, memory_.room(receives()[receive]), memory_.bytes(receives()[receive]));
}

bool Replay::done() const {
  if (together_ && together_->under_way()) return false;
  return stage_ + 1 == stages_.size() && stage_complete();
}

}  // namespace partita
