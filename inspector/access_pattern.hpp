#pragma once
/// \file Access pattern: the values that neighbours exchange for a loop. The inspector finds it, the executor
/// replays it.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <partita/inspector/location.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// Consecutive ghosts that one neighbour owns.
struct GhostRun {
  int rank;
  local_index first;  ///< local index of the first of them
  local_index length;
};

/// Per neighbour: the owned values it needs, and the ghosts it fills. Both ascend by neighbour; a rank is
/// never its own neighbour. Local order: `owned` values, then the ghosts ascending by (owner, index on the
/// owner). So the values of one owner land in one piece, and owner and holder agree about their order without
/// a message. Immutable; copies share it.
class AccessPattern {
 public:
  /// From both sides' lists. Not collective.
  /// @param owned number of values that this rank owns
  /// @param first_ghost local index of the first ghost, at least `owned`. Between owned values and ghosts
  /// there may be room for the ghosts of another pattern (see `subtract`)
  /// @param ghosts where the ghosts of this rank live, ascending and distinct, never here
  /// @param needed_by the other ranks' ghosts that live here
  /// @throws Error when ghosts are out of order, or a value needed is not owned
  AccessPattern(const Communicator& comm, local_index owned, local_index first_ghost,
                std::vector<Location> ghosts, std::vector<NeededBy> needed_by);

  AccessPattern(const AccessPattern&) = default;  // moves copy, too: none is ever empty
  AccessPattern& operator=(const AccessPattern&) = default;

  const Communicator& communicator() const { return pattern_->comm; }
  local_index owned() const { return pattern_->owned; }
  local_index first_ghost() const { return pattern_->first_ghost; }
  local_index ghosts() const { return static_cast<local_index>(pattern_->ghosts.size()); }
  local_index local_size() const { return first_ghost() + ghosts(); }
  /// The global numbers of the owned values, in local order, for the marks of a record (executor/marks).
  /// Empty if they are not known.
  std::span<const global_index> numbers() const {
    return numbers_ ? std::span<const global_index>(*numbers_) : std::span<const global_index>();
  }
  /// The same pattern, which knows them. Not collective. @throws Error unless there is one for each owned
  /// value
  AccessPattern numbered(std::vector<global_index> numbers) const;

  std::span<const NeededBy> needed_by() const { return pattern_->needed_by; }
  std::span<const GhostRun> ghost_runs() const { return pattern_->ghost_runs; }

  /// Where each ghost lives, in local order.
  std::span<const Location> ghost_locations() const { return pattern_->ghosts; }

  /// Where a value lives, by its local index. Not collective. @throws Error when the index is neither an
  /// owned value nor a ghost of this pattern.
  Location location(local_index local) const;

  /// Local index of a value: owned here, or a ghost of this pattern. Not collective. O(log ghosts). If it is
  /// neither, `find` returns nothing and `local` throws Error.
  std::optional<local_index> find(const Location& location) const;
  local_index local(const Location& location) const;

  /// Whether all is the same on this rank. Two patterns are interchangeable if they are equal on every rank.
  /// Not collective. O(ghosts + needed values).
  bool operator==(const AccessPattern& other) const;

  /// Hash of the pattern on this rank: that of another pattern is the same with a chance of 2^-64.
  std::uint64_t fingerprint() const { return pattern_->fingerprint; }

 private:
  struct Pattern {
    Communicator comm;
    local_index owned;
    local_index first_ghost;
    std::vector<Location> ghosts;
    std::vector<NeededBy> needed_by;
    std::vector<GhostRun> ghost_runs;
    std::uint64_t fingerprint;
  };
  std::shared_ptr<const Pattern> pattern_;
  std::shared_ptr<const std::vector<global_index>> numbers_;  // none, as a rule
};

/// The pattern with these ghosts: tells every owner the values that other ranks need. Collective: one sparse
/// exchange.
/// @param ghosts of this rank, ascending and distinct
/// @throws CollectiveError when ghosts are out of order or live nowhere, or a rank gets more values than
/// local indices can count
AccessPattern make_pattern(const Communicator& comm, local_index owned, std::vector<Location> ghosts);

namespace detail {

/// The values of all groups, one group after the other: those that messages carry, in their order.
std::vector<local_index> needed_values(std::span<const NeededBy> groups);

/// The pattern of the same owned values and room, and of these `ghosts`. A neighbour gets a message
/// only if ghosts that it owns come or go. Collective: one sparse exchange of the differences.
/// @throws CollectiveError as `make_pattern`
AccessPattern update_pattern(const AccessPattern& before, std::vector<Location> ghosts);

}  // namespace detail

}  // namespace partita
