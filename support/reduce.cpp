#include <numeric>

#include <partita/support/collective.hpp>
#include <partita/support/reduce.hpp>

namespace partita {

namespace {

MPI_Datatype datatype_of(double) { return MPI_DOUBLE; }
MPI_Datatype datatype_of(float) { return MPI_FLOAT; }
MPI_Datatype datatype_of(int) { return MPI_INT; }
MPI_Datatype datatype_of(std::int64_t) { return MPI_INT64_T; }
MPI_Datatype datatype_of(std::uint64_t) { return MPI_UINT64_T; }

}  // namespace

template <Reducible T>
T reduce(const Communicator& comm, T mine, MPI_Op operation, std::string_view of) {
  detail::all_reduce(comm, &mine, 1, datatype_of(mine), operation, {"reduction", of});
  return mine;
}

std::int64_t sum_below(const Communicator& comm, std::int64_t mine, std::string_view of) {
  detail::reduce_below(comm, &mine, 1, MPI_INT64_T, MPI_SUM, {"prefix sum", of});
  return comm.rank() == 0 ? 0 : mine;  // MPI leaves rank 0's result undefined
}

std::vector<std::int64_t> all_gather(const Communicator& comm, std::int64_t mine, std::string_view of) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(comm.size()), mine);
  std::vector<int> one_each(all.size() + 1);
  std::iota(one_each.begin(), one_each.end(), 0);
  detail::require_match(comm, {"collection", of});
  detail::all_gather(comm, all, one_each, {"collection", of});
  return all;
}

template double reduce(const Communicator&, double, MPI_Op, std::string_view);
template float reduce(const Communicator&, float, MPI_Op, std::string_view);
template int reduce(const Communicator&, int, MPI_Op, std::string_view);
template std::int64_t reduce(const Communicator&, std::int64_t, MPI_Op, std::string_view);
template std::uint64_t reduce(const Communicator&, std::uint64_t, MPI_Op, std::string_view);

}  // namespace partita
