#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <partita/support/byte_block.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/match_check.hpp>
#include <partita/support/mpi_state.hpp>

namespace partita::detail {

namespace {

constexpr int header_length = 256;  // longer ones are cut

}  // namespace

CollectiveWait::CollectiveWait(const Communicator& comm, const CollectiveName& name, int needed)
    : comm_(comm), name_(name), needed_(needed) {
  require_mpi();
  if (comm.watches_waits()) limits_.emplace(comm.rank(), *this);
  comm.wait_for(*this);
}

CollectiveWait::CollectiveWait(const Communicator& comm, const CollectiveName& name, int needed,
                               std::string_view contents)
    : CollectiveWait(comm, name, needed) {
  MatchChecks* const checks = comm.checks();
  if (checks == nullptr) return;
  Sentence header;
  name.add_to(header);
  if (!contents.empty()) header.add(": ", contents);
  checks->begin_collective(header.view());
  compare_headers(std::string(header.view().substr(0, header_length - 1)));
}

CollectiveWait::~CollectiveWait() {
  comm_.leave(*this);
  if (MatchChecks* const checks = comm_.checks()) checks->finish_collective();
}

void CollectiveWait::poll() {
  if (!limits_) return;
  comm_.advance_all();
  if (MatchChecks* const checks = comm_.checks()) checks->poll_collective(limits_->seconds());
  limits_->poll();
}

void CollectiveWait::say_what_is_waited_for(Sentence& sentence) const {
  sentence.add(needed_ == comm_.size() ? "for all ranks in " : "for all lower ranks in ");
  name_.add_to(sentence);
}

namespace {

// Waits for a collective that start(bytes, request) begins. MPI works on a copy. It may still write to that
// after a wait that has thrown, so the communicator keeps it.
template <class Start>
void poll_till_complete(const Communicator& comm, std::span<std::byte> bytes, CollectiveWait& wait,
                        Start start) {
  const auto copy = std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end());
  MPI_Request request = MPI_REQUEST_NULL;
  start(copy->data(), &request);
  try {
    for (int is_complete = 0;;) {
      MPI_Test(&request, &is_complete, MPI_STATUS_IGNORE);
      if (is_complete != 0) break;
      wait.poll();
    }
  } catch (...) {
    comm.keep(copy);
    throw;
  }
  std::ranges::copy(*copy, bytes.begin());
}

// In the header of a reduction.
std::string words(int count, MPI_Datatype type, MPI_Op operation) {
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0;
  MPI_Type_get_name(type, name, &length);
  const std::pair<MPI_Op, const char*> names[] = {{MPI_SUM, "sum"}, {MPI_MIN, "least"}, {MPI_MAX, "largest"}};
  const auto* const known =
      std::ranges::find(names, operation, [](const auto& named) { return named.first; });
  return text(known == std::end(names) ? "combination" : known->second, " of ", count, " ", name);
}

// All reductions of MPI have the same arguments, and so have their forms that do not block.
void reduce_in_place(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                     const CollectiveName& name, int needed, decltype(MPI_Allreduce)& reduction,
                     decltype(MPI_Iallreduce)& started_reduction) {
  require_mpi();
  CollectiveWait wait(comm, name, needed,
                      comm.checks() == nullptr ? std::string() : words(count, type, operation));
  if (!comm.watches_waits()) {
    reduction(MPI_IN_PLACE, values, count, type, operation, comm.handle());
    return;
  }
  int bytes_each = 0;
  MPI_Type_size(type, &bytes_each);
  const std::span bytes(static_cast<std::byte*>(values),
                        static_cast<std::size_t>(bytes_each) * static_cast<std::size_t>(count));
  poll_till_complete(comm, bytes, wait, [&](std::byte* copy, MPI_Request* request) {
    started_reduction(MPI_IN_PLACE, copy, count, type, operation, comm.handle(), request);
  });
}

}  // namespace

// By their fingerprints first: a rank that has left the communicator is in its barrier, whose messages are
// short, and short ones do it no harm. The smallest and the largest are the same. The smallest complement is
// the complement of the largest.
void CollectiveWait::compare_headers(const std::string& mine) {
  const std::uint64_t fingerprint = Hash().add(mine).value();
  std::array<std::uint64_t, 2> smallest{fingerprint, ~fingerprint};
  poll_till_complete(comm_, std::as_writable_bytes(std::span(smallest)), *this,
                     [&](std::byte* copy, MPI_Request* request) {
                       MPI_Iallreduce(MPI_IN_PLACE, copy, 2, MPI_UINT64_T, MPI_MIN, comm_.handle(), request);
                     });
  if (smallest[0] == ~smallest[1]) return;

  constexpr int length = header_length;
  std::vector<char> headers(static_cast<std::size_t>(length) * static_cast<std::size_t>(comm_.size()));
  mine.copy(headers.data() + length * comm_.rank(), length - 1);
  poll_till_complete(
      comm_, std::as_writable_bytes(std::span(headers)), *this, [&](std::byte* copy, MPI_Request* request) {
        MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, copy, length, MPI_BYTE, comm_.handle(), request);
      });
  std::vector<std::string> of_all;
  for (int rank = 0; rank < comm_.size(); ++rank) of_all.emplace_back(headers.data() + length * rank);
  comm_.checks()->accuse(of_all);
}

void all_reduce(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                const CollectiveName& name) {
  reduce_in_place(comm, values, count, type, operation, name, comm.size(), MPI_Allreduce, MPI_Iallreduce);
}

void reduce_below(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                  const CollectiveName& name) {
  reduce_in_place(comm, values, count, type, operation, name, comm.rank(), MPI_Exscan, MPI_Iexscan);
}

void all_gather(const Communicator& comm, std::span<std::int64_t> all, const std::vector<int>& begins,
                const CollectiveName& name) {
  CollectiveWait wait(comm, name, comm.size(),
                      comm.checks() == nullptr ? std::string() : text(all.size(), " numbers"));
  std::vector<int> counts(begins.size());
  std::adjacent_difference(begins.begin(), begins.end(), counts.begin());
  if (!comm.watches_waits()) {
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.data(), counts.data() + 1, begins.data(),
                   MPI_INT64_T, comm.handle());
    return;
  }
  poll_till_complete(comm, std::as_writable_bytes(all), wait, [&](std::byte* copy, MPI_Request* request) {
    MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, copy, counts.data() + 1, begins.data(), MPI_INT64_T,
                    comm.handle(), request);
  });
}

void broadcast_bytes(const Communicator& comm, std::span<std::byte> bytes, int root,
                     const CollectiveName& name) {
  const ByteBlock block(bytes.size());
  CollectiveWait wait(
      comm, name, comm.size(),
      comm.checks() == nullptr ? std::string() : text(bytes.size(), " bytes from rank ", root));
  if (!comm.watches_waits()) {
    MPI_Bcast(bytes.data(), block.count(), block.type(), root, comm.handle());
    return;
  }
  poll_till_complete(comm, bytes, wait, [&](std::byte* copy, MPI_Request* request) {
    MPI_Ibcast(copy, block.count(), block.type(), root, comm.handle(), request);
  });
}

}  // namespace partita::detail
