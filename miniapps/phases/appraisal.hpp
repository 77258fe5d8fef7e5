#pragma once
/// \file The quality of an algorithm's schedules of some communication matrices.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include <partita/executor/plan/way.hpp>
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
  double degree_mean = 0;             ///< lower bound of direct schedules in phases: see `has_direct_bound`
  double longest_sum_over_bound = 0;  ///< mean; see `longest_sum`; 1 if there is nothing to send
  std::optional<double> link_conflicts{};  ///< mean; nothing if the machine has no links
  std::optional<double> host_messages{};   ///< mean, from host to host; nothing if every rank is a host
  double share_of_exchanges = 0;           ///< mean
  std::optional<double> replay_seconds{};  ///< mean, predicted; nothing if messages cost nothing
  std::optional<double> build_seconds{};   ///< mean; nothing for a loaded schedule
  std::optional<std::string> fault{};      ///< first fault that `verify` found
};

/// False for those that have fewer phases than the busiest rank has messages: AC, which has all of them in
/// one unordered phase, and staged ones, which join messages.
inline bool has_direct_bound(Algorithm algorithm) {
  return algorithm != Algorithm::ac && !is_staged(algorithm);
}

/// A schedule and its reverse.
struct Directions {
  Schedule forward;
  Schedule backward;
};

/// True if replays take time on this machine, so that they can be predicted.
bool costs_time(const Machine& machine);

/// Replay to predict.
struct Replaying {
  StageProtocols protocol = Protocol::post_all;
  int unit_bytes = 8;
};

/// Verifies and measures both directions of one matrix. If the algorithm avoids link contention, the links of
/// its machine are checked too.
Appraisal appraise(const CommunicationMatrix& matrix, const Directions& schedule,
                   std::optional<double> build_seconds, const Replaying& replaying = {});

/// An algorithm on several matrices.
struct Trial {
  Appraisal appraisal;
  Directions first;  ///< of the first matrix
};

/// Schedules every matrix: sample k with seed options.seed + k; the time is the shortest of a few builds.
/// Calls `before` with the sample's number before each. `matrices` has at least one matrix, all of the same
/// number of ranks. Throws Error if the algorithm cannot schedule one of them.
Trial try_out(
    std::span<const CommunicationMatrix> matrices, const ScheduleOptions& options,
    const Replaying& replaying = {}, const std::function<void(std::size_t)>& before = [](std::size_t) {});

}  // namespace partita::phases
