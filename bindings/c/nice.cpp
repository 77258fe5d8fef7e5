#include <algorithm>
#include <utility>

#include <partita/io/environment.hpp>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"

using namespace partita;
using namespace partita::c;

namespace {

// Pointers to buffers, one for each entry: some of them may be null where units have no bytes.
template <class Pointer>
std::span<Pointer const> buffers(Pointer const* first, const std::vector<MatrixEntry>& entries,
                                 const char* what) {
  return values(first, static_cast<std::ptrdiff_t>(entries.size()), what);
}

void begin(partita_scheduling_table* table, std::size_t bytes, const void* const* outgoing,
           void* const* incoming) {
  auto& [scheduled, communication] = given(table, "the scheduling table").content;
  communication.begin(buffers(outgoing, scheduled.destinations, "the list of outgoing buffers"),
                      buffers(incoming, scheduled.sources, "the list of incoming buffers"), bytes);
}

}  // namespace

int partita_nice_schedule(MPI_Comm comm, int n, const int* rank, const int64_t* length, const char* plan,
                          partita_scheduling_table** table) {
  return make_handle(
      comm, table,
      [&] {
        const auto ranks = values(rank, n, "the ranks to send to");
        const auto lengths = values(length, n, "the lengths");
        DestinationVector destinations;
        for (std::size_t k = 0; k < ranks.size(); ++k) destinations.push_back({ranks[k], lengths[k]});
        return destinations;
      },
      [&](const Communicator& ranks, const DestinationVector& destinations) {
        nice::SchedulingTable scheduled =
            nice::schedule(ranks, destinations, [&](const MessageVectors& vectors) {
              return plan_by_environment(read_environment(ranks), vectors, "nice", plan ? plan : "");
            });
        nice::Communication communication(ranks, scheduled);
        return decltype(partita_scheduling_table::content){std::move(scheduled), std::move(communication)};
      });
}

int partita_nice_sources(const partita_scheduling_table* table, int* n) {
  return call([&] {
    given(n, "the place for the number of sources") =
        static_cast<int>(given(table, "the scheduling table").content.table.sources.size());
  });
}

int partita_nice_source_vector(const partita_scheduling_table* table, int* rank, int64_t* length) {
  return call([&] {
    const SourceVector& sources = given(table, "the scheduling table").content.table.sources;
    const auto n = static_cast<std::ptrdiff_t>(sources.size());
    const auto ranks = values(rank, n, "the place for ranks");
    const auto lengths = values(length, n, "the place for lengths");
    std::ranges::transform(sources, ranks.begin(), &MatrixEntry::rank);
    std::ranges::transform(sources, lengths.begin(), &MatrixEntry::length);
  });
}

int partita_nice_communicate(partita_scheduling_table* table, size_t bytes, const void* const* outgoing,
                             void* const* incoming) {
  return call([&] {
    begin(table, bytes, outgoing, incoming);
    table->content.communication.finish();
  });
}

int partita_nice_begin(partita_scheduling_table* table, size_t bytes, const void* const* outgoing,
                       void* const* incoming) {
  return call([&] { begin(table, bytes, outgoing, incoming); });
}

int partita_nice_finish(partita_scheduling_table* table) {
  return call([&] { given(table, "the scheduling table").content.communication.finish(); });
}

int partita_nice_free(partita_scheduling_table** table) {
  return free_handle(table, "the scheduling table to be freed");
}
