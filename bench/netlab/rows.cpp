#include "bench/netlab/rows.hpp"

#include <algorithm>
#include <cstdio>
#include <span>

#include <partita/support/duration.hpp>
#include <partita/support/error.hpp>

namespace partita::netlab {

namespace {

using Cell = std::span<const Row>;

std::vector<Cell> cells_of(const std::vector<Row>& rows) {
  std::vector<Cell> cells;
  for (std::size_t first = 0, k = 1; k <= rows.size(); ++k)
    if (k == rows.size() || rows[k].description != rows[first].description ||
        rows[k].mean_bytes != rows[first].mean_bytes) {
      cells.push_back(Cell(rows).subspan(first, k - first));
      first = k;
    }
  return cells;
}

template <class Seconds>
const Row& least(Cell cell, Seconds&& seconds) {
  return *std::ranges::min_element(cell, {}, seconds);
}

const Row& chosen(Cell cell) { return *std::ranges::find_if(cell, &Row::is_chosen); }
const Row& all_at_once(Cell cell) { return *std::ranges::find(cell, Strategy{}, &Row::strategy); }

std::string name_of(const Row& row) {
  return row.order.empty() ? name_of(row.strategy) : text(row.order, " ", name_of(row.strategy.way.protocol));
}

double median_of(const Row& row) { return row.times.median; }

// Time of the chosen strategy over that of the best.
double regret(Cell cell) { return median_of(chosen(cell)) / median_of(least(cell, median_of)); }

// The same, but one half of the rounds selects the best and the other half gives its time; mean of both ways.
double fair_regret(Cell cell) {
  double sum = 0;
  for (const int half : {0, 1}) {
    const Row& best = least(cell, [&](const Row& row) { return row.times.median_of_half[half]; });
    sum += chosen(cell).times.median_of_half[1 - half] / best.times.median_of_half[1 - half];
  }
  return sum / 2;
}

std::string three(std::vector<double> values) {
  std::ranges::sort(values);
  const auto of = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
  };
  char line[96];
  std::snprintf(line, sizeof line, "median %.2f, nine in ten %.2f, worst %.2f", of(0.5), of(0.9), of(1));
  return line;
}

std::string line(Cell cell) {
  const Row &plain = all_at_once(cell), &best = least(cell, median_of), &choice = chosen(cell);
  char all[320];
  std::snprintf(all, sizeof all, "%-28s %5.0f KB  %9s  %9s  %-26s %9s  %-26s %5.2f %5.2f\n",
                cell.front().description.c_str(), cell.front().mean_bytes / 1024,
                time_of(median_of(plain)).c_str(), time_of(median_of(best)).c_str(), name_of(best).c_str(),
                time_of(median_of(choice)).c_str(), name_of(choice).c_str(), regret(cell),
                median_of(plain) / median_of(choice));
  return all;
}

}  // namespace

std::string csv_heading() {
  return "machine,ranks,matrix,bytes,seed,algorithm,protocol,window,message_bytes,median_seconds,worst_"
         "seconds,"
         "even_rounds_seconds,odd_rounds_seconds,predicted_seconds,chosen\n";
}

std::string csv_of(const Row& row) {
  const auto& [median, worst, halves] = row.times;
  char numbers[160];
  std::snprintf(numbers, sizeof numbers, "%.0f,%.6g,%.6g,%.6g,%.6g,%.6g,%d\n", row.mean_bytes, median, worst,
                halves[0], halves[1], row.predicted, row.is_chosen ? 1 : 0);
  return text(row.machine, ",", row.ranks, ",", row.description, ",", row.bytes_per_unit, ",", row.seed, ",",
              row.order.empty() ? name_of(row.strategy.algorithm) : row.order, ",",
              name_of(row.strategy.way.protocol), ",", row.strategy.way.window, ",", numbers);
}

std::string csv_heading_of_runs() {
  return "network,ranks,matrix,message_bytes,choice,replays,made,finished,seconds,even_seconds,odd_seconds,"
         "first,last\n";
}

std::string csv_of(const RunRow& row) {
  const auto& [seconds, halves, made, finished, first, last, reason] = row.time;
  char numbers[160];
  std::snprintf(numbers, sizeof numbers, "%.0f,%d,%d,%d,%d,%.6g,%.6g,%.6g", row.mean_bytes,
                row.is_choice ? 1 : 0, row.replays, made, finished ? 1 : 0, seconds, halves[0], halves[1]);
  return text(row.network, ",", row.ranks, ",", row.description, ",", numbers, ",", name_of(first), ",",
              name_of(last), "\n");
}

std::string summary(const std::vector<Row>& rows) {
  std::string all =
      "messages                      of   all at once       best                                chosen"
      "                              /best  won\n";
  std::vector<double> regrets, fair_regrets;
  for (const Cell cell : cells_of(rows)) {
    all += line(cell);
    regrets.push_back(regret(cell));
    fair_regrets.push_back(fair_regret(cell));
  }
  return text(all, "\nchosen over best: ", three(regrets),
              "\nthe same, the best found by every other round and compared by the rest: ",
              three(fair_regrets), "\n");
}

}  // namespace partita::netlab
