#include <array>
#include <string>
#include <vector>

#include <partita/mesh/partition.hpp>
#include <partita/mesh/read.hpp>
#include <partita/support/error.hpp>

#include "markdown.hpp"
#include "miniapps/phases/mesh_matrix.hpp"
#include "miniapps/phases/statistics.hpp"
#include "samples.hpp"
#include "sections.hpp"

namespace partita::schedule_report {

namespace {

constexpr int partitions = 5;

// Wang, Lin, Ranka 1993 (DRS_N), Table 6, and the statistics above it.
struct Wing {
  std::string file;
  std::string paper_messages, paper_lengths;  // max/min/avg
  std::string paper_rs_n, paper_rs_nh;        // phases
};
const std::array<Wing, 3> wings{{{"m6_gmsh_2800.msh", "15/3/9.25", "36/1/14.2", "15.15", "19.65"},
                                 {"m6_gmsh_9428.msh", "16/3/10.5", "99/1/32.04", "16.45", "22.5"},
                                 {"m6_gmsh_53961.msh", "18/6/10.81", "276/1/93.21", "18.05", "26.4"}}};

Samples partitioned(const std::filesystem::path& file, global_index& vertices) {
  const mesh::Mesh mesh = mesh::read(file);
  vertices = mesh.vertices;
  Samples samples;
  for (int seed = 1; seed <= partitions; ++seed)
    samples.push_back(phases::mesh_matrix(
        mesh.edges, mesh::partition(mesh, ranks, {mesh::PartitionMethod::recursive, seed}), ranks));
  return samples;
}

}  // namespace

std::string mesh_section(const std::filesystem::path& meshes) {
  const std::string heading = "## Meshes\n\n";
  for (const Wing& wing : wings)
    if (meshes.empty() || !std::filesystem::exists(meshes / wing.file))
      return heading +
             "Left out: the meshes of the ONERA M6 wing are not here (`--meshes` says where they are).\n\n";

  Table statistics({"vertices", "messages a rank, paper", "here", "units a message, paper", "here"});
  std::vector<Samples> samples;
  std::vector<std::string> headings{"algorithm"};
  for (const Wing& wing : wings) {
    global_index vertices = 0;
    samples.push_back(partitioned(meshes / wing.file, vertices));
    const phases::MatrixStatistics s = phases::statistics_of(samples.back());
    statistics.add({text(vertices), wing.paper_messages,
                    phases::max_min_avg(s.messages_max, s.messages_min, s.messages_avg), wing.paper_lengths,
                    phases::max_min_avg(s.length_max, s.length_min, s.length_avg)});
    headings.push_back(text(vertices, ": paper, phases"));
    headings.push_back("here, phases");
    headings.push_back("longest / bound");
  }

  Table table(headings);
  for (const Name<Algorithm>& algorithm : algorithms) {
    std::vector<std::string> cells{code(algorithm.value)};
    for (std::size_t k = 0; k < wings.size(); ++k) {
      const auto appraisal = judged(samples[k], {.algorithm = algorithm.value});
      cells.push_back(algorithm.value == Algorithm::rs_n    ? wings[k].paper_rs_n
                      : algorithm.value == Algorithm::rs_nh ? wings[k].paper_rs_nh
                      : algorithm.value == Algorithm::lp    ? "31"
                                                            : "");
      cells.push_back(appraisal ? number(appraisal->phases_mean) : "");
      cells.push_back(appraisal ? number(appraisal->longest_sum_over_bound, 3) : "");
    }
    table.add(cells);
  }
  std::vector<std::string> bounds{"*largest degree; bound in units*"};
  for (const Samples& of_wing : samples) {
    bounds.push_back("");
    bounds.push_back(number(mean_degree(of_wing)));
    bounds.push_back(number(mean_bound(of_wing), 1));
  }
  table.add(bounds);

  return heading +
         text(
             "Tetrahedra about the ONERA M6 wing with about as many vertices as the papers' meshes (which "
             "are not to be had), cut "
             "into 32 parts by METIS's recursive bisection, mean of ",
             partitions,
             " seeds. A rank sends a vertex to every rank that has a neighbour of it. "
             "Maximum/minimum/average, beside Wang, Lin and "
             "Ranka 1993:\n\n") +
         statistics.text() + "Phases beside Table 6, and the sum of longest transfers over its bound:\n\n" +
         table.text();
}

}  // namespace partita::schedule_report
