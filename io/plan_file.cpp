#include <cstddef>
#include <cstdint>
#include <locale>
#include <sstream>
#include <string>
#include <utility>

#include <partita/io/plan_file.hpp>
#include <partita/io/schedule_file.hpp>
#include <partita/support/collectively.hpp>

// Weak: a program that is not linked with partita::schedule_files has none of these, and so brings no HDF5.
extern "C" [[gnu::weak]] const char partita_schedule_files;

namespace partita {

[[gnu::weak]] void save_schedule(const Communicator&, const std::filesystem::path&, const DestinationVector&,
                                 const ScheduleOptions&, const PhaseTables&, const std::string&,
                                 const IndexRuns&);
[[gnu::weak]] LoadedTables load_schedule(const Communicator&, const std::filesystem::path&,
                                         const DestinationVector&, const IndexRuns&);

namespace {

void require_schedule_files(const std::filesystem::path& file) {
  if (&partita_schedule_files == nullptr)
    throw CollectiveError(file.string(),
                          ": this program has no files of plans; link it with partita::schedule_files too, ",
                          "of a Partita that was built with HDF5 (libhdf5-openmpi-dev)");
}

}  // namespace

// How a plan is replayed: protocol, window, bytes of a fragment, and transport, as in "windowed 4 0 mpi". A
// file without these words is of a schedule alone.
void save_plan(const MessageVectors& vectors, const std::filesystem::path& file, const Plan& plan) {
  require_schedule_files(file);
  const Way& way = plan.way;
  save_schedule(vectors.communicator, file, vectors.destinations, plan.schedule, {plan.gather, plan.scatter},
                text(name_of(way.protocol), ' ', way.window, ' ', way.fragment, ' ', name_of(plan.transport)),
                vectors.indices);
}

Plan load_plan(const MessageVectors& vectors, const std::filesystem::path& file) {
  require_schedule_files(file);
  const Communicator& comm = vectors.communicator;
  LoadedTables loaded = load_schedule(comm, file, vectors.destinations, vectors.indices);
  PlanOptions options{.schedule = loaded.options};
  if (!loaded.replay.empty())
    collectively(comm, [&] {
      std::istringstream words(loaded.replay);
      words.imbue(std::locale::classic());
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

}  // namespace partita
