#include <partita/executor/transport/persistent_requests.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/mpi_state.hpp>

namespace partita::detail {

PersistentRequests::PersistentRequests(const Communicator& comm, Kind kind, const std::vector<Route>& routes)
    : comm_(comm), kind_(kind), messages_(routes.begin(), routes.end()) {}

PersistentRequests::~PersistentRequests() {
  if (mpi_is_finalized()) return;
  for (std::size_t k = 0; k < requests_.size(); ++k) {
    if (requests_[k] == MPI_REQUEST_NULL) continue;
    if (kind_ == Kind::receive && parts_[k].under_way) MPI_Cancel(&requests_[k]);
    MPI_Request_free(&requests_[k]);
  }
}

void PersistentRequests::start(std::size_t message, int tag, std::size_t bytes, const std::byte* memory) {
  Message& known = messages_[message];
  const Fragments fragments(bytes, known.route.fragment);
  if (known.tag != tag || known.memory != memory || known.fragments != fragments)
    bind(known, tag, memory, fragments);
  known.under_way = fragments.count();
  known.bytes = 0;
  ++under_way_;
  for (std::size_t fragment = 0; fragment < fragments.count(); ++fragment) {
    const std::size_t request = known.requests[fragment];
    parts_[request].under_way = true;
    MPI_Start(&requests_[request]);
    active_.push_back(requests_[request]);
    active_number_.push_back(request);
  }
}

// Has room for all requests at once: a replay allocates nothing.
void PersistentRequests::bind(Message& message, int tag, const std::byte* memory,
                              const Fragments& fragments) {
  for (const std::size_t request : message.requests)
    if (requests_[request] != MPI_REQUEST_NULL) MPI_Request_free(&requests_[request]);
  while (message.requests.size() < fragments.count()) {
    parts_.push_back({static_cast<std::size_t>(&message - messages_.data()), message.requests.size()});
    message.requests.push_back(requests_.size());
    requests_.push_back(MPI_REQUEST_NULL);
  }
  active_.reserve(requests_.capacity());
  active_number_.reserve(requests_.capacity());
  statuses_.resize(requests_.capacity());
  completed_.resize(requests_.capacity());
  done_.reserve(requests_.capacity());
  message.tag = tag;
  message.memory = memory;
  message.fragments = fragments;
  for (std::size_t fragment = 0; fragment < fragments.count(); ++fragment) {
    const ByteBlock block(fragments.length(fragment));
    std::byte* const begin = const_cast<std::byte*>(memory) + fragments.begin(fragment);
    MPI_Request& request = requests_[message.requests[fragment]];
    if (kind_ == Kind::send)
      MPI_Send_init(begin, block.count(), block.type(), message.route.partner, tag, comm_.handle(), &request);
    else
      MPI_Recv_init(begin, block.count(), block.type(), message.route.partner, tag, comm_.handle(), &request);
  }
}

// How many have been completed since; which, is in `done_`. These are active no more. To wait for all at once
// is quicker than to wait for some, again and again.
std::size_t PersistentRequests::ask(bool waits) {
  const int active = static_cast<int>(active_.size());
  if (waits) {
    require_success(MPI_Waitall(active, active_.data(), statuses_.data()), active);
    for (const std::size_t number : active_number_) parts_[number].under_way = false;
    done_.swap(active_number_);
    active_.clear();
    active_number_.clear();
    return static_cast<std::size_t>(active);
  }
  int answered = 0;
  require_success(MPI_Testsome(active, active_.data(), &answered, completed_.data(), statuses_.data()),
                  answered);
  if (answered <= 0) return 0;
  const auto completed = static_cast<std::size_t>(answered);
  done_.clear();
  for (std::size_t k = 0; k < completed; ++k) {
    done_.push_back(active_number_[static_cast<std::size_t>(completed_[k])]);
    parts_[done_[k]].under_way = false;
  }
  std::size_t left = 0;
  for (std::size_t k = 0; k < active_.size(); ++k) {
    if (!parts_[active_number_[k]].under_way) continue;
    active_[left] = active_[k];
    active_number_[left++] = active_number_[k];
  }
  active_.resize(left);
  active_number_.resize(left);
  return completed;
}

// MPICH calls no handler of the communicator for requests that are completed together.
void PersistentRequests::require_success(int result, int completed) const {
  if (result == MPI_SUCCESS) return;
  for (int k = 0; k < completed && result == MPI_ERR_IN_STATUS; ++k)
    if (const int error = statuses_[static_cast<std::size_t>(k)].MPI_ERROR;
        error != MPI_SUCCESS && error != MPI_ERR_PENDING)
      result = error;
  MPI_Comm_call_errhandler(comm_.handle(), result);
}

// Whether the message is done with this fragment.
bool PersistentRequests::take(std::size_t request, const MPI_Status& status) {
  const Part& part = parts_[request];
  Message& message = messages_[part.message];
  const bool is_last = --message.under_way == 0;
  if (is_last) --under_way_;
  if (kind_ == Kind::send) return is_last;
  const std::size_t came = bytes_of(status);
  message.bytes += came;
  return is_last || came < message.fragments.length(part.fragment);
}

}  // namespace partita::detail
