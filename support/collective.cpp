#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include <partita/support/byte_block.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/match_check.hpp>
#include <partita/support/mpi_state.hpp>
#include <partita/support/polled.hpp>
#include <partita/support/recorder.hpp>

namespace partita::detail {

CollectiveWait::CollectiveWait(const Communicator& comm, const CollectiveName& name, int needed,
                               std::string_view contents)
    : comm_(comm), name_(name), needed_(needed) {
  require_mpi();
  comm.require_working();
  name.add_to(header_);
  if (!contents.empty()) header_.add(": ", contents);
  if (comm.watches_waits()) limits_.emplace(comm.rank(), *this);
  if (MatchChecks* const checks = comm.checks()) checks->begin_collective(header_.view());
  if (Recorder* const recorder = comm.recorder()) {
    activity_ = recorder->find(name.kind, name.of);
    recorder->enter(activity_, entered_ = recorder->now());
  }
  comm.wait_for(*this);
}

CollectiveWait::~CollectiveWait() {
  if (Recorder* const recorder = comm_.recorder()) recorder->leave(activity_, recorder->now());
  comm_.leave(*this);
  if (MatchChecks* const checks = comm_.checks()) checks->finish_collective();
}

void CollectiveWait::poll() {
  comm_.require_working();
  if (!limits_) return;
  comm_.advance_all();
  if (MatchChecks* const checks = comm_.checks()) checks->poll_collective(limits_->seconds());
  limits_->poll();
}

void CollectiveWait::reduce(FirstMessage& message) {
  Recorder* const recorder = comm_.recorder();
  if (recorder != nullptr) message.give(recorder->stamp(entered_, entered_));
  message.reduce(comm_.handle(), limits_ ? [this] { poll(); } : std::function<void()>());
  comm_.require_working();
  if (recorder != nullptr) recorder->reduced(activity_, entered_, message.latest());
}

void CollectiveWait::say_what_is_waited_for(Sentence& sentence) const {
  sentence.add(needed_ == comm_.size() ? "for all ranks in " : "for all lower ranks in ");
  name_.add_to(sentence);
}

namespace {

// A collective that blocks, or one that starts and is polled: block(memory), or start(memory, request).
template <class Block, class Start>
void wait_for(const Communicator& comm, CollectiveWait& wait, std::span<std::byte> bytes, Block block,
              Start start) {
  if (comm.watches_waits())
    poll_till_complete(
        comm.handle(), bytes, [&] { wait.poll(); }, start);
  else
    block(bytes.data());
  comm.require_working();
}

std::span<std::byte> bytes_of(void* values, int count, MPI_Datatype type) {
  int bytes_each = 0;
  MPI_Type_size(type, &bytes_each);
  return {static_cast<std::byte*>(values),
          static_cast<std::size_t>(bytes_each) * static_cast<std::size_t>(count)};
}

// The contents of a reduction.
Sentence words(int count, MPI_Datatype type, MPI_Op operation) {
  require_mpi();
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0;
  MPI_Type_get_name(type, name, &length);
  const std::pair<MPI_Op, const char*> names[] = {
      {MPI_SUM, "sum"},        {MPI_MIN, "least"},        {MPI_MAX, "largest"},
      {MPI_PROD, "product"},   {MPI_BXOR, "bitwise xor"}, {MPI_BAND, "bitwise and"},
      {MPI_BOR, "bitwise or"}, {MPI_LAND, "logical and"}, {MPI_LOR, "logical or"}};
  const auto* const known =
      std::ranges::find(names, operation, [](const auto& named) { return named.first; });
  Sentence said;
  said.add(known == std::end(names) ? "combination" : known->second, " of ", count, " ", name);
  return said;
}

}  // namespace

void require_match(const Communicator& comm, const CollectiveName& name, std::string_view contents) {
  CollectiveWait wait(comm, name, comm.size(), contents);
  FirstMessage message(wait.header());
  wait.reduce(message);
}

void all_reduce(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                const CollectiveName& name) {
  CollectiveWait wait(comm, name, comm.size(), words(count, type, operation).view());
  FirstMessage message(wait.header());
  const bool is_carried = message.carry(values, count, type, operation);
  wait.reduce(message);
  if (is_carried) return message.give_back(values);
  wait_for(
      comm, wait, bytes_of(values, count, type),
      [&](void* memory) { MPI_Allreduce(MPI_IN_PLACE, memory, count, type, operation, comm.handle()); },
      [&](void* memory, MPI_Request* request) {
        MPI_Iallreduce(MPI_IN_PLACE, memory, count, type, operation, comm.handle(), request);
      });
}

void reduce_below(const Communicator& comm, void* values, int count, MPI_Datatype type, MPI_Op operation,
                  const CollectiveName& name) {
  require_match(comm, name, words(count, type, operation).view());
  CollectiveWait wait(comm, name, comm.rank());
  wait_for(
      comm, wait, bytes_of(values, count, type),
      [&](void* memory) { MPI_Exscan(MPI_IN_PLACE, memory, count, type, operation, comm.handle()); },
      [&](void* memory, MPI_Request* request) {
        MPI_Iexscan(MPI_IN_PLACE, memory, count, type, operation, comm.handle(), request);
      });
}

void all_gather(const Communicator& comm, std::span<std::int64_t> all, const std::vector<int>& begins,
                const CollectiveName& name) {
  CollectiveWait wait(comm, name, comm.size());
  std::vector<int> counts(begins.size());
  std::adjacent_difference(begins.begin(), begins.end(), counts.begin());
  wait_for(
      comm, wait, std::as_writable_bytes(all),
      [&](void* memory) {
        MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, memory, counts.data() + 1, begins.data(),
                       MPI_INT64_T, comm.handle());
      },
      [&](void* memory, MPI_Request* request) {
        MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, memory, counts.data() + 1, begins.data(),
                        MPI_INT64_T, comm.handle(), request);
      });
}

void broadcast_bytes(const Communicator& comm, std::span<std::byte> bytes, int root,
                     const CollectiveName& name) {
  const ByteBlock block(bytes.size());
  CollectiveWait wait(comm, name, comm.size());
  wait_for(
      comm, wait, bytes,
      [&](void* memory) { MPI_Bcast(memory, block.count(), block.type(), root, comm.handle()); },
      [&](void* memory, MPI_Request* request) {
        MPI_Ibcast(memory, block.count(), block.type(), root, comm.handle(), request);
      });
}

}  // namespace partita::detail
