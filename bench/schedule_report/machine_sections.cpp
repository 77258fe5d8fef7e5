#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/direct/distributed.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/support/error.hpp>

#include "markdown.hpp"
#include "miniapps/phases/out_of_step.hpp"
#include "samples.hpp"
#include "sections.hpp"

namespace partita::schedule_report {

namespace {

// The lower bound of phases if each link carries one message a phase: the messages of the busiest rank or
// link.
double mean_fewest_phases(const Samples& samples, const Machine& machine) {
  double sum = 0;
  for (const CommunicationMatrix& matrix : samples) {
    std::vector<int> load(static_cast<std::size_t>(machine.links()), 0);
    for (int from = 0; from < matrix.ranks(); ++from)
      for (const MatrixEntry& message : matrix.destinations(from))
        for (const int link : machine.route(from, message.rank)) ++load[static_cast<std::size_t>(link)];
    sum += std::max(matrix.degree(), *std::max_element(load.begin(), load.end()));
  }
  return sum / static_cast<double>(samples.size());
}

}  // namespace

std::string links_section() {
  std::vector<Algorithm> with_and_without_links{Algorithm::rs_n};
  for (const detail::AlgorithmEntry& entry : detail::algorithm_entries())
    if (entry.avoids_link_contention) with_and_without_links.push_back(entry.value);
  const int densities[] = {4, 16};
  std::vector<Samples> columns;
  std::vector<std::string> headings{"machine", "algorithm"};
  for (const int d : densities) {
    columns.push_back(random_samples({ranks, d, 1, 32}));
    headings.insert(headings.end(),
                    {text("d = ", d, ": fewest"), "phases", "longest / bound", "conflicts", "exchanges, %"});
  }
  Table table(headings);
  for (const char* name :
       {"hypercube:5", "ipsc860:5", "mesh:8x4", "torus:8x4", "fat_tree:2x5", "dragonfly:4x2x2"}) {
    const Machine machine = machine_named(name, ranks);
    for (const Algorithm algorithm : with_and_without_links) {
      std::vector<std::string> cells{name, code(algorithm)};
      for (const Samples& samples : columns) {
        const phases::Appraisal appraisal = judged(samples, {.algorithm = algorithm, .machine = machine});
        cells.insert(cells.end(), {number(mean_fewest_phases(samples, machine)),
                                   number(appraisal.phases_mean), number(appraisal.longest_sum_over_bound, 3),
                                   number(appraisal.link_conflicts.value_or(0), 1),
                                   number(100 * appraisal.share_of_exchanges, 1)});
      }
      table.add(cells);
    }
  }
  return text(R"(## Links

*Conflicts*: how often a link carries another message besides its first in a phase. *Exchanges*: share of the messages
that pass one another in a phase. *Fewest*: messages of the busiest rank or link, the lower bound of phases if each link
carries one message a phase. Mean over )",
              samples_each,
              R"( exactly regular matrices on 32 ranks, 1 to 32 units. The shape follows the
colon. A hypercube has its dimensions, a mesh or torus the nodes along each dimension, a fat tree its arity and levels. A
dragonfly has routers a group, nodes a router and global links a router. `ipsc860` is the hypercube of that name. It rewards
exchanges, so algorithms pick them first.

)",
              table.text());
}

std::string complete_exchange_section() {
  Table table(
      {"n", "`naive`: steps", "3n/2 - 2", "`linear`: steps, conflicts, skew", "`pairwise`", "`stable`"});
  for (int n = 8; n <= 128; n *= 2) {
    const Machine machine = machine_named("hypercube", n);
    const CommunicationMatrix complete = make_random_matrix({n, n - 1}, 1);
    const Schedule naive = make_schedule(complete, {.algorithm = Algorithm::naive, .machine = machine});
    require_right(detail::unsynchronised(naive, machine), complete);
    std::vector<std::string> cells{text(n), text(detail::unsynchronised(naive, machine).phases()),
                                   text(3 * n / 2 - 2)};
    for (const Algorithm algorithm : {Algorithm::linear, Algorithm::pairwise, Algorithm::stable}) {
      const Schedule schedule = make_schedule(complete, {.algorithm = algorithm, .machine = machine});
      require_right(schedule, complete);
      cells.push_back(text(schedule.phases(), ", ", link_conflicts(schedule.tables, machine), ", ",
                           detail::tolerated_skew(schedule, machine)));
    }
    table.add(cells);
  }
  return text(R"(## Complete exchange on a hypercube

Bokhari's schedules (1991) on n nodes with e-cube routing. The nodes of `naive` are unsynchronised: a link goes to the
lowest node first. He derives 3n/2 - 2 steps for it. The other columns have three numbers: steps; how often a link carries a
second message in a step; and the tolerated skew. The skew is the number of steps by which the slowest node may lag behind
the fastest before two messages share a link.

)",
              table.text(), R"(The charts of his figures 6 to 9 are printed by

    phases --random --ranks 8 --density 7 --machine hypercube --links --schedule naive    # linear, pairwise, stable

Figure 8 as printed differs in some rows from the procedure beside it, i XOR k. This is the procedure.

)");
}

std::string distributed_section(std::span<const Wing> wings) {
  Table table({"messages", "ranks", "largest degree", "phases", "phases / degree", "rounds"});
  const auto add = [&table](const std::string& what, const Samples& samples) {
    double phases = 0, rounds = 0;
    for (std::size_t k = 0; k < samples.size(); ++k) {
      auto [tables, rounds_of_all] = detail::distributed(samples[k], k + 1);
      Schedule schedule{{.algorithm = Algorithm::distributed, .seed = k + 1}, {}};
      schedule.tables = std::move(tables);
      require_right(schedule, samples[k]);
      phases += schedule.phases() / static_cast<double>(samples.size());
      rounds += rounds_of_all / static_cast<double>(samples.size());
    }
    const double degree = mean_degree(samples);
    table.add({what, text(samples.front().ranks()), number(degree), number(phases),
               number(phases / degree, 3), number(rounds, 1)});
  };
  constexpr int few = 10;
  for (const int n : {32, 128, 512})
    for (const int d : {4, 16, 31}) add(text("exact, d = ", d), random_samples({n, d}, few));
  for (const int n : {32, 128, 512})
    for (const int d : {4, 16})
      add(text("rows, d = ", d), random_samples({n, d, 1, 1, Regularity::rows}, few));
  for (const Wing& wing : wings) add(text("wing, ", wing.vertices, " vertices"), wing.samples);
  return text(R"(## Distributed scheduling

Ranks agree on phases with their own neighbours, and no rank sees the matrix. Mean over )",
              few, R"( random matrices of each kind
(and the wing's partitions); a round is an exchange of proposals and answers between neighbours.

)",
              table.text());
}

}  // namespace partita::schedule_report
