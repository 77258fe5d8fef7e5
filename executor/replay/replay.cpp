// A replay from begin to finish: does what its rules say, and tells them what has come.
#include <algorithm>
#include <thread>

#include <unistd.h>

#include <partita/executor/replay/given_up.hpp>
#include <partita/executor/replay/patience.hpp>
#include <partita/executor/replay/replay.hpp>
#include <partita/support/error.hpp>
#include <partita/support/mpi_state.hpp>
#include <partita/support/time_limits.hpp>

namespace partita::detail {

// MPI may still write to its fields, which their owner is about to use for something else: nothing may go on,
// unless the program has an error handler that says so.
Replay::~Replay() {
  if (!is_idle()) {
    tags_.give_up();
    keep_given_up(comm_, memory_.give_up());
  }
  if (!under_way_) return;
  comm_.leave(*this);
  if (is_broken_ || is_torn_down() || comm_.has_failed()) return;
  Sentence why;
  why.add("rank ", comm_.rank(), " destroyed an exchange between begin and finish, which waits ");
  say_what_is_waited_for(why);
  comm_.fail(why.add("; finish it first"));
}

void Replay::refuse() const {
  if (is_broken_) throw Error(has_failed);
  throw Error("an exchange was begun again before it was finished; finish it first");
}

void Replay::begin(const std::byte* send_from, std::byte* receive_into, std::size_t bytes_per_unit,
                   const UnitValues& values) {
  const Records from(const_cast<std::byte*>(send_from), bytes_per_unit), into(receive_into, bytes_per_unit);
  begin({&from, 1}, {&into, 1}, bytes_per_unit, values);
}

void Replay::begin(std::span<const Records> send_from, std::span<const Records> receive_into,
                   std::size_t bytes_per_unit, const UnitValues& values) {
  require_idle();
  comm_.require_working();
  is_broken_ = true;  // until all of this is done
  if (record_) record_->begin();
  if (check_) check_->begin(*this, {bytes_per_unit, in_words(values.fields)});
  memory_.begin(send_from, receive_into, bytes_per_unit);
  types_ = memory_.has_own_units() ? values.types : 0;
  transport_->begin(types_, options_.tells_types);
  knows_bytes_ = bytes_per_unit > 0 || memory_.has_own_units() || receives().empty();
  posted_ = 0;
  under_way_ = true;
  comm_.enter(*this);
  rules_.begin();
  step(/*may_ask=*/false);  // an inquiry may wait for others to answer
  if (record_) record_->begun();
  is_broken_ = false;
}

void Replay::require_begun() const {
  if (!under_way_ || uses_arrived_) throw Error("an exchange was finished that had not been begun");
  if (is_broken_) throw Error("an exchange was finished that has failed; make a new one");
}

// Messages may still be leaving, of which the rules have nothing more to decide. If none are, this rank waits
// for nothing more. The replay is under way nevertheless: what has arrived is still to be used.
void Replay::await_arrivals(Until until) {
  comm_.require_working();
  comm_.wait_for(*this);
  if (may_wait_in_mpi())
    transport_->complete(until, *this);
  else
    poll_until_done();
  if (transport_->is_idle()) comm_.leave(*this);
  if (!refusal_.empty()) throw Error(refusal_);
}

void Replay::leave() {
  under_way_ = uses_arrived_ = false;
  comm_.leave(*this);
  if (check_) check_->finish();
}

// Whatever has changed values may have changed others, so the job does not go on.
void Replay::check_seals() {
  for (std::size_t receive = 0; receive < receives().size(); ++receive)
    seals_->check(memory_, receive, record_->of_receive(receive).seal);
  if (seals_->found().empty()) return;
  char host[64] = {};
  gethostname(host, sizeof host - 1);
  Sentence why;
  why.add("rank ", comm_.rank(), " on ", static_cast<const char*>(host), ", ", options_.name, ": ",
          seals_->found(),
          "; memory, a link or a stray write is at fault, so leave the host out or look for the write");
  comm_.fail(why);
  comm_.require_working();
}

void Replay::poll_until_done() {
  comm_.advance_all();
  if (done()) return;
  LimitedWait limits(comm_.rank(), *this);
  Patience patience(comm_.handle(), transport_->waiting());
  do {
    if (record_) record_->looked_in_vain();
    patience.pause();
    comm_.advance_all();
    if (check_) check_->poll(limits.seconds());
    if (!done()) limits.poll();
  } while (!done() && !is_late_after_a_refusal());
}

// Another message may never come either: then what was refused is to be said nevertheless.
bool Replay::is_late_after_a_refusal() const {
  constexpr double seconds = 10;
  return !refusal_.empty() && clock_.seconds() > refused_at_ + seconds;
}

void Replay::advance() {
  if (!under_way_ || is_broken_) return;
  poll();
  step(/*may_ask=*/true);
}

// Between two inquiries a rank takes in what has arrived: one a step.
void Replay::step(bool may_ask) {
  using Kind = Action::Kind;
  const std::size_t sent_before = rules_.state().next_send;
  const bool may_yield = may_ask;
  while (const Action action = rules_.next(now())) {
    switch (action.kind) {
      case Kind::none:
        break;
      case Kind::post:
        post();
        break;
      case Kind::send:
        if (record_) record_->packs();
        switch (transport_->send(action.what, memory_, rules_.sends_nothing(action.what))) {
          case Started::announced:
          case Started::under_way:
            break;
          case Started::left:
            rules_.left(action.what, now());
            break;
          case Started::refused:  // it has to wait for its receiver
            return rules_.refused(action.what);
        }
        break;
      case Kind::await_signal:
        transport_->post_signal(action.what);
        break;
      case Kind::signal:
        if (transport_->signal(action.what) == Started::left) rules_.signal_left(action.what);
        break;
      case Kind::enter_barrier:
        barrier_.enter();
        poll_barrier();
        break;
      case Kind::open_lock:
        locks().open();
        break;
      case Kind::inquire:
        if (!may_ask) {
          if (may_yield && rules_.state().next_send == sent_before) std::this_thread::yield();
          return;
        }
        may_ask = false;
        inquire(action.what);
        break;
      case Kind::free_receiver:
        locks().give_back(part().sends[action.what].partner);
        break;
      case Kind::settle:
        locks().complete();
        break;
    }
  }
  if (may_yield && rules_.is_idle()) std::this_thread::yield();
}

void Replay::inquire(std::size_t receivers) {
  const std::size_t send = rules_.ask(random_.below(static_cast<std::uint32_t>(receivers)));
  const auto bytes = static_cast<double>(sends()[send].bytes);
  const auto [granted, busy_seconds] = locks().take(part().sends[send].partner, bytes, found_[send]);
  if (granted)
    rules_.lock_granted();
  else
    rules_.lock_busy(now() + busy_seconds);
}

void Replay::poll() {
  learn_bytes();
  transport_->complete(Until::now, *this);
  poll_barrier();
}

void Replay::poll_barrier() {
  if (rules_.state().at_barrier && barrier_.passed()) rules_.barrier_passed();
}

void Replay::learn_bytes() {
  if (knows_bytes_ || rules_.state().posted == 0) return;
  const auto early = transport_->early_message();
  if (!early) return;
  const auto first = std::ranges::find(receives(), early->partner,
                                       [](const End& receive) { return receive.layout.partner; });
  memory_.set_bytes(early->bytes / first->length);
  knows_bytes_ = true;
  post();
}

// MPI ends the program when a message is longer than expected, but says nothing when it is shorter. `finish`
// throws, when the other ranks have all that they await of this one: messages, signals, barriers, locks.
void Replay::refuse(std::size_t receive, std::size_t bytes, std::uint16_t types) {
  const End& end = receives()[receive];
  if (refusal_.empty()) {
    refusal_ = text("rank ", comm_.rank(), " expected ", end.bytes, " bytes from rank ", end.layout.partner,
                    " and got ", bytes, may_be_same(types, types_) ? "" : " of other types",
                    "; give values of the same type and components on all ranks");
    refused_at_ = clock_.seconds();
  }
  rules_.arrived_spoilt(receive);
}

}  // namespace partita::detail
