#pragma once
// The matrices that the sections measure on, and what they measure.

#include <string>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/random_matrix.hpp>
#include <partita/schedule/schedule_options.hpp>

#include "miniapps/phases/appraisal.hpp"

namespace partita::schedule_report {

using Samples = std::vector<CommunicationMatrix>;

inline constexpr int ranks = 32;         // of the papers' machine
inline constexpr int samples_each = 50;  // as in the papers

// Seeds 1, 2, ...
Samples random_samples(const RandomMatrix& look, int samples = samples_each);

// Throws Error when a schedule is wrong: no figure of a wrong schedule gets into the document.
phases::Appraisal judged(const Samples& samples, const ScheduleOptions& options);

double mean_degree(const Samples& samples);
double mean_bound(const Samples& samples);  // of the sum of longest transfers, in units

// Without links to share and with one rank a host: rs_nl is rs_n, rs_nlh is rs_nh, node_aware is colouring.
constexpr bool repeats_another(Algorithm algorithm) {
  return algorithm == Algorithm::rs_nl || algorithm == Algorithm::rs_nlh ||
         algorithm == Algorithm::node_aware;
}

// Throws Error when the schedule is wrong.
void require_right(const Schedule& schedule, const CommunicationMatrix& matrix);

std::string code(Algorithm algorithm);  // `rs_n`

}  // namespace partita::schedule_report
