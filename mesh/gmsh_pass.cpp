// Gmsh's format, versions 2.0 to 2.2 and 4.1: sections `$Name ... $EndName`. Sections not named here are
// passed over; of the others $MeshFormat is the first. [n] is an int, raw bytes in the binary form; other
// numbers are text in both forms.
//
//   $MeshFormat     version binary? 8; if binary, a line end and the int 1, which shows the byte order
//   $PhysicalNames  n, then: dimension tag "name"
//   $Entities, $Nodes, $Elements: see gmsh_2.cpp and gmsh_4.cpp
#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <partita/mesh/gmsh_pass.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

std::size_t index(GmshSection section) { return static_cast<std::size_t>(section); }
std::string end_of(GmshSection section) { return text("$End", name_of(section) + 1); }

[[noreturn]] void refuse_version(const GmshRecords& at, std::string_view version) {
  at.in.fail("Gmsh format ", quote(version), " is not read; save the mesh as version 4.1 or 2.2");
}

GmshSection section_of(const GmshRecords& at, std::string_view name) {
  if (name == "$PartitionedEntities") at.in.fail("a partitioned mesh is not read; save the undivided one");
  if (name == "$ParametricNodes")
    at.in.fail("nodes with parameters are not read; save the mesh without them (Mesh.SaveParametric=0)");
  if (name == "$NOD" || name == "$ELM") refuse_version(at, "1");
  if (name == name_of(GmshSection::format) && !at.now.has_format) return GmshSection::format;
  if (name == "$Entities" && !at.now.is_4) return GmshSection::other;
  for (const GmshSection section :
       {GmshSection::names, GmshSection::entities, GmshSection::nodes, GmshSection::elements})
    if (name == name_of(section)) return section;
  return GmshSection::other;
}

bool open_section(GmshRecords& at) {
  GmshInput& in = at.in;
  GmshState::Numbers& now = at.now;
  if (!in.next_line()) return false;
  const std::string_view name = in.word("a section");
  now.section = section_of(at, name);
  if (now.section == GmshSection::other) {
    if (name[0] == '(')
      in.fail("this is a mesh of Fluent, whose files end with .msh, too; convert it to Gmsh or SU2");
    if (name.size() < 2 || name[0] != '$')
      in.fail_expected(now.has_format ? "a section such as $Nodes" : name_of(GmshSection::format),
                       quote(name));
    at.state.other = name;
    now.other_position = in.position() - (in.is_binary() ? std::ssize(name) : 0);
    return true;
  }
  if (!now.has_format && now.section != GmshSection::format)
    in.fail_expected(name_of(GmshSection::format), quote(name));
  if (std::exchange(now.is_read[index(now.section)], true)) in.fail("section ", name, " occurs twice");
  in.end_of_line();
  now.step = GmshStep::header;
  now.total = now.done = 0;
  return true;
}

bool close_section(GmshRecords& at) {
  if (at.now.section == GmshSection::other) {
    if (!at.in.pass_mark("$End" + at.state.other.substr(1))) return false;
  } else {
    if (!at.in.next_line()) return false;
    at.in.keyword(end_of(at.now.section));
    at.in.end_of_line();
  }
  at.now.section = GmshSection::outside;
  return true;
}

bool read_format(GmshRecords& at) {
  GmshInput& in = at.in;
  GmshState::Numbers& now = at.now;
  if (now.step == GmshStep::header) {
    if (!in.next_line()) return false;
    const std::string_view version = in.word("the version");
    constexpr std::array<std::string_view, 4> versions_2{"2", "2.0", "2.1", "2.2"};
    const bool is_4 = version == "4.1";
    if (!is_4 && std::ranges::count(versions_2, version) == 0) refuse_version(at, version);
    const bool binary = in.integer("the file's type", 0, 1) == 1;
    in.integer("the size of a number in bytes", 8, 8);
    in.end_of_line();
    if (binary) in.become_binary(false);
    if (binary != in.is_binary()) in.fail("a binary file must begin with $MeshFormat");
    now.has_format = true;
    now.is_4 = is_4;
    now.is_binary = binary;
    now.step = binary ? GmshStep::block : GmshStep::end;
  } else {
    if (!in.next_record(sizeof(int))) return false;
    constexpr int one = 1, swapped_one = 1 << 24;
    const int mark = in.tag("the number 1");
    if (mark != one && mark != swapped_one)
      in.fail_expected("the number 1 in either byte order", std::to_string(mark));
    now.is_swapped = mark == swapped_one;
    in.become_binary(now.is_swapped);
    now.step = GmshStep::end;
  }
  return true;
}

bool read_names(GmshRecords& at) {
  GmshInput& in = at.in;
  GmshState::Numbers& now = at.now;
  if (now.step == GmshStep::header) {
    if (!at.read_count()) return false;
    now.step = GmshStep::records;
  }
  for (; now.done < now.total; ++now.done) {
    if (!in.next_line()) return false;
    const auto dimension = static_cast<int>(in.integer("a dimension", 0, 3));
    const auto tag =
        static_cast<int>(in.integer("a physical group", -GmshInput::most_tag, GmshInput::most_tag));
    const auto before = in.until("\"");
    const auto name = in.until("\"");
    if (before != "" || !name) in.fail("expected a name in quotation marks");
    at.state.named.push_back({dimension, std::abs(tag)});
    at.state.names.emplace_back(*name);
  }
  now.step = GmshStep::end;
  return true;
}

// False at the end of the slice.
bool step(GmshRecords& at) {
  const GmshState::Numbers& now = at.now;
  if (now.section == GmshSection::outside) return open_section(at);
  if (now.section == GmshSection::other || now.step == GmshStep::end) return close_section(at);
  switch (now.section) {
    case GmshSection::format:
      return read_format(at);
    case GmshSection::names:
      return read_names(at);
    case GmshSection::entities:
      return read_entities_4(at);
    case GmshSection::nodes:
      return now.is_4 ? read_nodes_4(at) : read_nodes_2(at);
    default:
      return now.is_4 ? read_elements_4(at) : read_elements_2(at);
  }
}

}  // namespace

void GmshFormat::pass(GmshInput& slice, State& state, SharesRead<GmshFormat>* read) const {
  if (state.numbers.is_binary) slice.become_binary(state.numbers.is_swapped);
  GmshRecords at(slice, path, state, read == nullptr ? nullptr : &read->share);
  if (at.now.step != GmshStep::header) at.reserve();
  while (step(at)) continue;
}

void GmshFormat::pass(Lines& lines, State& state, SharesRead<GmshFormat>* read) const {
  GmshLines slice(lines);
  pass(slice, state, read);
}

void GmshFormat::finish(TextScanner end, const State& state) const {
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
