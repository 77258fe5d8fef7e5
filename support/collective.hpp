#pragma once
/// \file Collectives whose wait is named, checked and limited in time.
///
/// In a blocking collective of MPI a rank neither advances what is under way nor answers inquiries. If
/// PARTITA_CHECK, PARTITA_MONITOR or PARTITA_DEADLINE is set for any rank, a collective therefore starts
/// without blocking, and its rank polls. Else it is the blocking one, and costs what that costs.

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include <mpi.h>

#include <partita/support/communicator.hpp>
#include <partita/support/time_limits.hpp>
#include <partita/support/under_way.hpp>

namespace partita::detail {

/// What sentences call a collective: "the reduction of rms"; without `of`, "a reduction".
struct CollectiveName {
  std::string_view kind;
  std::string_view of = {};

  void add_to(Sentence& sentence) const;
};

/// Checks that ranks enter collectives in the same order. Lies above support: see
/// executor/replay/replay_check.
class CollectiveCheck {
 public:
  /// This rank enters the next collective. Ranks 0, ..., needed - 1 must enter it before this rank leaves.
  virtual void begin(const CollectiveName& name, int needed) = 0;

  /// This rank has waited for these seconds in it. To be called again and again.
  /// @throws Error if the check finds a rank that never enters it.
  virtual void poll(double seconds_waited) = 0;

  virtual void finish() = 0;
  virtual void end() = 0;  ///< This rank enters no more of them.

 protected:
  ~CollectiveCheck() = default;
};

/// This rank's wait in one collective, from construction to destruction.
class CollectiveWait final : public UnderWay {
 public:
  /// @param name    outlives this object
  /// @param needed  ranks 0, ..., needed - 1 must enter the collective before this rank leaves it
  CollectiveWait(const Communicator& comm, const CollectiveName& name, int needed);
  ~CollectiveWait();
  CollectiveWait(const CollectiveWait&) = delete;
  CollectiveWait& operator=(const CollectiveWait&) = delete;

  /// If waits are watched: advances what is under way, answers inquiries and reports this wait. To be called
  /// again and again.
  /// @throws Error if PARTITA_CHECK finds that this wait never ends, and when PARTITA_DEADLINE has passed.
  void poll();

 private:
  void advance() override {}
  void say_what_is_waited_for(Sentence& sentence) const override;

  const Communicator& comm_;
  CollectiveName name_;
  int needed_;
  std::optional<LimitedWait> limits_;
};

/// Replaces values by their reduction over all ranks. Collective.
///
/// @param values  `count` elements of `type`, as on every rank
/// @throws Error as CollectiveWait does.
void all_reduce(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                const CollectiveName& name);

/// Replaces values by their reduction over all lower ranks; on rank 0 they are undefined then. Collective.
///
/// @param values  `count` elements of `type`, as on every rank
/// @throws Error as CollectiveWait does.
void reduce_below(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                  const CollectiveName& name);

/// Replaces bytes by those of rank `root`, as many as on every rank. Collective.
/// @throws Error as CollectiveWait does.
void broadcast_bytes(const Communicator& comm, std::span<std::byte> bytes, int root,
                     const CollectiveName& name);

}  // namespace partita::detail
