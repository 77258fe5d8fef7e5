// Gmsh's format, versions 2.2 and 4.1: sections `$Name ... $EndName`. $MeshFormat is the first; sections not
// named here are skipped. [n] is an int and (n) a size_t, raw bytes in the binary form; a number without
// brackets is text in both forms.
//
//   $MeshFormat     version binary? 8; if binary, a line end and the int 1, which shows the byte order
//   $PhysicalNames  n, then: dimension tag "name"
// 2.2
//   $Nodes          n, then: [tag] x y z
//   $Elements       n, then: [number] [type] [tags] [physical] [entity] [other tags...] [nodes...]
//                   binary: blocks of [type] [elements] [tags], then of each: [number] [tags...] [nodes...]
// 4.1
//   $Entities       (points) (curves) (surfaces) (volumes), then: [tag] x y z (n) [physical...] for a point,
//                   [tag] box (n) [physical...] (m) [bounding entities...] for others; a box is six numbers
//   $Nodes          (blocks) (nodes) (least tag) (largest tag), then blocks:
//                   [dimension] [entity] [parametric] (n), (tag) of all, x y z of all, each with `dimension`
//                   parameters more if parametric
//   $Elements       (blocks) (elements) (least tag) (largest tag), then blocks:
//                   [dimension] [entity] [type] (n), (tag) (nodes...) of all
#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <partita/mesh/gmsh_pass.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

// At least, of each record of format 2.2.
constexpr std::size_t least_bytes_2 = 6;

constexpr std::array section_names{"", "$MeshFormat", "$PhysicalNames", "$Entities", "$Nodes", "$Elements",
                                   ""};
constexpr std::array record_names{"", "", "names", "entities", "nodes", "elements", ""};

std::size_t index(GmshSection section) { return static_cast<std::size_t>(section); }
const char* name_of(GmshSection section) { return section_names[index(section)]; }
const char* records_of(GmshSection section) { return record_names[index(section)]; }
std::string end_of(GmshSection section) { return text("$End", name_of(section) + 1); }

// One pass over a slice.
class Pass {
 public:
  // Without a model, nodes and elements are passed over.
  Pass(GmshInput& input, const std::string& path, GmshState& state, GmshModel* model)
      : in_(input), path_(path), state_(state), now_(state.numbers), model_(model), piece_({}, path, {}) {}

  void read() {
    if (now_.step != GmshStep::header) reserve();
    while (step()) continue;
  }

 private:
  const char* records() const { return records_of(now_.section); }

  // Each makes a piece the next one; false at the end of the slice.
  bool line() { return in_.line(piece_) && known_form(); }
  bool record(std::size_t bytes) { return in_.record(piece_, bytes) && known_form(); }
  void more(std::size_t bytes) {
    in_.more(piece_, bytes);
    known_form();
  }
  bool known_form() {
    if (in_.is_binary()) piece_.become_binary(now_.is_swapped);
    return true;
  }

  // False at the end of the slice.
  bool step() {
    if (now_.section == GmshSection::outside) return open_section();
    if (now_.section == GmshSection::other) {
      if (!in_.pass_mark("$End" + state_.other.substr(1))) return false;
      now_.section = GmshSection::outside;
      return true;
    }
    if (now_.step == GmshStep::end) {
      if (!line()) return false;
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
        return read_entities();
      case GmshSection::nodes:
        return now_.is_4 ? read_nodes_4() : read_nodes_2();
      default:
        return now_.is_4 ? read_elements_4() : read_elements_2();
    }
  }

  bool open_section() {
    if (!line()) return false;
    if (!now_.has_format) {
      piece_.keyword(name_of(GmshSection::format));
      now_.section = GmshSection::format;
    } else {
      const std::string_view name = piece_.word("a section");
      now_.section = section_of(name);
      if (now_.section == GmshSection::other) {
        if (name.size() < 2 || name[0] != '$') piece_.fail_expected("a section such as $Nodes", quote(name));
        state_.other = name;
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
      if (!line()) return false;
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
      if (!record(sizeof(int))) return false;
      constexpr int one = 1, swapped_one = 1 << 24;
      const int mark = piece_.tag("the number 1");
      if (mark != one && mark != swapped_one)
        piece_.fail_expected("the number 1 in either byte order", std::to_string(mark));
      now_.is_swapped = mark == swapped_one;
      now_.step = GmshStep::end;
    }
    return true;
  }

  // The header of a section that is a line in both forms.
  bool read_count() {
    if (!line()) return false;
    now_.total = piece_.count(records(), least_bytes_2);
    piece_.end_of_line();
    return true;
  }

  bool read_names() {
    if (now_.step == GmshStep::header) {
      if (!read_count()) return false;
      now_.step = GmshStep::records;
    }
    for (; now_.done < now_.total; ++now_.done) {
      if (!line()) return false;
      const auto dimension = static_cast<int>(piece_.integer("a dimension", 0, 3));
      const auto tag =
          static_cast<int>(piece_.integer("a physical group", -GmshFile::most_tag, GmshFile::most_tag));
      const auto before = piece_.until("\"");
      const auto name = piece_.until("\"");
      if (before != "" || !name) piece_.fail("expected a name in quotation marks");
      state_.named.push_back({dimension, std::abs(tag)});
      state_.names.emplace_back(*name);
    }
    now_.step = GmshStep::end;
    return true;
  }

  bool read_entities() {
    if (now_.step == GmshStep::header) {
      if (!record(4 * sizeof(std::int64_t))) return false;
      for (std::int64_t& n : now_.entities) n = piece_.size("the number of entities");
      in_.end_of_record(piece_);
      now_.step = GmshStep::records;
    }
    for (int dimension = 0; dimension < 4; ++dimension) {
      std::int64_t& left = now_.entities[dimension];
      if (left == 0) continue;
      now_.total = now_.done + left;
      for (; left > 0; --left, ++now_.done)
        if (!read_entity(dimension)) return false;
      now_.done = now_.total = 0;
    }
    now_.step = GmshStep::end;
    return true;
  }

  bool read_entity(int dimension) {
    if (!record(sizeof(int))) return false;
    const int entity = piece_.tag("an entity");
    const int coordinates = dimension == 0 ? 3 : 6;
    more(static_cast<std::size_t>(coordinates) * sizeof(double));
    piece_.pass_numbers(coordinates);
    more(sizeof(std::int64_t));
    const std::int64_t groups = piece_.size("the number of physical groups");
    for (std::int64_t k = 0; k < groups; ++k) {
      more(sizeof(int));
      const int group = std::abs(piece_.tag("a physical group"));
      if (k == 0) physical_of(dimension, entity, true)->physical = group;
    }
    if (dimension > 0) {
      more(sizeof(std::int64_t));
      const std::int64_t bounding = piece_.size("the number of bounding entities");
      for (std::int64_t k = 0; k < bounding; ++k) {
        more(sizeof(int));
        piece_.tag("a bounding entity");
      }
    }
    in_.end_of_record(piece_);
    return true;
  }

  // The group of an entity; the end if it has none and is not to be added.
  std::vector<GmshState::Group>::iterator physical_of(int dimension, int entity, bool add) {
    using Group = GmshState::Group;
    auto& groups = state_.groups;
    const auto key = [](const Group& group) { return std::pair(group.dimension, group.entity); };
    const auto place = std::ranges::lower_bound(groups, std::pair(dimension, entity), {}, key);
    if (place != groups.end() && key(*place) == std::pair(dimension, entity)) return place;
    return add ? groups.insert(place, Group{dimension, entity, 0}) : groups.end();
  }

  bool read_nodes_2() {
    if (now_.step == GmshStep::header) {
      if (!read_count()) return false;
      begin_records(now_.total);
    }
    if (!read_run(sizeof(int) + sizeof(Point), [&] {
          model_->tags.push_back(piece_.tag("a node", 0));
          add_point();
        }))
      return false;
    now_.step = GmshStep::end;
    return true;
  }

  bool read_nodes_4() {
    switch (now_.step) {
      case GmshStep::header:
        return read_blocks();
      case GmshStep::block: {
        if (now_.blocks == 0) return end_blocks();
        if (!record(3 * sizeof(int) + sizeof(std::int64_t))) return false;
        const int dimension = piece_.tag("a dimension", 0);
        piece_.tag("an entity");
        now_.parameters = piece_.tag("0 or 1 (parametric)", 0) == 0 ? 0 : dimension;
        now_.in_block = now_.run = piece_.size("the number of nodes in the block", now_.total - now_.done);
        in_.end_of_record(piece_);
        now_.step = GmshStep::tags;
        return true;
      }
      case GmshStep::tags:
        if (!read_run(sizeof(std::int64_t), [&] { model_->tags.push_back(piece_.size("a node")); }))
          return false;
        now_.step = GmshStep::records;
        now_.run = now_.in_block;
        return true;
      default:
        if (!read_run(sizeof(Point) + static_cast<std::size_t>(now_.parameters) * sizeof(double), [&] {
              add_point();
              piece_.pass_numbers(now_.parameters);
            }))
          return false;
        end_block();
        return true;
    }
  }

  bool read_elements_4() {
    switch (now_.step) {
      case GmshStep::header:
        return read_blocks();
      case GmshStep::block: {
        if (now_.blocks == 0) return end_blocks();
        if (!record(3 * sizeof(int) + sizeof(std::int64_t))) return false;
        piece_.tag("a dimension", 0);
        now_.entity = piece_.tag("an entity");
        now_.type = type_of(piece_.tag("an element type"));
        const auto group = physical_of(type().dimension, now_.entity, false);
        now_.physical = group == state_.groups.end() ? 0 : group->physical;
        now_.run = piece_.size("the number of elements in the block", now_.total - now_.done);
        in_.end_of_record(piece_);
        now_.step = GmshStep::records;
        return true;
      }
      default:
        if (!read_run(static_cast<std::size_t>(1 + type().nodes) * sizeof(std::int64_t), [&] {
              model_->elements.push_back({&type(), now_.physical, now_.entity, piece_.position()});
              piece_.size("an element");
              for (int k = 0; k < type().nodes; ++k) model_->nodes.push_back(piece_.size("a node"));
            }))
          return false;
        end_block();
        return true;
    }
  }

  bool read_elements_2() {
    if (now_.step == GmshStep::header) {
      if (!read_count()) return false;
      if (in_.is_binary())
        now_.step = GmshStep::block;
      else
        begin_records(now_.total);
      reserve();
    }
    if (now_.step == GmshStep::block) {
      if (now_.done == now_.total) {
        now_.step = GmshStep::end;
        return true;
      }
      if (!record(3 * sizeof(int))) return false;
      now_.type = type_of(piece_.tag("an element type"));
      now_.run = std::min<std::int64_t>(piece_.tag("the number of elements in the block", 1),
                                        now_.total - now_.done);
      now_.tags = piece_.tag("the number of tags", 0);
      now_.step = GmshStep::records;
    }
    const std::size_t numbers =
        static_cast<std::size_t>(1 + type().nodes) + static_cast<std::size_t>(now_.tags);
    if (!read_run(numbers * sizeof(int), [&] { add_element_2(); })) return false;
    now_.step = in_.is_binary() ? GmshStep::block : GmshStep::end;
    return true;
  }

  void add_element_2() {
    const std::int64_t position = piece_.position();
    piece_.tag("an element", 0);
    if (!in_.is_binary()) {
      const int number = piece_.tag("an element type");
      now_.tags = piece_.tag("the number of tags", 0);
      now_.type = type_of(number);
    }
    GmshModel::Element& element = model_->elements.emplace_back(GmshModel::Element{&type(), 0, 0, position});
    for (int k = 0; k < now_.tags; ++k) {
      const int tag = std::abs(piece_.tag("a tag"));
      if (k == 0) element.physical = tag;
      if (k == 1) element.entity = tag;
    }
    for (int k = 0; k < element.type->nodes; ++k) model_->nodes.push_back(piece_.tag("a node", 0));
  }

  // The header of a section of format 4.1.
  bool read_blocks() {
    if (!record(4 * sizeof(std::int64_t))) return false;
    now_.blocks = piece_.size("the number of blocks");
    now_.total = piece_.size(text("the number of ", records()));
    piece_.require(now_.total, records(), 4);
    piece_.size("the least tag");
    piece_.size("the largest tag");
    in_.end_of_record(piece_);
    now_.step = GmshStep::block;
    reserve();
    return true;
  }

  void end_block() {
    --now_.blocks;
    now_.step = GmshStep::block;
  }

  bool end_blocks() {
    if (now_.done < now_.total)
      throw Error(place(path_, in_.is_binary(), in_.position()), "expected ", now_.total, " ", records(),
                  " in the blocks, found ", now_.done);
    now_.step = GmshStep::end;
    return true;
  }

  void begin_records(std::int64_t records) {
    now_.run = records;
    now_.step = GmshStep::records;
    reserve();
  }

  // Reads the tags or records that are left of a block. False if the slice ends before.
  template <class Read>
  bool read_run(std::size_t bytes, Read read) {
    while (now_.run > 0) {
      in_.begin_records(state_);
      const std::int64_t here = in_.records_here(now_.run, bytes);
      if (here == 0) return false;
      if (model_ == nullptr) {
        in_.pass_over(here, bytes);
      } else {
        for (std::int64_t k = 0; k < here; ++k) {
          record(bytes);
          read();
          in_.end_of_record(piece_);
        }
      }
      now_.run -= here;
      if (now_.step == GmshStep::records) now_.done += here;
    }
    return true;
  }

  // As much memory as the rest of the section can need in this slice.
  void reserve() {
    if (model_ == nullptr) return;
    const auto here = static_cast<std::size_t>(in_.records_here(now_.total - now_.done, sizeof(Point)));
    if (now_.section == GmshSection::nodes) {
      model_->tags.reserve(model_->tags.size() + here);
      model_->points.reserve(model_->points.size() + here);
      model_->origin.points.reserve(model_->origin.points.size() + here);
    } else if (now_.section == GmshSection::elements) {
      model_->elements.reserve(model_->elements.size() + here);
      model_->nodes.reserve(model_->nodes.size() + 4 * here);
    }
  }

  void add_point() {
    model_->origin.points.push_back(piece_.position());
    Point& point = model_->points.emplace_back();
    for (double& x : point) x = piece_.coordinate();
  }

  const ElementType& type() const { return element_types[static_cast<std::size_t>(now_.type)]; }

  int type_of(int number) const {
    const auto known = std::ranges::find(element_types, number, &ElementType::gmsh);
    const bool is_known = known != element_types.end();
    if (is_known && known->nodes > 0) return static_cast<int>(known - element_types.begin());
    piece_.fail("element type ", number, " (", is_known ? known->name : "unknown to this reader",
                ") is not read; mesh with elements of first order");
  }

  GmshInput& in_;
  const std::string& path_;
  GmshState& state_;
  GmshState::Numbers& now_;
  GmshModel* model_;
  GmshFile piece_;
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
