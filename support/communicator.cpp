#include <exception>

#include <partita/support/collective_check.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/settings.hpp>

namespace partita {

bool detail::mpi_is_finalized() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  return finalized != 0;
}

bool detail::is_torn_down() { return mpi_is_finalized() || std::uncaught_exceptions() > 0; }

Communicator::Communicator(MPI_Comm parent) : state_(std::make_shared<State>()) {
  MPI_Comm_dup(parent, &state_->handle);
  MPI_Comm_rank(state_->handle, &state_->rank);
  MPI_Comm_size(state_->handle, &state_->size);

  int* upper_bound = nullptr;
  int found = 0;
  MPI_Comm_get_attr(state_->handle, MPI_TAG_UB, static_cast<void*>(&upper_bound), &found);
  constexpr int guaranteed_by_mpi = 32767;
  state_->tag_limit = found ? *upper_bound : guaranteed_by_mpi;

  // Ranks must agree: a blocking collective does not match one that is polled.
  int is_watched = 0;
  for (const char* const variable : {"PARTITA_CHECK", "PARTITA_MONITOR", "PARTITA_DEADLINE"})
    if (setting(variable) != nullptr) is_watched = 1;
  MPI_Allreduce(MPI_IN_PLACE, &is_watched, 1, MPI_INT, MPI_MAX, state_->handle);
  state_->watches_waits = is_watched != 0;

  int rank_of_all = 0;  // each rank is the first of a communicator of its own
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_of_all);
  if (rank_of_all == 0) say_unknown_settings();
}

Communicator::State::~State() {
  if (collective_check != nullptr) collective_check->end();  // before those attached that wait for all ranks
  collective_check = nullptr;
  attached.clear();
  if (!detail::mpi_is_finalized() && handle != MPI_COMM_NULL) MPI_Comm_free(&handle);
}

int Communicator::reserve_tags(int count) const {
  if (state_->next_tag > state_->tag_limit - count) state_->next_tag = first_exchange_tag;
  const int first = state_->next_tag;
  state_->next_tag += count;
  return first;
}

// A list whose links lie in the operations: whenever a signal comes, it leads through those under way.
void Communicator::enter(UnderWay& operation) const {
  UnderWay** link = &state_->under_way;
  while (*link != nullptr) link = &(*link)->next_;
  operation.next_ = nullptr;
  *link = &operation;
}

void Communicator::leave(UnderWay& operation) const {
  if (state_->waited_for == &operation) state_->waited_for = nullptr;
  for (UnderWay** link = &state_->under_way; *link != nullptr; link = &(*link)->next_) {
    if (*link != &operation) continue;
    *link = operation.next_;
    return;
  }
}

void Communicator::say_what_is_under_way(Sentence& sentence) const {
  if (const UnderWay* const waited_for = state_->waited_for; waited_for != nullptr) {
    waited_for->say_what_is_waited_for(sentence.add("while it waited "));
  } else if (const UnderWay* const first = state_->under_way; first != nullptr) {
    first->say_what_is_waited_for(sentence.add("between begin and finish of an exchange that waits "));
  } else {
    sentence.add("outside of any exchange");
  }
}

}  // namespace partita
