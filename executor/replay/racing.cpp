#include <utility>

#include <partita/executor/replay/patience.hpp>
#include <partita/executor/replay/racing.hpp>
#include <partita/support/time_limits.hpp>

namespace partita::detail {

namespace {

// Short replays end before all ranks have heard of one another. The first agreement is waited for: until then
// nothing is known of the plan that would be replayed meanwhile, and it may be one that loses messages.
constexpr std::size_t replays_to_agree = 4;

}  // namespace

Racing::Racing(const Communicator& comm, std::size_t replays, std::string name)
    : comm_(comm), name_(std::move(name)), race_(replays), barrier_(comm, race_.times().size()) {}

Racing::~Racing() {
  if (is_agreeing_) comm_.leave(*this);
}

std::size_t Racing::next() {
  if (race_.awaits_agreement()) {
    if (bridged_ == 0) {
      is_agreeing_ = true;
      comm_.enter(*this);
      barrier_.enter(race_.times());
    }
    const bool is_first = race_.seconds(race_.best()) == 0;
    if (bridged_++ == (is_first ? 0 : replays_to_agree)) {
      await_agreement();
      bridged_ = 0;
      race_.agree(barrier_.maximum());
    }
  }
  return race_.next();
}

void Racing::advance() {
  if (!is_agreeing_ || !barrier_.passed()) return;
  is_agreeing_ = false;
  comm_.leave(*this);
}

// Other exchanges may be under way, which the ranks that this one waits for need.
void Racing::await_agreement() {
  comm_.advance_all();
  if (!is_agreeing_) return;
  comm_.wait_for(*this);
  LimitedWait limits(comm_.rank(), *this);
  Patience patience(comm_.handle(), Waiting::by_mpi);
  while (is_agreeing_) {
    patience.pause();
    comm_.advance_all();
    if (is_agreeing_) limits.poll();
  }
}

void Racing::say_what_is_waited_for(Sentence& sentence) const {
  sentence.add("for all ranks to agree on the fastest candidate of the ", name_);
}

}  // namespace partita::detail
