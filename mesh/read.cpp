#include <array>
#include <utility>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/read.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {
namespace {

struct Format {
  const char* extension;
  const char* name;
  Draft (*read)(std::string_view, const std::string&);
};

Draft su2_of_one_zone(std::string_view text, const std::string& path) { return su2_draft(text, path); }

constexpr std::array formats{Format{".su2", "SU2", su2_of_one_zone}, Format{".msh", "Gmsh", gmsh_draft},
                             Format{".vtkhdf", "VTKHDF", vtkhdf_draft},
                             Format{".dat", "OP2 airfoil", op2_draft},
                             Format{".graph", "METIS", metis_graph_draft}};

Mesh completed(Draft draft) {
  if (!draft.is_graph()) complete(draft.mesh, draft.origin);
  return std::move(draft.mesh);
}

}  // namespace

Draft read_draft(const std::filesystem::path& path, int zone) {
  if (zone > 0) {
    if (path.extension() != ".su2") throw Error(path.string(), ": only SU2 files have zones; omit the zone");
    return su2_draft(load_text(path, "a mesh file"), path.string(), zone);
  }
  if (path.extension() == ".vtkhdf") return vtkhdf_share(Communicator(MPI_COMM_SELF), path);
  std::string known;
  for (const Format& format : formats) {
    if (path.extension() == format.extension)
      return format.read(load_text(path, "a mesh file"), path.string());
    known += text(known.empty() ? "" : ", ", format.extension, " (", format.name, ")");
  }
  throw Error(path.string(), ": no mesh format has the extension '", path.extension().string(),
              "'; known are ", known);
}

Mesh read(const std::filesystem::path& path, int zone) { return completed(read_draft(path, zone)); }

Mesh read_su2(std::string_view text, const std::string& path) { return completed(su2_draft(text, path)); }
Mesh read_su2_zone(std::string_view text, const std::string& path, int zone) {
  return completed(su2_draft(text, path, zone));
}
Mesh read_gmsh(std::string_view text, const std::string& path) { return completed(gmsh_draft(text, path)); }
Mesh read_vtkhdf(std::string_view bytes, const std::string& path) {
  return completed(vtkhdf_draft(bytes, path));
}
Mesh read_op2(std::string_view text, const std::string& path) { return completed(op2_draft(text, path)); }
Mesh read_metis_graph(std::string_view text, const std::string& path) {
  return completed(metis_graph_draft(text, path));
}

}  // namespace partita::mesh
