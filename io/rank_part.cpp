#include "rank_part.hpp"

#include <bit>
#include <cstddef>
#include <string>
#include <utility>

#include "schedule_columns.hpp"

namespace partita {

namespace {

// Columns packed into one sequence of numbers: first in, first out.
class Words {
 public:
  Words() = default;
  explicit Words(Column words) : words_(std::move(words)) {}

  void put(const Column& column) {
    words_.push_back(static_cast<std::int64_t>(column.size()));
    words_.insert(words_.end(), column.begin(), column.end());
  }

  Column take() {
    const auto begin = words_.begin() + next_ + 1;
    const auto end = begin + words_[static_cast<std::size_t>(next_)];
    next_ = end - words_.begin();
    return {begin, end};
  }

  Column release() { return std::move(words_); }

 private:
  Column words_;
  std::ptrdiff_t next_ = 0;
};

Column numbers_of(const ScheduleOptions& options) {
  return {static_cast<std::int64_t>(options.algorithm),
          std::bit_cast<std::int64_t>(options.seed),
          options.machine.rewards_exchanges,
          options.machine.ranks_per_host,
          std::bit_cast<std::int64_t>(options.splitting.start_up),
          options.splitting.most_phases,
          static_cast<std::int64_t>(options.stages.first),
          static_cast<std::int64_t>(options.stages.second),
          options.standard_dimensions};
}

ScheduleOptions options_of(const Column& numbers, const Column& machine_name, int ranks) {
  ScheduleOptions options;
  options.algorithm = static_cast<Algorithm>(numbers[0]);
  options.seed = std::bit_cast<std::uint64_t>(numbers[1]);
  options.machine = machine_named(std::string(machine_name.begin(), machine_name.end()), ranks);
  options.machine.rewards_exchanges = numbers[2] != 0;
  options.machine.ranks_per_host = static_cast<int>(numbers[3]);
  options.splitting = {std::bit_cast<double>(numbers[4]), static_cast<int>(numbers[5])};
  options.stages = {static_cast<Algorithm>(numbers[6]), static_cast<Algorithm>(numbers[7])};
  options.standard_dimensions = static_cast<int>(numbers[8]);
  return options;
}

}  // namespace

std::vector<Parcel<std::int64_t>> packed_parts(const CommunicationMatrix& matrix, const Schedule& forward,
                                               const Schedule& backward) {
  const ScheduleOptions& options = forward.options;
  const std::vector<SourceVector> sources = matrix.sources();
  std::vector<Parcel<std::int64_t>> all;
  for (std::size_t k = 0; k < sources.size(); ++k) {
    Words words;
    words.put(numbers_of(options));
    const std::string machine = options.machine.name();
    words.put({machine.begin(), machine.end()});
    ScheduleColumns columns;
    append(columns, matrix.destinations(static_cast<int>(k)), {forward.tables[k], backward.tables[k]});
    for_each_column(columns,
                    [&](const std::string&, const Column& column, ColumnKind) { words.put(column); });
    Column source_words;
    for (const auto [from, length] : sources[k])
      source_words.insert(source_words.end(), {Units{from}, length});
    words.put(source_words);
    all.push_back({static_cast<int>(k), words.release()});
  }
  return all;
}

RankPart unpacked(Column parcel, int ranks) {
  Words words(std::move(parcel));
  const Column numbers = words.take(), machine_name = words.take();
  ScheduleColumns columns;
  for_each_column(columns, [&](const std::string&, Column& column, ColumnKind) { column = words.take(); });
  SourceVector sources;
  const Column source_words = words.take();
  for (std::size_t k = 0; k < source_words.size(); k += 2)
    sources.push_back({static_cast<int>(source_words[k]), source_words[k + 1]});
  return {options_of(numbers, machine_name, ranks), tables(columns, 0), destinations(columns, 0),
          std::move(sources)};
}

}  // namespace partita
