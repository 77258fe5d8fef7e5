#include "wings.hpp"

#include <partita/mesh/partition.hpp>
#include <partita/mesh/read.hpp>

#include "miniapps/phases/mesh_matrix.hpp"

namespace partita::schedule_report {

namespace {

const struct {
  std::string file;
  PaperMesh paper;
} files[] = {{"m6_gmsh_2800.msh", {"15/3/9.25", "36/1/14.2", "15.15", "19.65"}},
             {"m6_gmsh_9428.msh", {"16/3/10.5", "99/1/32.04", "16.45", "22.5"}},
             {"m6_gmsh_53961.msh", {"18/6/10.81", "276/1/93.21", "18.05", "26.4"}}};

}  // namespace

std::vector<Wing> read_wings(const std::filesystem::path& folder) {
  std::vector<Wing> wings;
  for (const auto& [file, paper] : files) {
    if (folder.empty() || !std::filesystem::exists(folder / file)) return {};
    const mesh::Mesh mesh = mesh::read(folder / file);
    Samples samples;
    for (int seed = 1; seed <= partitions; ++seed) {
      const std::vector<int> part_of = mesh::partition(mesh, ranks, {mesh::PartitionMethod::recursive, seed});
      samples.push_back(phases::mesh_matrix(mesh.edges, part_of, ranks));
    }
    wings.push_back({mesh.vertices, paper, std::move(samples)});
  }
  return wings;
}

}  // namespace partita::schedule_report
