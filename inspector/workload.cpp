#include <iomanip>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <partita/inspector/inspect.hpp>
#include <partita/inspector/loop_checks.hpp>
#include <partita/inspector/workload.hpp>
#include <partita/support/reduce.hpp>

namespace partita {

namespace {

Spread spread(const Communicator& comm, std::int64_t mine) {
  return {max(comm, mine), min(comm, mine), sum(comm, mine), comm.size()};
}

std::string in_words(const Spread& spread) {
  return text(spread.most, '/', std::fixed, std::setprecision(1), spread.mean(), '/', spread.least);
}

}  // namespace

double Workload::imbalance() const {
  return executed.total == 0 ? 1 : static_cast<double>(executed.most) / executed.mean();
}

double Workload::redundancy() const {
  return iterations == 0 ? 1 : static_cast<double>(executed.total) / static_cast<double>(iterations);
}

std::array<Workload, executions.size()> workload(const Communicator& comm, const IndexedLoop& loop) {
  std::array<Workload, executions.size()> all{};
  for (std::size_t k = 0; k < executions.size(); ++k) {
    IndexedLoop given = loop;
    given.execution = executions[k].value;
    const InspectedLoop inspected = std::move(inspect(comm, std::span(&given, 1)).front());
    std::int64_t ghosts = 0, messages = 0;
    const auto sets = detail::tables_of(std::span(&loop, 1));
    std::vector<char> counted(sets.size());
    for (std::size_t a = 0; a < inspected.arrays(); ++a)
      if (!std::exchange(counted[detail::number_in(sets, inspected.table(a))], 1)) {
        ghosts += inspected.pattern(a).ghosts();
        messages += std::ssize(inspected.pattern(a).ghost_runs());
      }
    all[k] = {given.execution, sum(comm, static_cast<std::int64_t>(detail::share_of(loop))),
              spread(comm, std::ssize(inspected.iterations())), spread(comm, ghosts), spread(comm, messages)};
  }
  return all;
}

std::string line(const Workload& workload) {
  return text(std::left, std::setw(12), name_of(workload.execution), in_words(workload.executed),
              " iterations a rank, ", std::fixed, std::setprecision(3), workload.redundancy(),
              " of the loop's; ", in_words(workload.ghosts), " ghosts and ", in_words(workload.messages),
              " messages a rank to gather",
              workload.execution != Execution::both_sides ? ", and to scatter-add" : "", " (max/mean/min)");
}

}  // namespace partita
