// Ranks that know no MPI_COMM_WORLD, but an MPI session: every rank gathers the value of the next one.
#include <cstdio>
#include <exception>
#include <vector>

#include <mpi.h>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/support/exact_sum.hpp>

namespace {

using namespace partita;

bool gathers_and_sums(MPI_Comm parent) {
  const Communicator comm(parent);
  const global_index next = (comm.rank() + 1) % comm.size();
  const auto [places, pattern] = localize(TranslationTable::block(comm, comm.size()), std::vector{next});
  Exchange halo(pattern);
  std::vector<double> values(static_cast<std::size_t>(pattern.local_size()));
  values[0] = comm.rank();
  halo.gather(values);
  values[0] = 1;
  return values[static_cast<std::size_t>(places[0])] == (comm.size() > 1 ? static_cast<double>(next) : 1) &&
         exact_sum(comm, std::span(values).first(1), "ranks") == comm.size();
}

bool gathers_and_sums_in_a_session() {
  MPI_Session session;
  MPI_Group all;
  MPI_Comm comm;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
  MPI_Comm_create_from_group(all, "partita", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Group_free(&all);
  const bool is_right = gathers_and_sums(comm);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
  return is_right;
}

}  // namespace

int main() {
  try {
    if (gathers_and_sums_in_a_session()) return 0;
    std::fprintf(stderr, "session_job: a wrong value\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "session_job: %s\n", error.what());
  }
  return 1;
}
