#pragma once
/// \file Collectives whose wait is named, checked and limited in time.
///
/// In a blocking collective of MPI a rank neither advances what is under way nor answers inquiries. If
/// PARTITA_CHECK, PARTITA_MONITOR or PARTITA_DEADLINE is set for any rank, a collective therefore starts
/// without blocking, and its rank polls. Else it is the blocking one, and costs what that costs.

#include <cstddef>
#include <optional>
#include <span>

#include <mpi.h>

#include <partita/support/collective_check.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/time_limits.hpp>
#include <partita/support/under_way.hpp>

namespace partita::detail {

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
