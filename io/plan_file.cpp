#include <cstddef>
#include <cstdint>
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

// How a plan is replayed: protocol, window, bytes of a fragment, and transport, as in "windowed 4 0 mpi". A
// file without these words is of a schedule alone.
void save_plan(const MessageVectors& vectors, const std::filesystem::path& file, const Plan& plan) {
  const Way& way = plan.way;
  save_schedule(vectors.communicator, file, vectors.destinations, plan.schedule, {plan.gather, plan.scatter},
                text(name_of(way.protocol), ' ', way.window, ' ', way.fragment, ' ', name_of(plan.transport)),
                vectors.indices);
}

Plan load_plan(const MessageVectors& vectors, const std::filesystem::path& file) {
  const Communicator& comm = vectors.communicator;
  LoadedTables loaded = load_schedule(comm, file, vectors.destinations, vectors.sources, vectors.indices);
  PlanOptions options{.schedule = loaded.options};
  if (!loaded.replay.empty())
    collectively(comm, [&] {
      std::istringstream words(loaded.replay);
      std::string protocol, transport;
      std::int64_t fragment = 0;
      if (!(words >> protocol >> options.way.window >> fragment >> transport) || !(words >> std::ws).eof() ||
          fragment < 0)
        throw Error(file.string(), " is to be replayed by \"", loaded.replay,
                    "\", which is no protocol, window, fragment and transport");
      options.way.protocol = stage_protocols_named(protocol);
      options.way.fragment = static_cast<std::size_t>(fragment);
      options.transport = transport_named(transport);
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
                        ": this Partita was built without schedule files, which need HDF5 "
                        "(libhdf5-openmpi-dev)");
}

}  // namespace

void save_plan(const MessageVectors&, const std::filesystem::path& file, const Plan&) { refuse(file); }
Plan load_plan(const MessageVectors&, const std::filesystem::path& file) { refuse(file); }

#endif

}  // namespace partita
