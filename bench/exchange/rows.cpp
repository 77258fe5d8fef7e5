#include "rows.hpp"

#include <algorithm>

#include "median.hpp"

namespace partita::bench {

namespace {

// Least time of the `wanted` rows of this case.
std::optional<double> least(std::span<const Row> rows, const Row& of_case, auto&& wanted) {
  std::optional<double> best;
  for (const Row& row : rows)
    if (same_case(row, of_case) && wanted(row))
      best = std::min(row.microseconds, best.value_or(row.microseconds));
  return best;
}

// A net time may be zero or negative because of noise.
std::optional<double> ratio(double microseconds, const std::optional<double>& to) {
  return to && *to > 0 ? std::optional(microseconds / *to) : std::nullopt;
}

void set_ratios(std::vector<Row>& rows) {
  for (Row& row : rows) {
    row.ratio_to_best_untuned_peer =
        ratio(row.microseconds,
              least(rows, row, [](const Row& other) { return is_peer(other) && !is_tuned(other); }));
    row.ratio_to_best_peer = ratio(row.microseconds, least(rows, row, is_peer));
    row.ratio_to_floor =
        ratio(row.microseconds, least(rows, row, [](const Row& other) { return other.variant == "floor"; }));
  }
}

}  // namespace

std::string tuned_name(const std::string& variant, const std::string& how) {
  return variant + " [" + how + "]";
}

bool is_tuned(const Row& row) { return row.variant.ends_with(']'); }

bool is_peer(const Row& row) { return !row.is_partita && row.variant != "floor"; }

bool same_case(const Row& one, const Row& other) {
  return one.vertices == other.vertices && one.components == other.components &&
         one.operation == other.operation && one.placement == other.placement;
}

std::vector<Row> merge(std::span<const Row> rows) {
  std::vector<Row> merged;
  for (const Row& row : rows) {
    const auto same = [&](const Row& other) { return same_case(other, row) && other.variant == row.variant; };
    if (std::ranges::any_of(merged, same)) continue;
    std::vector<double> microseconds;
    for (const Row& other : rows)
      if (same(other)) microseconds.push_back(other.microseconds);
    merged.push_back(row);
    merged.back().microseconds = median(microseconds);
  }
  set_ratios(merged);
  return merged;
}

}  // namespace partita::bench
