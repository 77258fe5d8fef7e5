#include "bench/lab/simulator/simulate_cells.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <mpi.h>
#include <simgrid/s4u.hpp>

#include <partita/executor/plan/plan.hpp>
#include <partita/executor/prediction/predict.hpp>
#include <partita/executor/replay/memory/layout.hpp>
#include <partita/executor/replay/replay.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

#include "bench/lab/scheduled_cells.hpp"
#include "bench/lab/simulator/machine_zone.hpp"
#include "bench/lab/simulator/processor.hpp"

namespace partita::lab {

using namespace detail;

namespace {

std::vector<BufferPart> places(const std::vector<MatrixEntry>& entries) {
  std::vector<BufferPart> all;
  std::size_t first = 0;
  for (const auto& [rank, length] : entries) {
    all.push_back({rank, first, static_cast<std::size_t>(length)});
    first += static_cast<std::size_t>(length);
  }
  return all;
}

// The messages that one rank sends or receives, consecutive in memory.
class Messages {
 public:
  Messages(const std::vector<MatrixEntry>& entries, std::size_t bytes_per_unit)
      : places_(lab::places(entries)), bytes_per_unit_(bytes_per_unit) {
    std::size_t units = 0;
    for (const BufferPart& place : places_) units += place.length;
    memory_.resize(units * bytes_per_unit);
  }

  const std::vector<BufferPart>& places() const { return places_; }
  std::byte* data() { return memory_.data(); }

  // Calls visit(other rank, byte of its message, position of that byte).
  template <class Visit>
  void for_each_byte(Visit&& visit) {
    for (const BufferPart& place : places_)
      for (std::size_t byte = 0; byte < place.length * bytes_per_unit_; ++byte)
        visit(place.rank, byte, memory_[place.first * bytes_per_unit_ + byte]);
  }

 private:
  std::vector<BufferPart> places_;
  std::size_t bytes_per_unit_;
  std::vector<std::byte> memory_;
};

std::byte content(int from, int to, std::size_t byte) {
  return static_cast<std::byte>(static_cast<std::size_t>(from) * 31 + static_cast<std::size_t>(to) * 17 +
                                byte + byte / 256);
}

// All ranks continue at the same moment, offset by the same turns as in the prediction.
void start_together(const Communicator& comm) {
  constexpr double later = 1;  // seconds
  simgrid::s4u::this_actor::sleep_until(max(comm, MPI_Wtime()) + later + turn_seconds * comm.rank());
}

Simulated simulate(const Communicator& comm, const Cell& cell, const ScheduledCell& scheduled,
                   const SourceVector& from) {
  const int me = comm.rank();
  Messages sent(scheduled.matrix.destinations(me), cell.bytes), received(from, cell.bytes);
  sent.for_each_byte([&](int to, std::size_t byte, std::byte& place) { place = content(me, to, byte); });
  auto found =
      lay_out(me, scheduled.schedule.tables[static_cast<std::size_t>(me)], sent.places(), received.places());
  if (!found) throw Error(text("the schedule does not carry the messages of rank ", me));
  LockOptions lock = cell.lock;
  lock.message = message_time(scheduled.machine);
  Replay replay(comm, std::move(*found),
                {.way = {.protocol = cell.protocol, .window = cell.window, .lock = lock},
                 .timed_idle = has_timed_idle(cell.algorithm),
                 .transport = Transport::mpi});
  double seconds = 0;
  for (int repeat = 0; repeat < 2; ++repeat) {
    start_together(comm);
    const double start = MPI_Wtime();
    replay.begin(sent.data(), received.data(), cell.bytes);
    replay.finish();
    seconds = max(comm, MPI_Wtime() - start);
  }
  received.for_each_byte([&](int other, std::size_t byte, std::byte& place) {
    if (place != content(other, me, byte))
      throw Error(text("byte ", byte, " from rank ", other, " has not come to rank ", me));
  });
  return {seconds, scheduled.schedule.phases()};
}

// A rank is awaited if it waits or has nothing else to do.
Processors::Replayed replayed(const Cell& cell, std::span<const PhaseTable> tables) {
  const auto bytes = [&](Units units) { return static_cast<std::size_t>(units) * cell.bytes; };
  Processors::Replayed all;
  if (cell.protocol.last() > 0) throw Error("the simulator has one protocol for all stages");
  const Protocol protocol = cell.protocol.of_stage(0);
  all.by_lock = entry_of(protocol).by_lock;
  all.reserves = !entry_of(protocol).is_expected();
  for (int rank = 0; const PhaseTable& table : tables) {
    all.awaited.push_back(entry_of(protocol).is_phased || table.sends.empty());
    for (const Transfer& send : table.sends)
      if (const Units relayed = relayed_length(rank, send.pieces); relayed > 0)
        all.relayed[{rank, send.partner, bytes(length(send.pieces))}] = bytes(relayed);
    ++rank;
  }
  return all;
}

}  // namespace

void simulate_cells(std::span<const Cell> cells, const std::function<void(std::size_t, Simulated)>& done) {
  const int ranks = cells.front().ranks;
  const Machine machine = machine_of(cells.front());
  if (machine.costs.noise > 0)
    throw Error(text(cells.front().machine, ": has noise, which the simulator does not support; remove it"));
  std::string name = "lab_simulator";
  std::vector<char*> arguments{name.data(), nullptr};
  int count = 1;
  xbt_log_control_set("root.thresh:warning");
  simgrid::s4u::Engine engine(&count, arguments.data());
  for (const char* option :
       {"network/model:CM02", "network/crosstraffic:no", "smpi/simulate-computation:no", "smpi/test:0",
        "smpi/wtime:0", "smpi/iprobe:1e-6", "smpi/send-is-detached-thresh:1", "smpi/async-small-thresh:1",
        "surf/precision:1e-12"})
    engine.set_config(option);
  auto* const zone = new MachineZone(machine, ranks);
  SMPI_init();
  SMPI_app_instance_register("replays", nullptr, ranks);

  Processors processors(machine, ranks);
  ScheduledCells scheduled_cells;
  std::optional<std::string> problem;
  const auto be_rank = [&] {
    MPI_Init(nullptr, nullptr);
    try {
      const Communicator comm(MPI_COMM_WORLD);
      for (std::size_t k = 0; k < cells.size(); ++k) {
        const auto scheduled = scheduled_cells.of(cells[k]);  // the first rank makes it
        processors.set(replayed(cells[k], scheduled->schedule.tables));
        zone->set_reserves(!entry_of(cells[k].protocol.of_stage(0)).is_expected());
        const std::vector<SourceVector> sources = scheduled->matrix.sources();
        const Simulated simulated =
            simulate(comm, cells[k], *scheduled, sources[static_cast<std::size_t>(comm.rank())]);
        if (comm.rank() == 0) done(k, simulated);
        MPI_Barrier(comm.handle());
      }
    } catch (const std::exception& error) {
      problem = error.what();
      simgrid::s4u::Actor::kill_all();
    }
    MPI_Finalize();
  };
  for (int rank = 0; rank < ranks; ++rank) {
    const auto actor =
        simgrid::s4u::Actor::init(std::to_string(rank), zone->hosts()[static_cast<std::size_t>(rank)]);
    actor->set_property("instance_id", "replays");
    actor->set_property("rank", std::to_string(rank));
    actor->start(be_rank);
  }
  engine.run();
  SMPI_finalize();
  if (problem) throw Error(*problem);
}

}  // namespace partita::lab
