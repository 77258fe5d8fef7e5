#pragma once
/// \file The records of a Gmsh file's sections, in any version and form, and where among them a pass is.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <partita/mesh/element_types.hpp>
#include <partita/mesh/gmsh_input.hpp>
#include <partita/mesh/gmsh_model.hpp>

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

/// A pass over a slice. Not collective.
///
/// Functions that read something return false if the slice ends before it. They are then called again with
/// the next slice, in the same state.
class GmshRecords {
 public:
  /// Without a model, nodes and elements are passed over.
  GmshRecords(GmshInput& input, const std::string& path, GmshState& state_of_pass, GmshModel* model_of_pass)
      : in(input), state(state_of_pass), now(state.numbers), model(model_of_pass), path_(path) {}

  const char* name() const { return records_of(now.section); }

  /// How an error behind the last line begins.
  std::string place() const { return partita::place(path_, in.is_binary(), in.last_position()); }

  /// The header of a section that is a line in both forms: the number of its records.
  bool read_count();

  /// That many records follow.
  void begin(std::int64_t records);

  /// Reads the tags or records that are left of a block, or of the section.
  template <class Read>
  bool read_run(std::size_t bytes, Read read) {
    while (now.run > 0) {
      const std::int64_t here = in.records_here(now.run, bytes);
      if (here == 0) return false;
      if (model == nullptr) {
        in.pass_over(here, bytes);
      } else {
        for (std::int64_t k = 0; k < here; ++k) {
          in.next_record(bytes);
          read();
          in.end_of_record();
        }
      }
      now.run -= here;
      if (now.step == GmshStep::records) now.done += here;
    }
    return true;
  }

  /// As much memory as the rest of the section can need in this slice.
  void reserve();

  void add_point();

  /// Of the block's elements.
  const ElementType& type() const { return element_types[static_cast<std::size_t>(now.type)]; }

  /// The place of Gmsh's type in `element_types`. @throws Error at the line or record if it is not read
  int type_of(int number) const;

  GmshInput& in;
  GmshState& state;
  GmshState::Numbers& now;
  GmshModel* model;

 private:
  const std::string& path_;
};

/// Each reads a section of a format version to its end. Not collective.
/// @return false if the slice ends before the section
/// @throws Error if the section has another format
bool read_nodes_2(GmshRecords& at);
bool read_elements_2(GmshRecords& at);
bool read_entities_4(GmshRecords& at);
bool read_nodes_4(GmshRecords& at);
bool read_elements_4(GmshRecords& at);

}  // namespace partita::mesh
