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
#include <cstdlib>
#include <set>

#include <partita/mesh/gmsh_file.hpp>
#include <partita/mesh/gmsh_model.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

// At least, of each record of format 2.2.
constexpr std::size_t least_bytes_2 = 6;

class Reader {
 public:
  Reader(std::string_view text, const std::string& path) : file_(text, path) { model_.origin.path = path; }

  Draft read() {
    read_format();
    while (!file_.at_end()) {
      const std::string_view name = file_.word("a section");
      if (const Section reading = section(name)) {
        if (!sections_.insert(name).second) file_.fail("section ", name, " occurs twice");
        (this->*reading)();
        file_.keyword(text("$End", name.substr(1)));
      } else {
        pass_over(name);
      }
    }
    for (const char* needed : {"$Nodes", "$Elements"})
      if (!sections_.contains(needed)) file_.fail_expected(needed);
    return to_draft(std::move(model_));
  }

 private:
  void read_format() {
    file_.keyword("$MeshFormat");
    const std::string_view version = file_.word("the version");
    if (version != "2.2" && version != "4.1")
      file_.fail("Gmsh format ", quote(version), " is not read; save the mesh as version 4.1 or 2.2");
    is_4_ = version == "4.1";
    const bool binary = file_.integer("the file's type", 0, 1) == 1;
    file_.integer("the size of a number in bytes", 8, 8);
    if (binary) {
      file_.become_binary();
      model_.origin.binary = true;
      file_.begin_data();
      constexpr int one = 1, swapped_one = 1 << 24;
      const int mark = file_.tag("the number 1");
      if (mark == swapped_one)
        file_.swap_bytes();
      else if (mark != one)
        file_.fail_expected("the number 1 in either byte order", std::to_string(mark));
    }
    file_.keyword("$EndMeshFormat");
  }

  using Section = void (Reader::*)();

  // Null if the mesh does not need the section.
  Section section(std::string_view name) const {
    if (name == "$PhysicalNames") return &Reader::read_names;
    if (name == "$Entities" && is_4_) return &Reader::read_entities_4;
    if (name == "$Nodes") return is_4_ ? &Reader::read_nodes_4 : &Reader::read_nodes_2;
    if (name == "$Elements") return is_4_ ? &Reader::read_elements_4 : &Reader::read_elements_2;
    if (name == "$PartitionedEntities") file_.fail("a partitioned mesh is not read; save the undivided one");
    return nullptr;
  }

  void pass_over(std::string_view name) {
    if (name.size() < 2 || name[0] != '$') file_.fail_expected("a section such as $Nodes", quote(name));
    if (!file_.until(text("$End", name.substr(1)))) file_.fail("section ", name, " does not end");
  }

  void read_names() {
    const std::int64_t n = file_.count("names", least_bytes_2);
    file_.line().end_of_line();
    file_.each("names", n, [&](std::int64_t) {
      TextScanner line = file_.line();
      const auto dimension = static_cast<int>(line.integer("a dimension", 0, 3));
      const auto tag =
          static_cast<int>(line.integer("a physical group", -GmshFile::most_tag, GmshFile::most_tag));
      const auto before = line.until("\"");
      const auto name = line.until("\"");
      if (before != "" || !name) line.fail("expected a name in quotation marks");
      model_.names[{dimension, std::abs(tag)}] = *name;
    });
  }

  void read_nodes_2() {
    const std::int64_t n = file_.count("nodes", least_bytes_2);
    reserve_nodes(n);
    file_.begin_data();
    file_.each("nodes", n, [&](std::int64_t position) { add_node(file_.tag("a node", 0), position); });
  }

  void read_elements_2() {
    const std::int64_t n = file_.count("elements", least_bytes_2);
    reserve_elements(n);
    file_.begin_data();
    int type = 0, tags = 0, left_in_block = 0;
    file_.each("elements", n, [&](std::int64_t position) {
      if (file_.is_binary() && left_in_block == 0) {
        type = file_.tag("an element type");
        left_in_block = file_.tag("the number of elements in the block", 1);
        tags = file_.tag("the number of tags", 0);
      }
      --left_in_block;
      file_.tag("an element", 0);
      if (!file_.is_binary()) {
        type = file_.tag("an element type");
        tags = file_.tag("the number of tags", 0);
      }
      GmshModel::Element& element =
          model_.elements.emplace_back(GmshModel::Element{type_of(type), 0, 0, position});
      for (int k = 0; k < tags; ++k) {
        const int tag = std::abs(file_.tag("a tag"));
        if (k == 0) element.physical = tag;
        if (k == 1) element.entity = tag;
      }
      for (int k = 0; k < element.type->nodes; ++k) model_.nodes.push_back(file_.tag("a node", 0));
    });
  }

  void read_entities_4() {
    file_.begin_data();
    std::array<std::int64_t, 4> entities;
    for (std::int64_t& n : entities) n = file_.size("the number of entities");
    for (int dimension = 0; dimension < 4; ++dimension)
      file_.each("entities", entities[dimension], [&](std::int64_t) {
        const int entity = file_.tag("an entity");
        for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) file_.pass_number();
        const std::int64_t groups = file_.size("the number of physical groups");
        for (std::int64_t k = 0; k < groups; ++k) {
          const int group = std::abs(file_.tag("a physical group"));
          if (k == 0) physical_[{dimension, entity}] = group;
        }
        const std::int64_t bounding = dimension == 0 ? 0 : file_.size("the number of bounding entities");
        for (std::int64_t k = 0; k < bounding; ++k) file_.tag("a bounding entity");
      });
  }

  void read_nodes_4() {
    std::vector<std::int64_t> tags;
    read_blocks("nodes", [&](std::int64_t done, std::int64_t n) {
      if (done == 0) reserve_nodes(n);
      const int dimension = file_.tag("a dimension", 0);
      file_.tag("an entity");
      const int parameters = file_.tag("0 or 1 (parametric)", 0) == 0 ? 0 : dimension;
      tags.resize(file_.size("the number of nodes in the block", n - done));
      for (std::int64_t& tag : tags) tag = file_.size("a node");
      for (const std::int64_t tag : tags) {
        add_node(tag, file_.record("nodes", done++, n));
        for (int k = 0; k < parameters; ++k) file_.pass_number();
      }
      return done;
    });
  }

  void read_elements_4() {
    read_blocks("elements", [&](std::int64_t done, std::int64_t n) {
      if (done == 0) reserve_elements(n);
      file_.tag("a dimension", 0);
      const int entity = file_.tag("an entity");
      const ElementType* const type = type_of(file_.tag("an element type"));
      const auto group = physical_.find({type->dimension, entity});
      const int physical = group == physical_.end() ? 0 : group->second;
      const std::int64_t end = done + file_.size("the number of elements in the block", n - done);
      while (done < end) {
        model_.elements.push_back({type, physical, entity, file_.record("elements", done++, n)});
        file_.size("an element");
        for (int k = 0; k < type->nodes; ++k) model_.nodes.push_back(file_.size("a node"));
      }
      return end;
    });
  }

  // Reads a section of format 4.1. Of its n records, read_block(done, n) reads a block, and returns how many
  // are done then.
  template <class ReadBlock>
  void read_blocks(std::string_view records, ReadBlock read_block) {
    file_.begin_data();
    const std::int64_t blocks = file_.size("the number of blocks");
    const std::int64_t n = file_.size(text("the number of ", records));
    file_.require(n, records, 4);
    file_.size("the least tag");
    file_.size("the largest tag");
    std::int64_t done = 0;
    for (std::int64_t block = 0; block < blocks; ++block) {
      file_.record(records, done, n);
      done = read_block(done, n);
    }
    if (done < n) file_.fail("expected ", n, " ", records, " in the blocks, found ", done);
  }

  void reserve_nodes(std::int64_t n) {
    model_.tags.reserve(n);
    model_.points.reserve(n);
    model_.origin.points.reserve(n);
  }

  void reserve_elements(std::int64_t n) {
    model_.elements.reserve(n);
    model_.nodes.reserve(4 * n);
  }

  void add_node(std::int64_t tag, std::int64_t position) {
    model_.tags.emplace_back(tag, std::ssize(model_.points));
    model_.origin.points.push_back(position);
    Point& point = model_.points.emplace_back();
    for (double& x : point) x = file_.coordinate();
  }

  const ElementType* type_of(int number) const {
    const auto known = std::ranges::find(element_types, number, &ElementType::gmsh);
    const bool is_known = known != element_types.end();
    if (is_known && known->nodes > 0) return &*known;
    file_.fail("element type ", number, " (", is_known ? known->name : "unknown to this reader",
               ") is not read; mesh with elements of first order");
  }

  GmshFile file_;
  GmshModel model_;
  bool is_4_ = false;
  std::set<std::string_view> sections_;          // already read
  std::map<std::pair<int, int>, int> physical_;  // group of an entity, by dimension and tag
};

}  // namespace

Draft gmsh_draft(std::string_view text, const std::string& path) { return Reader(text, path).read(); }

}  // namespace partita::mesh
