// The records of the binary form have known sizes. The cut goes from header to header, passes over the bytes
// between them, and divides them in front of records.
#include <utility>

#include <partita/mesh/gmsh_bytes.hpp>
#include <partita/mesh/gmsh_parts.hpp>
#include <partita/mesh/gmsh_pass.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

GmshParts cut_gmsh(ByteWindow& window, const std::string& path, int parts) {
  GmshParts cut;
  cut.parts.push_back({{}, 0, window.size(), {}});
  std::vector<std::size_t> places;
  for (int part = 1; part < parts; ++part)
    places.push_back(window.size() / static_cast<std::size_t>(parts) * static_cast<std::size_t>(part));
  GmshBytes input(window, path, 0, window.size());
  input.cut_behind(std::move(places), [&](const GmshState& state, std::size_t byte) {
    cut.parts.back().end = byte;
    cut.parts.push_back({state, byte, window.size(), {}});
  });
  try {
    pass_gmsh(input, path, cut.whole, nullptr);
    finish_gmsh(input.end_of_file(), path, cut.whole);
  } catch (const Error& refusal) {
    cut.parts.back().refusal = refusal.what();
  }
  cut.parts.resize(static_cast<std::size_t>(parts), GmshPart{{}, window.size(), window.size(), {}});
  return cut;
}

void read_part(ByteWindow& window, const std::string& path, GmshPart& part, GmshModel& model) {
  if (part.begin < part.end) {
    GmshBytes input(window, path, part.begin, part.end);
    pass_gmsh(input, path, part.state, &model);
  }
  if (!part.refusal.empty()) throw Error(part.refusal);
}

}  // namespace partita::mesh
