// Evaluates schedules before a job runs them: tables, pictures, charts. One process; it starts MPI to read a
// mesh, and needs no MPI job.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <partita/executor/choosing/choose.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

#include "experiment.hpp"
#include "link_chart.hpp"
#include "miniapps/flushed.hpp"
#include "miniapps/progress.hpp"
#include "options.hpp"
#include "phase_rows.hpp"
#include "picture.hpp"
#include "report.hpp"
#include "statistics.hpp"
#include "words.hpp"

namespace partita::phases {
namespace {

void print(const std::string& words) { std::fputs(words.c_str(), stdout); }

void print_samples(const Samples& samples, const Options& options) {
  const MatrixStatistics s = statistics_of(samples.matrices);
  const std::size_t several = samples.matrices.size();
  print(text(samples.what, several > 1 ? text(", mean of ", several) : "",
             samples.remark.empty() ? "" : "\nremark: " + samples.remark, "\nmessages a rank ",
             max_min_avg(s.messages_max, s.messages_min, s.messages_avg), ", length ",
             max_min_avg(s.length_max, s.length_min, s.length_avg), " units (max/min/avg)\nbusiest rank    ",
             counted(s.busiest, "unit"), ", ", volume(s.busiest * options.unit_bytes), " at ",
             counted(options.unit_bytes, "byte"), " a unit\n\n"));
}

// The choice for a program that lets Partita choose the schedule. Of the first sample.
void print_choice(const Experiment& experiment, const Options& options) {
  if (experiment.loaded || !costs_time(experiment.scheduling.machine)) return;
  const Choice choice = choose(experiment.first(), {.schedule = experiment.scheduling,
                                                    .bytes_per_unit = static_cast<double>(options.unit_bytes),
                                                    .replays = options.replays});
  print("chosen: " + choice.reason + "\n");
}

// Shows a live progress line.
Trial try_out_watched(const Experiment& experiment, const ScheduleOptions& scheduling) {
  Progress progress(true);
  return try_out(experiment.samples.matrices, scheduling, experiment.replaying, [&](std::size_t sample) {
    if (progress.due())
      progress.show(text(name_of(scheduling.algorithm), ": matrix ", sample + 1, " of ",
                         experiment.samples.matrices.size()));
  });
}

// Prints a row for each algorithm when it is done. Drops schedules that are not to be shown.
std::vector<Trial> conduct(const Experiment& experiment, const Options& options) {
  ScheduleOptions scheduling = experiment.scheduling;
  print(headings({scheduling.machine.ranks_per_host > 1, costs_time(scheduling.machine)}));
  std::vector<Trial> trials;
  const auto done = [&](Trial trial) {
    print(row(trial.appraisal));
    std::fflush(stdout);
    if (!shows_schedules(options)) trial.first = {};
    trials.push_back(std::move(trial));
  };
  if (experiment.loaded) done(*experiment.loaded);

  std::vector<std::string> left_out;
  for (const Algorithm algorithm : options.algorithms) {
    scheduling.algorithm = algorithm;
    try {
      done(try_out_watched(experiment, scheduling));
    } catch (const Error& error) {
      left_out.push_back(text(name_of(algorithm), ": ", error.what()));
      if (!options.all_algorithms) throw UsageError(left_out.back());
    }
  }
  for (const std::string& why : left_out) print("left out: " + why + "\n");
  return trials;
}

void write_pictures(const std::vector<Trial>& trials, const Samples& samples, const Options& options) {
  std::vector<const Schedule*> schedules;
  for (const Trial& trial : trials) schedules.push_back(&trial.first.forward);
  const std::vector<std::string> drawn = pictures(schedules, samples.matrices.front(), samples.what);
  for (std::size_t k = 0; k < drawn.size(); ++k)
    write_whole(file_of(options.svg, trials[k].appraisal.algorithm, options), drawn[k]);
}

// Everything requested besides the table; of the first sample.
void show(const std::vector<Trial>& trials, const Samples& samples, const Options& options) {
  for (const Trial& trial : trials) {
    const Schedule& schedule = trial.first.forward;
    const Algorithm algorithm = trial.appraisal.algorithm;
    if (options.phase_table) {
      const int rank = *options.phase_table;
      print(text("\n", name_of(algorithm), ", ",
                 phase_rows(schedule.tables[static_cast<std::size_t>(rank)], rank)));
    }
    if (options.links) print(text("\n", link_chart(schedule, schedule.options.machine)));
    if (!options.save.empty())
      save(file_of(options.save, algorithm, options), samples.matrices.front(), trial.first);
  }
  if (!options.svg.empty()) write_pictures(trials, samples, options);
}

// Returns the exit code.
int run(const Options& options) {
  // Unwritable files are reported before the work, not after it.
  for (const NamedFile& output : outputs_of(options)) AtomicFile{output.path};

  const Experiment experiment = prepare(options);
  print_samples(experiment.samples, options);
  const std::vector<Trial> trials = conduct(experiment, options);
  print_choice(experiment, options);
  std::vector<Appraisal> appraisals;
  for (const Trial& trial : trials) appraisals.push_back(trial.appraisal);
  if (!options.json.empty()) write_whole(options.json, json(appraisals));
  if (shows_schedules(options)) show(trials, experiment.samples, options);

  int exit_code = 0;
  for (const Appraisal& appraisal : appraisals)
    if (appraisal.fault) {
      std::fprintf(stderr, "phases: %s: %s\n", std::string(name_of(appraisal.algorithm)).c_str(),
                   appraisal.fault->c_str());
      exit_code = 1;
    }
  return exit_code;
}

}  // namespace
}  // namespace partita::phases

int main(int argc, char** argv) {
  using namespace partita::phases;
  try {
    if (argc > 1 && std::string_view(argv[1]) == "calibrate")
      throw partita::UsageError(
          "calibrate is a separate program, because it measures with MPI: mpirun -n 8 calibrate "
          "--output localhost.toml");
    Options options;
    const auto exit_code = parse_options(argc, argv, options);
    return partita::flushed("phases", exit_code ? *exit_code : run(options));
  } catch (const partita::UsageError& error) {
    std::fprintf(stderr, "phases: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "phases: %s\n", error.what());
    return 1;
  }
}
