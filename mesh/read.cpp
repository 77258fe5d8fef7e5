#include <array>
#include <utility>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/read.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/mesh/read_vtkhdf.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {
namespace {

// Formats without zones.
template <Draft (*read)(const TextSource&)>
Draft without_zones(const TextSource& source, int /*zone*/) {
  return read(source);
}

Draft vtkhdf(const TextSource& source, int /*zone*/) {
  return source.comm == nullptr ? vtkhdf_draft(source.text, source.path)
                                : vtkhdf_share(*source.comm, source.path);
}

constexpr std::array formats{
    MeshFormat{".su2", "SU2", su2_draft}, MeshFormat{".msh", "Gmsh", without_zones<gmsh_draft>},
    MeshFormat{".vtkhdf", "VTKHDF", vtkhdf}, MeshFormat{".dat", "OP2 airfoil", without_zones<op2_draft>},
    MeshFormat{".graph", "METIS", without_zones<metis_graph_draft>}};

Mesh completed(Draft draft) {
  if (!draft.is_graph()) complete(draft.mesh, draft.origin);
  return std::move(draft.mesh);
}

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

Draft read_draft(const std::filesystem::path& path, int zone) {
  const MeshFormat& format = format_of(path, zone);
  if (path.extension() == ".vtkhdf") return vtkhdf_share(Communicator(MPI_COMM_SELF), path);
  const std::string text = load_text(path, "a mesh file");
  return format.read({.path = path.string(), .text = text}, zone);
}

Mesh read(const std::filesystem::path& path, int zone) { return completed(read_draft(path, zone)); }

Mesh read_su2(std::string_view text, const std::string& path) { return read_su2_zone(text, path, 0); }
Mesh read_su2_zone(std::string_view text, const std::string& path, int zone) {
  return completed(su2_draft({.path = path, .text = text}, zone));
}
Mesh read_gmsh(std::string_view text, const std::string& path) {
  return completed(gmsh_draft({.path = path, .text = text}));
}
Mesh read_vtkhdf(std::string_view bytes, const std::string& path) {
  return completed(vtkhdf_draft(bytes, path));
}
Mesh read_op2(std::string_view text, const std::string& path) {
  return completed(op2_draft({.path = path, .text = text}));
}
Mesh read_metis_graph(std::string_view text, const std::string& path) {
  return completed(metis_graph_draft({.path = path, .text = text}));
}

}  // namespace partita::mesh
