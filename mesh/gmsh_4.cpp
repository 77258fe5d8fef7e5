// [n] is an int and (n) a size_t, raw bytes in the binary form.
//
//   $Entities       (points) (curves) (surfaces) (volumes), then: [tag] x y z (n) [physical...] for a point,
//                   [tag] box (n) [physical...] (m) [bounding entities...] for others; a box is six numbers
//   $Nodes          (blocks) (nodes) (least tag) (largest tag), then blocks:
//                   [dimension] [entity] [parametric] (n), (tag) of all, x y z of all, each with `dimension`
//                   parameters more if parametric
//   $Elements       (blocks) (elements) (least tag) (largest tag), then blocks:
//                   [dimension] [entity] [type] (n), (tag) (nodes...) of all
#include <algorithm>
#include <cstdlib>
#include <utility>

#include <partita/mesh/gmsh_records.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

// The groups of an entity, in the file's order: the first, and the one behind the last.
auto groups_of(GmshState& state, int dimension, int entity) {
  const auto key = [](const GmshState::Group& group) { return std::pair(group.dimension, group.entity); };
  const std::pair of(dimension, entity);
  return std::pair(std::ranges::lower_bound(state.groups, of, {}, key),
                   std::ranges::upper_bound(state.groups, of, {}, key));
}

bool read_entity(GmshRecords& at, int dimension) {
  GmshInput& in = at.in;
  if (!in.next_record(sizeof(int))) return false;
  const int entity = in.tag("an entity");
  const int coordinates = dimension == 0 ? 3 : 6;
  in.more(static_cast<std::size_t>(coordinates) * sizeof(double));
  in.pass_numbers(coordinates);
  in.more(sizeof(std::int64_t));
  const std::int64_t groups = in.size("the number of physical groups");
  for (std::int64_t k = 0; k < groups; ++k) {
    in.more(sizeof(int));
    const int group = std::abs(in.tag("a physical group"));
    at.state.groups.insert(groups_of(at.state, dimension, entity).second, {dimension, entity, group});
  }
  if (dimension > 0) {
    in.more(sizeof(std::int64_t));
    const std::int64_t bounding = in.size("the number of bounding entities");
    for (std::int64_t k = 0; k < bounding; ++k) {
      in.more(sizeof(int));
      in.tag("a bounding entity");
    }
  }
  in.end_of_record();
  return true;
}

bool read_header(GmshRecords& at) {
  if (!at.in.next_record(4 * sizeof(std::int64_t))) return false;
  at.now.blocks = at.in.size("the number of blocks");
  at.now.total = at.in.size(text("the number of ", at.name()));
  at.in.require(at.now.total, at.name(), 4);
  at.in.size("the least tag");
  at.in.size("the largest tag");
  at.in.end_of_record();
  at.now.step = GmshStep::block;
  at.reserve();
  return true;
}

// A block's header: begin(dimension, entity) reads the int that is behind these two.
template <class Begin>
bool read_block_header(GmshRecords& at, GmshStep first, Begin begin) {
  if (!at.in.next_record(3 * sizeof(int) + sizeof(std::int64_t))) return false;
  const int dimension = at.in.tag("a dimension", 0);
  const int entity = at.in.tag("an entity");
  begin(dimension, entity);
  at.now.in_block = at.now.run =
      at.in.size(text("the number of ", at.name(), " in the block"), at.now.total - at.now.done);
  at.in.end_of_record();
  at.now.step = first;
  return true;
}

// A section of blocks. Their records are read by read(), from the step `first` on.
template <class Begin, class Read>
bool read_blocks(GmshRecords& at, GmshStep first, Begin begin, Read read) {
  GmshState::Numbers& now = at.now;
  if (now.step == GmshStep::header) return read_header(at);
  if (now.step != GmshStep::block) {
    if (!read()) return false;
    --now.blocks;
    now.step = GmshStep::block;
    return true;
  }
  if (now.blocks > 0) return read_block_header(at, first, begin);
  if (now.done < now.total)
    throw Error(at.place(), "expected ", now.total, " ", at.name(), " in the blocks, found ", now.done);
  now.step = GmshStep::end;
  return true;
}

}  // namespace

bool read_entities_4(GmshRecords& at) {
  GmshState::Numbers& now = at.now;
  if (now.step == GmshStep::header) {
    if (!at.in.next_record(4 * sizeof(std::int64_t))) return false;
    for (std::int64_t& n : now.entities) n = at.in.size("the number of entities");
    at.in.end_of_record();
    now.step = GmshStep::records;
  }
  for (int dimension = 0; dimension < 4; ++dimension) {
    std::int64_t& left = now.entities[dimension];
    if (left == 0) continue;
    now.total = now.done + left;
    for (; left > 0; --left, ++now.done)
      if (!read_entity(at, dimension)) return false;
    now.done = now.total = 0;
  }
  now.step = GmshStep::end;
  return true;
}

bool read_nodes_4(GmshRecords& at) {
  GmshState::Numbers& now = at.now;
  const auto begin = [&](int dimension, int /*entity*/) {
    now.parameters = at.in.tag("0 or 1 (parametric)", 0) == 0 ? 0 : dimension;
  };
  return read_blocks(at, GmshStep::tags, begin, [&] {
    if (now.step == GmshStep::tags) {
      if (!at.read_run(sizeof(std::int64_t), [&] { at.model->tags.push_back(at.in.size("a node")); }))
        return false;
      now.step = GmshStep::records;
      now.run = now.in_block;
    }
    return at.read_run(sizeof(Point) + static_cast<std::size_t>(now.parameters) * sizeof(double), [&] {
      at.add_point();
      at.in.pass_numbers(now.parameters);
    });
  });
}

bool read_elements_4(GmshRecords& at) {
  GmshState::Numbers& now = at.now;
  const auto begin = [&](int /*dimension*/, int entity) {
    now.entity = entity;
    now.type = at.type_of(at.in.tag("an element type"));
    const auto [first, end] = groups_of(at.state, at.type().dimension, entity);
    now.physical = first == end ? 0 : -entity;
  };
  return read_blocks(at, GmshStep::records, begin, [&] {
    return at.read_run(static_cast<std::size_t>(1 + at.type().nodes) * sizeof(std::int64_t), [&] {
      at.model->elements.push_back({&at.type(), now.physical, now.entity, at.in.position()});
      at.in.size("an element");
      for (int k = 0; k < at.type().nodes; ++k) at.model->nodes.push_back(at.in.size("a node"));
    });
  });
}

}  // namespace partita::mesh
