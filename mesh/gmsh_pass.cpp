// Gmsh's format, versions 2.2 and 4.1: sections `$Name ... $EndName`. $MeshFormat is the first; sections not
// named here are passed over. [n] is an int, raw bytes in the binary form; other numbers are text in both
// forms.
//
//   $MeshFormat     version binary? 8; if binary, a line end and the int 1, which shows the byte order
//   $PhysicalNames  n, then: dimension tag "name"
//   $Entities, $Nodes, $Elements: see gmsh_2.cpp and gmsh_4.cpp
#include <cstdlib>
#include <utility>

#include <partita/mesh/gmsh_2.hpp>
#include <partita/mesh/gmsh_4.hpp>
#include <partita/mesh/gmsh_pass.hpp>
#include <partita/mesh/gmsh_records.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

std::size_t index(GmshSection section) { return static_cast<std::size_t>(section); }
std::string end_of(GmshSection section) { return text("$End", name_of(section) + 1); }

// One pass over a slice.
class Pass {
 public:
  Pass(GmshInput& input, const std::string& path, GmshState& state, GmshModel* model)
      : at_(input, path, state, model) {}

  void read() {
    if (now_.step != GmshStep::header) at_.reserve();
    while (step()) continue;
  }

 private:
  // False at the end of the slice.
  bool step() {
    if (now_.section == GmshSection::outside) return open_section();
    if (now_.section == GmshSection::other) {
      if (!in_.pass_mark("$End" + at_.state.other.substr(1))) return false;
      now_.section = GmshSection::outside;
      return true;
    }
    if (now_.step == GmshStep::end) {
      if (!at_.line()) return false;
      piece_.keyword(end_of(now_.section));
      piece_.end_of_line();
      now_.section = GmshSection::outside;
      return true;
    }
    switch (now_.section) {
      case GmshSection::format:
        return read_format();
      case GmshSection::names:
        return read_names();
      case GmshSection::entities:
        return read_entities_4(at_);
      case GmshSection::nodes:
        return now_.is_4 ? read_nodes_4(at_) : read_nodes_2(at_);
      default:
        return now_.is_4 ? read_elements_4(at_) : read_elements_2(at_);
    }
  }

  bool open_section() {
    if (!at_.line()) return false;
    if (!now_.has_format) {
      piece_.keyword(name_of(GmshSection::format));
      now_.section = GmshSection::format;
    } else {
      const std::string_view name = piece_.word("a section");
      now_.section = section_of(name);
      if (now_.section == GmshSection::other) {
        if (name.size() < 2 || name[0] != '$') piece_.fail_expected("a section such as $Nodes", quote(name));
        at_.state.other = name;
        now_.other_position = piece_.position() - (in_.is_binary() ? std::ssize(name) : 0);
        return true;
      }
      if (std::exchange(now_.is_read[index(now_.section)], true))
        piece_.fail("section ", name, " occurs twice");
    }
    piece_.end_of_line();
    now_.step = GmshStep::header;
    now_.total = now_.done = 0;
    return true;
  }

  GmshSection section_of(std::string_view name) const {
    if (name == "$PartitionedEntities") piece_.fail("a partitioned mesh is not read; save the undivided one");
    if (name == "$Entities" && !now_.is_4) return GmshSection::other;
    for (const GmshSection section :
         {GmshSection::names, GmshSection::entities, GmshSection::nodes, GmshSection::elements})
      if (name == name_of(section)) return section;
    return GmshSection::other;
  }

  bool read_format() {
    if (now_.step == GmshStep::header) {
      if (!at_.line()) return false;
      const std::string_view version = piece_.word("the version");
      if (version != "2.2" && version != "4.1")
        piece_.fail("Gmsh format ", quote(version), " is not read; save the mesh as version 4.1 or 2.2");
      const bool is_4 = version == "4.1";
      const bool binary = piece_.integer("the file's type", 0, 1) == 1;
      piece_.integer("the size of a number in bytes", 8, 8);
      piece_.end_of_line();
      if (binary) in_.become_binary();
      if (binary != in_.is_binary()) piece_.fail("a binary file must begin with $MeshFormat");
      now_.has_format = true;
      now_.is_4 = is_4;
      now_.step = binary ? GmshStep::block : GmshStep::end;
    } else {
      if (!at_.record(sizeof(int))) return false;
      constexpr int one = 1, swapped_one = 1 << 24;
      const int mark = piece_.tag("the number 1");
      if (mark != one && mark != swapped_one)
        piece_.fail_expected("the number 1 in either byte order", std::to_string(mark));
      now_.is_swapped = mark == swapped_one;
      now_.step = GmshStep::end;
    }
    return true;
  }

  bool read_names() {
    if (now_.step == GmshStep::header) {
      if (!at_.read_count()) return false;
      now_.step = GmshStep::records;
    }
    for (; now_.done < now_.total; ++now_.done) {
      if (!at_.line()) return false;
      const auto dimension = static_cast<int>(piece_.integer("a dimension", 0, 3));
      const auto tag =
          static_cast<int>(piece_.integer("a physical group", -GmshFile::most_tag, GmshFile::most_tag));
      const auto before = piece_.until("\"");
      const auto name = piece_.until("\"");
      if (before != "" || !name) piece_.fail("expected a name in quotation marks");
      at_.state.named.push_back({dimension, std::abs(tag)});
      at_.state.names.emplace_back(*name);
    }
    now_.step = GmshStep::end;
    return true;
  }

  GmshRecords at_;
  GmshInput& in_ = at_.in;
  GmshState::Numbers& now_ = at_.now;
  GmshFile& piece_ = at_.piece;
};

}  // namespace

void pass_gmsh(GmshInput& input, const std::string& path, GmshState& state, GmshModel* model) {
  Pass(input, path, state, model).read();
}

void finish_gmsh(TextScanner end, const std::string& path, const GmshState& state) {
  const GmshState::Numbers& now = state.numbers;
  const bool has_blocks =
      now.is_4 && (now.section == GmshSection::nodes || now.section == GmshSection::elements);
  switch (now.section) {
    case GmshSection::outside:
      if (!now.has_format) end.fail_expected(name_of(GmshSection::format));
      for (const GmshSection needed : {GmshSection::nodes, GmshSection::elements})
        if (!now.is_read[index(needed)]) end.fail_expected(name_of(needed));
      return;
    case GmshSection::other:
      throw Error(place(path, end.is_binary(), now.other_position), "section ", state.other, " does not end");
    case GmshSection::format:
      end.fail_expected(now.step == GmshStep::header  ? "the version"
                        : now.step == GmshStep::block ? "the number 1"
                                                      : "$EndMeshFormat");
    default:
      if (now.step == GmshStep::end) end.fail_expected(end_of(now.section));
      if (now.step == GmshStep::tags) end.fail_expected("a node");
      if (now.step == GmshStep::header)
        end.fail_expected(text("the number of ", has_blocks ? "blocks" : records_of(now.section)));
      end.fail("expected ", now.total, " ", records_of(now.section), ", found ", now.done,
               " before the end of the file");
  }
}

}  // namespace partita::mesh
