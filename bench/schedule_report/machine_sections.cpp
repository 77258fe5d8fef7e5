#include <string>
#include <vector>

#include <partita/schedule/direct/distributed.hpp>
#include <partita/schedule/drift.hpp>
#include <partita/schedule/granted.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/support/error.hpp>

#include "markdown.hpp"
#include "samples.hpp"
#include "sections.hpp"

namespace partita::schedule_report {

std::string complete_exchange_section() {
  Table table(
      {"n", "`naive`: steps", "3n/2 - 2", "`linear`: steps, conflicts, drift", "`pairwise`", "`stable`"});
  for (int n = 8; n <= 128; n *= 2) {
    const Machine machine = machine_named("hypercube", n);
    const CommunicationMatrix everybody = make_random_matrix({n, n - 1}, 1);
    const Schedule naive = make_schedule(everybody, {.algorithm = Algorithm::naive, .machine = machine});
    std::vector<std::string> cells{text(n), text(granted(naive, machine).phases()), text(3 * n / 2 - 2)};
    for (const Algorithm algorithm : {Algorithm::linear, Algorithm::pairwise, Algorithm::stable}) {
      const Schedule schedule = make_schedule(everybody, {.algorithm = algorithm, .machine = machine});
      cells.push_back(text(schedule.phases(), ", ", link_conflicts(schedule, machine), ", ",
                           tolerated_drift(schedule, machine)));
    }
    table.add(cells);
  }
  return "## Complete exchange on a hypercube\n\n"
         "Bokhari's schedules (1991) on n nodes with e-cube routing. `naive` leaves the order to the links, "
         "which are granted to "
         "the lowest node first: he gives 3n/2 - 2 steps. Of the others, steps; how often a link carries a "
         "second message in a "
         "step; and how many steps the slowest node may lag behind the fastest before two messages meet on a "
         "link.\n\n"
         "`phases --random --ranks 8 --density 7 --machine hypercube --links --schedule naive` (or `linear`, "
         "`pairwise`, "
         "`stable`) prints the charts of his figures 6 to 9. Figure 8 as printed differs from the procedure "
         "beside it, i XOR k, in "
         "some rows; here it is the procedure.\n\n" +
         table.text();
}

std::string links_section() {
  const std::vector<std::string> machines{"hypercube:5", "ipsc860:5",    "mesh:8x4",
                                          "torus:8x4",   "fat_tree:2x5", "dragonfly:4x2x2"};
  std::string all;
  for (const int d : {4, 16}) {
    const Samples samples = random_samples({ranks, d, 1, 32});
    Table table({"machine", "algorithm", "phases", "longest / bound", "link conflicts", "exchanges, %"});
    for (const std::string& name : machines) {
      const Machine machine = machine_named(name, ranks);
      for (const Algorithm algorithm :
           {Algorithm::rs_n, Algorithm::rs_nl, Algorithm::rs_nlh, Algorithm::link_colouring}) {
        const auto appraisal = judged(samples, {.algorithm = algorithm, .machine = machine});
        if (appraisal)
          table.add({name, code(algorithm), number(appraisal->phases_mean),
                     number(appraisal->longest_sum_over_bound, 3),
                     number(appraisal->link_conflicts.value_or(0), 1),
                     number(100 * appraisal->share_of_exchanges, 1)});
      }
    }
    all += text("d = ", d, ":\n\n") + table.text();
  }
  return text(
             "## Links\n\n"
             "How often a link carries another message besides its first in a phase, and the share of "
             "messages that pass one "
             "another in a phase; mean over ",
             samples_each,
             " exactly regular matrices on 32 ranks, 1 to 32 units. `ipsc860` is the hypercube of that name, "
             "which "
             "rewards exchanges, so that they are looked for first.\n\n") +
         all;
}

std::string distributed_section() {
  Table table({"ranks", "d", "largest degree", "phases", "phases / degree", "rounds"});
  for (const int n : {32, 128, 512})
    for (const int d : {4, 16, 31}) {
      const Samples samples = random_samples({.ranks = n, .density = d, .regularity = Regularity::rows}, 10);
      double phases = 0, rounds = 0;
      for (std::size_t k = 0; k < samples.size(); ++k) {
        const std::vector<Negotiated> negotiated = distributed(samples[k], k + 1);
        phases += negotiated.front().table.phases / static_cast<double>(samples.size());
        rounds += negotiated.front().rounds / static_cast<double>(samples.size());
      }
      const double degree = mean_degree(samples);
      table.add(
          {text(n), text(d), number(degree), number(phases), number(phases / degree, 3), number(rounds, 1)});
    }
  return "## Distributed scheduling\n\n"
         "Ranks agree on phases with their own neighbours, and nobody sees the matrix. Mean over 10 random "
         "matrices, each rank "
         "sending d messages to any others:\n\n" +
         table.text();
}

}  // namespace partita::schedule_report
