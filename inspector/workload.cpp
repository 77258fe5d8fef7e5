#include <algorithm>
#include <compare>
#include <iomanip>
#include <map>
#include <span>
#include <sstream>
#include <utility>
#include <vector>

#include <partita/inspector/executors.hpp>
#include <partita/inspector/loop_checks.hpp>
#include <partita/inspector/workload.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

using namespace detail;

namespace {

// A value of one of the sets.
struct Value {
  std::size_t set;
  Location location;

  auto operator<=>(const Value&) const = default;
};

// What one rank has to do for the iterations of one share.
struct Task {
  std::int64_t iterations = 0;
  std::vector<Value> ghosts;
};

void make_distinct(std::vector<Value>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// What the iterations of the share refer to, as much for each.
std::vector<Value> references(const IndexedLoop& loop, const Tables& tables) {
  const std::size_t each = references_each(loop);
  std::vector<Value> values(each * share_of(loop));
  std::size_t begin = 0;
  for (const IndexArray& array : loop.arrays) {
    const auto arity = static_cast<std::size_t>(array.arity);
    const std::vector<Location> locations = array.table.locate(array.entries);
    for (std::size_t k = 0; k < locations.size(); ++k)
      values[k / arity * each + begin + k % arity] = {tables.number(array.table), locations[k]};
    begin += arity;
  }
  return values;
}

// By rank, what it has to do for this rank's share.
std::map<int, Task> tasks(const IndexedLoop& loop, std::span<const Value> references, Execution execution,
                          int here) {
  std::vector<bool> decides, needs_ghosts;  // by reference
  for (const IndexArray& array : loop.arrays) {
    decides.insert(decides.end(), static_cast<std::size_t>(array.arity), array.decides);
    needs_ghosts.insert(needs_ghosts.end(), static_cast<std::size_t>(array.arity), array.needs_ghosts);
  }

  std::map<int, Task> tasks;
  std::vector<int> owners, executors;
  for (std::size_t k = 0; k < references.size(); k += decides.size()) {
    const std::span<const Value> of_iteration = references.subspan(k, decides.size());
    owners.clear();
    executors.clear();
    for (std::size_t j = 0; j < decides.size(); ++j)
      if (decides[j]) owners.push_back(of_iteration[j].location.rank);
    append_executors(execution, owners, here, executors);
    for (const int rank : executors) {
      Task& task = tasks[rank];
      ++task.iterations;
      for (std::size_t j = 0; j < needs_ghosts.size(); ++j)
        if (needs_ghosts[j] && of_iteration[j].location.rank != rank) task.ghosts.push_back(of_iteration[j]);
    }
  }
  for (auto& [rank, task] : tasks) make_distinct(task.ghosts);
  return tasks;
}

// All that is to be done here, for all shares.
Task collect(const Communicator& comm, std::map<int, Task> tasks) {
  std::vector<Parcel<std::int64_t>> iterations;
  std::vector<Parcel<Value>> ghosts;
  for (auto& [rank, task] : tasks) {
    iterations.push_back({rank, {task.iterations}});
    ghosts.push_back({rank, std::move(task.ghosts)});
  }
  Task mine;
  for (const auto& [rank, count] : sparse_exchange(comm, std::move(iterations)))
    mine.iterations += count.front();
  for (const auto& [rank, values] : sparse_exchange(comm, std::move(ghosts)))
    mine.ghosts.insert(mine.ghosts.end(), values.begin(), values.end());
  make_distinct(mine.ghosts);
  return mine;
}

std::int64_t messages(const std::vector<Value>& ghosts) {
  std::int64_t messages = 0;
  for (std::size_t k = 0; k < ghosts.size(); ++k)
    messages += k == 0 || ghosts[k].set != ghosts[k - 1].set ||
                ghosts[k].location.rank != ghosts[k - 1].location.rank;
  return messages;
}

Spread spread(const Communicator& comm, std::int64_t mine) {
  return {max(comm, mine), min(comm, mine), sum(comm, mine), comm.size()};
}

std::ostream& operator<<(std::ostream& out, const Spread& spread) {
  return out << spread.most << '/' << std::fixed << std::setprecision(1) << spread.mean() << '/'
             << spread.least;
}

}  // namespace

double Workload::imbalance() const {
  return executed.total == 0 ? 1 : static_cast<double>(executed.most) / executed.mean();
}

double Workload::redundancy() const {
  return iterations == 0 ? 1 : static_cast<double>(executed.total) / static_cast<double>(iterations);
}

std::array<Workload, executions.size()> workload(const Communicator& comm, const IndexedLoop& loop) {
  check(comm, std::span(&loop, 1));
  collectively(comm, [&] { check_range(loop); });
  const Tables tables(std::span(&loop, 1));
  const std::vector<Value> touched = references(loop, tables);
  const std::int64_t iterations = sum(comm, static_cast<std::int64_t>(share_of(loop)));

  std::array<Workload, executions.size()> all{};
  for (std::size_t k = 0; k < executions.size(); ++k) {
    const Execution execution = executions[k].value;
    const Task mine = collect(comm, tasks(loop, touched, execution, comm.rank()));
    all[k] = {execution,
              iterations,
              spread(comm, mine.iterations),
              spread(comm, static_cast<std::int64_t>(mine.ghosts.size())),
              spread(comm, messages(mine.ghosts)),
              execution != Execution::both_sides};
  }
  return all;
}

std::string line(const Workload& workload) {
  std::ostringstream out;
  out << std::left << std::setw(12) << name_of(workload.execution) << workload.executed
      << " iterations a rank, " << std::setprecision(3) << workload.redundancy() << " of the loop's; "
      << workload.ghosts << " ghosts and " << workload.messages << " messages a rank to gather"
      << (workload.scatters ? ", and to scatter-add" : "") << " (max/mean/min)";
  return out.str();
}

}  // namespace partita
