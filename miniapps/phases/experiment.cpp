#include "experiment.hpp"

#include <filesystem>
#include <utility>

#include <partita/io/schedule_file.hpp>
#include <partita/mesh/faces.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/read.hpp>
#include <partita/support/error.hpp>

#include "market_matrix.hpp"
#include "mesh_matrix.hpp"
#include "miniapps/find_machine.hpp"
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

// Turns errors that depend on the options alone into usage errors.
template <class Body>
auto as_usage(Body&& body) {
  try {
    return body();
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

// A name can be wrong whatever the files contain.
Machine machine_for(const Options& options, int ranks) {
  const auto find = [&] { return find_machine(options.machine, ranks); };
  Machine machine = names_a_file(options.machine) ? find() : as_usage(find);
  if (options.ranks_per_host > 1) machine.ranks_per_host = options.ranks_per_host;
  return machine;
}

Experiment to_schedule(const Options& options) {
  const auto make = [&] { return make_samples(options); };
  Experiment experiment{options.source == Source::random ? as_usage(make) : make(), options.schedule};
  Machine& machine = experiment.scheduling.machine;
  machine = machine_for(options, experiment.first().ranks());
  experiment.replaying = {options.protocol, options.unit_bytes};
  return experiment;
}

Experiment load(const std::string& path) {
  SavedSchedule saved = load_schedule(path);
  Directions schedule{std::move(saved.forward), std::move(saved.backward)};
  const Appraisal appraisal = appraise(saved.matrix, schedule, std::nullopt);
  const ScheduleOptions scheduling = schedule.forward.options;
  return {{text(file_name(path), " for ", counted(saved.matrix.ranks(), "rank")), {std::move(saved.matrix)}},
          scheduling,
          {},
          Trial{appraisal, std::move(schedule)}};
}

}  // namespace

Experiment prepare(const Options& options) {
  Experiment experiment = options.source == Source::saved ? load(options.load) : to_schedule(options);
  const int ranks = experiment.first().ranks();
  if (options.phase_table && *options.phase_table >= ranks)
    throw UsageError(
        text("--phase-table needs a rank from 0 to ", ranks - 1, ", not ", *options.phase_table));
  if (options.links && experiment.scheduling.machine.links() == 0)
    throw UsageError("--links needs a --machine that has links, such as hypercube");
  return experiment;
}

void save(const std::filesystem::path& path, const CommunicationMatrix& matrix, const Directions& schedule) {
  save_schedule(path, {matrix, schedule.forward, schedule.backward});
}

}  // namespace partita::phases
