#include <partita/support/collectively.hpp>

namespace partita {

void agree(const Communicator& comm, const std::optional<std::string>& problem) {
  const int mine = problem ? comm.rank() : comm.size();
  int first = comm.size();
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm.handle());
  if (first == comm.size()) return;

  std::string sentence = first == comm.rank() ? *problem : std::string();
  int length = static_cast<int>(sentence.size());
  MPI_Bcast(&length, 1, MPI_INT, first, comm.handle());
  sentence.resize(static_cast<std::size_t>(length));
  MPI_Bcast(sentence.data(), length, MPI_CHAR, first, comm.handle());
  throw CollectiveError(sentence);
}

}  // namespace partita
