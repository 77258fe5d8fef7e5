#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <partita/schedule/algorithm_entry.hpp>
#include <partita/support/error.hpp>

#include "markdown.hpp"
#include "miniapps/random_matrix.hpp"
#include "samples.hpp"
#include "sections.hpp"

namespace partita::schedule_report {

namespace {

// "`rs_nl` (`rs_n`), ..."
std::string with_simpler_ones() {
  std::string pairs;
  for (const detail::AlgorithmEntry& entry : detail::algorithm_entries())
    if (entry.simpler)
      pairs.append(pairs.empty() ? "" : ", ")
          .append(text(code(entry.value), " (", code(*entry.simpler), ")"));
  return pairs;
}

// Phases in Wang, Lin, Ranka 1993 (DRS_N), for d = 4, 16, 31: Table 4, messages of one length, and Table 5,
// of 1 to 32.
struct Paper {
  Algorithm algorithm;
  std::string phases[3];
};
const Paper table_4[] = {{Algorithm::lp, {"31", "31", "31"}}, {Algorithm::rs_n, {"5.54", "18.56", "34.2"}}};
const Paper table_5[] = {{Algorithm::lp, {"31", "31", "31"}},
                         {Algorithm::rs_n, {"5.54", "18.56", "34.2"}},
                         {Algorithm::rs_nh, {"5.66", "19.1", "34.56"}}};

std::string paper_says(std::span<const Paper> papers, Algorithm algorithm, std::size_t column) {
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
    columns.push_back({text("d = ", d, ": paper"), k, {}});
    if (d == ranks - 1) {  // a complete exchange in all readings
      columns.push_back({"here", std::nullopt, random_samples({ranks, d})});
      continue;
    }
    for (const Name<Regularity>& regularity : regularities)
      columns.push_back({std::string(regularity.spelling), std::nullopt,
                         random_samples({ranks, d, 1, 1, regularity.value})});
  }

  std::vector<std::string> headings{"algorithm"}, degrees{"*largest degree*"};
  for (const Column& column : columns) {
    headings.push_back(column.heading);
    degrees.push_back(column.paper ? "" : number(mean_degree(column.samples)));
  }
  Table table(headings);
  for (const Algorithm algorithm : distinct_algorithms()) {
    std::vector<std::string> cells{code(algorithm)};
    for (const Column& column : columns)
      cells.push_back(column.paper ? paper_says(table_4, algorithm, *column.paper)
                                   : number(judged(column.samples, {.algorithm = algorithm}).phases_mean));
    table.add(cells);
  }
  table.add(degrees);

  return text(
      R"(## Phases

Mean over )",
      samples_each,
      R"( random matrices on 32 ranks, messages of one unit, beside Table 4 of Wang, Lin and Ranka 1993.
The papers' matrices have "approximately d" messages a rank, which leaves three readings. *Exact*: every rank sends and
receives d. *Rows*: every rank sends d to any others. *Independent*: each pair with probability d / 31. No direct schedule
in phases has fewer than the busiest rank has messages: the largest degree. Staged schedules may have fewer, and `ac` has
one unordered phase. Without links and with one rank a host some algorithms equal a simpler one, in brackets, and are left
out here and below: )",
      with_simpler_ones(), R"(.

)",
      table.text());
}

std::string longest_section() {
  std::vector<Samples> columns;
  std::vector<std::string> headings{"algorithm"};
  for (const int d : {4, 16, 31}) {
    columns.push_back(random_samples({ranks, d, 1, 32}));
    headings.push_back(text("d = ", d, ": paper"));
    headings.push_back("phases");
    headings.push_back("longest / bound");
  }
  Table table(headings);
  for (const Algorithm algorithm : distinct_algorithms()) {
    std::vector<std::string> cells{code(algorithm)};
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const phases::Appraisal appraisal = judged(columns[k], {.algorithm = algorithm});
      cells.push_back(paper_says(table_5, algorithm, k));
      cells.push_back(number(appraisal.phases_mean));
      cells.push_back(number(appraisal.longest_sum_over_bound, 3));
    }
    table.add(cells);
  }
  return text(R"(## Sum of longest transfers

A phase lasts as long as its longest transfer. The table has the sum of these over the phases, divided by its bound: the
units that the busiest rank sends or receives, which no direct schedule undercuts. Mean over )",
              samples_each, R"( exactly regular
matrices on 32 ranks, messages of 1 to 32 units, as in Table 5. In the one phase of `ac`, and in those of `naive`, the
messages of a rank count as their sum. So `naive` pays for the queue at each receiver. The figure of `ac` leaves out the
cost of many messages at once. Links do not count.

)",
              table.text());
}

std::string balanced_section() {
  const int d = 16;
  const Samples samples = random_samples({ranks, d, 1, 32});
  const double bound = mean_bound(samples);
  Table by_cost(
      {"start-up, units", "phases", "longest / bound", "with start-ups, over the bound with theirs"});
  for (const double start_up : {0., 1., 2., 4., 8., 16.}) {
    const phases::Appraisal appraisal =
        judged(samples, {.algorithm = Algorithm::balanced, .start_up = start_up});
    const double cost = appraisal.longest_sum_over_bound * bound + start_up * appraisal.phases_mean;
    by_cost.add({number(start_up, 0), number(appraisal.phases_mean),
                 number(appraisal.longest_sum_over_bound, 3), number(cost / (bound + start_up * d), 3)});
  }
  return text(R"(## Where splitting stops

`balanced` reaches the bound by splitting messages, which takes more phases. It splits less if a phase costs a start-up
besides its longest transfer (`--start-up`).
)",
              samples_each, " matrices, d = ", d, R"(, 1 to 32 units, mean bound )", number(bound, 1),
              R"( units. The last column is the cost with
start-ups, divided by that of d phases and the bound.

)",
              by_cost.text());
}

}  // namespace partita::schedule_report
