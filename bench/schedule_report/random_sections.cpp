#include <optional>
#include <span>
#include <string>
#include <vector>

#include <partita/schedule/random_matrix.hpp>
#include <partita/support/error.hpp>

#include "markdown.hpp"
#include "miniapps/phases/appraisal.hpp"
#include "samples.hpp"
#include "sections.hpp"

namespace partita::schedule_report {

namespace {

// From Wang, Lin, Ranka 1993 (DRS_N), Tables 4 (RS_N, LP) and 5 (RS_NH); d = 4, 16, 31.
struct Paper {
  Algorithm algorithm;
  std::string phases[3];
};
const Paper papers[] = {{Algorithm::lp, {"31", "31", "31"}},
                        {Algorithm::rs_n, {"5.54", "18.56", "34.2"}},
                        {Algorithm::rs_nh, {"5.66", "19.1", "34.56"}}};

std::string paper_says(Algorithm algorithm, std::size_t column) {
  for (const Paper& paper : papers)
    if (paper.algorithm == algorithm) return paper.phases[column];
  return "";
}

}  // namespace

std::string phases_section() {
  struct Column {
    std::string heading;
    std::optional<std::size_t> paper;  // a column of the paper's figures
    Samples samples;
  };
  std::vector<Column> columns;
  const int densities[] = {4, 16, 31};
  for (std::size_t k = 0; k < std::size(densities); ++k) {
    const int d = densities[k];
    columns.push_back({text("d = ", d, ", paper"), k, {}});
    for (const auto& [regularity, name] : {std::pair{Regularity::exact, "exact"},
                                           {Regularity::rows, "rows"},
                                           {Regularity::independent, "independent"}}) {
      const bool all_alike = d == ranks - 1;  // everybody to everybody
      if (all_alike && regularity != Regularity::exact) continue;
      columns.push_back({text("d = ", d, all_alike ? "" : ", ", all_alike ? "" : name), std::nullopt,
                         random_samples({ranks, d, 1, 1, regularity})});
    }
  }

  std::vector<std::string> headings{"algorithm"};
  for (const Column& column : columns) headings.push_back(column.heading);
  Table table(headings);
  for (const Name<Algorithm>& algorithm : algorithms) {
    std::vector<std::string> cells{code(algorithm.value)};
    for (const Column& column : columns) {
      if (column.paper) {
        cells.push_back(paper_says(algorithm.value, *column.paper));
        continue;
      }
      const auto appraisal = judged(column.samples, {.algorithm = algorithm.value});
      cells.push_back(appraisal ? number(appraisal->phases_mean) : "");
    }
    table.add(cells);
  }
  std::vector<std::string> degrees{"*largest degree*"};
  for (const Column& column : columns)
    degrees.push_back(column.paper ? "" : number(mean_degree(column.samples)));
  table.add(degrees);

  return text(
             "## Phases\n\n"
             "Mean over ",
             samples_each,
             " random matrices on 32 ranks, messages of one unit, beside Tables 4 and 5 of Wang, Lin and "
             "Ranka 1993. The "
             "papers' matrices have \"approximately d\" messages a rank, which leaves three readings: "
             "*exact*, d sent and d "
             "received by everyone; *rows*, d sent to any others; *independent*, each pair with probability "
             "d / 31. No direct "
             "schedule has fewer phases than the busiest rank has messages: the largest degree. (With d = 31 "
             "all three are the "
             "complete exchange.)\n\n") +
         table.text();
}

std::string longest_section() {
  std::vector<std::pair<std::string, Samples>> columns;
  for (const int d : {4, 16, 31}) columns.push_back({text("d = ", d), random_samples({ranks, d, 1, 32})});

  std::vector<std::string> headings{"algorithm"};
  for (const auto& [heading, samples] : columns) {
    headings.push_back(heading + ": phases");
    headings.push_back("longest / bound");
  }
  Table table(headings);
  for (const Name<Algorithm>& algorithm : algorithms) {
    std::vector<std::string> cells{code(algorithm.value)};
    for (const auto& [heading, samples] : columns) {
      const auto appraisal = judged(samples, {.algorithm = algorithm.value});
      cells.push_back(appraisal ? number(appraisal->phases_mean) : "");
      cells.push_back(appraisal ? number(appraisal->longest_sum_over_bound, 3) : "");
    }
    table.add(cells);
  }
  return text(
             "## Sum of longest transfers, random matrices\n\n"
             "A phase lasts as long as its longest transfer. The sum of these over the phases, against what "
             "the busiest rank has "
             "to send or receive in all, which nothing direct can undercut; ",
             samples_each,
             " exactly regular matrices on 32 ranks, messages of 1 to 32 units. `ac` and `naive` have no "
             "order within a phase: "
             "their figures leave out what contention costs.\n\n") +
         table.text();
}

std::string balanced_section() {
  const Samples sixteen = random_samples({ranks, 16, 1, 32});
  Table table({"start-up, units", "phases", "longest / bound", "longest + start-ups, over the bound"});
  const double bound = mean_bound(sixteen);
  for (const double start_up : {0., 1., 2., 4., 8., 16., 32., 64.}) {
    const auto appraisal =
        judged(sixteen, {.algorithm = Algorithm::balanced, .splitting = {.start_up = start_up}});
    if (!appraisal) continue;
    table.add({number(start_up, 0), number(appraisal->phases_mean),
               number(appraisal->longest_sum_over_bound, 3),
               number(appraisal->longest_sum_over_bound + start_up * appraisal->phases_mean / bound, 3)});
  }
  Table capped({"phases at most", "phases", "longest / bound"});
  for (const int most : {16, 18, 20, 24, 28, 32, 40}) {
    const auto appraisal =
        judged(sixteen, {.algorithm = Algorithm::balanced, .splitting = {.most_phases = most}});
    if (!appraisal) continue;
    capped.add({text(most), number(appraisal->phases_mean), number(appraisal->longest_sum_over_bound, 3)});
  }
  return text(
             "## Where splitting stops\n\n"
             "`balanced` reaches the bound by splitting messages, which takes more phases. If a phase costs "
             "its start-up besides "
             "its longest transfer, or phases are limited, it splits less; ",
             samples_each, " matrices, d = 16, 1 to 32 units, mean bound ", number(bound, 1), " units.\n\n") +
         table.text() + capped.text();
}

}  // namespace partita::schedule_report
