#include "rank_part.hpp"

#include <bit>
#include <cstddef>
#include <string>
#include <utility>

#include <partita/schedule/schedule_columns.hpp>

namespace partita {

using namespace detail;

namespace {

// An option as words, and back.
Column packed(const Machine& machine) {
  const std::string name = machine.name();
  return {name.begin(), name.end()};
}
template <class T>
Column packed(T option) {
  if constexpr (sizeof(T) == sizeof(std::int64_t))
    return {std::bit_cast<std::int64_t>(option)};
  else
    return {static_cast<std::int64_t>(option)};
}

void unpack(const Column& words, Machine& machine, int ranks) {
  machine = machine_named(std::string(words.begin(), words.end()), ranks);
}
template <class T>
void unpack(const Column& words, T& option, int /*ranks*/) {
  if constexpr (sizeof(T) == sizeof(std::int64_t))
    option = std::bit_cast<T>(words.front());
  else
    option = static_cast<T>(words.front());
}

}  // namespace

std::vector<Parcel<std::int64_t>> packed_parts(const CommunicationMatrix& matrix, const Schedule& forward,
                                               const Schedule& backward) {
  const std::vector<SourceVector> sources = matrix.sources();
  std::vector<Parcel<std::int64_t>> all;
  for (std::size_t k = 0; k < sources.size(); ++k) {
    Column words;
    for_each_option(forward.options, [&](const char*, const auto& option) { put(words, packed(option)); });
    ScheduleColumns columns;
    const int rank = static_cast<int>(k);
    append(columns, matrix.destinations(rank), matrix.indices(rank), {forward.tables[k], backward.tables[k]});
    put(words, columns);
    Column source_words;
    for (const auto [from, length] : sources[k])
      source_words.insert(source_words.end(), {Units{from}, length});
    put(words, source_words);
    all.push_back({static_cast<int>(k), std::move(words)});
  }
  return all;
}

RankPart unpacked(const std::vector<std::int64_t>& parcel, int ranks) {
  auto next = parcel.begin();
  ScheduleOptions options;
  for_each_option(options, [&](const char*, auto& option) { unpack(take(next), option, ranks); });
  const ScheduleColumns columns = take_columns(next);
  SourceVector sources;
  const Column source_words = take(next);
  for (std::size_t k = 0; k < source_words.size(); k += 2)
    sources.push_back({static_cast<int>(source_words[k]), source_words[k + 1]});
  return {options, tables(columns, 0), destinations(columns, 0), indices(columns, 0), std::move(sources)};
}

}  // namespace partita
