#include "trial.hpp"

#include <chrono>
#include <filesystem>
#include <utility>

#include <partita/support/error.hpp>
#ifdef PARTITA_WITH_FILES
#include <partita/files/schedule_file.hpp>
#endif

namespace partita::phases {

namespace {

Trial scheduled(const Options& options) {
  Trial trial{make_samples(options), {}, {}};
  const CommunicationMatrix& first = trial.samples.matrices.front();
  ScheduleOptions schedule_options = options.schedule;
  schedule_options.machine = machine_named(options.machine, first.ranks());
  schedule_options.machine.ranks_per_host = options.ranks_per_host;

  for (const Algorithm algorithm : options.algorithms) {
    schedule_options.algorithm = algorithm;
    try {
      trial.appraisals.push_back(appraise(trial.samples.matrices, schedule_options));
      Schedule forward = make_schedule(first, schedule_options);
      Schedule backward = reverse(forward, first);
      trial.schedules.push_back({std::move(forward), std::move(backward)});
    } catch (const Error& error) {
      std::string why = text(name_of(algorithm), ": ", error.what());
      if (!options.all_algorithms) throw Error(why);
      trial.left_out.push_back(std::move(why));
    }
  }
  return trial;
}

#ifdef PARTITA_WITH_FILES
Trial loaded(const std::string& path) {
  const auto start = std::chrono::steady_clock::now();
  SavedSchedule saved = load_schedule(path);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  Trial trial{{text(std::filesystem::path(path).filename().string(), " for ", saved.matrix.ranks(), " ranks"),
               {saved.matrix}},
              {},
              {}};
  trial.appraisals.push_back(appraise(saved.matrix, saved.forward, saved.backward, seconds.count()));
  trial.schedules.push_back({std::move(saved.forward), std::move(saved.backward)});
  return trial;
}
#else
[[noreturn]] void refuse_files() {
  throw Error("this build knows no schedule files: it was made without a parallel HDF5");
}

Trial loaded(const std::string&) { refuse_files(); }
#endif

}  // namespace

Trial make_trial(const Options& options) {
  Trial trial = options.source == Source::saved ? loaded(options.load) : scheduled(options);
  const int ranks = trial.samples.matrices.front().ranks();
  if (options.phase_table && *options.phase_table >= ranks)
    throw Error(text("--phase-table wants a rank from 0 to ", ranks - 1, ", not ", *options.phase_table));
  for (const Directions& schedule : trial.schedules)
    if (options.links && schedule.forward.options.machine.links() == 0)
      throw Error("--links wants a --machine that has links, such as hypercube");
  return trial;
}

#ifdef PARTITA_WITH_FILES
void save(const std::string& path, const Trial& trial, const Directions& schedule) {
  save_schedule(path, {trial.samples.matrices.front(), schedule.forward, schedule.backward});
}
#else
void save(const std::string&, const Trial&, const Directions&) { refuse_files(); }
#endif

}  // namespace partita::phases
