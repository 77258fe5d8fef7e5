#include <sstream>
#include <string>
#include <utility>

#include <partita/io/plan_file.hpp>
#include <partita/support/collectively.hpp>
#ifdef PARTITA_HAVE_SCHEDULE_FILES
#include <partita/io/schedule_file.hpp>
#endif

namespace partita {

#ifdef PARTITA_HAVE_SCHEDULE_FILES

// How a plan is replayed: the words "windowed 4", or "barrier 4 15000" with fragments. A file without them is
// of a schedule alone.
void save_plan(const MessageVectors& vectors, const std::filesystem::path& file, const Plan& plan) {
  save_schedule(vectors.communicator, file, vectors.destinations, plan.schedule, {plan.gather, plan.scatter},
                text(name_of(plan.way.protocol), ' ', plan.way.window,
                     plan.way.fragment > 0 ? text(' ', plan.way.fragment) : ""),
                vectors.indices);
}

Plan load_plan(const MessageVectors& vectors, const std::filesystem::path& file) {
  const Communicator& comm = vectors.communicator;
  LoadedTables loaded = load_schedule(comm, file, vectors.destinations, vectors.sources, vectors.indices);
  PlanOptions options{.schedule = loaded.options};
  if (!loaded.replay.empty())
    collectively(comm, [&] {
      std::istringstream words(loaded.replay);
      std::string protocol;
      double fragment = 0;
      bool is_known = static_cast<bool>(words >> protocol >> options.way.window);
      if (is_known && !(words >> std::ws).eof())
        is_known = words >> fragment && fragment >= 0 && fragment < 1e15 && (words >> std::ws).eof();
      options.way.fragment = static_cast<std::size_t>(is_known ? fragment : 0);
      if (!is_known)
        throw Error(file.string(), " is to be replayed by \"", loaded.replay,
                    "\", which is no protocol, window and fragment");
      options.way.protocol = stage_protocols_named(protocol);
    });
  Plan plan = make_plan(vectors, options, std::move(loaded.tables));
  plan.reason = text(name_of(plan.schedule.algorithm), " by ", name_of(plan.way.protocol), ": loaded from ",
                     file.string());
  return plan;
}

#else

namespace {

[[noreturn]] void refuse(const std::filesystem::path& file) {
  throw CollectiveError(file.string(),
                        ": this Partita was built without schedule files, which need a parallel HDF5 "
                        "(libhdf5-openmpi-dev)");
}

}  // namespace

void save_plan(const MessageVectors&, const std::filesystem::path& file, const Plan&) { refuse(file); }
Plan load_plan(const MessageVectors&, const std::filesystem::path& file) { refuse(file); }

#endif

}  // namespace partita
