// A job that must fail, and soon: ranks replay round a ring until the last rank does what the first argument
// says. The second and third argument name protocol and transport. doomed_test.cpp runs it.
#include <csignal>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <mpi.h>
#include <unistd.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/support/exact_sum.hpp>
#include <partita/termination/termination_handler.hpp>

namespace {

using namespace partita;

// An edge from each rank's one vertex to the next rank's.
InspectedLoop ring(const Communicator& comm) {
  std::vector<Edge> edges;
  std::vector<int> parts;
  for (int rank = 0; comm.rank() == 0 && rank < comm.size(); ++rank) {
    edges.push_back({rank, (rank + 1) % comm.size()});
    parts.push_back(rank);
  }
  return inspect(TranslationTable::from_partition(comm, parts), edges);
}

void meet_the_end(const Communicator& comm, const std::string& end) {
  usleep(500000);  // meanwhile the other ranks wait for this one, or for each other
  if (end == "killed") raise(SIGKILL);
  if (end == "throws") throw std::runtime_error("a negative volume");
  if (end == "terminates") std::terminate();
  if (end == "sleeps") sleep(600);
  if (end == "fails_in_mpi") MPI_Send(nullptr, 0, MPI_BYTE, comm.size(), 0, comm.handle());
}

void replay_till_the_end(const Communicator& comm, const std::string& end, const PlanOptions& options) {
  const InspectedLoop loop = ring(comm);
  Plan plan = make_plan(loop.pattern(), options);
  if (end == "sleeps") plan.name = "the halo";
  Exchange halo(loop.pattern(), std::move(plan));
  Exchange other(loop.pattern(), make_plan(loop.pattern(), options));
  const auto entities = static_cast<std::size_t>(loop.pattern().local_size());
  std::vector<double> values(2 * entities, 1.0);
  const auto rows = [&] { return FieldView<double>::contiguous(values, values.size() / entities); };
  for (int replay = 1;; ++replay) {
    const bool is_last = comm.rank() == comm.size() - 1, has_come = replay == 10 && is_last;
    if (has_come && end.starts_with("leaves")) return;
    if (has_come && end == "sleeps_while_others_reduce") sleep(600);
    if (replay == 10 && is_last == (end == "reduces") &&
        (end == "reduces" || end.ends_with("_while_others_reduce")))
      (void)exact_sum(comm, values, "rms");
    if (has_come && end == "strays") other.scatter_add(rows());
    if (has_come && end == "has_longer_values") values.resize(32 * values.size(), 1.0);
    halo.begin_gather(rows());
    if (has_come) meet_the_end(comm, end);
    halo.finish_gather(rows());
    halo.scatter_add(rows());
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    const Communicator comm(MPI_COMM_WORLD);
    const TerminationHandler says_where(comm);
    PlanOptions options;
    options.way.protocol = protocol_named(argv[2]);
    options.transport = transport_named(argv[3]);
    replay_till_the_end(comm, argv[1], options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}
