#include "table.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include <partita/support/error.hpp>

namespace partita::bench {

namespace {

using Cell = std::function<std::optional<double>(const Row& of_case)>;

// The rows that differ by `same` from all before: one row for each column, line or table.
std::vector<Row> distinct(std::span<const Row> rows, auto&& same) {
  std::vector<Row> result;
  for (const Row& row : rows)
    if (std::ranges::none_of(result, [&](const Row& before) { return same(before, row); }))
      result.push_back(row);
  return result;
}

std::string number(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
  return digits;
}

class Table {
 public:
  explicit Table(std::vector<Row> rows) : rows_(std::move(rows)), columns_(distinct(rows_, same_case)) {}

  std::string text() const {
    const Row& any = rows_.front();
    std::string all = partita::text("\n", any.placement, ", ", any.operation, ": microseconds\n\n| |");
    for (const Row& column : columns_)
      all += partita::text(" ", column.vertices, " x ", column.components, " |");
    all += "\n| --- |";
    for (std::size_t k = 0; k < columns_.size(); ++k) all += " --- |";
    all += "\n| bytes |";
    for (const Row& column : columns_) all += partita::text(" ", column.bytes, " |");
    all += "\n";
    const auto same_variant = [](const Row& one, const Row& other) { return one.variant == other.variant; };
    for (const Row& variant : distinct(rows_, same_variant))
      all +=
          line(variant.variant, [&](const Row& of_case) { return microseconds(of_case, variant.variant); });
    if (std::ranges::none_of(rows_, &Row::is_pick)) return all;

    all += line("partita / best untuned peer", pick(&Row::ratio_to_best_untuned_peer));
    all += line("partita / best peer", pick(&Row::ratio_to_best_peer));
    all += line("partita / floor", pick(&Row::ratio_to_floor));
    all += line("partita / best of its variants",
                [&](const Row& of_case) { return pick_to_best_contender(of_case); });
    return all;
  }

 private:
  std::string line(const std::string& name, const Cell& cell) const {
    std::string result = partita::text("| ", name, " |");
    for (const Row& column : columns_) {
      const std::optional<double> value = cell(column);
      result += partita::text(" ", value ? number(*value) : "-", " |");
    }
    return result + "\n";
  }

  std::optional<double> microseconds(const Row& of_case, const std::string& variant) const {
    for (const Row& row : rows_)
      if (same_case(row, of_case) && row.variant == variant) return row.microseconds;
    return std::nullopt;
  }

  Cell pick(std::optional<double> Row::*ratio) const {
    return [this, ratio](const Row& of_case) -> std::optional<double> {
      for (const Row& row : rows_)
        if (same_case(row, of_case) && row.is_pick) return row.*ratio;
      return std::nullopt;
    };
  }

  std::optional<double> pick_to_best_contender(const Row& of_case) const {
    std::optional<double> own, best;
    for (const Row& row : rows_) {
      if (!same_case(row, of_case) || !row.is_partita) continue;
      if (row.is_pick)
        own = row.microseconds;
      else
        best = std::min(row.microseconds, best.value_or(row.microseconds));
    }
    return own && best ? std::optional(*own / *best) : std::nullopt;
  }

  std::vector<Row> rows_;     // of one placement and operation
  std::vector<Row> columns_;  // one of each case
};

}  // namespace

std::string tables(std::span<const Row> rows) {
  const auto same_table = [](const Row& one, const Row& other) {
    return one.placement == other.placement && one.operation == other.operation;
  };
  std::string all;
  for (const Row& table : distinct(rows, same_table)) {
    std::vector<Row> of_table;
    for (const Row& row : rows)
      if (same_table(row, table)) of_table.push_back(row);
    all += Table(std::move(of_table)).text();
  }
  return all;
}

}  // namespace partita::bench
