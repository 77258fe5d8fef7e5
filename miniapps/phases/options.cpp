#include "options.hpp"

#include <algorithm>
#include <utility>

#include <partita/schedule/algorithm_entry.hpp>

#include "miniapps/find_machine.hpp"
#include "miniapps/mesh_options.hpp"

namespace partita::phases {

using namespace std::string_literals;

namespace {

constexpr const char* description =
    R"(Schedules the messages of a communication matrix with one or all of Partita's algorithms, verifies the
schedules, and shows how good they are: a table, pictures, the rows of one rank, the links. No MPI job is needed.)";

constexpr const char* examples = R"(Examples:
  phases --mesh wing.msh --ranks 32 --unit-bytes 40             all algorithms on a partitioned mesh
  phases --mesh wing.msh --cells --ranks 32 --unit-bytes 40     the same for a code that keeps its values in cells
  phases --random --density 16 --sizes 1:32 --samples 50        means of 50 random matrices on 32 ranks
  phases --random --density 4 --schedule rs_n,colouring --svg phases.svg
                                                                phases.rs_n.svg and phases.colouring.svg
  phases --mesh wing.msh --schedule rs_nh --save wing.h5        then: phases --load wing.h5 --phase-table 0
  phases --random --density 16 --machine machines/cm5.toml --protocol ready_signal --unit-bytes 4096
                                                                predicts a replay on the papers' CM-5
  phases --random --density 16 --schedule two_stage --protocol lock,barrier --machine machines/cm5.toml
                                                                the same, by a protocol for each of two stages
  phases --random --ranks 8 --density 7 --schedule stable --machine hypercube --links
                                                                Bokhari's complete exchange, figure 9

phases     of the schedule
bound      no direct schedule in phases has fewer: the messages of the busiest rank (ac has one unordered phase, and
           staged schedules join messages: -)
longest    sum over the phases of the longest transfer, over the units of the busiest rank (sends or receives); several
           messages of a rank in an unordered phase count as their sum
conflicts  how often a link carries another message besides its first in a phase, on --machine
exchanges  share of the messages that two ranks send to each other in the same phase
predicted  time of one replay alone on --machine FILE.toml, event by event, by --protocol
chosen     the algorithm and protocol with the least S/R + C there: building over --replays, and a replay; also
           of strategies that are no row of the table
between hosts: messages from one host to another, with --ranks-per-host
verified   every unit arrives once, in schedule and reverse; phases are partial permutations, unless the algorithm is
           unordered; links are used once a phase, if the algorithm avoids link contention
phase table: partner, length and offset of what a rank sends (s-) and receives (r-), in units. Behind the partner of a
           relay stands whose message it is: to 1 (0>2) goes what rank 0 sends to rank 2. Idle phases are left out)";

constexpr const char* shapes = R"(
shapes     hypercube:5 (dimensions); mesh:8x4, torus:4x4x4 (nodes in each dimension); fat_tree:4x3 (arity x levels);
           dragonfly:4x2x2 (routers a group x nodes a router x global links a router); without a shape, the smallest
           that is large enough. ipsc860 is a hypercube that rewards exchanges, cm5 a fat tree with one link up
           from each group of nodes, delta a mesh)";

// A line for each algorithm.
std::string algorithm_lines() {
  std::string lines = "algorithms";
  for (const detail::AlgorithmEntry& entry : detail::algorithm_entries())
    lines.append("\n  ").append(entry.spelling).append(19 - entry.spelling.size(), ' ').append(entry.summary);
  return lines;
}

// "uniform" or "1:32"
void read_sizes(const std::string& given, RandomMatrix& look) {
  if (given == "uniform") return;
  if (!read_two(given, ':', look.shortest, look.longest))
    throw UsageError("--sizes: wants uniform, or two lengths in units such as 1:32, not \"" + given + "\"");
}

void read_algorithms(const std::vector<std::string>& names, Options& options) {
  options.all_algorithms = std::ranges::count(names, "all") > 0;
  const auto add = [&](Algorithm algorithm) {
    if (std::ranges::count(options.algorithms, algorithm) == 0) options.algorithms.push_back(algorithm);
  };
  for (const std::string& name : names)
    if (name != "all") add(algorithm_named(name));
  if (options.all_algorithms)
    for (const Name<Algorithm>& algorithm : algorithms) add(algorithm.value);
}

// Where the messages come from, and that nothing contradicts it.
void read_source(const CommandLine& line, Options& options) {
  constexpr std::pair<const char*, Source> sources[] = {{"--mesh", Source::mesh},
                                                        {"--random", Source::random},
                                                        {"--matrix", Source::market},
                                                        {"--load", Source::saved}};
  int given = 0;
  for (const auto& [name, source] : sources)
    if (line.is_given(name)) {
      options.source = source;
      ++given;
    }
  if (given != 1) throw Error("give exactly one source of messages: --mesh, --random, --matrix or --load");
  if (options.source == Source::saved)
    for (const std::string& option : line.given_of("Algorithms"))
      throw Error("--load excludes ", option, ": the saved schedule has its own");
}

constexpr int most_ranks = 1 << 20;

void add_sources(CommandLine& line, Options& options) {
  line.group = "Messages (one of --mesh, --random, --matrix, --load)";
  line.afterwards.emplace_back([&] { read_source(line, options); });
  add_mesh(line, options.mesh, options.zone,
           "Edge loop over a mesh: SU2 (.su2), Gmsh (.msh), VTKHDF (.vtkhdf), METIS graph (.graph)");
  line.add_flag("--cells", options.cells,
                "Cells exchange over their sides, not vertices over edges; METIS partitions the cells")
      .needs("--mesh");
  line.add_flag("--random", "Random messages");
  line.add_file("--matrix", options.matrix,
                "Matrix Market file: entry (i, j) is the number of units that rank i-1 sends to rank j-1; "
                "diagonal entries count as messages of a rank to itself",
                "FILE.mtx");
  line.add_file("--load", options.load, "A schedule saved before, with its messages", "FILE");
}

void add_matrices(CommandLine& line, Options& options) {
  line.add("--ranks", options.look.ranks, "Ranks; --matrix and --load have their own", "N")
      .check(between(1, most_ranks))
      .excludes("--matrix")
      .excludes("--load");
  line.add_read("--partition", "k_way"s, "METIS method for --mesh: k_way or recursive", "METHOD",
                [&](const std::string& method) {
                  options.partition =
                      named_in<mesh::PartitionMethod>(mesh::metis_methods, "partition method", method);
                })
      .needs("--mesh");
  line.add("--density", options.look.density, "Messages that each rank sends and receives", "D")
      .check(between(0, most_ranks))
      .needs("--random");
  line.add_read("--sizes", "uniform"s, "Lengths in units: uniform (1), or A:B, any from A to B", "A:B",
                [&](const std::string& sizes) { read_sizes(sizes, options.look); })
      .needs("--random");
  line.add_read("--regularity", "exact"s,
                "Messages a rank: exact (D sent and received), rows (D sent), independent (D in the mean)",
                "KIND",
                [&](const std::string& kind) {
                  options.look.regularity = named_in<Regularity>(regularities, "regularity", kind);
                })
      .needs("--random");
  line.add("--samples", options.samples,
           "Matrices (for a mesh, partitions), each with its own seed; files, charts and phase tables show "
           "the first",
           "N")
      .check(between(1, 1'000'000))
      .excludes("--matrix")
      .excludes("--load");
  line.add("--seed", options.schedule.seed, "Seed of random messages, partition and algorithms", "N")
      .check(between(std::uint64_t{0}, std::uint64_t{1} << 30))
      .excludes("--load");
}

void add_algorithms(CommandLine& line, Options& options) {
  line.group = "Algorithms";
  line.add_read("--schedule", std::vector{"all"s}, "all, or algorithms below, separated by commas", "NAMES",
                [&](const std::vector<std::string>& names) {
                  if (options.source != Source::saved) read_algorithms(names, options);
                })
      .delimiter(',')
      .shown_as("all");
  line.add("--machine", options.machine,
           "Machine of the links: one of the machines below, large enough or of this shape; or a file with "
           "costs, such as machines/cm5.toml, which also predicts the time of a replay",
           "NAME[:SHAPE]|FILE.toml");
  line.add("--ranks-per-host", options.ranks_per_host,
           "For node_aware; the table then counts messages between hosts", "K")
      .check(between(1, most_ranks));
  line.add("--replays", options.replays,
           "Expected replays of the schedule chosen for --machine FILE.toml [infinitely many]", "R")
      .check(between(1.0, 1e18))
      .shown_as("");
  line.add_read(
      "--protocol", "post_all"s,
      "Protocol of the predicted replay, of all stages or one for each: " + list<Protocol>(protocols),
      "NAME[,NAME...]",
      [&](const std::string& protocol) { options.protocol = stage_protocols_named(protocol); });
}

void add_algorithm_parameters(CommandLine& line, Options& options) {
  line.add_read("--order", std::string(name_of(options.schedule.order)),
                "For ac: order in which a rank sends: " + list<SendOrder>(send_orders), "ORDER",
                [&](const std::string& order) { options.schedule.order = send_order_named(order); });
  line.add("--start-up", options.schedule.start_up, "For balanced: start-up cost of a phase, in units",
           "UNITS")
      .check(between(0.0, 1e18));
  line.add("--dimensions", options.schedule.standard_dimensions,
           "For multiphase: dimensions by standard exchange (at most log2 of the ranks), the rest direct",
           "K")
      .check(between(0, 24));
}

void add_results(CommandLine& line, Options& options) {
  line.group = "Results";
  line.add("--unit-bytes", options.unit_bytes, "Bytes of a unit, for printed volumes and predictions", "N")
      .check(between(1, 1 << 30));
  line.add_file("--json", options.json, "Write the table as JSON", "FILE");
  line.add_file(
      "--svg", options.svg,
      "Draw matrix and phase table; several algorithms give FILE.NAME.svg for FILE.svg, to the same scale",
      "FILE");
  line.add_file("--save", options.save,
                "Save the schedule for --load and for programs; several algorithms give files as for --svg",
                "FILE");
  line.add("--phase-table", options.phase_table, "Print the phase table of this rank", "RANK")
      .check(between(0, most_ranks));
  line.add_flag("--links", options.links, "Print the links and the step of each message");
}

void check_outputs(const Options& options) {
  refuse_to_overwrite(outputs_of(options),
                      {{"the mesh", options.mesh},
                       {"the matrix", options.matrix},
                       {"the schedule to load", options.load},
                       {"the machine", names_a_file(options.machine) ? options.machine : ""}});
}

}  // namespace

std::filesystem::path file_of(const std::string& name, Algorithm algorithm, const Options& options) {
  std::filesystem::path path = name;
  if (options.algorithms.size() > 1)
    path.replace_filename(text(path.stem().string(), ".", name_of(algorithm), path.extension().string()));
  return path;
}

std::vector<NamedFile> outputs_of(const Options& options) {
  std::vector<NamedFile> all;
  if (!options.json.empty()) all.push_back({"--json", options.json});
  for (const auto& [option, name] : {std::pair("--svg", options.svg), std::pair("--save", options.save)}) {
    if (name.empty()) continue;
    if (options.algorithms.empty()) all.push_back({option, name});
    for (const Algorithm algorithm : options.algorithms)
      all.push_back({option, file_of(name, algorithm, options).string()});
  }
  return all;
}

std::optional<int> parse_options(int argc, char** argv, Options& options) {
  CommandLine line("phases", description,
                   text(examples, "\n\n", algorithm_lines(), "\nmachines   ", machine_names(), shapes), 36);
  for (const auto add : {add_sources, add_matrices, add_algorithms, add_algorithm_parameters, add_results})
    add(line, options);
  line.afterwards.emplace_back([&] { check_outputs(options); });
  return line.parse(argc, argv, true);
}

}  // namespace partita::phases
