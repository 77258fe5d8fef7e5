#include <partita/mesh/read_draft.hpp>
#include <partita/mesh/read_share.hpp>
#include <partita/support/collectively.hpp>

namespace partita::mesh {
namespace {

// The names, one to a line.
void broadcast_names(const Communicator& comm, std::vector<std::string>& names) {
  std::string lines;
  for (const std::string& name : names) lines += name + '\n';
  broadcast(comm, lines);
  names.clear();
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = lines.find('\n', begin);
    names.push_back(lines.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace

Draft read_share(const Communicator& comm, const std::filesystem::path& path, int zone) {
  if (path.extension() == ".vtkhdf" && zone == 0) return vtkhdf_share(comm, path);
  Draft draft = collectively(comm, [&] { return comm.rank() == 0 ? read_draft(path, zone) : Draft(); });
  std::array<global_index, 3> numbers{draft.mesh.dimension, draft.mesh.vertices, draft.origin.binary};
  MPI_Bcast(numbers.data(), 3, MPI_INT64_T, 0, comm.handle());
  draft.mesh.dimension = static_cast<int>(numbers[0]);
  draft.mesh.vertices = numbers[1];
  draft.origin.binary = numbers[2] != 0;
  draft.origin.path = path.string();
  broadcast_names(comm, draft.mesh.markers);
  return draft;
}

}  // namespace partita::mesh
