#include "step.hpp"

#include <atomic>

namespace partita::bench {

namespace {

volatile double sink;  // makes reads count as used

// Border and ghosts of a field, whatever its layout.
class Border {
 public:
  Border(const GhostValues& ghosts, const Field& field, Layout layout)
      : ghosts_(ghosts),
        field_(field),
        vertex_stride_(layout == Layout::by_vertex ? field.components : 1),
        component_stride_(layout == Layout::by_vertex ? 1 : field.vertices) {}

  void write_owned(double value) {
    for (const local_index vertex : ghosts_.border) write(vertex, value);
  }

  void write_ghosts(double value) {
    const AccessPattern& pattern = ghosts_.pattern;
    for (local_index ghost = pattern.first_ghost(); ghost < pattern.local_size(); ++ghost)
      write(ghost, value);
  }

  void read_owned() const {
    double sum = 0;
    for (const local_index vertex : ghosts_.border) sum += read(vertex);
    sink = sum;
  }

  void read_ghosts() const {
    const AccessPattern& pattern = ghosts_.pattern;
    double sum = 0;
    for (local_index ghost = pattern.first_ghost(); ghost < pattern.local_size(); ++ghost) sum += read(ghost);
    sink = sum;
  }

 private:
  double* at(local_index vertex) const {
    return field_.values + static_cast<std::size_t>(vertex) * vertex_stride_;
  }

  void write(local_index vertex, double value) {
    double* const first = at(vertex);
    for (std::size_t c = 0; c < field_.components; ++c) first[c * component_stride_] = value;
  }

  double read(local_index vertex) const {
    const double* const first = at(vertex);
    double sum = 0;
    for (std::size_t c = 0; c < field_.components; ++c) sum += first[c * component_stride_];
    return sum;
  }

  const GhostValues& ghosts_;
  Field field_;
  std::size_t vertex_stride_, component_stride_;
};

// Keeps the compiler from merging code before and after, with or without an exchange between.
void keep_apart() { std::atomic_signal_fence(std::memory_order_seq_cst); }

}  // namespace

void run_steps(const GhostValues& ghosts, const Field& field, Layout layout, Operation operation,
               Variant* variant, int steps) {
  Border border(ghosts, field, layout);
  for (int step = 0; step < steps; ++step) {
    if (operation != Operation::scatter_add) {
      border.write_owned(step);
      keep_apart();
      if (variant != nullptr) variant->gather();
      keep_apart();
      border.read_ghosts();
    }
    if (operation != Operation::gather) {
      border.write_ghosts(step);
      if (operation == Operation::scatter_add) border.write_owned(step);
      keep_apart();
      if (variant != nullptr) variant->scatter_add();
      keep_apart();
      border.read_owned();
    }
  }
}

}  // namespace partita::bench
