#pragma once
/// \file The entry of one scheduling algorithm: everything that names, options, dispatch, the choice, tests,
/// benchmarks and docs know of it. The table of all entries is in algorithm_entry.cpp.

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <partita/schedule/algorithms.hpp>
#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/schedule_options.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// What names and describes an algorithm.
struct AlgorithmDescription {
  Algorithm value;
  std::string_view spelling;
  std::string_view summary;     ///< a line for --help and docs/schedules.md
  std::string_view source;      ///< paper and section
  double building_nanoseconds;  ///< a message, or a piece if it divides messages; see building_seconds
};

/// Tests check each of these on every algorithm.
struct AlgorithmProperties {
  bool staged = false;                  ///< relays
  bool ordered = true;                  ///< phases are partial permutations
  bool avoids_link_contention = false;  ///< on the machine of the options
  bool timed_idle = false;              ///< see has_timed_idle
  bool needs_seed = false;              ///< another seed gives another schedule
  bool splits_messages = false;         ///< parts of a message travel in different phases
  bool divides_messages = false;        ///< among all ranks
  bool weighs_start_up = false;         ///< depends on ScheduleOptions::start_up
  bool has_empty_phases = false;        ///< steps through phases in which no rank sends
  bool sends_once = false;  ///< to each other host, a value that several of its ranks need: with copies
  /// The algorithm that it equals on a crossbar with one rank a host, without messages of a rank to itself.
  std::optional<Algorithm> simpler = {};
};

/// The functions of an algorithm. It has one of the first two.
struct AlgorithmFunctions {
  using Local = PhaseTable(int rank, int ranks, const DestinationVector&, const SourceVector&,
                           const ScheduleOptions&);
  using Whole = std::vector<PhaseTable>(const CommunicationMatrix&, const ScheduleOptions&);
  using ByMessages = PhaseTable(const Communicator&, const DestinationVector&, const SourceVector&,
                                const ScheduleOptions&);

  Local* local = nullptr;             ///< one rank's table from what it sends and receives itself
  Whole* whole = nullptr;             ///< the tables of all ranks, by rank, from the matrix
  ByMessages* by_messages = nullptr;  ///< the table of `whole` for this rank, without the matrix; collective
};

/// Three bases, so that a row of the table groups its fields in braces.
struct AlgorithmEntry : AlgorithmDescription, AlgorithmProperties, AlgorithmFunctions {};

/// In the order of the enumerators.
std::span<const AlgorithmEntry> algorithm_entries();

const AlgorithmEntry& entry_of(Algorithm algorithm);

/// The phase tables of all ranks, by rank and all with the same number of phases, for options that are
/// possible.
std::vector<PhaseTable> make_tables(const CommunicationMatrix& matrix, const ScheduleOptions& options);

/// The table of this rank alone and that of the reverse, by an algorithm that does not need the matrix.
/// Collective.
std::pair<PhaseTable, PhaseTable> make_tables(const Communicator& comm, const DestinationVector& destinations,
                                              const SourceVector& sources, const ScheduleOptions& options);

}  // namespace partita::detail
