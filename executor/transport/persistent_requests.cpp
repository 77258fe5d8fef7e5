#include <partita/executor/transport/persistent_requests.hpp>
#include <partita/support/byte_block.hpp>

namespace partita::detail {

PersistentRequests::PersistentRequests(const Communicator& comm, Kind kind, int tag, std::size_t messages)
    : comm_(comm), kind_(kind), tag_(tag), messages_(messages) {
  for (std::size_t message = 0; message < messages; ++message) parts_.push_back({message});
  make_room();
}

// For all requests at once, so that a replay allocates nothing.
void PersistentRequests::make_room() {
  requests_.resize(parts_.size(), MPI_REQUEST_NULL);
  active_.reserve(parts_.size());
  active_number_.reserve(parts_.size());
  statuses_.resize(parts_.size());
  completed_.resize(parts_.size());
}

PersistentRequests::~PersistentRequests() {
  if (mpi_is_finalized()) return;
  for (std::size_t k = 0; k < requests_.size(); ++k) {
    if (requests_[k] == MPI_REQUEST_NULL) continue;
    if (kind_ == Kind::receive && parts_[k].under_way) MPI_Cancel(&requests_[k]);
    MPI_Request_free(&requests_[k]);
  }
}

void PersistentRequests::start(std::size_t message, int partner, const void* memory,
                               const Segments& segments) {
  Message& known = messages_[message];
  if (requests_[message] == MPI_REQUEST_NULL || known.memory != memory || known.segments != segments)
    bind(message, partner, memory, segments);
  known.under_way = segments.count();
  known.bytes = 0;
  ++under_way_;
  for (std::size_t segment = 0; segment < segments.count(); ++segment) {
    const std::size_t request = request_of(message, segment);
    parts_[request].under_way = true;
    MPI_Start(&requests_[request]);
    active_.push_back(requests_[request]);
    active_number_.push_back(request);
  }
}

void PersistentRequests::forget_completed() {
  std::size_t left = 0;
  for (std::size_t k = 0; k < active_.size(); ++k) {
    if (!parts_[active_number_[k]].under_way) continue;
    active_[left] = active_[k];
    active_number_[left++] = active_number_[k];
  }
  active_.resize(left);
  active_number_.resize(left);
}

void PersistentRequests::bind(std::size_t message, int partner, const void* memory,
                              const Segments& segments) {
  Message& known = messages_[message];
  for (std::size_t segment = 0; segment <= known.room; ++segment)
    if (MPI_Request& request = requests_[request_of(message, segment)]; request != MPI_REQUEST_NULL)
      MPI_Request_free(&request);
  if (segments.count() - 1 > known.room) {
    known.more = requests_.size();
    known.room = segments.count() - 1;
    for (std::size_t segment = 1; segment <= known.room; ++segment) parts_.push_back({message, segment});
    make_room();
  }
  known.memory = memory;
  known.segments = segments;
  for (std::size_t segment = 0; segment < segments.count(); ++segment) {
    const ByteBlock block(segments.length(segment));
    std::byte* const begin = static_cast<std::byte*>(const_cast<void*>(memory)) + segments.begin(segment);
    MPI_Request& request = requests_[request_of(message, segment)];
    if (kind_ == Kind::send)
      MPI_Send_init(begin, block.count(), block.type(), partner, tag_, comm_.handle(), &request);
    else
      MPI_Recv_init(begin, block.count(), block.type(), partner, tag_, comm_.handle(), &request);
  }
}

std::size_t PersistentRequests::bytes(MPI_Status status) {
  MPI_Count bytes = 0;
  MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  return static_cast<std::size_t>(bytes);
}

}  // namespace partita::detail
