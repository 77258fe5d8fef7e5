#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numeric>
#include <thread>
#include <utility>

#include <partita/executor/replay.hpp>
#include <partita/executor/stages.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita {

namespace {

// Those by MPI are quicker then.
constexpr std::size_t longest_shared = std::size_t{1} << 20;

bool has_signals(Protocol protocol) {
  return protocol == Protocol::ready_signal || protocol == Protocol::pairwise_sync;
}

std::vector<int> partners(const std::vector<ReplayMemory::End>& ends) {
  std::vector<int> all;
  for (const ReplayMemory::End& end : ends) all.push_back(end.slot.partner);
  return all;
}

std::vector<int> all_ranks(const Communicator& comm) {
  std::vector<int> all(static_cast<std::size_t>(comm.size()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

constexpr auto nowhere = [] { return static_cast<std::byte*>(nullptr); };
constexpr auto nothing = [](std::byte*) {};
constexpr auto ignore = [](auto&&...) {};

}  // namespace

Replay::Replay(const Communicator& comm, Slots slots, const ReplayOptions& options)
    : comm_(comm),
      options_(options),
      schedule_phases_(slots.phases),
      memory_(std::move(slots)),
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

Replay::~Replay() {
  if (under_way_) comm_.leave(*this);
}

void Replay::share_memory() {
  const auto message_ends = [&](const std::vector<End>& ends, const std::vector<int>& signals) {
    std::vector<MessageEnd> all;
    for (const End& end : ends) {
      // By `lock`, only MPI can say when a message has arrived.
      const bool by_mpi = protocol_in(end.slot.phase) == Protocol::lock;
      all.push_back({end.slot.partner, by_mpi
                                           ? MessageEnd::no_channel
                                           : std::min(end.length * options_.bytes_per_unit, longest_shared)});
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
    return std::any_of(end.slot.stretches.begin(), end.slot.stretches.end(),
                       [](const Stretch& stretch) { return stretch.buffer != relay_buffer; });
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
      const auto next = std::partition_point(ends.begin(), ends.end(),
                                             [&](const End& end) { return end.slot.phase < begins[k + 1]; });
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
    return ends[index].slot.phase;
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
      receivers.push_back(sends()[send].slot.partner);
    for (; receive < receives().size() && phase_of(receives(), receive) == phase.number; ++receive)
      senders.push_back(receives()[receive].slot.partner);
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

// ---- What any protocol does.

void Replay::learn_bytes() {
  if (knows_bytes() || allowed_receive_ == 0) return;
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag_, comm_.handle(), &is_there, &status);
  if (is_there == 0) return;
  const auto first = std::find_if(receives().begin(), receives().end(), [&](const End& receive) {
    return receive.slot.partner == status.MPI_SOURCE;
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
  if (idles()) idle_phases_.sent(sends()[send].slot.phase, started_at_, clock_.seconds());
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
    throw Error(text("rank ", comm_.rank(), " expected ", expected, " bytes from rank ", end.slot.partner,
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

std::string Replay::waited(double seconds) const {
  Sentence sentence;
  say_what_is_waited_for(sentence);
  return text("rank ", comm_.rank(), " has waited ", seconds, " s ", sentence.view());
}

void Replay::say_what_is_waited_for(Sentence& sentence) const {
  const auto message = [&](std::string_view before, const End& end, std::string_view to_or_from) {
    sentence.add(before, memory_.bytes(end), to_or_from, end.slot.partner, " in phase ", end.slot.phase);
  };
  const auto first_under_way = [](const auto& messages, std::size_t count) {
    std::size_t first = 0;
    while (first < count && !messages.under_way(first)) ++first;
    return first;
  };
  if (arrived_before_ < receives().size())
    message("for ", receives()[arrived_before_], " bytes from rank ");
  else if (stage().inquiries && next_send_ < stage().sends.last)
    sentence.add("for the locks of receivers of ", stage().sends.last - next_send_, " of its ",
                 sends().size(), " messages");
  else if (next_send_ < sends().size())
    message("to be allowed to send ", sends()[next_send_], " bytes to rank ");
  else if (const std::size_t send = first_under_way(sending_, sends().size()); send < sends().size())
    message("until ", sends()[send], " bytes are taken by rank ");
  else if (at_barrier_)
    sentence.add("for all ranks at barrier ", barriers_passed_);
  else if (together_)
    sentence.add("for its neighbour collective");
  else
    sentence.add("for signals");
  if (!options_.name.empty()) sentence.add(" of the ", options_.name);
  sentence.add(" (tag ", tag_, "), by ", name_of(stage().protocol));
}

// ---- What it tells its check.

Awaited Replay::awaited() const { return awaited_of_phases_before(std::numeric_limits<int>::max()); }

Awaited Replay::awaited_of_phases_before(int phase) const {
  Awaited awaited{{}, phase};
  for (std::size_t k = arrived_before_; k < receives().size(); ++k)
    if (!arrived_[k] && receives()[k].slot.phase < phase) awaited.ranks.push_back(receives()[k].slot.partner);
  for (std::size_t k = next_phase_; k < phases_.size() && phases_[k].number < phase; ++k)
    for (std::size_t signal = phases_[k].signals_in.first; signal < phases_[k].signals_in.last; ++signal)
      if (!is_open(k) || signalled_.under_way(signal)) awaited.ranks.push_back(signals_in_[signal]);
  if (at_barrier_ && barriers_passed_ < phase) {
    const std::vector<int> all = all_ranks(comm_);
    awaited.ranks.insert(awaited.ranks.end(), all.begin(), all.end());
  }
  return awaited;
}

// Sends are started in order, but by `lock`: nobody can say what one of those waits for.
Awaited Replay::awaited_before_sending_to(int rank, int phase) const {
  int owed = phase;  // first phase of which this rank owes something
  for (std::size_t k = stage().inquiries ? stage().sends.last : next_send_; k < sends().size(); ++k)
    if (sends()[k].slot.partner == rank) owed = std::min(owed, sends()[k].slot.phase);
  for (std::size_t k = next_phase_; k < phases_.size(); ++k)
    for (std::size_t signal = phases_[k].signals_out.first; signal < phases_[k].signals_out.last; ++signal)
      if (!is_open(k) && signals_out_[signal] == rank) owed = std::min(owed, phases_[k].number);
  if (owed == phase) return {};
  if (owed >= stage().end_phase) return awaited_of_phases_before(stage().end_phase);
  if (is_phased(stage().protocol)) return awaited_of_phases_before(owed);
  if (at_barrier_) return {all_ranks(comm_), 0};
  if (has_what_it_sends(next_send_)) return {};
  return awaited_of_phases_before(sends()[next_send_].slot.phase);
}

// ---- The rules.

void Replay::open_stage() {
  const Protocol protocol = stage().protocol;
  if (protocol != Protocol::ready_signal) post(stage().receives);
  if (protocol == Protocol::global_once) {
    barrier_.enter();
    at_barrier_ = true;
    idle_phases_.begin();
  }
  if (stage().inquiries) stage().inquiries->begin();
  while (next_phase_ < phases_.size() && phases_[next_phase_].number < stage().first_phase) ++next_phase_;
  barriers_passed_ = std::max(0, stage().first_phase - 1);
}

bool Replay::stage_complete() const {
  return arrived_before_ >= stage().receives.last && next_send_ == stage().sends.last &&
         sending_.under_way() == 0 && signalling_.under_way() == 0 && signalled_.under_way() == 0 &&
         !at_barrier_ && (stage().protocol != Protocol::barrier || barriers_passed_ >= stage().end_phase - 1);
}

void Replay::step() {
  step_in_stage();
  while (stage_ + 1 < stages_.size() && stage_complete()) {
    ++stage_;
    open_stage();
    if (stage().inquiries) return;  // as in `begin`
    step_in_stage();
  }
}

void Replay::step_in_stage() {
  if (is_phased(stage().protocol))
    step_by_phases();
  else if (stage().inquiries)
    step_by_locks();
  else
    step_freely();
}

void Replay::step_freely() {
  if (at_barrier_ && barrier_.passed()) at_barrier_ = false;
  while (next_send_ < stage().sends.last && may_send() && start_send(next_send_)) {
  }
}

void Replay::step_by_locks() {
  if (sending_.under_way() > 0) return;
  const std::size_t first = stage().sends.first;
  const auto is_ready = [&](std::size_t candidate) { return has_what_it_sends(first + candidate); };
  if (const auto send = stage().inquiries->next(is_ready))
    start_send(first + *send);
  else if (next_send_ < stage().sends.last)
    std::this_thread::yield();  // sleeps: who holds the locks may want this processor
}

void Replay::step_by_phases() {
  for (; next_phase_ < phases_.size(); ++next_phase_, phase_open_ = false) {
    const Phase& phase = phases_[next_phase_];
    if (phase.number >= stage().end_phase) break;
    if (!phase_open_) {
      if (!may_open(phase)) return;
      if (stage().protocol == Protocol::ready_signal) post(phase.receives);
      start_signals(phase);
      phase_open_ = true;
    }
    while (next_send_ < phase.sends.last && may_send() && start_send(next_send_)) {
    }
    const bool complete =
        next_send_ == phase.sends.last && sending_.under_way() == 0 && arrived_before_ >= phase.receives.last;
    if (!complete) return;
  }
  if (stage().protocol == Protocol::barrier) pass_barriers(stage().end_phase - 1);
}

// What is sent on from the relay memory must have arrived.
bool Replay::has_what_it_sends(std::size_t send) const {
  return !sends()[send].relays || arrived_before_ == receives().size() ||
         receives()[arrived_before_].slot.phase >= sends()[send].slot.phase;
}

// Whether the next send may be started, in a phase that is open if there are phases.
bool Replay::may_send() {
  if (!has_what_it_sends(next_send_)) return false;
  switch (stage().protocol) {
    case Protocol::post_all:
    case Protocol::barrier:
    case Protocol::lock:  // asks its inquiries instead
      return true;
    case Protocol::windowed:
      return sending_.under_way() < static_cast<std::size_t>(options_.window);
    case Protocol::global_once:
      return !at_barrier_ && sending_.under_way() == 0 &&
             (!idles() || idle_phases_.are_over(sends()[next_send_].slot.phase, clock_.seconds()));
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
  return stage().protocol != Protocol::barrier || pass_barriers(phase.number);
}

// Passes barriers up to the one before phase `number`, none before phase 0; false while one is not passed.
bool Replay::pass_barriers(int number) {
  for (; barriers_passed_ < number; ++barriers_passed_) {
    if (!at_barrier_) barrier_.enter();
    at_barrier_ = !barrier_.passed();
    if (at_barrier_) return false;
  }
  return true;
}

}  // namespace partita
