#pragma once
/// \file A private MPI communicator, shared by all objects of one application.

#include <map>
#include <memory>
#include <typeindex>

#include <mpi.h>

#include <partita/support/same_build.hpp>
#include <partita/support/under_way.hpp>

namespace partita {

namespace detail {
class MatchChecks;
class MarkFile;
class Recorder;
}  // namespace detail

/// A duplicate of the user's communicator, and the tags used on it.
///
/// Copies share the duplicate. One application needs one MPI context, whatever the number of its tables,
/// patterns and exchanges: MPI implementations have a few thousand contexts. Tags keep exchanges apart. The
/// last copy frees the duplicate if MPI still runs. That may be collective, so communicators end in the same
/// order on all ranks.
class Communicator {
 public:
  /// Duplicates `parent`. Collective.
  ///
  /// When MPI fails on the duplicate, its rank says in one sentence what has failed and where it was, and
  /// calls the error handler that `parent` has now. If that is MPI_ERRORS_ARE_FATAL, the job ends. If it
  /// returns, everything on this communicator throws the sentence from then on.
  /// @throws Error unless MPI is running, for a null handle, and if MPI makes no duplicate.
  /// @throws CollectiveError if `parent` is an intercommunicator, if PARTITA_CHECK, PARTITA_MONITOR or
  /// PARTITA_DEADLINE is wrong on a rank, or PARTITA_CHECK is not the same on all.
  explicit Communicator(MPI_Comm parent);

  Communicator(const Communicator&) = default;  // moves copy, too: none is ever empty
  Communicator& operator=(const Communicator&) = default;

  int rank() const { return state_->rank; }
  int size() const { return state_->size; }
  MPI_Comm handle() const { return state_->handle; }

  /// The greatest tag. No exchange has it.
  int tag_of_checks() const { return state_->tag_limit; }

  /// `advance_all` advances `operation` from `enter` to `leave`. In between it may not be moved.
  void enter(UnderWay& operation) const;
  void leave(UnderWay& operation) const;

  /// This rank does nothing from now on but wait for this operation, until that leaves.
  void wait_for(UnderWay& operation) const { state_->waited_for = &operation; }

  /// Says this, and calls the program's error handler, as when MPI fails. Not collective.
  void fail(const Sentence& why) const { state_->fail(why, MPI_ERR_OTHER); }
  bool has_failed() const { return state_->has_failed(); }

  /// @throws Error if MPI has failed on this communicator
  void require_working() const {
    if (has_failed()) state_->refuse();
  }

  /// A communicator that is made of the duplicate belongs to it: it fails with it, and ends before it.
  void adopt(MPI_Comm part) const { MPI_Comm_set_attr(part, key_of_state(), state_.get()); }

  /// Advances everything under way on this communicator.
  /// @throws Error if MPI has failed on it
  void advance_all() const {
    require_working();
    for (UnderWay* operation = state_->under_way; operation != nullptr; operation = operation->next_)
      operation->advance();
  }

  /// Nothing else is under way.
  bool is_alone(const UnderWay& operation) const {
    for (const UnderWay* one = state_->under_way; one != nullptr; one = one->next_)
      if (one != &operation && one->is_waiting()) return false;
    return true;
  }

  /// Says what this rank does, continuing "rank 2 was ended": "while it waited for ...". A signal handler
  /// may call it at any moment. Not collective.
  void say_what_is_under_way(Sentence& sentence) const { state_->say_what_is_under_way(sentence); }

  /// True if PARTITA_CHECK was 1, or PARTITA_MONITOR or PARTITA_DEADLINE was set, on any rank when the
  /// communicator was made. Every wait is polled then, of exchanges and of collectives.
  bool watches_waits() const { return state_->watches_waits; }

  /// What PARTITA_CHECK=1 switches on; null if it is off.
  detail::MatchChecks* checks() const { return state_->checks.get(); }

  /// What keeps a profile, if rank 0 has PARTITA_PROFILE, PARTITA_TIMELINE, PARTITA_SEAL or
  /// KOKKOS_TOOLS_LIBS; else null.
  detail::Recorder* recorder() const { return state_->recorder.get(); }

  /// The record of marks, if rank 0 has PARTITA_RECORD; else null.
  detail::MarkFile* marks() const { return state_->marks.get(); }

  /// Keeps a profile from now on. Collective.
  void start_recording() const;

  /// The one T that belongs to this communicator. The first call makes it by make(), which returns a
  /// std::shared_ptr<T>. The last copy of the communicator destroys it, before it frees the duplicate.
  /// Collective if `make` is.
  template <class T, class Make>
  T& attached(Make&& make) const {
    std::shared_ptr<void>& place = (*state_->attached)[typeid(T)];
    if (!place) place = make();
    return *static_cast<T*>(place.get());
  }

 private:
  struct State {
    MPI_Comm handle = MPI_COMM_NULL;
    int rank = 0;
    int size = 1;
    int tag_limit = 0;
    UnderWay* under_way = nullptr;  // the first of a list, in the order in which they have begun
    UnderWay* waited_for = nullptr;
    bool watches_waits = false;
    struct Handler {
      MPI_Errhandler handle = MPI_ERRHANDLER_NULL;
      ~Handler();
    } of_program;
    Sentence failure;  // empty: none
    std::unique_ptr<detail::MatchChecks> checks;
    std::unique_ptr<detail::Recorder> recorder;
    std::unique_ptr<detail::MarkFile> marks;
    using Attached = std::map<std::type_index, std::shared_ptr<void>>;
    std::unique_ptr<Attached> attached = std::make_unique<Attached>();

    State();
    bool has_failed() const { return !failure.view().empty(); }
    void fail(const Sentence& why, int mpi_error);
    [[noreturn]] void refuse() const;
    bool all_have_come();  // to the end; false: PARTITA_DEADLINE has passed
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State();

    void say_what_is_under_way(Sentence& sentence) const;
  };

  static void on_failure(MPI_Comm* comm, int* code, ...) noexcept;
  static MPI_Errhandler calls_on_failure();
  static int key_of_state();

  std::shared_ptr<State> state_;
};

}  // namespace partita
