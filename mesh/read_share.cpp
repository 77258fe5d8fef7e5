#include <functional>

#include <partita/mesh/read_draft.hpp>
#include <partita/mesh/read_share.hpp>
#include <partita/support/collectively.hpp>

namespace partita::mesh {

Draft read_share(const Communicator& comm, const std::filesystem::path& path, int zone) {
  const MeshFormat& format = collectively(comm, [&] { return std::cref(format_of(path, zone)); });
  return format.read({.path = path.string(), .comm = &comm}, zone);
}

}  // namespace partita::mesh
