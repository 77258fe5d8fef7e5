#include "options.hpp"

#include <algorithm>
#include <cctype>
#include <span>
#include <sstream>

#include <CLI/CLI.hpp>

#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

#include "miniapps/validators.hpp"

namespace partita::airfoil {

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
  mpirun -n 4 airfoil --implicit --drop 10 -ksp_rtol 0.1 -snes_monitor
  mpirun -n 8 airfoil --schedule ac --report ac.json      for comparing schedules
  mpirun -n 8 airfoil --save-schedule naca.h5 && mpirun -n 8 airfoil --load-schedule naca.h5
  mpirun -n 8 airfoil --checkpoint run.h5 --checkpoint-every 500      and, after its end or after a failure,
  mpirun -n 4 airfoil --checkpoint run.h5 --checkpoint-every 500 --restart run.h5 --drop 7)";

constexpr int usage_error = 2;
constexpr long most_steps = 100'000'000;  // 10 replays per step still fit in 31 bits

// "192x48"
void read_points(const std::string& given, mesh::NacaOptions& naca) {
  std::istringstream in(given);
  char by = 0;
  if (!(in >> naca.surface_points >> by >> naca.radial_points) || (by != 'x' && by != 'X') ||
      in.peek() != EOF)
    throw CLI::ValidationError(
        "--points",
        "wants NxM (points on the airfoil x points outwards), such as 192x48, not \"" + given + "\"");
}

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
  const std::pair<std::string_view, const std::string&> written[] = {
      {"--output", options.output},
      {"--report", options.report},
      {"--save-schedule", options.save_schedule},
      {"--checkpoint", options.checkpoint}};
  for (const auto& [one, file] : written) {
    for (const auto& [other, other_file] : written)
      if (one < other && same_file(file, other_file))
        throw Error(one, " and ", other, " are both ", file, "; give them names of their own");
    if (same_file(file, options.mesh))
      throw Error(file, " is the mesh, which would be overwritten; write to another file");
    if (same_file(file, options.load_schedule))
      throw Error(file, " is the schedule to load, which would be overwritten; write to another file");
    // A checkpoint may replace the one that its run began from.
    if (one != "--checkpoint" && (same_file(file, options.restart) || same_file(file, options.initial_flow)))
      throw Error(file,
                  " is the checkpoint to begin from, which would be overwritten; write to another file");
  }
  if (!options.implicit && !options.petsc.empty())
    throw Error(options.petsc.front(), " is an option of PETSc, which --implicit uses; give --implicit, too");
  if (options.far_field == FarField::vortex && options.mach >= 1)
    throw Error("there is no --far-field vortex at Mach 1 or more; take characteristic");
  if (options.chooses_schedule && options.plan.protocol.last() > 0)
    throw Error("a --protocol for each stage needs a --schedule that has stages, such as two_stage");
  if (options.mesh.empty()) mesh::check(options.naca);
}

void add_checkpoints(CLI::App& app, Options& options) {
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    return app.add_option(name, value, help)->type_name(type)->group("Checkpoints");
  };
  CLI::Option* file =
      add("--checkpoint", options.checkpoint, "Keep the run in this file, HDF5, for --restart", "FILE")
          ->check(file_name());
  add("--checkpoint-every", options.checkpoint_every, "Steps between checkpoints [after the last step alone]",
      "N")
      ->check(between(1L, most_steps))
      ->default_str("")
      ->needs(file);
  CLI::Option* restart =
      add("--restart", options.restart,
          "Continue the run of a checkpoint, on any number of ranks, up to --steps in all", "FILE")
          ->check(file_name());
  add("--initial-flow", options.initial_flow,
      "Begin a new run from a checkpoint's flow on the same mesh, such as one at another Mach number", "FILE")
      ->check(file_name())
      ->excludes(restart);
}

}  // namespace

std::optional<Options> parse_options(int argc, char** argv, std::string& message, int& exit_code) {
  Options options;
  CLI::App app(description, "airfoil");
  app.footer(examples);
  app.option_defaults()->always_capture_default();
  app.get_formatter()->column_width(38);

  ScheduleOptions& scheduling = options.plan.schedule;
  std::string points = "192x48", cells = "triangles", far_field = "auto", schedule = "auto",
              protocol = "auto", transport(name_of(options.plan.transport)), partition = "auto";
  CLI::Option* file =
      app.add_option("--mesh", options.mesh,
                     "SU2 (.su2), Gmsh (.msh), OP2 (.dat) or VTKHDF (.vtkhdf, of --output) mesh file")
          ->check(file_name())
          ->type_name("FILE")
          ->group("Mesh");
  app.add_option("--zone", options.zone, "Zone of an SU2 file that has several, from 1 on [the only one]")
      ->check(between(1, 1'000'000))
      ->default_str("")
      ->type_name("N")
      ->needs(file)
      ->group("Mesh");
  app.add_option("--naca", options.naca.digits, "Section of the generated mesh, four digits")
      ->type_name("DIGITS")
      ->excludes(file)
      ->group("Mesh");
  app.add_option("--points", points, "Size of the generated mesh: points on the airfoil x points outwards")
      ->type_name("NxM")
      ->excludes(file)
      ->group("Mesh");
  app.add_option("--cells", cells, "Cells of the generated mesh")
      ->check(CLI::IsMember({"triangles", "quadrilaterals"}))
      ->type_name("KIND")
      ->excludes(file)
      ->group("Mesh");
  app.add_option("--walls", options.walls,
                 "Boundary markers that are walls [names with airfoil, wing, wall or body]")
      ->delimiter(',')
      ->type_name("NAMES")
      ->needs(file)
      ->group("Mesh");
  app.add_option("--far-fields", options.far_fields, "Boundary markers that are far field [names with far]")
      ->delimiter(',')
      ->type_name("NAMES")
      ->needs(file)
      ->group("Mesh");
  app.add_option("--symmetry-planes", options.symmetry_planes,
                 "Boundary markers that are symmetry planes [names with symm]")
      ->delimiter(',')
      ->type_name("NAMES")
      ->needs(file)
      ->group("Mesh");

  app.add_option("--mach", options.mach, "Mach number of the free stream")
      ->check(between(0.01, 3.0))
      ->type_name("M")
      ->group("Flow");
  app.add_option("--alpha", options.alpha, "Angle of attack in degrees")
      ->check(between(-45.0, 45.0))
      ->type_name("DEGREES")
      ->group("Flow");
  app.add_option(
         "--far-field", far_field,
         "vortex: corrected for the lift (in two dimensions, Mach below 1); characteristic: not; auto: "
         "vortex under these conditions")
      ->check(CLI::IsMember({"auto", "vortex", "characteristic"}))
      ->type_name("KIND")
      ->group("Flow");

  app.add_option("--steps", options.steps, "Maximum number of steps")
      ->check(between(1L, most_steps))
      ->type_name("N")
      ->group("Iteration");
  app.add_flag(
         "--implicit", options.implicit,
         "Take steps by PETSc's Newton and Krylov methods; -snes_..., -ksp_..., -pc_... are its options")
      ->group("Iteration");
  app.add_option("--drop", options.drop,
                 "Stop when the density residual has fallen by this many orders of magnitude")
      ->check(between(0.1, 16.0))
      ->type_name("ORDERS")
      ->group("Iteration");

  add_checkpoints(app, options);

  app.add_option("--partition", partition,
                 "METIS on one rank: k_way or recursive; on all ranks: pt_scotch, parmetis or curve; auto: "
                 "k_way up to two million vertices")
      ->type_name("METHOD")
      ->group("Communication");
  CLI::Option* load = app.add_option("--load-schedule", options.load_schedule,
                                     "Replay the schedule that an earlier run saved")
                          ->check(file_name())
                          ->type_name("FILE")
                          ->group("Communication");
  const auto of_schedule = [&](CLI::Option* option, const char* type) {
    option->excludes(load)->type_name(type)->group("Communication");
    return option;
  };
  of_schedule(app.add_option("--schedule", schedule,
                             "Order of the messages: " + list<Algorithm>(algorithms) +
                                 "; auto: the fastest on the machine"),
              "ALGORITHM");
  of_schedule(app.add_option("--seed", scheduling.seed, "Seed of randomised algorithms"), "N");
  of_schedule(app.add_option("--machine", options.machine,
                             "Machine to schedule for: a file, such as machines/fat_tree_cluster.toml, or " +
                                 machine_names() + ", or of a shape, such as mesh:8x4 [this one]"),
              "MACHINE");
  of_schedule(app.add_option("--start-up", scheduling.splitting.start_up,
                             "Start-up cost of a phase in vertices, for balanced"),
              "UNITS")
      ->check(between(0.0, 1e15));
  of_schedule(app.add_option("--save-schedule", options.save_schedule,
                             "Write the schedule, HDF5, for --load-schedule"),
              "FILE")
      ->check(file_name());
  app.add_option("--protocol", protocol,
                 "Replay: " + list<Protocol>(protocols) +
                     "; or one for each stage, such as lock,barrier; auto: the fastest")
      ->type_name("PROTOCOL")
      ->group("Communication");
  app.add_option("--transport", transport,
                 "Transport of the messages: " + list<Transport>(transports) +
                     "; automatic: shared memory within a host, MPI between hosts")
      ->type_name("TRANSPORT")
      ->group("Communication");

  app.add_option("--output", options.output, "Write the flow field, VTKHDF, for ParaView and scripts/plot")
      ->check(file_name())
      ->type_name("FILE.vtkhdf")
      ->group("Results");
  app.add_option("--output-every", options.output_every,
                 "Steps between files of a series, FILE_000000.vtkhdf ..., listed in FILE.vtkhdf.series")
      ->check(between(1L, most_steps))
      ->default_str("")
      ->needs("--output")
      ->type_name("N")
      ->group("Results");
  app.add_option("--report", options.report, "Write the summary as JSON")
      ->check(file_name())
      ->type_name("FILE.json")
      ->group("Results");
  app.add_flag("--plan", options.print_plan,
               "Print the exchanges of a stage and the loops between them, with reasons")
      ->group("Results");
  app.add_flag("--quiet", options.quiet, "Print nothing but errors")->group("Results");

  try {
    std::vector<std::string> ours;
    split(std::span(argv + 1, argv + argc), ours, options.petsc);
    std::ranges::reverse(ours);  // CLI expects this order
    app.parse(ours);
    read_points(points, options.naca);
    options.chooses_schedule = schedule == "auto" && options.load_schedule.empty();
    options.chooses_protocol = protocol == "auto";
    if (schedule != "auto") scheduling.algorithm = algorithm_named(schedule);
    if (protocol != "auto") options.plan.protocol = stage_protocols_named(protocol);
    options.plan.transport = transport_named(transport);
    options.partition.method =
        named_in<mesh::PartitionMethod>(mesh::partition_methods, "partition method", partition);
    options.naca.cells = cells == "triangles" ? mesh::CellType::triangle : mesh::CellType::quadrilateral;
    options.far_field = far_field == "vortex"           ? FarField::vortex
                        : far_field == "characteristic" ? FarField::characteristic
                                                        : FarField::automatic;
    check_together(options);
  } catch (const CLI::ParseError& end) {
    std::ostringstream said;
    exit_code = app.exit(end, said, said) == 0 ? 0 : usage_error;
    message = exit_code == 0 ? said.str()
                             : text("airfoil: ", end.what(), "; airfoil --help explains the options\n");
    return std::nullopt;
  } catch (const Error& error) {
    exit_code = usage_error;
    message = text("airfoil: ", error.what(), "\n");
    return std::nullopt;
  }
  return options;
}

}  // namespace partita::airfoil
