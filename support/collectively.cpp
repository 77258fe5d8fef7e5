#include <array>
#include <exception>
#include <limits>
#include <new>

#include <partita/support/collective.hpp>
#include <partita/support/collectively.hpp>

namespace partita {

std::uint64_t detail::length_from(const Communicator& comm, std::uint64_t length, int root) {
  if (comm.rank() != root) length = 0;
  Sentence kind;
  kind.add("broadcast from rank ", root);
  all_reduce(comm, &length, 1, MPI_UINT64_T, MPI_MAX, {kind.view()});
  return length;
}

void detail::broadcast(const Communicator& comm, std::span<std::byte> bytes, int root) {
  broadcast_bytes(comm, bytes, root, {"broadcast"});
}

void detail::run_collectively(const Communicator& comm, const std::function<void()>& check) {
  std::optional<std::string> problem;
  std::int64_t place = -1;
  try {
    check();
  } catch (const ErrorAt& error) {
    problem = error.what();
    place = error.place();
  } catch (const std::bad_alloc&) {
    problem = text("rank ", comm.rank(), " has too little memory; use more ranks or larger hosts");
  } catch (const std::exception& error) {
    problem = error.what();
  }
  agree(comm, problem, place);
}

void agree(const Communicator& comm, const std::optional<std::string>& problem, std::int64_t place) {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  constexpr detail::CollectiveName kind{"check of every rank's input"};
  std::int64_t lowest = problem ? place : none;
  detail::all_reduce(comm, &lowest, 1, MPI_INT64_T, MPI_MIN, kind);
  if (lowest == none) return;

  int first = problem && place == lowest ? comm.rank() : comm.size();
  detail::all_reduce(comm, &first, 1, MPI_INT, MPI_MIN, kind);
  std::string sentence = first == comm.rank() ? *problem : std::string();
  broadcast(comm, sentence, first);
  throw CollectiveError(sentence);
}

void require_same(const Communicator& comm, std::uint64_t fingerprint, std::string_view what) {
  // Smallest and largest in one reduction: the smallest complement is the complement of the largest.
  std::array<std::uint64_t, 2> smallest{fingerprint, ~fingerprint};
  detail::all_reduce(comm, smallest.data(), 2, MPI_UINT64_T, MPI_MIN, {"comparison", what});
  if (smallest[0] != ~smallest[1])
    throw CollectiveError("the ranks disagree about ", what, "; give every rank the same");
}

}  // namespace partita
