#include <partita/executor/transport/persistent_requests.hpp>
#include <partita/support/byte_block.hpp>

namespace partita::detail {

PersistentRequests::PersistentRequests(const Communicator& comm, Kind kind, int tag, std::size_t messages)
    : comm_(comm),
      kind_(kind),
      tag_(tag),
      messages_(messages),
      requests_(messages, MPI_REQUEST_NULL),
      statuses_(messages),
      completed_(messages) {}

PersistentRequests::~PersistentRequests() {
  if (mpi_is_finalized()) return;
  for (std::size_t k = 0; k < requests_.size(); ++k) {
    if (requests_[k] == MPI_REQUEST_NULL) continue;
    if (kind_ == Kind::receive && messages_[k].under_way) MPI_Cancel(&requests_[k]);
    MPI_Request_free(&requests_[k]);
  }
}

void PersistentRequests::start(std::size_t message, int partner, const void* memory, std::size_t bytes) {
  MPI_Request& request = requests_[message];
  Message& known = messages_[message];
  if (request != MPI_REQUEST_NULL && (known.memory != memory || known.bytes != bytes))
    MPI_Request_free(&request);
  if (request == MPI_REQUEST_NULL) {
    const ByteBlock block(bytes);
    if (kind_ == Kind::send)
      MPI_Send_init(memory, block.count(), block.type(), partner, tag_, comm_.handle(), &request);
    else
      MPI_Recv_init(const_cast<void*>(memory), block.count(), block.type(), partner, tag_, comm_.handle(),
                    &request);
  }
  known = {memory, bytes, true};
  ++under_way_;
  MPI_Start(&request);
}

std::size_t PersistentRequests::bytes(MPI_Status status) {
  MPI_Count bytes = 0;
  MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  return static_cast<std::size_t>(bytes);
}

}  // namespace partita::detail
