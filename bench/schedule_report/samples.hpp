#pragma once
// The matrices of the sections, and measurements on them.

#include <string>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule_options.hpp>

#include "miniapps/phases/appraisal.hpp"
#include "miniapps/random_matrix.hpp"

namespace partita::schedule_report {

using Samples = std::vector<CommunicationMatrix>;

inline constexpr int ranks = 32;         // of the papers' machine
inline constexpr int samples_each = 50;  // as in the papers

// Seeds 1, 2, ...
Samples random_samples(const RandomMatrix& shape, int samples = samples_each);

// Throws Error if a schedule is wrong: the document has no figures of wrong schedules.
phases::Appraisal judged(const Samples& samples, const ScheduleOptions& options);

double mean_degree(const Samples& samples);
double mean_bound(const Samples& samples);  // of the sum of longest transfers, in units

// The algorithms that differ without links to share and with one rank a host.
std::vector<Algorithm> distinct_algorithms();

// Throws Error if the schedule is wrong.
void require_right(const Schedule& schedule, const CommunicationMatrix& matrix);

std::string code(Algorithm algorithm);  // `rs_n`

}  // namespace partita::schedule_report
