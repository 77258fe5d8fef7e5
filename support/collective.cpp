#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <partita/support/byte_block.hpp>
#include <partita/support/collective.hpp>

namespace partita::detail {

CollectiveWait::CollectiveWait(const Communicator& comm, const CollectiveName& name, int needed)
    : comm_(comm), name_(name), needed_(needed) {
  if (comm.watches_waits()) limits_.emplace(comm.rank(), *this);
  if (CollectiveCheck* const check = comm.collective_check()) check->begin(name, needed);
  comm.wait_for(*this);
}

CollectiveWait::~CollectiveWait() {
  comm_.leave(*this);
  if (CollectiveCheck* const check = comm_.collective_check()) check->finish();
}

void CollectiveWait::poll() {
  if (!limits_) return;
  comm_.advance_all();
  if (CollectiveCheck* const check = comm_.collective_check()) check->poll(limits_->seconds());
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
void poll_till_complete(const Communicator& comm, std::span<std::byte> bytes, CollectiveWait&& wait,
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

// All reductions of MPI have the same arguments, and so have their forms that do not block.
void reduce_in_place(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                     CollectiveWait&& wait, decltype(MPI_Allreduce)& reduction,
                     decltype(MPI_Iallreduce)& started_reduction) {
  if (!comm.watches_waits()) {
    reduction(MPI_IN_PLACE, values, count, type, operation, comm.handle());
    return;
  }
  int bytes_each = 0;
  MPI_Type_size(type, &bytes_each);
  const std::span bytes(static_cast<std::byte*>(values),
                        static_cast<std::size_t>(bytes_each) * static_cast<std::size_t>(count));
  poll_till_complete(comm, bytes, std::move(wait), [&](std::byte* copy, MPI_Request* request) {
    started_reduction(MPI_IN_PLACE, copy, count, type, operation, comm.handle(), request);
  });
}

}  // namespace

void all_reduce(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                const CollectiveName& name) {
  reduce_in_place(comm, values, count, type, operation, {comm, name, comm.size()}, MPI_Allreduce,
                  MPI_Iallreduce);
}

void reduce_below(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                  const CollectiveName& name) {
  reduce_in_place(comm, values, count, type, operation, {comm, name, comm.rank()}, MPI_Exscan, MPI_Iexscan);
}

void broadcast_bytes(const Communicator& comm, std::span<std::byte> bytes, int root,
                     const CollectiveName& name) {
  const ByteBlock block(bytes.size());
  CollectiveWait wait(comm, name, comm.size());
  if (!comm.watches_waits()) {
    MPI_Bcast(bytes.data(), block.count(), block.type(), root, comm.handle());
    return;
  }
  poll_till_complete(comm, bytes, std::move(wait), [&](std::byte* copy, MPI_Request* request) {
    MPI_Ibcast(copy, block.count(), block.type(), root, comm.handle(), request);
  });
}

}  // namespace partita::detail
