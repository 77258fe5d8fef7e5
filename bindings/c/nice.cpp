#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <partita/io/environment.hpp>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"

using namespace partita;
using namespace partita::c;

namespace {

std::ptrdiff_t pieces_of(const std::vector<Transfer>& transfers) {
  std::ptrdiff_t pieces = 0;
  for (const Transfer& transfer : transfers) pieces += std::ssize(transfer.pieces);
  return pieces;
}

void list(const std::vector<Transfer>& transfers, std::span<partita_nice_piece> place) {
  auto next = place.begin();
  for (const auto& [phase, partner, pieces] : transfers)
    for (const auto& [origin, target, offset, length] : pieces)
      *next++ = {phase, partner, origin, target, offset, length};
}

}  // namespace

int partita_nice_schedule(MPI_Comm comm, int n, const int* rank, const int64_t* length, const char* plan,
                          partita_scheduling_table** table) {
  return make_handle(comm, table, [&](const auto& ranks) {
    const auto destinations = collectively(*ranks, [&] {
      const auto to = values(rank, n, "the ranks to send to");
      const auto lengths = values(length, n, "the lengths");
      DestinationVector all;
      for (std::size_t k = 0; k < to.size(); ++k) all.push_back({to[k], lengths[k]});
      return all;
    });
    nice::SchedulingTable scheduled =
        nice::schedule(*ranks, destinations, [&](const MessageVectors& vectors) {
          return plan_by_environment(read_environment(*ranks), vectors, "nice", plan ? plan : "");
        });
    nice::Communication communication(*ranks, scheduled);
    return partita_scheduling_table{ranks, std::move(scheduled), std::move(communication)};
  });
}

int partita_nice_sources(const partita_scheduling_table* table, int* n) {
  return call([&] {
    given(n, "the place for the number of sources") =
        static_cast<int>(given(table, "the scheduling table").table.sources.size());
  });
}

int partita_nice_source_vector(const partita_scheduling_table* table, int* rank, int64_t* length) {
  return call([&] {
    const SourceVector& sources = given(table, "the scheduling table").table.sources;
    const auto ranks = values(rank, std::ssize(sources), "the place for ranks");
    const auto lengths = values(length, std::ssize(sources), "the place for lengths");
    std::ranges::transform(sources, ranks.begin(), &MatrixEntry::rank);
    std::ranges::transform(sources, lengths.begin(), &MatrixEntry::length);
  });
}

int partita_nice_phases(const partita_scheduling_table* table, int* phases, int* sends, int* receives) {
  return call([&] {
    const PhaseTable& cpt = given(table, "the scheduling table").table.phases;
    int& all = given(phases, "the place for the number of phases");
    int& out = given(sends, "the place for the number of pieces to send");
    int& in = given(receives, "the place for the number of pieces to receive");
    all = cpt.phases;
    out = static_cast<int>(pieces_of(cpt.sends));
    in = static_cast<int>(pieces_of(cpt.receives));
  });
}

int partita_nice_phase_table(const partita_scheduling_table* table, partita_nice_piece* sends,
                             partita_nice_piece* receives) {
  return call([&] {
    const PhaseTable& cpt = given(table, "the scheduling table").table.phases;
    const auto out = values(sends, pieces_of(cpt.sends), "the place for pieces to send");
    const auto in = values(receives, pieces_of(cpt.receives), "the place for pieces to receive");
    list(cpt.sends, out);
    list(cpt.receives, in);
  });
}

int partita_nice_communicate(partita_scheduling_table* table, size_t bytes, const void* const* outgoing,
                             void* const* incoming) {
  const int code = partita_nice_begin(table, bytes, outgoing, incoming);
  return code == PARTITA_OK ? partita_nice_finish(table) : code;
}

int partita_nice_begin(partita_scheduling_table* table, size_t bytes, const void* const* outgoing,
                       void* const* incoming) {
  return call([&] {
    auto& [comm, scheduled, communication] = given(table, "the scheduling table");
    communication.begin(values(outgoing, std::ssize(scheduled.destinations), "the list of outgoing buffers"),
                        values(incoming, std::ssize(scheduled.sources), "the list of incoming buffers"),
                        bytes);
  });
}

int partita_nice_finish(partita_scheduling_table* table) {
  return call([&] { given(table, "the scheduling table").communication.finish(); });
}

int partita_nice_free(partita_scheduling_table** table) {
  return free_handle(table, "the scheduling table to be freed");
}
