#include <array>

#include <partita/mesh/read.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {
namespace {

struct Format {
  const char* extension;
  const char* name;
  Mesh (*read)(std::string_view, const std::string&);
};

constexpr std::array formats{Format{".su2", "SU2", read_su2}, Format{".msh", "Gmsh", read_gmsh},
                             Format{".vtkhdf", "VTKHDF", read_vtkhdf},
                             Format{".dat", "OP2 airfoil", read_op2},
                             Format{".graph", "METIS", read_metis_graph}};

}  // namespace

Mesh read(const std::filesystem::path& path, int zone) {
  if (zone > 0) {
    if (path.extension() != ".su2") throw Error(path.string(), ": only SU2 files have zones; omit the zone");
    return read_su2_zone(load_text(path, "a mesh file"), path.string(), zone);
  }
  std::string known;
  for (const Format& format : formats) {
    if (path.extension() == format.extension)
      return format.read(load_text(path, "a mesh file"), path.string());
    known += text(known.empty() ? "" : ", ", format.extension, " (", format.name, ")");
  }
  throw Error(path.string(), ": no mesh format has the extension '", path.extension().string(),
              "'; known are ", known);
}

}  // namespace partita::mesh
