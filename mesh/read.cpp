#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <partita/mesh/read.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

struct Format {
  const char* extension;
  const char* name;
  Mesh (*read)(std::string_view, const std::string&);
};

constexpr std::array formats{Format{".su2", "SU2", read_su2}, Format{".msh", "Gmsh", read_gmsh},
                             Format{".dat", "OP2 airfoil", read_op2},
                             Format{".graph", "METIS", read_metis_graph}};

std::string load(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path))
    throw Error(text(path.string(), ": this is a folder; name a mesh file"));
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw Error(text(path.string(), ": cannot be opened: ", std::strerror(errno)));
  std::string content(static_cast<std::size_t>(std::max<std::streamoff>(file.tellg(), 0)), '\0');
  file.seekg(0);
  if (!file.read(content.data(), std::ssize(content))) throw Error(text(path.string(), ": cannot be read"));
  return content;
}

}  // namespace

Mesh read(const std::filesystem::path& path) {
  std::string known;
  for (const Format& format : formats) {
    if (path.extension() == format.extension) return format.read(load(path), path.string());
    known += text(known.empty() ? "" : ", ", format.extension, " (", format.name, ")");
  }
  throw Error(text(path.string(), ": no mesh format has the extension '", path.extension().string(),
                   "'; known are ", known));
}

}  // namespace partita::mesh
