#include "samples.hpp"

#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/error.hpp>

namespace partita::schedule_report {

Samples random_samples(const RandomMatrix& shape, int samples) {
  Samples all;
  for (int k = 1; k <= samples; ++k) all.push_back(make_random_matrix(shape, static_cast<std::uint64_t>(k)));
  return all;
}

phases::Appraisal judged(const Samples& samples, const ScheduleOptions& options) {
  phases::Appraisal appraisal = phases::try_out(samples, options).appraisal;
  if (appraisal.fault) throw Error(text(name_of(options.algorithm), ": ", *appraisal.fault));
  return appraisal;
}

std::vector<Algorithm> distinct_algorithms() {
  std::vector<Algorithm> distinct;
  for (const detail::AlgorithmEntry& entry : detail::algorithm_entries())
    if (!entry.simpler) distinct.push_back(entry.value);
  return distinct;
}

void require_right(const Schedule& schedule, const CommunicationMatrix& matrix) {
  if (const auto fault = verify(schedule, matrix))
    throw Error(text(name_of(schedule.options.algorithm), ": ", *fault));
}

double mean_degree(const Samples& samples) {
  double sum = 0;
  for (const CommunicationMatrix& matrix : samples) sum += matrix.degree();
  return sum / static_cast<double>(samples.size());
}

double mean_bound(const Samples& samples) {
  double sum = 0;
  for (const CommunicationMatrix& matrix : samples) sum += static_cast<double>(longest_sum_bound(matrix));
  return sum / static_cast<double>(samples.size());
}

std::string code(Algorithm algorithm) { return text("`", name_of(algorithm), "`"); }

}  // namespace partita::schedule_report
