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

struct Format {
  const char* extension;
  const char* name;
  Draft (*read)(const MeshSource& source);
};
constexpr Format formats[]{{".su2", "SU2", su2_draft},
                           {".msh", "Gmsh", gmsh_draft},
                           {".vtkhdf", "VTKHDF", vtkhdf_draft},
                           {".dat", "OP2 airfoil", op2_draft},
                           {".graph", "METIS", metis_graph_draft}};

// The format that the path's extension names.
const Format& format_of(const std::filesystem::path& path, int zone) {
  if (zone > 0 && path.extension() != ".su2")
    throw Error(path.string(), ": only SU2 files have zones; omit the zone");
  std::string known;
  for (const Format& format : formats) {
    if (path.extension() == format.extension) return format;
    known += text(known.empty() ? "" : ", ", format.extension, " (", format.name, ")");
  }
  throw Error(path.string(), ": no mesh format has the extension '", path.extension().string(),
              "'; known are ", known);
}

}  // namespace

Mesh read(const std::filesystem::path& path, int zone) {
  Draft draft = alone([&](const Communicator& self) { return read_share(self, path, zone); });
  if (!draft.is_graph()) complete(draft.mesh, std::move(draft.origin));
  return std::move(draft.mesh);
}

Draft read_share(const Communicator& comm, const std::filesystem::path& path, int zone) {
  const Format& format = collectively(comm, [&] { return std::cref(format_of(path, zone)); });
  return format.read({.path = path.string(), .comm = comm, .zone = zone});
}

}  // namespace partita::mesh
