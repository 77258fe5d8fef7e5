#pragma once
/// \file Where in a Gmsh file a line or a record is, and what came before it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace partita::mesh {

enum class GmshSection { outside, format, names, entities, nodes, elements, other };

/// "$Nodes"; empty for what is outside and for sections that are passed over.
constexpr const char* name_of(GmshSection section) {
  return std::array{
      "", "$MeshFormat", "$PhysicalNames", "$Entities", "$Nodes", "$Elements", ""}[static_cast<std::size_t>(
      section)];
}

/// What the section consists of, as errors name it: "nodes".
constexpr const char* records_of(GmshSection section) {
  return std::array{"", "", "names", "entities", "nodes", "elements", ""}[static_cast<std::size_t>(section)];
}

/// Steps of a section, in this order; some sections go back from the last run to the next block.
enum class GmshStep { header, block, tags, records, end };

struct GmshState {
  struct Numbers {
    bool has_format = false;
    bool is_4 = false;  // version 4.1
    bool is_binary = false;
    bool is_swapped = false;
    std::array<bool, 7> is_read{};  // sections, this one included
    GmshSection section = GmshSection::outside;
    GmshStep step = GmshStep::header;
    std::int64_t other_position = 0;  // of the name of the section that is passed over
    std::int64_t total = 0;           // records of the section
    std::int64_t done = 0;
    std::int64_t blocks = 0;  // left
    std::int64_t run = 0;     // tags or records left of this block, or of the section
    std::int64_t in_block = 0;
    std::array<std::int64_t, 4> entities{};  // left, by dimension
    int entity = 0, physical = 0;            // of the block
    int type = 0;                            // of the block's elements, an index into element_types
    int tags = 0;                            // of each element of the block (2.2 binary)
    int parameters = 0;                      // of each node of the block
  } numbers;

  struct Group {
    int dimension, entity, physical;
  };

  std::string other;                      ///< the name of the section that is passed over
  std::vector<Group> groups;              ///< of entities, ascending by dimension and entity
  std::vector<std::array<int, 2>> named;  ///< physical groups with names: dimension and tag
  std::vector<std::string> names;         ///< of these

  template <class Visit>
  void each(Visit&& visit) {
    visit(numbers, other, groups, named, names);
  }
};

}  // namespace partita::mesh
