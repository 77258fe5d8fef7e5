// [n] is an int, raw bytes in the binary form; the number of records is text in both forms.
//
//   $Nodes          n, then: [tag] x y z
//   $Elements       n, then: [number] [type] [tags] [physical] [entity] [other tags...] [nodes...]
//                   binary: blocks of [type] [elements] [tags], then of each: [number] [tags...] [nodes...]
#include <algorithm>
#include <cstdlib>

#include <partita/mesh/gmsh_records.hpp>

namespace partita::mesh {
namespace {

constexpr std::int64_t most_tags =
    1 << 20;  // of an element; more are a damage, for which memory is not asked

void add_element(GmshRecords& at) {
  GmshInput& in = at.in;
  const std::int64_t position = in.position();
  in.tag("an element", 0);
  if (!at.in.is_binary()) {
    const int number = in.tag("an element type");
    at.now.tags = in.tag("the number of tags", 0, most_tags);
    at.now.type = at.type_of(number);
  }
  GmshModel::Element& element =
      at.model->elements.emplace_back(GmshModel::Element{&at.type(), 0, 0, position});
  for (int k = 0; k < at.now.tags; ++k) {
    const int tag = std::abs(in.tag("a tag"));
    if (k == 0) element.physical = tag;
    if (k == 1) element.entity = tag;
  }
  for (int k = 0; k < element.type->nodes; ++k) at.model->nodes.push_back(in.tag("a node", 0));
}

}  // namespace

bool read_nodes_2(GmshRecords& at) {
  if (at.now.step == GmshStep::header) {
    if (!at.read_count()) return false;
    at.begin(at.now.total);
  }
  if (!at.read_run(sizeof(int) + sizeof(Point), [&] {
        at.model->tags.push_back(at.in.tag("a node", 0));
        at.add_point();
      }))
    return false;
  at.now.step = GmshStep::end;
  return true;
}

bool read_elements_2(GmshRecords& at) {
  GmshState::Numbers& now = at.now;
  if (now.step == GmshStep::header) {
    if (!at.read_count()) return false;
    at.begin(now.total);
    if (at.in.is_binary()) now.step = GmshStep::block;
  }
  if (now.step == GmshStep::block) {
    if (now.done == now.total) {
      now.step = GmshStep::end;
      return true;
    }
    if (!at.in.next_record(3 * sizeof(int))) return false;
    now.type = at.type_of(at.in.tag("an element type"));
    now.run =
        std::min<std::int64_t>(at.in.tag("the number of elements in the block", 1), now.total - now.done);
    now.tags = at.in.tag("the number of tags", 0, most_tags);
    now.step = GmshStep::records;
  }
  const std::size_t numbers =
      static_cast<std::size_t>(1 + at.type().nodes) + static_cast<std::size_t>(now.tags);
  if (!at.read_run(numbers * sizeof(int), [&] { add_element(at); })) return false;
  now.step = at.in.is_binary() ? GmshStep::block : GmshStep::end;
  return true;
}

}  // namespace partita::mesh
