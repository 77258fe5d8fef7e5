#pragma once
/// \file How an algorithm does on one or several communication matrices.

#include <optional>
#include <span>
#include <string>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita::phases {

/// Means are over the samples.
struct Appraisal {
  Algorithm algorithm;
  int ranks;
  int samples = 1;
  double phases_mean = 0;
  int phases_max = 0;
  double degree_mean = 0;                  ///< no direct schedule has fewer phases
  double longest_sum_over_bound = 0;       ///< mean; see `longest_sum`; 1 where there is nothing to send
  std::optional<double> link_conflicts{};  ///< mean; nothing where the machine has no links
  double share_of_exchanges = 0;           ///< mean
  double build_seconds = 0;                ///< mean
  std::optional<std::string> fault{};      ///< what `verify` found wrong, first
};

/// A schedule and its reverse of one matrix, both verified: of algorithms that avoid link contention against
/// the links of their machine, too.
Appraisal appraise(const CommunicationMatrix& matrix, const Schedule& forward, const Schedule& backward,
                   double build_seconds);

/// Schedules every matrix: sample k with seed options.seed + k; the time is the shortest of a few. Throws
/// Error when the algorithm cannot schedule one of them. At least one matrix; all of the same number of
/// ranks.
Appraisal appraise(std::span<const CommunicationMatrix> matrices, const ScheduleOptions& options);

}  // namespace partita::phases
