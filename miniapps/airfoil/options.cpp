#include "options.hpp"

#include <algorithm>
#include <cctype>
#include <span>

#include <partita/support/error.hpp>

#include "miniapps/command_line.hpp"
#include "miniapps/find_machine.hpp"
#include "miniapps/mesh_options.hpp"

namespace partita::airfoil {

using namespace std::string_literals;

namespace {

constexpr const char* description =
    R"(Steady flow around an airfoil or a wing: the Euler equations on an unstructured mesh, by loops over its edges. Meshes
have triangles and quadrilaterals in two dimensions; in three, tetrahedra, hexahedra, prisms and pyramids (x back, y
along the span, z up). The mesh is partitioned over the MPI ranks; Partita's inspector, schedule and executor exchange
the ghosts. Without a mesh file, the program makes a grid around a NACA section.)";

constexpr const char* examples = R"(Examples:
  mpirun -n 4 airfoil                                     NACA 0012 at Mach 0.8, 1.25 degrees
  mpirun -n 4 airfoil --naca 2412 --points 256x64 --mach 0.5 --alpha 3
  scripts/wing wing.msh && mpirun -n 4 airfoil --mesh wing.msh --mach 0.84 --alpha 3.06 --output wing.vtkhdf
  mpirun -n 4 airfoil --points 96x24 --adapt 2            on a mesh that follows the flow
  mpirun -n 4 airfoil --implicit --drop 10 -ksp_rtol 0.1 -snes_monitor
  mpirun -n 8 airfoil --schedule ac --report ac.json      for comparing schedules
  mpirun -n 8 airfoil --save-schedule naca.h5 && mpirun -n 8 airfoil --load-schedule naca.h5
  mpirun -n 8 airfoil --checkpoint run.h5 --checkpoint-every 500      and, after its end or after a failure,
  mpirun -n 4 airfoil --checkpoint run.h5 --checkpoint-every 500 --restart run.h5 --drop 7)";

constexpr long most_steps = 100'000'000;  // 10 replays per step still fit in 31 bits

// Words that start with one hyphen, and the word after them, are PETSc's: -ksp_rtol 0.1
bool is_petsc_option(std::string_view argument) {
  return argument.size() > 2 && argument[0] == '-' && std::isalpha(static_cast<unsigned char>(argument[1]));
}

void split(std::span<char* const> arguments, std::vector<std::string>& ours,
           std::vector<std::string>& petsc) {
  bool value_of_petsc = false;
  for (const std::string_view argument : arguments) {
    const bool name = is_petsc_option(argument);
    if (name || (value_of_petsc && !argument.starts_with("--")))
      petsc.emplace_back(argument);
    else
      ours.emplace_back(argument);
    value_of_petsc = name;
  }
}

// Checks that need several options.
void check_together(const Options& options) {
  const std::pair<const char*, const std::vector<std::string>&> kinds[] = {
      {"--walls", options.walls},
      {"--far-fields", options.far_fields},
      {"--symmetry-planes", options.symmetry_planes}};
  for (const auto* one = std::begin(kinds); one != std::end(kinds); ++one)
    for (const auto* other = one + 1; other != std::end(kinds); ++other)
      for (const std::string& name : one->second)
        if (std::ranges::count(other->second, name) > 0)
          throw Error("the boundary \"", name, "\" cannot be both of ", one->first, " and of ", other->first);
  const std::vector<NamedFile> written = {{"--checkpoint", options.checkpoint},
                                          {"--history", options.history},
                                          {"--output", options.output},
                                          {"--report", options.report},
                                          {"--save-schedule", options.save_schedule}};
  refuse_to_overwrite(written, {{"the mesh", options.mesh},
                                {"the schedule to load", options.load_schedule},
                                {"the machine", names_a_file(options.machine) ? options.machine : ""}});
  // A checkpoint may replace the one that its run began from.
  refuse_to_overwrite({written.begin() + 1, written.end()},
                      {{"the file to begin from", options.restart + options.initial_flow}});
  if (!options.output.empty() && !options.output.ends_with(".vtkhdf"))
    throw Error(
        "--output writes VTKHDF, which --initial-flow, --mesh and ParaView know by the extension .vtkhdf; "
        "give ",
        options.output, " that extension");
  if (options.adapt > 0 && !(options.load_schedule + options.save_schedule).empty())
    throw Error("a schedule is saved or loaded for one mesh, but --adapt makes several; omit one of them");
  if (!options.implicit && !options.petsc.empty())
    throw Error(options.petsc.front(), " is an option of PETSc, which --implicit uses; give --implicit, too");
  if (options.far_field == FarField::vortex && options.mach >= 1)
    throw Error("there is no --far-field vortex at Mach 1 or more; take characteristic");
  if (options.chooses_schedule && options.plan.way.protocol.last() > 0)
    throw Error("a --protocol for each stage needs a --schedule that has stages, such as two_stage");
  if (options.mesh.empty()) mesh::check(options.naca);
}

void add_mesh(CommandLine& line, Options& options) {
  line.group = "Mesh";
  partita::add_mesh(line, options.mesh, options.zone,
                    "SU2 (.su2), Gmsh (.msh) or VTKHDF (.vtkhdf, of --output) mesh file");
  line.add("--naca", options.naca.digits, "Section of the generated mesh, four digits", "DIGITS")
      .excludes("--mesh");
  add_points(line, options.naca);
  line.add_read("--cells", "triangles"s, "Cells of the generated mesh", "KIND",
                [&](const std::string& cells) {
                  options.naca.cells =
                      cells == "triangles" ? mesh::CellType::triangle : mesh::CellType::quadrilateral;
                })
      .one_of({"triangles", "quadrilaterals"})
      .excludes("--mesh");
  line.add(
          "--wall-spacing", options.naca.wall_spacing,
          "Chords from the airfoil to the generated mesh's first ring, on average [so that cells are square]",
          "CHORDS")
      .check(between(1e-8, 0.1))
      .shown_as("")
      .excludes("--mesh");
  line.add_flag("--blunt", options.naca.is_blunt, "Blunt the trailing edge of the generated mesh's section")
      .excludes("--mesh");
}

void add_markers(CommandLine& line, Options& options) {
  const auto add = [&](const char* name, auto& markers, const char* help) {
    line.add(name, markers, help, "NAMES").delimiter(',').needs("--mesh");
  };
  add("--walls", options.walls, "Boundary markers that are walls [names with airfoil, wing, wall or body]");
  add("--far-fields", options.far_fields, "Boundary markers that are far field [names with far]");
  add("--symmetry-planes", options.symmetry_planes,
      "Boundary markers that are symmetry planes [names with symm]");
}

void add_flow(CommandLine& line, Options& options) {
  line.group = "Flow";
  line.add("--mach", options.mach, "Mach number of the free stream", "M").check(between(0.01, 3.0));
  line.add("--alpha", options.alpha, "Angle of attack in degrees", "DEGREES").check(between(-45.0, 45.0));
  line.add_read(
          "--far-field", "auto"s,
          "vortex: corrected for the lift (in two dimensions, Mach below 1); characteristic: not; auto: "
          "vortex under these conditions",
          "KIND",
          [&](const std::string& kind) {
            options.far_field = kind == "vortex"           ? FarField::vortex
                                : kind == "characteristic" ? FarField::characteristic
                                                           : FarField::automatic;
          })
      .one_of({"auto", "vortex", "characteristic"});
}

void add_iteration(CommandLine& line, Options& options) {
  line.group = "Iteration";
  line.add("--steps", options.steps, "Maximum number of steps", "N").check(between(1L, most_steps));
  line.add_flag(
      "--implicit", options.implicit,
      "Take steps by PETSc's Newton and Krylov methods; -snes_..., -ksp_..., -pc_... are its options");
  line.add("--levels", options.levels,
           "Levels of multigrid at most [as many as the mesh bears]; 1: explicit steps on the mesh alone",
           "N")
      .check(between(1, 99))
      .shown_as("")
      .excludes("--implicit");
  line.add("--adapt", options.adapt,
           "Adapt the mesh, of two dimensions, to the flow so many times; each may halve cells once more",
           "N")
      .check(between(1, 10))
      .shown_as("");
  line.add("--jump", options.adapt_jump,
           "Difference of the pressure coefficient along an edge that adapted cells may have", "CP")
      .check(between(1e-6, 10.0))
      .needs("--adapt");
  line.add_flag("--kernels", options.kernels, "Compute the fluxes of edges by a Kokkos kernel, not in lanes");
  line.add("--drop", options.drop,
           "Stop when the density residual has fallen by this many orders of magnitude", "ORDERS")
      .check(between(0.1, 16.0));
}

void add_checkpoints(CommandLine& line, Options& options) {
  line.group = "Checkpoints";
  line.add_file("--checkpoint", options.checkpoint, "Keep the run in this file, HDF5, for --restart", "FILE");
  line.add("--checkpoint-every", options.checkpoint_every,
           "Steps between checkpoints [after the last step alone]", "N")
      .check(between(1L, most_steps))
      .shown_as("")
      .needs("--checkpoint");
  line.add_file("--restart", options.restart,
                "Continue the run of a checkpoint, on any number of ranks, up to --steps in all", "FILE");
  line.add_file("--initial-flow", options.initial_flow,
                "Begin a new run from another flow: a checkpoint's, on the same mesh; or that of "
                "FILE.vtkhdf, which "
                "--output wrote, on any mesh: each vertex takes the values of the nearest point",
                "FILE")
      .excludes("--restart");
}

void add_schedule(CommandLine& line, Options& options) {
  ScheduleOptions& scheduling = options.plan.schedule;
  line.add_file("--load-schedule", options.load_schedule, "Replay the schedule that an earlier run saved",
                "FILE");
  line.add_read(
          "--schedule", "auto"s,
          "Order of the messages: " + list<Algorithm>(algorithms) + "; auto: the fastest on the machine",
          "ALGORITHM",
          [&](const std::string& schedule) {
            options.chooses_schedule = schedule == "auto" && options.load_schedule.empty();
            if (schedule != "auto") scheduling.algorithm = algorithm_named(schedule);
          })
      .excludes("--load-schedule");
  line.add("--seed", scheduling.seed, "Seed of randomised algorithms", "N")
      .check(between(std::uint64_t{0}, std::uint64_t{1} << 30))
      .excludes("--load-schedule");
  line.add("--machine", options.machine,
           "Machine to schedule for: a file, such as machines/fat_tree_cluster.toml, or " + machine_names() +
               ", or of a shape, such as mesh:8x4 [this one]",
           "MACHINE")
      .excludes("--load-schedule");
  line.add("--start-up", scheduling.start_up, "Start-up cost of a phase in vertices, for balanced", "UNITS")
      .check(between(0.0, 1e15))
      .excludes("--load-schedule");
  line.add_file("--save-schedule", options.save_schedule, "Write the schedule, HDF5, for --load-schedule",
                "FILE")
      .excludes("--load-schedule");
}

void add_communication(CommandLine& line, Options& options) {
  line.group = "Communication";
  line.add_read("--partition", "auto"s,
                "METIS on one rank: k_way or recursive; on all ranks: pt_scotch or curve; auto: "
                "k_way up to two million vertices",
                "METHOD", [&](const std::string& method) {
                  options.partition.method =
                      named_in<mesh::PartitionMethod>(mesh::partition_methods, "partition method", method);
                });
  add_schedule(line, options);
  line.add_read("--protocol", "auto"s,
                "Replay: " + list<Protocol>(protocols) +
                    "; or one for each stage, such as lock,barrier; auto: the fastest",
                "PROTOCOL", [&](const std::string& protocol) {
                  options.chooses_protocol = protocol == "auto";
                  if (protocol != "auto") options.plan.way.protocol = stage_protocols_named(protocol);
                });
  line.add_read("--transport", std::string(name_of(options.plan.transport)),
                "Transport of the messages: " + list<Transport>(transports) +
                    "; automatic: shared memory within a host, MPI between hosts",
                "TRANSPORT",
                [&](const std::string& transport) { options.plan.transport = transport_named(transport); });
}

void add_results(CommandLine& line, Options& options) {
  line.group = "Results";
  line.add_file("--output", options.output, "Write the flow field, VTKHDF, for ParaView and scripts/plot",
                "FILE.vtkhdf");
  line.add("--output-every", options.output_every,
           "Steps between files of a series, FILE_000000.vtkhdf ..., listed in FILE.vtkhdf.series", "N")
      .check(between(1L, most_steps))
      .shown_as("")
      .needs("--output");
  line.add_file("--history", options.history,
                "Write residual, lift and drag of every step, while the run goes on, for scripts/plot",
                "FILE.csv");
  line.add_file("--report", options.report, "Write the summary as JSON", "FILE.json");
  line.add_flag("--plan", options.print_plan,
                "Print the exchanges of a stage and the loops between them, with reasons");
  line.add_flag("--quiet", options.quiet, "Print nothing but errors");
}

}  // namespace

std::optional<int> parse_options(int argc, char** argv, bool says, Options& options) {
  CommandLine line("airfoil", description, examples, 38);
  for (const auto add :
       {add_mesh, add_markers, add_flow, add_iteration, add_checkpoints, add_communication, add_results})
    add(line, options);
  line.afterwards.emplace_back([&] { check_together(options); });

  std::vector<std::string> ours;
  split(std::span(argv + 1, argv + argc), ours, options.petsc);
  return line.parse(std::move(ours), says);
}

}  // namespace partita::airfoil
