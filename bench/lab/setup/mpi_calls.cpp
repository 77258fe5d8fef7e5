// The MPI calls of set-up, counted, through MPI's profiling interface. All other calls are SimGrid's. Time is
// of no interest, and all ranks are in one process, so messages and collectives go through its memory: a rank
// that has to wait lets the others run. A message counts as one. For a collective a rank is charged the
// messages of a common algorithm, with L = ceil(log2(ranks)):
//
//   reduction, prefix sum     L messages of all values (recursive doubling)
//   broadcast                 L messages of all values (binomial tree: what the root sends)
//   gathering on all ranks    L messages, together the values of all other ranks (Bruck)
#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <mpi.h>
#include <simgrid/s4u.hpp>

#include "bench/lab/setup/meter.hpp"

namespace {

using partita::lab::all_ranks;
using partita::lab::Meter;
using partita::lab::meter_of;
using partita::lab::this_rank;

std::size_t bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return static_cast<std::size_t>(count) * static_cast<std::size_t>(size);
}

int log2_of_ranks() { return std::bit_width(static_cast<unsigned>(all_ranks() - 1)); }

// What the ranks bring to a collective, by rank.
struct Meeting {
  std::vector<std::vector<std::byte>> brought;
  std::vector<std::byte> combined;
  int arrived = 0, left = 0;
};
std::map<long, Meeting> meetings;  // by number: every rank enters collectives in the same order
std::vector<long> entered;         // by rank: collectives so far

simgrid::s4u::Barrier& all_are_here() {
  static const simgrid::s4u::BarrierPtr barrier =
      simgrid::s4u::Barrier::create(static_cast<unsigned>(all_ranks()));
  return *barrier;
}

long next_meeting() {
  entered.resize(static_cast<std::size_t>(all_ranks()));
  return entered[static_cast<std::size_t>(this_rank())]++;
}

// Brings the values here, waits for all ranks, and calls take(meeting). `combine` is called once, when all
// have come.
template <class Combine, class Take>
void meet(const void* values, std::size_t bytes, Combine&& combine, Take&& take) {
  const long number = next_meeting();
  Meeting& meeting = meetings[number];
  meeting.brought.resize(static_cast<std::size_t>(all_ranks()));
  const auto* const first = static_cast<const std::byte*>(values);
  meeting.brought[static_cast<std::size_t>(this_rank())].assign(first, first + bytes);
  if (++meeting.arrived == all_ranks()) combine(meeting);
  all_are_here().wait();
  take(meeting);
  if (++meeting.left == all_ranks()) meetings.erase(number);
}

struct Message {
  int from, tag;
  std::vector<std::byte> content;
  std::shared_ptr<bool> is_received;
};
std::map<int, std::deque<Message>> mailboxes;  // by receiver; messages in the order in which they were sent

// A send or a reduction under way.
using Request = std::function<bool()>;  // whether it is complete

MPI_Request make_request(Request request) {
  return reinterpret_cast<MPI_Request>(new Request(std::move(request)));
}

bool is_complete(MPI_Request request) {
  return request == MPI_REQUEST_NULL || (*reinterpret_cast<Request*>(request))();
}

void forget(MPI_Request& request) {
  if (request != MPI_REQUEST_NULL) delete reinterpret_cast<Request*>(request);
  request = MPI_REQUEST_NULL;
}

void let_others_run() { simgrid::s4u::this_actor::yield(); }

// Returns the end if there is none.
auto find_message(int from, int tag) {
  return std::ranges::find_if(mailboxes[this_rank()], [&](const Message& message) {
    return message.tag == tag && (from == MPI_ANY_SOURCE || message.from == from);
  });
}

auto wait_for_message(int from, int tag) {
  auto found = find_message(from, tag);
  for (; found == mailboxes[this_rank()].end(); found = find_message(from, tag)) let_others_run();
  return found;
}

void put(MPI_Status* status, const Message& message) {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = message.from;
  status->MPI_TAG = message.tag;
  status->count = static_cast<int>(message.content.size());
}

// A reduction that no rank waits in.
struct Reduction {
  std::vector<std::byte> combined;
  int ranks = 0;  // that have come
};
std::map<long, Reduction> reductions;  // by number
std::vector<long> reductions_entered;  // by rank

// A rank in a call of MPI.
class InCall {
 public:
  InCall() : meter_(meter_of(this_rank())) { meter_.call_mpi(); }
  ~InCall() { meter_.run(); }
  InCall(const InCall&) = delete;
  InCall& operator=(const InCall&) = delete;

  // Returns whether the message is received.
  std::shared_ptr<bool> send(const void* memory, std::size_t bytes, int to, int tag) {
    meter_.sent(1, static_cast<std::int64_t>(bytes));
    meter_of(to).received(1, static_cast<std::int64_t>(bytes));
    const auto* const first = static_cast<const std::byte*>(memory);
    const auto is_received = std::make_shared<bool>(false);
    mailboxes[to].push_back({this_rank(), tag, {first, first + bytes}, is_received});
    return is_received;
  }

  // Sends, and receives as much.
  void exchange(std::int64_t messages, std::int64_t bytes) { meter_.collective(messages, bytes); }

 private:
  Meter& meter_;
};

}  // namespace

extern "C" {

// There is one communicator only.
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* copy) {
  *copy = comm;
  return MPI_SUCCESS;
}

int MPI_Comm_free(MPI_Comm*) { return MPI_SUCCESS; }

int MPI_Comm_test_inter(MPI_Comm, int* is_one) {
  *is_one = 0;
  return MPI_SUCCESS;
}

int MPI_Issend(const void* memory, int count, MPI_Datatype type, int to, int tag, MPI_Comm,
               MPI_Request* request) {
  InCall call;
  *request = make_request(
      [is_received = call.send(memory, bytes_of(count, type), to, tag)] { return *is_received; });
  return MPI_SUCCESS;
}

int MPI_Isend(const void* memory, int count, MPI_Datatype type, int to, int tag, MPI_Comm,
              MPI_Request* request) {
  InCall call;
  call.send(memory, bytes_of(count, type), to, tag);
  *request = make_request([] { return true; });
  return MPI_SUCCESS;
}

int MPI_Probe(int from, int tag, MPI_Comm, MPI_Status* status) {
  InCall call;
  put(status, *wait_for_message(from, tag));
  return MPI_SUCCESS;
}

int MPI_Iprobe(int from, int tag, MPI_Comm, int* found, MPI_Status* status) {
  InCall call;
  const auto message = find_message(from, tag);
  *found = message != mailboxes[this_rank()].end();
  if (*found == 0)
    let_others_run();
  else
    put(status, *message);
  return MPI_SUCCESS;
}

int MPI_Recv(void* memory, int, MPI_Datatype, int from, int tag, MPI_Comm, MPI_Status* status) {
  InCall call;
  const auto message = wait_for_message(from, tag);
  put(status, *message);
  std::ranges::copy(message->content, static_cast<std::byte*>(memory));
  *message->is_received = true;
  mailboxes[this_rank()].erase(message);
  return MPI_SUCCESS;
}

int MPI_Sendrecv(const void* sent, int send_count, MPI_Datatype send_type, int to, int send_tag,
                 void* received, int receive_count, MPI_Datatype receive_type, int from, int receive_tag,
                 MPI_Comm comm, MPI_Status* status) {
  InCall().send(sent, bytes_of(send_count, send_type), to, send_tag);
  return MPI_Recv(received, receive_count, receive_type, from, receive_tag, comm, status);
}

// Missing in SMPI.
int MPI_Get_elements_x(MPI_Status* status, MPI_Datatype type, MPI_Count* elements) {
  *elements = static_cast<MPI_Count>(static_cast<std::size_t>(status->count) / bytes_of(1, type));
  return MPI_SUCCESS;
}

int MPI_Testall(int count, MPI_Request* requests, int* all, MPI_Status*) {
  InCall call;
  *all = std::all_of(requests, requests + count, is_complete);
  if (*all != 0) std::for_each(requests, requests + count, forget);
  return MPI_SUCCESS;
}

int MPI_Waitall(int count, MPI_Request* requests, MPI_Status*) {
  InCall call;
  while (!std::all_of(requests, requests + count, is_complete)) let_others_run();
  std::for_each(requests, requests + count, forget);
  return MPI_SUCCESS;
}

// With MPI_IN_PLACE only.
int MPI_Iallreduce(const void*, void* values, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm,
                   MPI_Request* request) {
  InCall call;
  const std::size_t bytes = bytes_of(count, type);
  call.exchange(log2_of_ranks(), log2_of_ranks() * static_cast<std::int64_t>(bytes));
  reductions_entered.resize(static_cast<std::size_t>(all_ranks()));
  Reduction& reduction = reductions[reductions_entered[static_cast<std::size_t>(this_rank())]++];
  if (reduction.ranks++ == 0) {
    const auto* const first = static_cast<const std::byte*>(values);
    reduction.combined.assign(first, first + bytes);
  } else {
    PMPI_Reduce_local(values, reduction.combined.data(), count, type, operation);
  }
  *request = make_request([&reduction, values] {
    if (reduction.ranks < all_ranks()) return false;
    std::memcpy(values, reduction.combined.data(), reduction.combined.size());
    return true;
  });
  return MPI_SUCCESS;
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return MPI_Iallreduce(MPI_IN_PLACE, nullptr, 0, MPI_INT, MPI_MAX, comm, request);
}

int MPI_Test(MPI_Request* request, int* complete, MPI_Status*) {
  InCall call;
  *complete = is_complete(*request);
  if (*complete != 0) forget(*request);
  return MPI_SUCCESS;
}

// With MPI_IN_PLACE only.
int MPI_Allreduce(const void*, void* values, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm) {
  InCall call;
  const std::size_t bytes = bytes_of(count, type);
  call.exchange(log2_of_ranks(), log2_of_ranks() * static_cast<std::int64_t>(bytes));
  meet(
      values, bytes,
      [&](Meeting& meeting) {
        meeting.combined = meeting.brought.front();
        for (std::size_t rank = 1; rank < meeting.brought.size(); ++rank)
          PMPI_Reduce_local(meeting.brought[rank].data(), meeting.combined.data(), count, type, operation);
      },
      [&](Meeting& meeting) { std::memcpy(values, meeting.combined.data(), bytes); });
  return MPI_SUCCESS;
}

int MPI_Exscan(const void*, void* values, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm) {
  InCall call;
  const std::size_t bytes = bytes_of(count, type);
  call.exchange(log2_of_ranks(), log2_of_ranks() * static_cast<std::int64_t>(bytes));
  meet(
      values, bytes,
      [&](Meeting& meeting) {
        std::vector<std::byte> below = meeting.brought.front();
        for (std::size_t rank = 1; rank < meeting.brought.size(); ++rank) {
          std::swap(below, meeting.brought[rank]);
          if (rank + 1 == meeting.brought.size()) break;
          // `below` has this rank's values now, and the place of this rank those of the ranks below.
          PMPI_Reduce_local(meeting.brought[rank].data(), below.data(), count, type, operation);
        }
      },
      [&](Meeting& meeting) {
        if (this_rank() > 0)
          std::memcpy(values, meeting.brought[static_cast<std::size_t>(this_rank())].data(), bytes);
      });
  return MPI_SUCCESS;
}

int MPI_Bcast(void* values, int count, MPI_Datatype type, int root, MPI_Comm) {
  InCall call;
  const std::size_t bytes = bytes_of(count, type);
  call.exchange(log2_of_ranks(), log2_of_ranks() * static_cast<std::int64_t>(bytes));
  meet(
      values, bytes, [](Meeting&) {},
      [&](Meeting& meeting) {
        std::memcpy(values, meeting.brought[static_cast<std::size_t>(root)].data(), bytes);
      });
  return MPI_SUCCESS;
}

// With MPI_IN_PLACE only.
int MPI_Allgatherv(const void*, int, MPI_Datatype, void* all, const int* counts, const int* begins,
                   MPI_Datatype type, MPI_Comm) {
  InCall call;
  const std::size_t each = bytes_of(1, type);
  const auto of_rank = [&](int rank) {
    return static_cast<std::byte*>(all) + each * static_cast<std::size_t>(begins[rank]);
  };
  const std::size_t bytes = each * static_cast<std::size_t>(counts[this_rank()]);
  const std::size_t of_all =
      each * static_cast<std::size_t>(std::accumulate(counts, counts + all_ranks(), 0));
  call.exchange(log2_of_ranks(), static_cast<std::int64_t>(of_all - bytes));
  meet(
      of_rank(this_rank()), bytes, [](Meeting&) {},
      [&](Meeting& meeting) {
        for (int rank = 0; rank < all_ranks(); ++rank)
          std::ranges::copy(meeting.brought[static_cast<std::size_t>(rank)], of_rank(rank));
      });
  return MPI_SUCCESS;
}

}  // extern "C"
