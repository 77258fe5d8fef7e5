#include <array>
#include <cstdio>
#include <exception>
#include <string>

#include <partita/support/collective_check.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/settings.hpp>

namespace partita {

bool detail::mpi_is_finalized() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  return finalized != 0;
}

bool detail::is_torn_down() { return mpi_is_finalized() || std::uncaught_exceptions() > 0; }

namespace {

// In one line: MPICH's words for an error, rather than for its kind, have several.
std::string in_words(int mpi_error) {
  std::array<char, MPI_MAX_ERROR_STRING> words{};
  int kind = MPI_SUCCESS, length = 0;
  MPI_Error_class(mpi_error, &kind);
  MPI_Error_string(kind, words.data(), &length);
  return words.data();
}

}  // namespace

Communicator::Communicator(MPI_Comm parent) : state_(std::make_shared<State>()) {
  int has_two_groups = 0;
  MPI_Comm_test_inter(parent, &has_two_groups);
  if (has_two_groups != 0)
    throw CollectiveError(
        "the communicator is an intercommunicator; give one of a single group, as MPI_Intercomm_merge makes");
  if (const int result = MPI_Comm_dup(parent, &state_->handle); result != MPI_SUCCESS)
    throw Error("MPI makes no duplicate of the communicator (", in_words(result),
                "); make one Communicator, and pass it on");
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(end_the_job, &handler);
  MPI_Comm_set_errhandler(state_->handle, handler);
  MPI_Errhandler_free(&handler);
  MPI_Comm_set_attr(state_->handle, key_of_state(), state_.get());
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

int Communicator::key_of_state() {
  static const int made = [] {
    int key = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, nullptr);
    return key;
  }();
  return made;
}

// MPI calls it in the middle of its work, where nothing may be thrown; and it knows only the communicator:
// the duplicate, or one that was made of it, such as that of a host.
void Communicator::end_the_job(MPI_Comm* comm, int* code, ...) {
  int rank = 0, is_known = 0, kind = MPI_SUCCESS;
  State* state = nullptr;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_get_attr(*comm, key_of_state(), static_cast<void*>(&state), &is_known);
  Sentence where;
  if (is_known != 0) {
    rank = state->rank;
    state->say_what_is_under_way(where.add(", "));
  }
  MPI_Error_class(*code, &kind);
  std::fputs(
      text("partita: MPI has failed on rank ", rank, where.view(), ": ", in_words(*code),
           kind == MPI_ERR_TRUNCATE ? "; give values of the same type and components on all ranks" : "", "\n")
          .c_str(),
      stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
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

void Communicator::State::say_what_is_under_way(Sentence& sentence) const {
  if (waited_for != nullptr) {
    waited_for->say_what_is_waited_for(sentence.add("while it waited "));
  } else if (under_way != nullptr) {
    under_way->say_what_is_waited_for(sentence.add("between begin and finish of an exchange that waits "));
  } else {
    sentence.add("outside of any exchange");
  }
}

}  // namespace partita
