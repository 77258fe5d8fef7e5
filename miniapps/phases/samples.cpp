#include "samples.hpp"

#include <filesystem>

#include <partita/mesh/faces.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/read.hpp>
#include <partita/support/error.hpp>

#include "market_matrix.hpp"
#include "mesh_matrix.hpp"
#include "miniapps/mpi_of_one_rank.hpp"
#include "words.hpp"

namespace partita::phases {

namespace {

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

mesh::Mesh read(const Options& options) {
  const MpiOfOneRank mpi;
  return mesh::read(options.mesh, options.zone);
}

Samples from_mesh(const Options& options) {
  const mesh::Mesh mesh = read(options);
  if (options.cells && mesh.cells.empty())
    throw Error(options.mesh, ": this graph has no cells; leave out --cells");
  const std::vector<Edge> adjacent = options.cells ? mesh::adjacent_cells(mesh) : std::vector<Edge>();
  const std::vector<Edge>& edges = options.cells ? adjacent : mesh.edges;
  using Partition = std::vector<int>(const mesh::Mesh&, int, const mesh::PartitionOptions&);
  Partition* const partition =
      options.cells ? mesh::partition_cells : static_cast<Partition*>(mesh::partition);

  const auto edge_count = static_cast<double>(edges.size());
  Samples samples{text(file_name(options.mesh), " on ", counted(options.look.ranks, "rank"), " by ",
                       spelling_in<mesh::PartitionMethod>(mesh::metis_methods, options.partition), ": ",
                       options.cells ? text(counted(static_cast<double>(mesh.cells.size()), "cell"), ", ",
                                            counted(edge_count, "pair"), " of neighbours")
                                     : text(mesh.vertices, mesh.vertices == 1 ? " vertex, " : " vertices, ",
                                            counted(edge_count, "edge"))),
                  {}};
  samples.remark = mesh::inner_faces_in_words(mesh);
  for (int sample = 0; sample < options.samples; ++sample) {
    const mesh::PartitionOptions by{options.partition, static_cast<int>(options.schedule.seed) + sample};
    const std::vector<int> part_of = partition(mesh, options.look.ranks, by);
    samples.matrices.push_back(mesh_matrix(edges, part_of, options.look.ranks));
  }
  return samples;
}

Samples random(const Options& options) {
  const RandomMatrix& look = options.look;
  Samples samples{text("random messages on ", counted(look.ranks, "rank"), ", density ", look.density, " (",
                       spelling_in<Regularity>(regularities, look.regularity), "), ", look.shortest,
                       look.longest > look.shortest ? text(" to ", look.longest) : "",
                       look.longest == 1 ? " unit each" : " units each"),
                  {}};
  for (int sample = 0; sample < options.samples; ++sample)
    samples.matrices.push_back(
        make_random_matrix(look, options.schedule.seed + static_cast<std::uint64_t>(sample)));
  return samples;
}

}  // namespace

Samples make_samples(const Options& options) {
  switch (options.source) {
    case Source::mesh:
      return from_mesh(options);
    case Source::market: {
      CommunicationMatrix matrix = read_market_matrix(options.matrix);
      return {text(file_name(options.matrix), " on ", counted(matrix.ranks(), "rank")), {std::move(matrix)}};
    }
    default:
      return random(options);
  }
}

}  // namespace partita::phases
