#include <partita/mesh/pack.hpp>
#include <partita/mesh/peers.hpp>

namespace partita::mesh {

std::vector<std::string> Peers::of_all(const std::vector<std::string>& mine) const {
  if (comm_ == nullptr) return mine;
  Packer packer;
  packer(mine);
  const std::string& bytes = packer.bytes;
  std::vector<int> sizes, begins;
  int total = 0;
  for (const std::int64_t size : of_all(std::ssize(bytes))) {
    sizes.push_back(static_cast<int>(size));
    begins.push_back(total);
    total += sizes.back();
  }
  std::string all(static_cast<std::size_t>(total), '\0');
  MPI_Allgatherv(bytes.data(), sizes[comm_->rank()], MPI_BYTE, all.data(), sizes.data(), begins.data(),
                 MPI_BYTE, comm_->handle());
  std::vector<std::string> names;
  Unpacker unpacker(all);
  for (int rank = 0; rank < size(); ++rank) {
    std::vector<std::string> theirs;
    unpacker(theirs);
    names.insert(names.end(), theirs.begin(), theirs.end());
  }
  return names;
}

}  // namespace partita::mesh
