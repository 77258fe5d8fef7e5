#include <array>
#include <functional>
#include <utility>

#include <partita/mesh/alone.hpp>
#include <partita/mesh/complete.hpp>
#include <partita/mesh/read.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

constexpr std::array formats{MeshFormat{".su2", "SU2", su2_draft}, MeshFormat{".msh", "Gmsh", gmsh_draft},
                             MeshFormat{".vtkhdf", "VTKHDF", vtkhdf_draft},
                             MeshFormat{".graph", "METIS", metis_graph_draft}};

}  // namespace

const MeshFormat& format_of(const std::filesystem::path& path, int zone) {
  if (zone > 0 && path.extension() != ".su2")
    throw Error(path.string(), ": only SU2 files have zones; omit the zone");
  std::string known;
  for (const MeshFormat& format : formats) {
    if (path.extension() == format.extension) return format;
    known += text(known.empty() ? "" : ", ", format.extension, " (", format.name, ")");
  }
  throw Error(path.string(), ": no mesh format has the extension '", path.extension().string(),
              "'; known are ", known);
}

Mesh read(const std::filesystem::path& path, int zone) {
  Draft draft = alone([&](const Communicator& self) { return read_share(self, path, zone); });
  if (!draft.is_graph()) complete(draft.mesh, std::move(draft.origin));
  return std::move(draft.mesh);
}

Draft read_share(const Communicator& comm, const std::filesystem::path& path, int zone) {
  const MeshFormat& format = collectively(comm, [&] { return std::cref(format_of(path, zone)); });
  return format.read({.path = path.string(), .comm = comm, .zone = zone});
}

}  // namespace partita::mesh
