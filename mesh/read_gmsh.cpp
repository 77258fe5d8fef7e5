// Gmsh files in slices. In the ASCII form each header and each record is a line, so slices are read as those
// of other texts. In the binary form one rank cuts the file into parts.
#include <partita/mesh/gmsh_input.hpp>
#include <partita/mesh/gmsh_model.hpp>
#include <partita/mesh/gmsh_parts.hpp>
#include <partita/mesh/gmsh_pass.hpp>
#include <partita/mesh/gmsh_state.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/mesh/read_slices.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::mesh {
namespace {

struct Ascii {
  using State = GmshState;
  using Share = GmshModel;
  static constexpr LineRule rule = LineRule::blank;

  const std::string& path;

  void walk(Lines& lines, State& state) const { pass(lines, state, nullptr); }
  void parse(Lines& lines, State state, const State& /*whole*/, GmshModel& model) const {
    pass(lines, state, &model);
  }
  void finish(const TextScanner& end, State& state) const { finish_gmsh(end, path, state); }

 private:
  void pass(Lines& lines, State& state, GmshModel* model) const {
    GmshLines input(lines);
    pass_gmsh(input, path, state, model);
  }
};

SharesRead<Ascii> read_binary_from_memory(const TextSource& source) {
  ByteWindow window(source.text);
  GmshParts cut = cut_gmsh(window, source.path, source.slices);
  SharesRead<Ascii> read{{}, std::move(cut.whole)};
  for (GmshPart& part : cut.parts) read_part(window, source.path, part, read.share);
  return read;
}

// Rank 0 cuts the file.
SharesRead<Ascii> read_binary_together(const TextSource& source) {
  const Communicator& comm = *source.comm;
  FileBytes file = collectively(comm, [&] { return FileBytes(source.path, "a mesh file"); });
  ByteWindow window(file);
  GmshParts cut = collectively(
      comm, [&] { return comm.rank() == 0 ? cut_gmsh(window, source.path, comm.size()) : GmshParts(); });
  std::vector<Parcel<char>> parcels;
  for (std::size_t rank = 0; rank < cut.parts.size(); ++rank) {
    Packer packer;
    cut.parts[rank].each(packer);
    parcels.push_back({static_cast<int>(rank), {packer.bytes.begin(), packer.bytes.end()}});
  }
  const std::vector<Parcel<char>> arrived = sparse_exchange(comm, std::move(parcels));
  const std::string bytes(arrived.front().content.begin(), arrived.front().content.end());
  GmshPart mine;
  mine.each(Unpacker(bytes));
  Packer packer;
  cut.whole.each(packer);
  broadcast(comm, packer.bytes);
  cut.whole.each(Unpacker(packer.bytes));
  return collectively(comm, [&] {
    SharesRead<Ascii> read{{}, std::move(cut.whole)};
    read_part(window, source.path, mine, read.share);
    return read;
  });
}

bool begins_as_binary(std::string_view text, const std::string& path) {
  try {
    TextScanner head(text, path);
    head.keyword("$MeshFormat");
    head.word("the version");
    return head.integer("the file's type") == 1;
  } catch (const Error&) {
    return false;
  }
}

// Collective if the source has a communicator.
bool is_binary(const TextSource& source) {
  constexpr std::size_t head = 4096;
  if (source.comm == nullptr) return begins_as_binary(source.text.substr(0, head), source.path);
  const int binary = collectively(*source.comm, [&] {
    if (source.comm->rank() > 0) return false;
    FileBytes file(source.path, "a mesh file");
    return begins_as_binary(ByteWindow(file).view(0, head), source.path);
  });
  return max(*source.comm, binary) != 0;
}

SharesRead<Ascii> read_binary(const TextSource& source) {
  return source.comm == nullptr ? read_binary_from_memory(source) : read_binary_together(source);
}

}  // namespace

Draft gmsh_draft(const TextSource& source) {
  const bool binary = is_binary(source);
  auto [model, whole] = binary ? read_binary(source) : read_slices(source, Ascii{source.path});
  model.origin.path = source.path;
  model.origin.binary = binary;
  GroupNames names;
  for (std::size_t k = 0; k < whole.names.size(); ++k)
    names[{whole.named[k][0], whole.named[k][1]}] = whole.names[k];
  return to_draft(Peers(source.comm), std::move(model), names);
}

}  // namespace partita::mesh
