#include "options.hpp"

#include <algorithm>
#include <limits>
#include <sstream>

#include <CLI/CLI.hpp>

#include <partita/schedule/algorithm_entry.hpp>

#include "miniapps/validators.hpp"
#include "outputs.hpp"

namespace partita::phases {

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
chosen     the algorithm and protocol with the least S/R + C there: building over --replays, and a replay; of all
           strategies, not only the rows of the table
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
void read_sizes(const std::string& given, detail::RandomMatrix& look) {
  if (given == "uniform") return;
  std::istringstream in(given);
  char colon = 0;
  if (!(in >> look.shortest >> colon >> look.longest) || colon != ':' || in.peek() != EOF)
    throw CLI::ValidationError("--sizes",
                               "wants uniform, or two lengths in units such as 1:32, not \"" + given + "\"");
}

void read_algorithms(const std::vector<std::string>& names, Options& options) {
  options.all_algorithms = std::find(names.begin(), names.end(), "all") != names.end();
  const auto add = [&](Algorithm algorithm) {
    if (std::find(options.algorithms.begin(), options.algorithms.end(), algorithm) ==
        options.algorithms.end())
      options.algorithms.push_back(algorithm);
  };
  for (const std::string& name : names)
    if (name != "all") add(algorithm_named(name));
  if (options.all_algorithms)
    for (const Name<Algorithm>& algorithm : algorithms) add(algorithm.value);
}

void read_stages(const std::vector<std::string>& names, Stages& stages) {
  if (names.empty()) return;
  if (names.size() != 2) throw Error("--stages needs two algorithms, such as rs_n,lp, not ", names.size());
  stages = {algorithm_named(names[0]), algorithm_named(names[1])};
}

}  // namespace

std::optional<Options> parse_options(int argc, char** argv, std::string& message, int& exit_code) {
  Options options;
  CLI::App app(description, "phases");
  app.footer(text(examples, "\n\n", algorithm_lines(), "\nmachines   ", machine_names(), shapes));
  app.option_defaults()->always_capture_default();
  app.get_formatter()->column_width(36);

  bool is_random = false;
  std::string sizes = "uniform", regularity = "exact", partition = "k_way", protocol = "post_all",
              order(name_of(options.schedule.order));
  std::vector<std::string> schedules{"all"}, stages;
  constexpr int most_ranks = 1 << 20, most = std::numeric_limits<int>::max();

  constexpr const char* sources = "Messages (one of --mesh, --random, --matrix, --load)";
  CLI::Option* mesh = app.add_option("--mesh", options.mesh,
                                     "Edge loop over a mesh: SU2 (.su2), Gmsh (.msh), VTKHDF (.vtkhdf), OP2 "
                                     "(.dat), METIS graph (.graph)")
                          ->check(file_name())
                          ->type_name("FILE")
                          ->group(sources);
  app.add_option("--zone", options.zone, "Zone of an SU2 file that has several, from 1 on [the only one]")
      ->check(between(1, 1'000'000))
      ->default_str("")
      ->type_name("N")
      ->needs(mesh)
      ->group(sources);
  app.add_flag("--cells", options.cells,
               "Cells exchange over their sides, not vertices over edges; METIS partitions the cells")
      ->needs(mesh)
      ->group(sources);
  CLI::Option* random = app.add_flag("--random", is_random, "Random messages")->group(sources);
  CLI::Option* market =
      app.add_option("--matrix", options.matrix,
                     "Matrix Market file: entry (i, j) is the number of units that rank i-1 sends "
                     "to rank j-1; diagonal entries count "
                     "as messages of a rank to itself")
          ->check(file_name())
          ->type_name("FILE.mtx")
          ->group(sources);
  CLI::Option* load = app.add_option("--load", options.load, "A schedule saved before, with its messages")
                          ->check(file_name())
                          ->type_name("FILE")
                          ->group(sources);
  app.add_option("--ranks", options.look.ranks, "Ranks; --matrix and --load have their own")
      ->check(between(1, most_ranks))
      ->type_name("N")
      ->excludes(market)
      ->excludes(load)
      ->group(sources);
  app.add_option("--partition", partition, "METIS method for --mesh: k_way or recursive")
      ->type_name("METHOD")
      ->needs(mesh)
      ->group(sources);
  app.add_option("--density", options.look.density, "Messages that each rank sends and receives")
      ->check(between(0, most_ranks))
      ->type_name("D")
      ->needs(random)
      ->group(sources);
  app.add_option("--sizes", sizes, "Lengths in units: uniform (1), or A:B, any from A to B")
      ->type_name("A:B")
      ->needs(random)
      ->group(sources);
  app.add_option("--regularity", regularity,
                 "Messages a rank: exact (D sent and received), rows (D sent), independent (D in the mean)")
      ->type_name("KIND")
      ->needs(random)
      ->group(sources);
  app.add_option("--samples", options.samples,
                 "Matrices (for a mesh, partitions), each with its own seed; files, charts and phase "
                 "tables show "
                 "the first")
      ->check(between(1, 1'000'000))
      ->type_name("N")
      ->excludes(market)
      ->excludes(load)
      ->group(sources);
  app.add_option("--seed", options.schedule.seed, "Seed of random messages, partition and algorithms")
      ->check(between(std::uint64_t{0}, std::uint64_t{1} << 30))
      ->type_name("N")
      ->excludes(load)
      ->group(sources);

  app.add_option("--schedule", schedules, "all, or algorithms below, separated by commas")
      ->delimiter(',')
      ->default_str("all")
      ->type_name("NAMES")
      ->group("Algorithms");
  app.add_option("--machine", options.machine,
                 "Machine of the links: one of the machines below, large enough or of this shape; or a file "
                 "with costs, such as machines/cm5.toml, which also predicts the time of a replay")
      ->type_name("NAME[:SHAPE]|FILE.toml")
      ->group("Algorithms");
  app.add_option("--ranks-per-host", options.ranks_per_host,
                 "For node_aware; the table then counts messages between hosts")
      ->check(between(1, most_ranks))
      ->type_name("K")
      ->group("Algorithms");
  app.add_option("--replays", options.replays,
                 "Expected replays of the schedule chosen for --machine FILE.toml [infinitely many]")
      ->check(between(1.0, 1e18))
      ->type_name("R")
      ->always_capture_default(false)
      ->default_str("")
      ->group("Algorithms");
  app.add_option(
         "--protocol", protocol,
         "Protocol of the predicted replay, of all stages or one for each: " + list<Protocol>(protocols))
      ->type_name("NAME[,NAME...]")
      ->group("Algorithms");
  app.add_option("--order", order, "For ac: order in which a rank sends: " + list<SendOrder>(send_orders))
      ->type_name("ORDER")
      ->group("Algorithms");
  app.add_option("--start-up", options.schedule.splitting.start_up,
                 "For balanced: start-up cost of a phase, in units")
      ->check(between(0.0, 1e18))
      ->type_name("UNITS")
      ->group("Algorithms");
  app.add_option("--most-phases", options.schedule.splitting.most_phases,
                 "For balanced: most phases, but never fewer than the bound [any]")
      ->check(between(1, most))
      ->type_name("K")
      ->always_capture_default(false)
      ->default_str("")
      ->group("Algorithms");
  app.add_option("--stages", stages, "For two_stage: the algorithm of each stage")
      ->delimiter(',')
      ->default_str("pairwise,pairwise")
      ->type_name("A,B")
      ->group("Algorithms");
  app.add_option("--dimensions", options.schedule.standard_dimensions,
                 "For multiphase: dimensions by standard exchange (at most log2 of the ranks), the rest "
                 "direct")
      ->check(between(0, 24))
      ->type_name("K")
      ->group("Algorithms");

  app.add_option("--unit-bytes", options.unit_bytes, "Bytes of a unit, for printed volumes and predictions")
      ->check(between(1, 1 << 30))
      ->type_name("N")
      ->group("Results");
  app.add_option("--json", options.json, "Write the table as JSON")
      ->check(file_name())
      ->type_name("FILE")
      ->group("Results");
  app.add_option(
         "--svg", options.svg,
         "Draw matrix and phase table; several algorithms give FILE.NAME.svg for FILE.svg, to the same scale")
      ->check(file_name())
      ->type_name("FILE")
      ->group("Results");
  app.add_option("--save", options.save,
                 "Save the schedule for --load and for programs; several algorithms give files as for --svg")
      ->check(file_name())
      ->type_name("FILE")
      ->group("Results");
  app.add_option("--phase-table", options.phase_table, "Print the phase table of this rank")
      ->check(between(0, most_ranks))
      ->type_name("RANK")
      ->group("Results");
  app.add_flag("--links", options.links, "Print the links and the step of each message")->group("Results");

  try {
    app.parse(argc, argv);
    if ((mesh->count() > 0) + (random->count() > 0) + (market->count() > 0) + (load->count() > 0) != 1)
      throw Error("give exactly one source of messages: --mesh, --random, --matrix or --load");
    for (const CLI::Option* option : app.get_options())
      if (load->count() > 0 && option->count() > 0 && option->get_group() == "Algorithms")
        throw Error("--load excludes ", option->get_name(), ": the saved schedule has its own");
    options.source = is_random             ? Source::random
                     : mesh->count() > 0   ? Source::mesh
                     : market->count() > 0 ? Source::market
                                           : Source::saved;
    read_sizes(sizes, options.look);
    options.protocol = stage_protocols_named(protocol);
    options.look.regularity = named_in<detail::Regularity>(regularities, "regularity", regularity);
    options.partition = named_in<mesh::PartitionMethod>(mesh::metis_methods, "partition method", partition);
    if (options.source != Source::saved) read_algorithms(schedules, options);
    read_stages(stages, options.schedule.stages);
    options.schedule.order = send_order_named(order);
    check_outputs(options);
  } catch (const CLI::ParseError& end) {
    std::ostringstream said;
    exit_code = app.exit(end, said, said) == 0 ? 0 : usage_error;
    message =
        exit_code == 0 ? said.str() : text("phases: ", end.what(), "; phases --help explains the options\n");
    return std::nullopt;
  } catch (const Error& error) {
    exit_code = usage_error;
    message = text("phases: ", error.what(), "\n");
    return std::nullopt;
  }
  return options;
}

}  // namespace partita::phases
