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
  for (const Name<Algorithm>& algorithm : algorithms) {
    std::vector<std::string> cells{code(algorithm.value)};
    for (const Wing& wing : wings) {
      const phases::Appraisal appraisal = judged(wing.samples, {.algorithm = algorithm.value});
      cells.push_back(paper_says(algorithm.value, wing.paper));
      cells.push_back(number(appraisal.phases_mean));
      cells.push_back(number(appraisal.longest_sum_over_bound, 3));
    }
    table.add(cells);
  }
  table.add(bounds);
  return table.text();
}

}  // namespace

std::string mesh_section(std::span<const Wing> wings) {
  if (wings.empty())
    return R"(## Meshes

Left out: the meshes of the ONERA M6 wing are not here (`--meshes` says where they are).

)";
  return text(
      R"(## Meshes

Tetrahedra about the ONERA M6 wing with about as many vertices as the papers' meshes (which are not to be had), cut into
32 parts by METIS's recursive bisection; mean of )",
      partitions, R"( seeds. A rank sends a vertex to every rank that has a neighbour of it.
Maximum/minimum/average, beside Wang, Lin and Ranka 1993:

)",
      statistics_table(wings),
      R"(Phases beside their Table 6, and the sum of longest transfers over its bound:

)",
      algorithms_table(wings),
      R"(The papers do not say how RS_NH sets the size of a phase; theirs cuts more messages than ours. Ours is the longest message
of any rank that is among those with the most messages left: such a rank cannot afford another phase, so the number of
phases stays near that of `rs_n`.

What this looks like for the smallest mesh, `phases --mesh m6_gmsh_2800.msh --partition recursive --svg docs/m6.svg
--schedule rs_n,rs_nh,balanced`:

![rs_n](m6.rs_n.svg)
![rs_nh](m6.rs_nh.svg)
![balanced](m6.balanced.svg)

)");
}

}  // namespace partita::schedule_report
