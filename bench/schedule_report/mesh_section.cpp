#include <string>
#include <vector>

#include <partita/support/error.hpp>

#include "markdown.hpp"
#include "miniapps/phases/statistics.hpp"
#include "samples.hpp"
#include "sections.hpp"

namespace partita::schedule_report {

namespace {

std::string paper_says(Algorithm algorithm, const PaperMesh& paper) {
  if (algorithm == Algorithm::rs_n) return paper.rs_n;
  if (algorithm == Algorithm::rs_nh) return paper.rs_nh;
  return algorithm == Algorithm::lp ? "31" : "";
}

std::string statistics_table(std::span<const Wing> wings) {
  Table table({"vertices", "messages a rank, paper", "here", "units a message, paper", "here"});
  for (const Wing& wing : wings) {
    const phases::MatrixStatistics s = phases::statistics_of(wing.samples);
    table.add({text(wing.vertices), wing.paper.messages,
               phases::max_min_avg(s.messages_max, s.messages_min, s.messages_avg), wing.paper.lengths,
               phases::max_min_avg(s.length_max, s.length_min, s.length_avg)});
  }
  return table.text();
}

std::string algorithms_table(std::span<const Wing> wings) {
  std::vector<std::string> headings{"algorithm"}, bounds{"*largest degree; units of the busiest rank*"};
  for (const Wing& wing : wings) {
    for (const std::string& heading :
         {text(wing.vertices, ": paper"), std::string("phases"), std::string("longest / bound")})
      headings.push_back(heading);
    for (const std::string& bound :
         {std::string(), number(mean_degree(wing.samples)), number(mean_bound(wing.samples), 1)})
      bounds.push_back(bound);
  }
  Table table(headings);
  for (const Algorithm algorithm : distinct_algorithms()) {
    std::vector<std::string> cells{code(algorithm)};
    for (const Wing& wing : wings) {
      const phases::Appraisal appraisal = judged(wing.samples, {.algorithm = algorithm});
      cells.push_back(paper_says(algorithm, wing.paper));
      cells.push_back(number(appraisal.phases_mean));
      cells.push_back(number(appraisal.longest_sum_over_bound, 3));
    }
    table.add(cells);
  }
  table.add(bounds);
  return table.text();
}

std::string node_aware_table(std::span<const Wing> wings) {
  std::vector<std::string> headings{"ranks a host", "algorithm"};
  for (const Wing& wing : wings) headings.push_back(text(wing.vertices, " vertices"));
  Table table(headings);
  for (const int ranks_per_host : {4, 8})
    for (const Algorithm algorithm : {Algorithm::colouring, Algorithm::node_aware}) {
      std::vector<std::string> cells{text(ranks_per_host), code(algorithm)};
      for (const Wing& wing : wings) {
        ScheduleOptions options{.algorithm = algorithm};
        options.machine.ranks_per_host = ranks_per_host;
        const phases::Appraisal appraisal = judged(wing.samples, options);
        cells.push_back(text(number(appraisal.phases_mean), ", ",
                             number(appraisal.host_messages.value_or(0), 1), ", ",
                             number(appraisal.longest_sum_over_bound, 3)));
      }
      table.add(cells);
    }
  return table.text();
}

}  // namespace

std::string mesh_section(std::span<const Wing> wings) {
  if (wings.empty())
    return R"(## Meshes

Left out: `--meshes` names no folder with the meshes of the ONERA M6 wing.

)";
  return text(
      R"(## Meshes

Tetrahedra about the ONERA M6 wing. The papers' meshes are not available; these have about as many vertices. METIS's
recursive bisection cuts them into 32 parts; mean of )",
      partitions, R"( seeds. A rank sends a vertex to every rank that owns a neighbour of it.
Maximum/minimum/average, beside Wang, Lin and Ranka 1993:

)",
      statistics_table(wings),
      R"(Phases beside their Table 6, and the sum of longest transfers over its bound:

)",
      algorithms_table(wings),
      R"(The papers do not say how RS_NH sets the size of a phase. Ours is the longest message picked that has a *busy* end: a
rank whose remaining sends, or receives, are the most of all, or one fewer. Such a rank cannot afford another phase, so
the number of phases stays near that of `rs_n`. The next table has other rules, measured once and recorded here, on
matrices as in Tables 5 and 6 (20 partitions of each mesh). It has phases, and the sum of longest transfers over its bound. The
paper's figures lie between rules: none comes near both of its tables.

| size of a phase | d = 4 | d = 16 | d = 31 | 2810 vertices | 9443 | 53806 |
| --- | --- | --- | --- | --- | --- | --- |
| paper, phases | 5.66 | 19.1 | 34.56 | 19.65 | 22.5 | 26.4 |
| no limit, rows in random order (RS_N) | 5.82, 1.638 | 18.92, 1.680 | 34.40, 1.702 | 15.35, 2.258 | 15.00, 2.450 | 15.05, 2.580 |
| no limit, longest first | 5.82, 1.454 | 19.06, 1.329 | 34.42, 1.249 | 15.55, 1.594 | 15.10, 1.721 | 14.95, 1.771 |
| **longest with a busy end** | 5.82, 1.439 | 19.30, 1.297 | 34.60, 1.225 | 15.60, 1.342 | 15.20, 1.441 | 15.45, 1.465 |
| the same, busy: the most messages left, not one fewer | 6.22, 1.351 | 21.88, 1.233 | 37.52, 1.190 | 16.30, 1.301 | 16.35, 1.372 | 16.45, 1.405 |
| twice the mean message of the busiest rank | 5.84, 1.444 | 19.64, 1.297 | 36.18, 1.211 | 18.40, 1.321 | 18.80, 1.337 | 20.35, 1.331 |
| twice the mean of all unsent | 7.94, 1.334 | 30.68, 1.143 | 57.32, 1.083 | 19.85, 1.313 | 21.50, 1.321 | 22.65, 1.341 |
| 90 % quantile of the picked | 6.80, 1.371 | 22.92, 1.218 | 42.44, 1.140 | 16.95, 1.433 | 16.80, 1.496 | 16.85, 1.525 |
| 1.5 times the mean of the picked | 8.58, 1.303 | 24.96, 1.219 | 41.00, 1.182 | 18.95, 1.418 | 19.85, 1.483 | 20.60, 1.507 |
| 0.75 of the longest picked | 9.78, 1.325 | 30.88, 1.168 | 57.84, 1.100 | 20.30, 1.346 | 21.45, 1.419 | 22.70, 1.467 |
| median of the picked | 14.72, 1.149 | 50.42, 1.078 | 90.44, 1.047 | 32.05, 1.115 | 33.35, 1.161 | 33.75, 1.183 |
| smallest of the rows' longest | 58.66, 1.046 | 136.16, 1.034 | 194.84, 1.016 | 92.10, 1.027 | 125.75, 1.051 | 169.80, 1.062 |

Pictures for the smallest mesh, with the default method of partition (`phases --schedule rs_n,rs_nh,balanced --svg docs/m6.svg`):

![rs_n](m6.rs_n.svg)
![rs_nh](m6.rs_nh.svg)
![balanced](m6.balanced.svg)

With several ranks on a host, `node_aware` sends one message between any two hosts in each direction. The price is
longer phases: a relayed message travels up to three times. Phases, messages from host to host, and longest / bound:

)",
      node_aware_table(wings));
}

}  // namespace partita::schedule_report
