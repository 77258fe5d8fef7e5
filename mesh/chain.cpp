#include <partita/mesh/chain.hpp>
#include <partita/support/byte_block.hpp>

namespace partita::mesh {

std::string Chain::from_below() const {
  MPI_Status status;
  MPI_Probe(comm_.rank() - 1, tag_, comm_.handle(), &status);
  MPI_Count size = 0;
  MPI_Get_elements_x(&status, MPI_BYTE, &size);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const ByteBlock block(bytes.size());
  MPI_Recv(bytes.data(), block.count(), block.type(), status.MPI_SOURCE, tag_, comm_.handle(),
           MPI_STATUS_IGNORE);
  return bytes;
}

void Chain::hand_on(const std::string& bytes) const {
  const ByteBlock block(bytes.size());
  MPI_Send(bytes.data(), block.count(), block.type(), comm_.rank() + 1, tag_, comm_.handle());
}

}  // namespace partita::mesh
