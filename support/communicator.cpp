#include <array>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/first_message.hpp>
#include <partita/support/mark_file.hpp>
#include <partita/support/match_check.hpp>
#include <partita/support/mpi_state.hpp>
#include <partita/support/recorder.hpp>
#include <partita/support/settings.hpp>
#include <partita/support/time_limits.hpp>

namespace partita {

namespace {

// What the environment says of waits and profiles on this rank, or what is wrong with it.
struct WaitSettings {
  bool are_watched = false;
  bool are_checked = false;
  bool are_recorded = false;
  bool has_marks = false;
  std::optional<std::string> problem = {};

  WaitSettings() {
    try {
      are_checked = is_switched_on("PARTITA_CHECK", false, "to check that exchanges and reductions match");
      const double limits = monitor_seconds() + deadline_seconds();
      are_watched = are_checked || limits > 0;
      (void)detail::timeline_steps();
      const bool has_seals =
          is_switched_on("PARTITA_SEAL", false, "to check that messages arrive as they were packed");
      has_marks = setting("PARTITA_RECORD") != nullptr;
      are_recorded = setting("PARTITA_PROFILE") != nullptr || setting("PARTITA_TIMELINE") != nullptr ||
                     std::getenv("KOKKOS_TOOLS_LIBS") != nullptr || has_seals;
    } catch (const Error& error) {
      problem = error.what();
    }
  }
};

// All ranks must have the same: a blocking collective does not match one that is polled.
WaitSettings agreed(MPI_Comm comm, int rank, int size, WaitSettings mine) {
  std::array<int, 6> largest{mine.are_watched,
                             mine.are_checked,
                             !mine.are_checked,
                             mine.are_recorded && rank == 0,
                             mine.has_marks && rank == 0,
                             mine.problem ? size - rank : 0};
  MPI_Allreduce(MPI_IN_PLACE, largest.data(), static_cast<int>(largest.size()), MPI_INT, MPI_MAX, comm);
  const auto [are_watched, some_check, some_do_not, are_recorded, has_marks, from_last] = largest;
  if (from_last > 0) {
    std::array<char, 512> sentence{};
    if (mine.problem) mine.problem->copy(sentence.data(), sentence.size() - 1);
    MPI_Bcast(sentence.data(), static_cast<int>(sentence.size()), MPI_CHAR, size - from_last, comm);
    throw CollectiveError(sentence.data());
  }
  if (some_check != 0 && some_do_not != 0)
    throw CollectiveError(
        "the ranks disagree about PARTITA_CHECK (a launcher may have to be told to pass it on); give every "
        "rank the same");
  mine.are_watched = are_watched != 0;
  mine.are_recorded = are_recorded != 0;
  mine.has_marks = has_marks != 0;
  return mine;
}

// In one line: MPICH's words for an error, rather than for its kind, have several.
struct ErrorWords : std::array<char, MPI_MAX_ERROR_STRING> {
  explicit ErrorWords(int mpi_error) : array() {
    int kind = MPI_SUCCESS, length = 0;
    MPI_Error_class(mpi_error, &kind);
    MPI_Error_string(kind, data(), &length);
  }
};

}  // namespace

void detail::needs_a_partita_compiled(Containers*, Strings*, Mpi*, Version*) {}

Communicator::Communicator(MPI_Comm parent) : state_(std::make_shared<State>()) {
  detail::require_mpi(parent);
  if (parent == MPI_COMM_NULL)
    throw Error("a communicator was to be made of MPI_COMM_NULL; give one that has this rank");
  int has_two_groups = 0;
  MPI_Comm_test_inter(parent, &has_two_groups);
  if (has_two_groups != 0)
    throw CollectiveError(
        "the communicator is an intercommunicator; give one of a single group, as MPI_Intercomm_merge makes");
  MPI_Comm_rank(parent, &state_->rank);
  MPI_Comm_size(parent, &state_->size);
  WaitSettings mine;
  const BlockingWait wait(parent, "for all ranks in the making of a communicator");

  if (const int result = MPI_Comm_dup(parent, &state_->handle); result != MPI_SUCCESS)
    throw Error("MPI makes no duplicate of the communicator (", ErrorWords(result).data(),
                "); make one Communicator, and pass it on");
  MPI_Comm_get_errhandler(parent, &state_->of_program.handle);
  MPI_Comm_set_errhandler(state_->handle, calls_on_failure());
  adopt(state_->handle);
  int* upper_bound = nullptr;
  int found = 0;
  MPI_Comm_get_attr(state_->handle, MPI_TAG_UB, static_cast<void*>(&upper_bound), &found);
  constexpr int guaranteed_by_mpi = 32767;
  state_->tag_limit = found ? *upper_bound : guaranteed_by_mpi;

  const WaitSettings settings = agreed(state_->handle, rank(), size(), std::move(mine));
  state_->watches_waits = settings.are_watched;
  if (settings.are_checked)
    state_->checks = std::make_unique<detail::MatchChecks>(state_->handle, tag_of_checks());
  if (settings.are_recorded) start_recording();
  if (settings.has_marks && parent != MPI_COMM_SELF)
    state_->marks = std::make_unique<detail::MarkFile>(handle());

  if (parent != MPI_COMM_SELF) say_unknown_settings(rank() == 0);  // of which every rank is the first
}

void Communicator::start_recording() const {
  if (!recorder()) state_->recorder = std::make_unique<detail::Recorder>(handle());
}

void Communicator::State::refuse() const { throw Error(failure.view()); }

Communicator::State::State() = default;

Communicator::State::Handler::~Handler() {
  if (handle != MPI_ERRHANDLER_NULL && !detail::mpi_is_finalized()) MPI_Errhandler_free(&handle);
}

bool Communicator::State::all_have_come() {
  struct End final : UnderWay {
    void advance() override {}
    void say_what_is_waited_for(Sentence& sentence) const override {
      sentence.add("for all ranks in the end of a communicator");
    }
  } const end;
  try {
    LimitedWait limits(rank, end);
    detail::FirstMessage("the end of a communicator").reduce(handle, [&] {
      if (checks) checks->hear();
      for (UnderWay* left = under_way; left != nullptr; left = left->next_) left->advance();
      limits.poll();
    });
    return true;
  } catch (const std::exception& error) {
    say_line(error.what(), "; it is not freed");
    return false;
  }
}

// What is left may be freed only by all ranks together. If some never come, MPI keeps it: a destructor cannot
// throw, and this rank has all its values. Without a deadline nothing waits here that would not wait without
// a check.
Communicator::State::~State() {
  const bool is_alone = detail::is_torn_down() || handle == MPI_COMM_NULL;
  if (!is_alone && !has_failed() && checks) checks->end();
  const bool never_come = !is_alone && (has_failed() || (deadline_seconds() > 0 && !all_have_come()));
  if (never_come) (void)attached.release();
  const auto leave_to_mpi = [&] {
    if (handle == MPI_COMM_NULL || detail::mpi_is_finalized()) return;
    MPI_Comm_delete_attr(handle, key_of_state());
    (void)checks.release();
  };
  if (is_alone || never_come) {
    leave_to_mpi();
    return;
  }
  const BlockingWait wait(handle, "for all ranks to free a communicator");
  if (recorder && recorder->write) recorder->write(*recorder, /*is_end=*/true);
  under_way = nullptr;  // what is attached may be among it
  attached.reset();
  if (const auto missing = checks ? checks->receive_the_last() : std::nullopt) {
    say_line("rank ", rank, " ended a communicator ", checks->seconds_for_the_last, " s ago, but rank ",
             *missing, " has not; end communicators on all ranks, in the same order; it is not freed");
    leave_to_mpi();
    return;
  }
  checks.reset();
  MPI_Comm_free(&handle);
}

MPI_Errhandler Communicator::calls_on_failure() {
  static const MPI_Errhandler made = [] {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(on_failure, &handler);
    return handler;
  }();
  return made;
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
void Communicator::on_failure(MPI_Comm* comm, int* code, ...) noexcept {
  int rank = 0, is_known = 0, kind = MPI_SUCCESS;
  State* state = nullptr;
  MPI_Comm_rank(*comm, &rank);
  MPI_Comm_get_attr(*comm, key_of_state(), static_cast<void*>(&state), &is_known);
  Sentence where;
  if (is_known != 0) {
    rank = state->rank;
    state->say_what_is_under_way(where.add(", "));
  }
  MPI_Error_class(*code, &kind);
  Sentence why;
  why.add("MPI has failed on rank ", rank, where.view(), ": ", ErrorWords(*code).data(),
          kind == MPI_ERR_TRUNCATE ? "; give values of the same type and components on all ranks" : "");
  if (is_known != 0) return state->fail(why, *code);
  say_line("partita: ", why.view());
  MPI_Abort(*comm, 1);
}

// The communicator that was given may be gone, so its handler is called with the duplicate. A communicator
// that was made of another one's duplicate has that one's handler, and ends the job.
void Communicator::State::fail(const Sentence& why, int mpi_error) {
  say_line("partita: ", why.view());
  failure = why;
  if (of_program.handle == MPI_ERRORS_ARE_FATAL || of_program.handle == calls_on_failure())
    MPI_Abort(handle, 1);
  MPI_Comm_set_errhandler(handle, of_program.handle);
  MPI_Comm_call_errhandler(handle, mpi_error);
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
    return;
  }
  const UnderWay* first = under_way;
  while (first != nullptr && !first->is_waiting()) first = first->next_;
  if (first != nullptr)
    first->say_what_is_waited_for(sentence.add("between begin and finish of an exchange that waits "));
  else
    sentence.add("outside of any exchange");
}

}  // namespace partita
