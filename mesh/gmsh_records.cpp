#include <algorithm>

#include <partita/mesh/gmsh_records.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

bool GmshRecords::read_count() {
  constexpr std::size_t least_bytes = 6;  // of each record
  if (!in.next_line()) return false;
  now.total = in.count(name(), least_bytes);
  in.end_of_line();
  return true;
}

void GmshRecords::begin(std::int64_t records) {
  now.run = records;
  now.step = GmshStep::records;
  reserve();
}

void GmshRecords::reserve() {
  if (model == nullptr) return;
  const auto here = static_cast<std::size_t>(in.records_here(now.total - now.done, sizeof(Point)));
  if (now.section == GmshSection::nodes) {
    model->tags.reserve(model->tags.size() + here);
    model->points.reserve(model->points.size() + here);
    model->origin.points.reserve(model->origin.points.size() + here);
  } else if (now.section == GmshSection::elements) {
    model->elements.reserve(model->elements.size() + here);
    model->nodes.reserve(model->nodes.size() + 4 * here);
  }
}

void GmshRecords::add_point() {
  model->origin.points.push_back(in.position());
  Point& point = model->points.emplace_back();
  for (double& x : point) x = in.coordinate();
}

int GmshRecords::type_of(int number) const {
  const auto known = std::ranges::find(element_types, number, &ElementType::gmsh);
  const bool is_known = known != element_types.end();
  if (is_known && known->nodes > 0) return static_cast<int>(known - element_types.begin());
  in.fail("element type ", number, " (", is_known ? known->name : "unknown to this reader",
          ") is not read; mesh with elements of first order");
}

}  // namespace partita::mesh
