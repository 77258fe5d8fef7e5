#pragma once
/// \file A private MPI communicator, shared by everything that belongs to one application.

#include <map>
#include <memory>
#include <typeindex>

#include <mpi.h>

#include <partita/support/under_way.hpp>

namespace partita {

/// A duplicate of the user's communicator, and the tags used on it.
///
/// Copies share the duplicate, so one application needs one MPI context however many tables, patterns and
/// exchanges it makes (MPI implementations have a few thousand contexts). Exchanges are kept apart by their
/// tags instead. The duplicate is freed with the last copy, if MPI is still running then; as other ranks may
/// have to come too, communicators end in the same order on all ranks.
class Communicator {
 public:
  /// Duplicates `parent`. Collective.
  explicit Communicator(MPI_Comm parent);

  int rank() const { return state_->rank; }
  int size() const { return state_->size; }
  MPI_Comm handle() const { return state_->handle; }

  /// Reserves `count` consecutive tags for one exchange. Every rank must reserve in the same order, but
  /// nothing is sent: not synchronising. Tags come round again after all (at least 32000) have been handed
  /// out.
  int reserve_tags(int count) const;

  /// A tag that is never reserved.
  int tag_of_checks() const { return state_->tag_limit; }

  /// One of two tags in turn, for operations that must not meet the messages of the operation before.
  int alternate_tag() const { return state_->alternate ^= 1; }

  /// Has `operation` advanced by whoever waits, from `enter` to `leave`; in between it may not be moved.
  void enter(UnderWay& operation) const;
  void leave(UnderWay& operation) const;

  /// This rank does nothing from now on but wait for one of those under way, until that leaves.
  void wait_for(UnderWay& operation) const { state_->waited_for = &operation; }

  /// Advances everything under way on this communicator.
  void advance_all() const {
    for (UnderWay* operation = state_->under_way; operation != nullptr; operation = operation->next_)
      operation->advance();
  }

  /// Nothing else is under way.
  bool is_alone(const UnderWay& operation) const {
    return state_->under_way == &operation && operation.next_ == nullptr;
  }

  /// Says what this rank does, to be read after "rank 2 was ended": "while it waited for ...". May be asked
  /// in a signal handler, in the middle of anything else of this communicator.
  void say_what_is_under_way(Sentence& sentence) const;

  /// The one T that belongs to this communicator; the first call has it made by make(), which returns a
  /// std::shared_ptr<T>. Kept until the last copy of the communicator goes, and destroyed before the
  /// duplicate is freed. Collective if `make` is.
  template <class T, class Make>
  T& attached(Make&& make) const {
    std::shared_ptr<void>& place = state_->attached[typeid(T)];
    if (!place) place = make();
    return *static_cast<T*>(place.get());
  }

 private:
  struct State {
    MPI_Comm handle = MPI_COMM_NULL;
    int rank = 0;
    int size = 1;
    int tag_limit = 0;
    int next_tag = first_exchange_tag;
    int alternate = 0;
    UnderWay* under_way = nullptr;  // the first of a list, in the order in which they have begun
    UnderWay* waited_for = nullptr;
    std::map<std::type_index, std::shared_ptr<void>> attached;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State();
  };

  static constexpr int first_exchange_tag = 2;  // 0 and 1 are the alternate tags

  std::shared_ptr<State> state_;
};

}  // namespace partita
