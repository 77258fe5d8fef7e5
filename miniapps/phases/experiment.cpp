#include "experiment.hpp"

#include <utility>

#include <partita/io/schedule_file.hpp>
#include <partita/support/error.hpp>

#include "miniapps/find_machine.hpp"
#include "words.hpp"

namespace partita::phases {

namespace {

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
  const std::string name = std::filesystem::path(path).filename().string();
  return {{text(name, " for ", counted(saved.matrix.ranks(), "rank")), {std::move(saved.matrix)}},
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
