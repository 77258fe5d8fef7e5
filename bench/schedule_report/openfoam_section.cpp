#include <string>
#include <vector>

#include <partita/schedule/quality.hpp>
#include <partita/support/error.hpp>

#include "bench/openfoam_schedule.hpp"
#include "markdown.hpp"
#include "samples.hpp"
#include "sections.hpp"

namespace partita::schedule_report {

namespace {

struct Column {
  std::string heading;
  Samples samples;
};

std::vector<Column> columns_of(std::span<const Wing> wings) {
  std::vector<Column> columns;
  for (const int d : {4, 16, 31}) columns.push_back({text("d = ", d), random_samples({ranks, d})});
  for (const Wing& wing : wings) columns.push_back({text(wing.vertices, " vertices"), wing.samples});
  return columns;
}

// Mean over the samples.
template <class Measure>
double mean(const Samples& samples, Measure&& measure) {
  double sum = 0;
  for (const CommunicationMatrix& matrix : samples) sum += static_cast<double>(measure(matrix));
  return sum / static_cast<double>(samples.size());
}

std::string by_openfoam(const Samples& samples) {
  const auto schedule = [](const CommunicationMatrix& matrix) {
    Schedule made = openfoam_schedule(matrix);
    require_right(made, matrix);
    return made;
  };
  const double phases = mean(samples, [&](const auto& matrix) { return schedule(matrix).phases(); });
  const double longest = mean(samples, [&](const auto& matrix) {
    return static_cast<double>(longest_sum(schedule(matrix).tables)) /
           static_cast<double>(longest_sum_bound(matrix));
  });
  return text(number(phases), ", ", number(longest, 3));
}

std::string by_colouring(const Samples& samples) {
  const phases::Appraisal found = judged(samples, {.algorithm = Algorithm::colouring});
  return text(number(found.phases_mean), ", ", number(found.longest_sum_over_bound, 3));
}

}  // namespace

std::string openfoam_section(std::span<const Wing> wings) {
  std::vector<std::string> headings{"order"}, openfoam{"OpenFOAM's"}, colouring{"`colouring`"},
      degree{"*largest degree*"}, transfers{"*most sends and receives of a rank*"};
  for (const auto& [heading, samples] : columns_of(wings)) {
    headings.push_back(heading);
    openfoam.push_back(by_openfoam(samples));
    colouring.push_back(by_colouring(samples));
    degree.push_back(number(mean_degree(samples)));
    transfers.push_back(number(mean(samples, most_transfers)));
  }
  Table table(headings);
  for (const auto& row : {openfoam, colouring, degree, transfers}) table.add(row);
  return text(
      R"(## OpenFOAM's order

With `commsType scheduled`, OpenFOAM orders its messages by a rule of its own (`commSchedule`). It takes the message whose
two ranks have most messages left, and that message occupies both ranks. So a rank sends or receives, but not both, and
the bound is the last row. Phases, and the sum of longest transfers over its bound, on the exactly regular matrices above
and the meshes:

)",
      table.text(),
      "On the meshes the rule reaches its bound. A network that carries both directions at once needs half "
      "as many phases.\n\n");
}

}  // namespace partita::schedule_report
