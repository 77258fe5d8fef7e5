#include <partita/executor/replay/transport/persistent_requests.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/mpi_state.hpp>

namespace partita::detail {

PersistentRequests::PersistentRequests(const Communicator& comm, const std::vector<Route>& routes)
    : comm_(comm), messages_(routes.begin(), routes.end()) {}

PersistentRequests::~PersistentRequests() {
  if (mpi_is_finalized()) return;
  for (std::size_t k = 0; k < requests_.size(); ++k) {
    if (requests_[k] == MPI_REQUEST_NULL) continue;
    if (begin_ <= k && k < sends_ && parts_[k].under_way) MPI_Cancel(&requests_[k]);
    MPI_Request_free(&requests_[k]);
  }
}

// Has room for all requests at once: a replay allocates nothing.
void PersistentRequests::bind(Message& message, int tag, std::size_t bytes, const std::byte* memory) {
  message.tag = tag;
  message.length = bytes;
  message.memory = memory;
  for (const std::size_t request : message.requests)
    if (requests_[request] != MPI_REQUEST_NULL) MPI_Request_free(&requests_[request]);
  const Fragments& fragments = message.fragments = Fragments(message.length, message.route.fragment);
  while (message.requests.size() < fragments.count()) {
    parts_.push_back({static_cast<std::size_t>(&message - messages_.data()), message.requests.size()});
    message.requests.push_back(requests_.size());
    requests_.push_back(MPI_REQUEST_NULL);
  }
  statuses_.resize(requests_.capacity());
  completed_.resize(requests_.capacity());
  for (std::size_t fragment = 0; fragment < fragments.count(); ++fragment) {
    const ByteBlock block(fragments.length(fragment));
    std::byte* const begin = const_cast<std::byte*>(message.memory) + fragments.begin(fragment);
    MPI_Request& request = requests_[message.requests[fragment]];
    if (message.route.kind == Route::Kind::send)
      MPI_Send_init(begin, block.count(), block.type(), message.route.partner, message.tag, comm_.handle(),
                    &request);
    else
      MPI_Recv_init(begin, block.count(), block.type(), message.route.partner, message.tag, comm_.handle(),
                    &request);
  }
}

void PersistentRequests::swap(std::size_t request, std::size_t other) {
  std::swap(requests_[request], requests_[other]);
  std::swap(parts_[request], parts_[other]);
  for (const std::size_t one : {request, other})
    messages_[parts_[one].message].requests[parts_[one].fragment] = one;
}

void PersistentRequests::keep_in_front() {
  for (std::size_t k = end_; k-- > begin_;) {
    if (parts_[k].under_way) continue;
    const bool receives = k < sends_;
    if (receives) swap(k, --sends_);
    swap(receives ? sends_ : k, --end_);
  }
}

// How many have been completed since; which, is in `completed_`.
std::size_t PersistentRequests::test() {
  int answered = 0;
  const int result = MPI_Testsome(static_cast<int>(end_ - begin_), &requests_[begin_], &answered,
                                  completed_.data(), statuses_.data());
  const auto completed = static_cast<std::size_t>(answered == MPI_UNDEFINED ? 0 : answered);
  if (result != MPI_SUCCESS) fail(result, completed);
  for (std::size_t k = 0; k < completed; ++k)
    parts_[begin_ + static_cast<std::size_t>(completed_[k])].under_way = false;
  return completed;
}

// MPICH calls no handler of the communicator for requests that are completed together.
void PersistentRequests::fail(int result, std::size_t completed) const {
  for (std::size_t k = 0; k < completed && result == MPI_ERR_IN_STATUS; ++k)
    if (const int error = statuses_[k].MPI_ERROR; error != MPI_SUCCESS && error != MPI_ERR_PENDING)
      result = error;
  MPI_Comm_call_errhandler(comm_.handle(), result);
  comm_.require_working();
}

}  // namespace partita::detail
