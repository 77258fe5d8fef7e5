#pragma once
/// \file Collectives whose wait is named, checked and limited in time.
///
/// In a blocking collective of MPI a rank neither advances what is under way nor answers inquiries. If
/// PARTITA_CHECK, PARTITA_MONITOR or PARTITA_DEADLINE is set for any rank, a collective therefore starts
/// without blocking, and its rank polls. Else it is the blocking one. Its first message (FirstMessage) goes
/// ahead of it, or does all of it. All functions throw Error as CollectiveWait does, and CollectiveError if
/// the ranks are in different collectives (see FirstMessage).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <mpi.h>

#include <partita/support/communicator.hpp>
#include <partita/support/first_message.hpp>
#include <partita/support/time_limits.hpp>
#include <partita/support/under_way.hpp>

namespace partita::detail {

/// What sentences call a collective: "the reduction of rms"; without `of`, "a reduction".
struct CollectiveName {
  std::string_view kind;
  std::string_view of = {};

  void add_to(Sentence& sentence) const {
    if (of.empty())
      sentence.add("a ", kind);
    else
      sentence.add("the ", kind, " of ", of);
  }
};

/// This rank's wait in one collective, from construction to destruction.
class CollectiveWait final : public UnderWay {
 public:
  /// @param name      outlives this object
  /// @param needed    ranks 0, ..., needed - 1 must enter the collective before this rank leaves it
  /// @param contents  says in words what all ranks give alike: "sum of 1 MPI_INT"
  /// @throws Error unless MPI is running
  CollectiveWait(const Communicator& comm, const CollectiveName& name, int needed,
                 std::string_view contents = {});
  ~CollectiveWait();
  CollectiveWait(const CollectiveWait&) = delete;
  CollectiveWait& operator=(const CollectiveWait&) = delete;

  /// If waits are watched: advances what is under way, answers inquiries and reports this wait. To be called
  /// again and again.
  /// @throws Error if PARTITA_CHECK finds that this wait never ends, and when PARTITA_DEADLINE has passed.
  void poll();

  /// Name and contents, as long as this object lives.
  std::string_view header() const { return header_.view(); }

  /// Reduces a message with this header. Collective.
  /// @throws CollectiveError if other ranks reduce one with another
  void reduce(FirstMessage& message);

 private:
  void advance() override {}
  void say_what_is_waited_for(Sentence& sentence) const override;

  const Communicator& comm_;
  CollectiveName name_;
  int needed_;
  Sentence header_;
  double entered_ = 0;  // if a profile is kept
  std::size_t activity_ = 0;
  std::optional<LimitedWait> limits_;
};

/// Compares names and contents, when all ranks are here. Collective.
void require_match(const Communicator& comm, const CollectiveName& name, std::string_view contents = {});

/// Replaces values by their reduction over all ranks. Collective.
///
/// @param values  `count` elements of `type`, as on every rank
void all_reduce(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                const CollectiveName& name);

/// Replaces values by their reduction over all lower ranks; on rank 0 they are undefined then. Collective.
///
/// @param values  `count` elements of `type`, as on every rank
void reduce_below(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                  const CollectiveName& name);

/// Fills `all` with the values of all ranks. Follows a collective that has matched. Collective.
///
/// @param all     rank r's lie in [begins[r], begins[r + 1]); this rank has filled in its own
/// @param begins  the same on every rank
void all_gather(const Communicator& comm, std::span<std::int64_t> all, const std::vector<int>& begins,
                const CollectiveName& name);

/// Replaces bytes by those of rank `root`, as many as on every rank. Follows a collective that has matched.
/// Collective.
void broadcast_bytes(const Communicator& comm, std::span<std::byte> bytes, int root,
                     const CollectiveName& name);

}  // namespace partita::detail
