#include <utility>

#include <partita/mesh/pack.hpp>
#include <partita/mesh/peers.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::mesh {

std::vector<std::string> Peers::of_all(const std::vector<std::string>& mine) const {
  if (comm_ == nullptr) return mine;
  Packer packer;
  packer(mine);
  std::vector<Parcel<char>> to_first;
  to_first.push_back({0, {packer.bytes.begin(), packer.bytes.end()}});
  std::string all;
  for (const auto& [rank, bytes] : sparse_exchange(*comm_, std::move(to_first)))
    all.append(bytes.begin(), bytes.end());
  broadcast(*comm_, all);
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
