#include <cstddef>
#include <string>
#include <utility>

#include <partita/executor/plan/way_words.hpp>
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

// How a plan is replayed: the words of its way and of its transport. A file without these words is of a
// schedule alone.
void save_plan(const MessageVectors& vectors, const std::filesystem::path& file, const Plan& plan) {
  require_schedule_files(file);
  const auto& [schedule, way, tables] = plan.best();
  save_schedule(vectors.communicator, file, vectors.destinations, schedule, tables,
                text(in_words(way), ' ', name_of(plan.transport)), vectors.indices);
}

Plan load_plan(const MessageVectors& vectors, const std::filesystem::path& file) {
  require_schedule_files(file);
  const Communicator& comm = vectors.communicator;
  LoadedTables loaded = load_schedule(comm, file, vectors.destinations, vectors.indices);
  PlanOptions options{.schedule = loaded.options};
  if (!loaded.replay.empty())
    collectively(comm, [&] {
      try {
        const std::size_t last = loaded.replay.rfind(' ');
        options.way = way_in_words(loaded.replay.substr(0, last));
        options.transport = transport_named(loaded.replay.substr(last + 1));
      } catch (const Error& error) {
        throw Error(file.string(), " is to be replayed by \"", loaded.replay, "\": ", error.what());
      }
    });
  Plan plan = make_plan(vectors, options, std::move(loaded.tables));
  plan.reason = text(name_of(plan.strategy()), ": loaded from ", file.string());
  return plan;
}

}  // namespace partita
