#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

#include <partita/executor/replay.hpp>
#include <partita/support/error.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita {

namespace {

using Kind = PersistentRequests::Kind;

// Units of relay memory that the slots use.
std::size_t relayed_units(const std::vector<Slot>& slots) {
  std::size_t end = 0;
  for (const Slot& slot : slots)
    for (const Stretch& stretch : slot.stretches)
      if (stretch.buffer == relay_buffer) end = std::max(end, stretch.first + stretch.length);
  return end;
}

void ignore(std::size_t, std::size_t) {}

}  // namespace

double monitor_seconds() {
  static const double seconds = [] {
    const char* const given = std::getenv("PARTITA_MONITOR");
    if (given == nullptr) return 0.0;
    char* end = nullptr;
    const double value = std::strtod(given, &end);
    if (end == given || *end != '\0' || !(value > 0))
      throw Error(text("PARTITA_MONITOR is \"", given,
                       "\"; give the seconds after which a replay says what it waits for, more than 0"));
    return value;
  }();
  return seconds;
}

Replay::Replay(const Communicator& comm, Slots slots, const ReplayOptions& options)
    : comm_(comm),
      options_(options),
      schedule_phases_(slots.phases),
      units_(relayed_units(slots.receives)),
      sends_(ends(std::move(slots.sends))),
      receives_(ends(std::move(slots.receives))),
      phases_(make_phases()),
      tag_(comm.reserve_tags(3)),
      sending_(comm, Kind::send, tag_, sends_.size()),
      receiving_(comm, Kind::receive, tag_, receives_.size()),
      signalling_(comm, Kind::send, tag_ + 1, signals_out_.size()),
      signalled_(comm, Kind::receive, tag_ + 1, signals_in_.size()),
      barrier_(comm, tag_ + 2),
      arrived_(receives_.size()) {
  if (options.window < 1) throw Error(text("a window has room for at least 1 send, not ", options.window));
  (void)monitor_seconds();
  if (options.protocol == Protocol::lock) {
    std::vector<int> receivers;
    for (const End& send : sends_) receivers.push_back(send.slot.partner);
    inquiries_ = std::make_unique<Inquiries>(comm, receivers, options.lock);
  }
}

std::vector<Replay::End> Replay::ends(std::vector<Slot> slots) {
  std::vector<End> ends;
  for (Slot& slot : slots) {
    std::size_t length = 0;
    bool relays = false;
    for (const Stretch& stretch : slot.stretches) {
      length += stretch.length;
      relays = relays || stretch.buffer == relay_buffer;
    }
    const End& end = ends.emplace_back(End{std::move(slot), length, units_, relays});
    if (!end.in_place()) units_ += length;
  }
  return ends;
}

// Merges both lists, which ascend by phase, and adds who signals to whom.
std::vector<Replay::Phase> Replay::make_phases() {
  std::vector<Phase> phases;
  std::size_t send = 0, receive = 0;
  const auto phase_of = [](const std::vector<End>& ends, std::size_t index) {
    return ends[index].slot.phase;
  };
  while (send < sends_.size() || receive < receives_.size()) {
    const bool sends_next = receive == receives_.size() ||
                            (send < sends_.size() && phase_of(sends_, send) <= phase_of(receives_, receive));
    Phase phase;
    phase.number = sends_next ? phase_of(sends_, send) : phase_of(receives_, receive);
    phase.sends.first = send;
    phase.receives.first = receive;
    std::vector<int> receivers, senders;
    for (; send < sends_.size() && phase_of(sends_, send) == phase.number; ++send)
      receivers.push_back(sends_[send].slot.partner);
    for (; receive < receives_.size() && phase_of(receives_, receive) == phase.number; ++receive)
      senders.push_back(receives_[receive].slot.partner);
    phase.sends.last = send;
    phase.receives.last = receive;

    if (options_.protocol == Protocol::pairwise_sync) {
      receivers.insert(receivers.end(), senders.begin(), senders.end());
      std::sort(receivers.begin(), receivers.end());
      receivers.erase(std::unique(receivers.begin(), receivers.end()), receivers.end());
      senders = receivers;
    }
    const bool signals =
        options_.protocol == Protocol::ready_signal || options_.protocol == Protocol::pairwise_sync;
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

void Replay::require_idle() const {
  if (under_way_) throw Error("an exchange was begun again before it was finished; finish it first");
}

void Replay::begin(std::span<const std::byte* const> send_from, std::span<std::byte* const> receive_into,
                   std::size_t bytes_per_unit) {
  require_idle();
  send_from_.assign(send_from.begin(), send_from.end());
  receive_into_.assign(receive_into.begin(), receive_into.end());
  next_receive_ = allowed_receive_ = next_send_ = next_phase_ = arrived_before_ = 0;
  phase_open_ = at_barrier_ = false;
  barriers_passed_ = 0;
  std::fill(arrived_.begin(), arrived_.end(), false);
  set_bytes(bytes_per_unit);

  under_way_ = true;
  comm_.enter(*this);
  if (options_.protocol != Protocol::ready_signal) post({0, receives_.size()});
  if (options_.protocol == Protocol::global_once) {
    barrier_.enter();
    at_barrier_ = true;
  }
  if (inquiries_)
    inquiries_->begin();  // asks nobody yet: that may wait for others to answer
  else
    step();
}

void Replay::finish() {
  if (!under_way_) throw Error("an exchange was finished that had not been begun");
  struct Leave {
    Replay& replay;
    ~Leave() {
      replay.under_way_ = false;
      replay.comm_.leave(replay);
    }
  } const leave{*this};

  // With nothing left to decide, and nobody else to advance, MPI waits best.
  const bool alone = comm_.under_way() == 1 && monitor_seconds() <= 0;
  if (alone && options_.protocol == Protocol::post_all && next_send_ == sends_.size() && knows_bytes()) {
    receiving_.wait([&](std::size_t receive, std::size_t bytes) { arrive(receive, bytes); });
    sending_.wait(ignore);
    return;
  }
  const Stopwatch waiting;
  for (bool told = monitor_seconds() <= 0; !done(); comm_.advance_all())
    if (!told && waiting.seconds() > monitor_seconds()) {
      std::fputs(
          text("rank ", comm_.rank(), " has waited ", monitor_seconds(), " s ", waits_for(), "\n").c_str(),
          stderr);
      told = true;
    }
}

void Replay::advance() {
  if (!under_way_) return;
  take_in();
  step();
}

// ---- What any protocol does.

void Replay::set_bytes(std::size_t bytes_per_unit) {
  bytes_per_unit_ = bytes_per_unit;
  if (memory_.size() < units_ * bytes_per_unit) memory_.resize(units_ * bytes_per_unit);
}

void Replay::learn_bytes() {
  if (knows_bytes() || allowed_receive_ == 0) return;
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag_, comm_.handle(), &is_there, &status);
  if (is_there == 0) return;
  const auto first = std::find_if(receives_.begin(), receives_.end(), [&](const End& receive) {
    return receive.slot.partner == status.MPI_SOURCE;
  });
  MPI_Count bytes = 0;
  MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  set_bytes(static_cast<std::size_t>(bytes) / first->length);
  post({0, allowed_receive_});
}

const std::byte* Replay::source(const Stretch& stretch) {
  if (stretch.buffer == relay_buffer) return memory(stretch.first);
  return send_from_[stretch.buffer] + stretch.first * bytes_per_unit_;
}

std::byte* Replay::destination(const Stretch& stretch) {
  if (stretch.buffer == relay_buffer) return memory(stretch.first);
  return receive_into_[stretch.buffer] + stretch.first * bytes_per_unit_;
}

void Replay::post(Range receives) {
  allowed_receive_ = receives.last;
  if (!knows_bytes()) return;
  for (; next_receive_ < allowed_receive_; ++next_receive_) {
    const End& end = receives_[next_receive_];
    receiving_.start(next_receive_, end.slot.partner,
                     end.in_place() ? destination(end.slot.stretches.front()) : memory(end.packing),
                     end.length * bytes_per_unit_);
  }
}

void Replay::start_send(std::size_t send) {
  const End& end = sends_[send];
  if (!end.in_place()) {
    std::byte* packed = memory(end.packing);
    for (const Stretch& stretch : end.slot.stretches) {
      const std::size_t bytes = stretch.length * bytes_per_unit_;
      std::memcpy(packed, source(stretch), bytes);
      packed += bytes;
    }
  }
  sending_.start(send, end.slot.partner,
                 end.in_place() ? source(end.slot.stretches.front()) : memory(end.packing),
                 end.length * bytes_per_unit_);
  ++next_send_;
}

void Replay::start_signals(const Phase& phase) {
  for (std::size_t k = phase.signals_in.first; k < phase.signals_in.last; ++k)
    signalled_.start(k, signals_in_[k], nullptr, 0);
  for (std::size_t k = phase.signals_out.first; k < phase.signals_out.last; ++k)
    signalling_.start(k, signals_out_[k], nullptr, 0);
}

void Replay::take_in() {
  learn_bytes();
  receiving_.test([&](std::size_t receive, std::size_t bytes) { arrive(receive, bytes); });
  sending_.test([&](std::size_t send, std::size_t) {
    if (inquiries_) inquiries_->sent(send);
  });
  signalling_.test(ignore);
  signalled_.test(ignore);
}

// MPI ends the program when a message is longer than expected, but says nothing when it is shorter.
void Replay::arrive(std::size_t receive, std::size_t bytes) {
  const End& end = receives_[receive];
  if (const std::size_t expected = end.length * bytes_per_unit_; bytes != expected)
    throw Error(text("rank ", comm_.rank(), " expected ", expected, " bytes from rank ", end.slot.partner,
                     " and got ", bytes, "; give values of the same type and components on all ranks"));
  if (!end.in_place()) {
    const std::byte* packed = memory(end.packing);
    for (const Stretch& stretch : end.slot.stretches) {
      std::memcpy(destination(stretch), packed, stretch.length * bytes_per_unit_);
      packed += stretch.length * bytes_per_unit_;
    }
  }
  if (inquiries_) inquiries_->arrived();
  arrived_[receive] = true;
  while (arrived_before_ < arrived_.size() && arrived_[arrived_before_]) ++arrived_before_;
}

bool Replay::done() const {
  return arrived_before_ == receives_.size() && next_send_ == sends_.size() && sending_.under_way() == 0 &&
         signalling_.under_way() == 0 && signalled_.under_way() == 0 && !at_barrier_ &&
         (options_.protocol != Protocol::barrier || barriers_passed_ >= schedule_phases_ - 1);
}

std::string Replay::waits_for() const {
  if (arrived_before_ < receives_.size()) {
    const End& end = receives_[arrived_before_];
    return text("for ", end.length * bytes_per_unit_, " bytes from rank ", end.slot.partner, " in phase ",
                end.slot.phase, " (tag ", tag_, "), by ", name_of(options_.protocol));
  }
  if (inquiries_ && next_send_ < sends_.size())
    return text("for the locks of receivers of ", sends_.size() - next_send_, " of its ", sends_.size(),
                " messages (tag ", tag_, "), by lock");
  if (next_send_ < sends_.size())
    return text("to be allowed to send ", sends_[next_send_].length * bytes_per_unit_, " bytes to rank ",
                sends_[next_send_].slot.partner, " in phase ", sends_[next_send_].slot.phase, ", by ",
                name_of(options_.protocol));
  for (std::size_t send = 0; send < sends_.size(); ++send)
    if (sending_.under_way(send))
      return text("until ", sends_[send].length * bytes_per_unit_, " bytes are taken by rank ",
                  sends_[send].slot.partner, " in phase ", sends_[send].slot.phase, " (tag ", tag_, "), by ",
                  name_of(options_.protocol));
  return text("for signals or at barrier ", barriers_passed_, ", by ", name_of(options_.protocol));
}

// ---- The rules.

void Replay::step() {
  if (is_phased(options_.protocol))
    step_by_phases();
  else if (inquiries_)
    step_by_locks();
  else
    step_freely();
}

void Replay::step_freely() {
  if (at_barrier_ && barrier_.passed()) at_barrier_ = false;
  while (next_send_ < sends_.size() && may_send()) start_send(next_send_);
}

void Replay::step_by_locks() {
  if (sending_.under_way() > 0) return;
  if (const auto send = inquiries_->next([&](std::size_t candidate) { return has_what_it_sends(candidate); }))
    start_send(*send);
  else if (next_send_ < sends_.size())
    std::this_thread::yield();  // sleeps: who holds the locks may want this processor
}

void Replay::step_by_phases() {
  for (; next_phase_ < phases_.size(); ++next_phase_, phase_open_ = false) {
    const Phase& phase = phases_[next_phase_];
    if (!phase_open_) {
      if (!may_open(phase)) return;
      if (options_.protocol == Protocol::ready_signal) post(phase.receives);
      start_signals(phase);
      phase_open_ = true;
    }
    while (next_send_ < phase.sends.last && may_send()) start_send(next_send_);
    const bool complete =
        next_send_ == phase.sends.last && sending_.under_way() == 0 && arrived_before_ >= phase.receives.last;
    if (!complete) return;
  }
  if (options_.protocol == Protocol::barrier) pass_barriers(schedule_phases_ - 1);
}

// What is sent on from the relay memory must have arrived.
bool Replay::has_what_it_sends(std::size_t send) const {
  return !sends_[send].relays || arrived_before_ == receives_.size() ||
         receives_[arrived_before_].slot.phase >= sends_[send].slot.phase;
}

// Whether the next send may be started, in a phase that is open if there are phases.
bool Replay::may_send() const {
  if (!has_what_it_sends(next_send_)) return false;
  switch (options_.protocol) {
    case Protocol::post_all:
    case Protocol::barrier:
    case Protocol::lock:  // asks its inquiries instead
      return true;
    case Protocol::windowed:
      return sending_.under_way() < static_cast<std::size_t>(options_.window);
    case Protocol::global_once:
      return !at_barrier_;
    case Protocol::ready_signal: {
      const Phase& phase = phases_[next_phase_];
      return !signalled_.under_way(phase.signals_in.first + next_send_ - phase.sends.first);
    }
    case Protocol::pairwise_sync:
      return signalled_.under_way() == 0;
  }
  return true;
}

bool Replay::may_open(const Phase& phase) {
  return options_.protocol != Protocol::barrier || pass_barriers(phase.number);
}

// Passes barriers up to the one before phase `number`; false while one is not passed.
bool Replay::pass_barriers(int number) {
  for (; barriers_passed_ < number; ++barriers_passed_) {
    if (!at_barrier_) barrier_.enter();
    at_barrier_ = !barrier_.passed();
    if (at_barrier_) return false;
  }
  return true;
}

}  // namespace partita
