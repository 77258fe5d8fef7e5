#include <partita/executor/persistent_requests.hpp>
#include <partita/support/byte_block.hpp>

namespace partita {

PersistentRequests::PersistentRequests(const Communicator& comm, Kind kind, int tag, std::size_t messages)
    : comm_(comm),
      kind_(kind),
      tag_(tag),
      messages_(messages),
      requests_(messages, MPI_REQUEST_NULL),
      statuses_(messages),
      completed_(messages) {}

PersistentRequests::~PersistentRequests() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized) return;
  for (MPI_Request& request : requests_)
    if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
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

std::size_t PersistentRequests::bytes(const MPI_Status& status) {
  MPI_Count bytes = 0;
  MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  return static_cast<std::size_t>(bytes);
}

}  // namespace partita
