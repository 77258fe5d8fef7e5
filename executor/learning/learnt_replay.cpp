#include <partita/executor/learning/learnt_replay.hpp>
#include <partita/executor/replay/patience.hpp>
#include <partita/support/time_limits.hpp>

namespace partita::detail {

Learning::Learning(const Communicator& comm, std::vector<Replay> rivals, const Learner& learner,
                   std::string name, Found found)
    : comm_(comm),
      rivals_(std::move(rivals)),
      name_(std::move(name)),
      found_(std::move(found)),
      learner_(learner),
      barrier_(comm, comm.reserve_tags(1), learner_.times().size()) {}

Learning::~Learning() {
  if (is_agreeing_) comm_.leave(*this);
}

void Learning::turn() {
  switch (learner_.before_next()) {
    case Learner::Agreement::none:
      break;
    case Learner::Agreement::begin:
      is_agreeing_ = true;
      comm_.enter(*this);
      barrier_.enter(learner_.times());
      break;
    case Learner::Agreement::finish:
      await_agreement();
      const int before = learner_.times_learnt();
      learner_.agree(barrier_.maximum());
      if (found_ && learner_.times_learnt() > before)
        found_(learner_.best(), learner_.seconds()[learner_.best()]);
      break;
  }
  way_ = learner_.next();
}

void Learning::begins(std::size_t bytes_per_unit) {
  bytes_ = bytes_per_unit;
  seconds_ = 0;
}

void Learning::has_finished() {
  if (learner_.is_timed()) learner_.took(seconds_, bytes_);
}

void Learning::advance() {
  if (!is_agreeing_ || !barrier_.passed()) return;
  is_agreeing_ = false;
  comm_.leave(*this);
}

// Other exchanges may be under way, which the ranks that this one waits for need.
void Learning::await_agreement() {
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

void Learning::say_what_is_waited_for(Sentence& sentence) const {
  sentence.add("for all ranks to agree on the best way for the ", name_);
}

}  // namespace partita::detail
