// Gmsh files in slices. In the ASCII form each header and each record is a line, so slices are those of other
// texts. In the binary form records have known sizes: the walk goes from header to header, and passes over
// the bytes between them. A slice ends with the first record that begins in the next part of the file.
#include <deque>

#include <partita/mesh/blocks.hpp>
#include <partita/mesh/gmsh_bytes.hpp>
#include <partita/mesh/gmsh_pass.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/file_head.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

bool begins_as_binary(std::string_view text, const std::string& path) {
  try {
    constexpr std::string_view name = "$MeshFormat";
    const std::size_t line_end = text.starts_with(name) ? 0 : text.find("\n$MeshFormat");
    TextScanner head(text.substr(std::min(line_end, text.size())), path, {});
    head.keyword(name);
    head.word("the version");
    return head.integer("the file's type") == 1;
  } catch (const Error&) {
    return false;
  }
}

SharesRead<GmshFormat> read_binary(const MeshSource& source, ByteWindow& window, const GmshFormat& format) {
  const Communicator& comm = source.comm;
  const Blocks parts{static_cast<global_index>(window.size()), comm.size() * source.slices};
  std::deque<GmshBytes> slices;
  for (int part = comm.rank() * source.slices; std::ssize(slices) < source.slices; ++part)
    slices.emplace_back(window, source.path, static_cast<std::size_t>(parts.first(part + 1)));
  return read_slices(source.comm, format, slices);
}

// Faces of an entity in several groups have the names of all, "airfoil+farfield"; without names, the number
// of the first group.
void join_names(const std::vector<GmshState::Group>& groups, GroupNames& names) {
  for (auto group = groups.begin(); group != groups.end();) {
    const auto& first = *group;
    std::string joined;
    for (; group != groups.end() && group->dimension == first.dimension && group->entity == first.entity;
         ++group)
      if (const auto named = names.find({group->dimension, group->physical}); named != names.end())
        joined += (joined.empty() ? "" : "+") + named->second;
    names[{first.dimension, -first.entity}] = joined.empty() ? std::to_string(first.physical) : joined;
  }
}

}  // namespace

Draft gmsh_draft(const MeshSource& source) {
  const Communicator& comm = source.comm;
  const InputFile file = collectively(comm, [&] { return InputFile(source.path, "a mesh file"); });
  ByteWindow window(file);
  const bool looks_binary = collectively(
      comm, [&] { return comm.rank() == 0 && begins_as_binary(window.view(0, file_head), source.path); });
  const bool binary = max(comm, int{looks_binary}) != 0;
  const GmshFormat format{source.path};
  auto [model, whole] = binary ? read_binary(source, window, format) : read_slices(source, format);
  model.origin.path = source.path;
  model.origin.binary = binary;
  join_repeats(comm, model);
  GroupNames names;
  for (std::size_t k = 0; k < whole.names.size(); ++k)
    names[{whole.named[k][0], whole.named[k][1]}] = whole.names[k];
  join_names(whole.groups, names);
  return to_draft(comm, std::move(model), names);
}

}  // namespace partita::mesh
