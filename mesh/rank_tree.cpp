#include <partita/mesh/rank_tree.hpp>
#include <partita/support/byte_block.hpp>

namespace partita::mesh {

void RankTree::send(int place, std::span<const std::byte> bytes) {
  const std::vector<std::byte>& sent = sent_.emplace_back(bytes.begin(), bytes.end());
  const ByteBlock block(sent.size());
  MPI_Isend(sent.data(), block.count(), block.type(), first_ + place, tag_, comm_->handle(),
            &requests_.emplace_back());
}

std::vector<std::byte> RankTree::receive(int place) const {
  MPI_Status status;
  MPI_Probe(first_ + place, tag_, comm_->handle(), &status);
  MPI_Count bytes = 0;
  MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  std::vector<std::byte> received(static_cast<std::size_t>(bytes));
  const ByteBlock block(received.size());
  MPI_Recv(received.data(), block.count(), block.type(), first_ + place, tag_, comm_->handle(),
           MPI_STATUS_IGNORE);
  return received;
}

}  // namespace partita::mesh
