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
  int samples;
  double phases_mean = 0;
  int phases_max = 0;
  double degree_mean = 0;                  ///< no direct schedule has fewer phases
  double longest_sum_over_bound = 0;       ///< mean; see `longest_sum`; 1 where there is nothing to send
  std::optional<double> link_conflicts{};  ///< mean; nothing where the machine has no links
  double share_of_exchanges = 0;           ///< mean
  double build_seconds = 0;                ///< mean of the shortest of a few
  std::optional<std::string> fault{};      ///< what `verify` found wrong, first
};

/// Schedules every matrix and its reverse, and has both verified: for algorithms that avoid link contention
/// against the links of the machine, too. Sample k is scheduled with seed options.seed + k. Throws Error when
/// the algorithm cannot schedule one of them. At least one matrix; all of the same number of ranks.
Appraisal appraise(std::span<const CommunicationMatrix> matrices, const ScheduleOptions& options);

/// What is wrong with a schedule or its reverse; nothing when they are right.
std::optional<std::string> verify_both_ways(const Schedule& schedule, const CommunicationMatrix& matrix);

}  // namespace partita::phases
