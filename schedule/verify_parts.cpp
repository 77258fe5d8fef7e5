// The check of a schedule together with its reverse, and of one whose parts the ranks have.
#include <utility>
#include <vector>

#include <partita/schedule/algorithms.hpp>
#include <partita/schedule/schedule_columns.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

using namespace detail;

std::optional<std::string> verify(const Schedule& forward, const Schedule& backward,
                                  const CommunicationMatrix& matrix) {
  const ScheduleOptions& options = forward.options;
  const Machine machine = avoids_link_contention(options.algorithm) ? options.machine : Machine{};
  if (const auto fault = verify(forward, matrix, machine)) return text("the schedule is wrong: ", *fault);
  if (const auto fault = verify(backward, CommunicationMatrix(matrix.sources()), machine))
    return text("the reversed schedule is wrong: ", *fault);
  return {};
}

std::optional<std::string> verify(const Communicator& comm, const DestinationVector& destinations,
                                  const ScheduleOptions& options, const PhaseTables& tables,
                                  const IndexRuns& indices) {
  ScheduleColumns mine;
  append(mine, destinations,
         indices_of_copies(indices, comm.rank(), options.machine.ranks_per_host, tables.forward), tables);
  std::vector<Parcel<std::int64_t>> part(1, {0, {}});
  put(part.front().content, mine);
  const auto parts = sparse_exchange(comm, std::move(part));

  std::string fault = collectively(comm, [&] {
    if (comm.rank() != 0) return std::string();
    std::vector<DestinationVector> rows;
    std::vector<IndexRuns> runs;
    Schedule forward{options, {}}, backward{options, {}};
    for (const auto& [rank, words] : parts) {
      auto next = words.begin();
      const ScheduleColumns columns = take_columns(next);
      PhaseTables both = detail::tables(columns, 0);
      rows.push_back(detail::destinations(columns, 0));
      runs.push_back(detail::indices(columns, 0));
      forward.tables.push_back(std::move(both.forward));
      backward.tables.push_back(std::move(both.backward));
    }
    return verify(forward, backward, CommunicationMatrix(std::move(rows)).with_indices(std::move(runs)))
        .value_or(std::string());
  });
  broadcast(comm, fault);
  if (fault.empty()) return {};
  return fault;
}

}  // namespace partita
