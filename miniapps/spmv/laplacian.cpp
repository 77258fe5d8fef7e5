#include "laplacian.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace partita::spmv {

namespace {

// Edge, smaller end first, and its weight.
struct Weighted {
  LocalEdge ends;
  double weight;
};

// Ghosts have the larger numbers: the smaller end is owned.
std::vector<Weighted> sorted(std::span<const LocalEdge> edges, std::span<const double> weights) {
  std::vector<Weighted> all;
  for (std::size_t k = 0; k < edges.size(); ++k)
    all.push_back({{std::min(edges[k][0], edges[k][1]), std::max(edges[k][0], edges[k][1])}, weights[k]});
  std::ranges::stable_sort(all, {}, &Weighted::ends);
  return all;
}

}  // namespace

Laplacian::Laplacian(const InspectedLoop& loop, std::span<const double> weights) : Product(loop.pattern()) {
  const local_index owned = loop.pattern().owned();
  offsets_.assign(static_cast<std::size_t>(owned) + 1, 0);
  for (const auto& [ends, weight] : sorted(loop.edges(), weights)) {
    if (ends[1] >= owned) {
      border_.push_back({ends[0], ends[1], weight});
      continue;
    }
    ++offsets_[static_cast<std::size_t>(ends[0]) + 1];
    ends_.push_back(ends[1]);
    weights_.push_back(weight);
  }
  for (std::size_t v = 1; v < offsets_.size(); ++v) offsets_[v] += offsets_[v - 1];
}

void Laplacian::interior(const double* x, double* y) const {
  const local_index* const offsets = offsets_.data();
  const local_index* const ends = ends_.data();
  const double* const weights = weights_.data();
  const std::size_t vertices = offsets_.size() - 1;
  std::fill_n(y, vertices, 0.0);
  for (std::size_t a = 0; a < vertices; ++a) {
    const double x_a = x[a];
    double sum = 0;
    const local_index last = offsets[a + 1];
    for (local_index edge = offsets[a]; edge < last; ++edge) {
      const double flow = weights[edge] * (x_a - x[ends[edge]]);
      y[ends[edge]] -= flow;
      sum += flow;
    }
    y[a] += sum;
  }
}

void Laplacian::border(const double* x, double* y) const {
  for (const auto& [here, ghost, weight] : border_) y[here] += weight * (x[here] - x[ghost]);
}

Rows Laplacian::rows() const {
  const auto vertices = offsets_.size() - 1;
  std::vector<std::vector<std::pair<local_index, double>>> entries(vertices);
  std::vector<double> diagonal(vertices, 0);
  const auto add = [&](local_index row, local_index column, double weight) {
    entries[static_cast<std::size_t>(row)].emplace_back(column, -weight);
    diagonal[static_cast<std::size_t>(row)] += weight;
  };
  for (std::size_t a = 0; a < vertices; ++a)
    for (auto edge = static_cast<std::size_t>(offsets_[a]); edge < static_cast<std::size_t>(offsets_[a + 1]);
         ++edge) {
      add(static_cast<local_index>(a), ends_[edge], weights_[edge]);
      add(ends_[edge], static_cast<local_index>(a), weights_[edge]);
    }
  for (const auto& [here, ghost, weight] : border_) add(here, ghost, weight);

  Rows rows{{0}, {}, {}};
  for (std::size_t row = 0; row < vertices; ++row) {
    entries[row].emplace_back(static_cast<local_index>(row), diagonal[row]);
    std::ranges::sort(entries[row]);
    for (const auto& [column, value] : entries[row]) {
      rows.columns.push_back(column);
      rows.values.push_back(value);
    }
    rows.offsets.push_back(checked_local(std::ssize(rows.columns)));
  }
  return rows;
}

}  // namespace partita::spmv
