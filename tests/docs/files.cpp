// The blocks of docs/files.md and docs/choose_a_schedule.md.
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/exchange.hpp>
#include <partita/io/checkpoint.hpp>
#include <partita/io/machine_file.hpp>  // partita::machine_files
#include <partita/io/schedule_file.hpp>

void keep_fields(const partita::Communicator& comm, const std::string& mesh_name, double time,
                 const std::vector<partita::global_index>& numbers, std::vector<std::array<double, 4>> q) {
  // numbers: of this rank's rows in the mesh's file, in any order; q: a row of four values for each
  write_checkpoint(comm, "run.h5", {mesh_name, {{"time", time}}, {{"q", numbers, q}}});

  const partita::SavedCheckpoint saved(comm, "run.h5", mesh_name);  // refuses damaged files and other meshes
  time = saved.scalar<double>("time");
  q = saved.field<std::array<double, 4>>("q", numbers);  // on any ranks, of any numbers
}

void keep_a_schedule(const partita::Communicator& comm, const partita::AccessPattern& pattern) {
  const partita::ScheduleOptions options{.algorithm = partita::Algorithm::balanced};
  const partita::Plan plan = make_plan(pattern, {.schedule = options});
  save_schedule(comm, "schedule.h5", destination_vector(pattern), options, plan.best().tables);

  auto saved = load_schedule(comm, "schedule.h5", destination_vector(pattern));
  partita::Exchange halo(pattern, make_plan(pattern, {.schedule = saved.options}, std::move(saved.tables)));
}

void choose_for_a_machine(const partita::Communicator& comm, const partita::AccessPattern& pattern) {
  const auto machine = partita::read_machine("my_cluster.toml", comm.size());
  const auto plan =
      choose_plan(pattern, {.schedule = {.machine = machine}, .bytes_per_unit = 32, .replays = 1e5});
  std::puts(plan.reason.c_str());  // what, over what, why
  partita::Exchange halo(pattern, plan);
}
