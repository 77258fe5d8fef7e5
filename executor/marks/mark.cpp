#include <algorithm>
#include <cctype>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <partita/executor/marks/mark.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/call_site.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/mark_file.hpp>
#include <partita/support/settings.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

using namespace detail;

namespace {

// Names are columns of a record, and parts of the names of files.
std::string without_control_characters(std::string_view name) {
  std::string words(name);
  std::ranges::replace_if(
      words, [](unsigned char c) { return c < ' '; }, ' ');
  return words;
}
std::string for_a_file(std::string_view name) {
  std::string letters(name);
  std::ranges::replace_if(
      letters, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return letters;
}

// The free functions take fields that no exchange has checked.
void require_room(const FieldMemory& field, local_index entities) {
  if (field.entities < static_cast<std::size_t>(entities))
    throw Error("a field has ", field.entities, " entities, but the pattern needs ", entities);
}

std::string in_hex(double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%a", value);
  return digits;
}

// As a number if the type is known, else as bytes.
std::string in_words(std::span<const std::byte> value, ValueKind kind) {
  if (kind == ValueKind::floating || kind == ValueKind::integer || kind == ValueKind::natural) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", number_of(value.data(), value.size(), kind));
    return digits;
  }
  std::string digits = "0x";
  for (const std::byte byte : value) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x", static_cast<unsigned>(byte));
    digits += two;
  }
  return digits;
}

// All values of a field at a mark, ascending by global number: a line for each component.
std::string lines_of(const OwnedValues& owned, std::span<const local_index> bordering, int rank) {
  std::string lines;
  std::vector<std::byte> room;
  for (local_index k = 0; k < owned.count; ++k) {
    if (owned.is_elsewhere(k)) continue;
    const std::span<const std::byte> bytes = owned.values(k, room);
    const bool borders = std::ranges::binary_search(bordering, k);
    for (std::size_t c = 0; c * owned.field.value_bytes < bytes.size(); ++c)
      lines += text(
          (owned.numbers.empty() ? -1 : owned.number(k)), '\t', c, '\t',
          in_words(bytes.subspan(c * owned.field.value_bytes, owned.field.value_bytes), owned.field.kind),
          '\t', rank, '\t', borders ? "border" : "inner", '\n');
  }
  return lines;
}

}  // namespace

void detail::record(MarkFile& file, const Communicator& comm, std::uint64_t number, std::string_view mark,
                    std::string_view site, std::string_view field, const OwnedValues& values,
                    std::span<const local_index> bordering) {
  const Digest all = digest(comm, values);
  std::string line = text("mark\t", number, '\t', without_control_characters(mark), '\t', site, '\t',
                          without_control_characters(field), '\t', all.fingerprint.hex(), '\t', all.count,
                          '\t', all.nan, '\t', in_hex(all.norm));
  for (const double sketch : all.sketch) line += '\t' + in_hex(sketch);
  file.add(line);
  if (!file.wants_values_of(number)) return;
  const std::string mine = lines_of(values, bordering, comm.rank());
  std::vector<Parcel<char>> parts{{0, {mine.begin(), mine.end()}}};
  parts = sparse_exchange(comm, std::move(parts));
  collectively(comm, [&] {
    if (comm.rank() > 0) return;
    std::string lines;
    for (const Parcel<char>& part : parts) lines.append(part.content.begin(), part.content.end());
    write_whole(text(file.name().string(), ".", for_a_file(field), ".values"), lines);
  });
}

void mark(std::string_view name, const AccessPattern& pattern, FieldList fields) {
  const Communicator& comm = pattern.communicator();
  MarkFile* const file = comm.marks();
  if (file == nullptr) return;
  const CallSite site = CallSite::here();
  file->add_site(site.hash, site.frames);
  for (const FieldMemory& field : fields) require_room(field, pattern.owned());
  const std::uint64_t number = file->next();
  std::vector<local_index> bordering = needed_values(pattern.needed_by());
  std::ranges::sort(bordering);
  for (std::size_t f = 0; f < fields.size(); ++f)
    record(*file, comm, number, name, site.hash, text(f), {fields[f], pattern.numbers(), pattern.owned()},
           bordering);
}

void changed(const AccessPattern& pattern, FieldList fields) {
  if (!is_switched_on("PARTITA_POISON", false, "to set stale ghosts to NaN")) return;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr float short_nan = std::numeric_limits<float>::quiet_NaN();
  for (const FieldMemory& field : fields) {
    require_room(field, pattern.local_size());
    const bool is_long = field.value_bytes == sizeof nan;
    if (field.kind != ValueKind::floating || !(is_long || field.value_bytes == sizeof short_nan)) continue;
    for (local_index entity = pattern.first_ghost(); entity < pattern.local_size(); ++entity)
      for (std::size_t c = 0; c < field.count(entity); ++c)
        std::memcpy(field.first_value(entity) + field.offset(c),
                    is_long ? static_cast<const void*>(&nan) : &short_nan, field.value_bytes);
  }
}

void check_ghosts(std::string_view name, const AccessPattern& pattern, const Places& places,
                  const FieldMemory& field) {
  const Communicator& comm = pattern.communicator();
  collectively(comm, [&] { require_room(field, std::max(places.owned_extent(), places.ghost_extent())); });
  const OwnedValues owned{field, pattern.numbers(), pattern.owned(), &places};
  std::vector<std::byte> room;
  std::vector<Parcel<std::byte>> truth;
  std::vector<Parcel<global_index>> numbers;
  for (const NeededBy& neighbour : pattern.needed_by()) {
    truth.push_back({neighbour.rank, {}});
    numbers.push_back({neighbour.rank, {}});
    for (const local_index k : neighbour.owned) {
      const auto bytes = owned.values(k, room);
      truth.back().content.insert(truth.back().content.end(), bytes.begin(), bytes.end());
      numbers.back().content.push_back(pattern.numbers().empty() ? -1 : owned.number(k));
    }
  }
  truth = sparse_exchange(comm, std::move(truth));
  numbers = sparse_exchange(comm, std::move(numbers));
  std::size_t run = 0;
  std::string first;
  std::int64_t differ = 0;
  std::string problem;
  for (const GhostRun& ghosts : pattern.ghost_runs()) {
    std::size_t bytes = 0;
    for (local_index g = 0; g < ghosts.length; ++g)
      bytes += field.count(places.of_ghost(ghosts.first - pattern.first_ghost() + g)) * field.value_bytes;
    if (bytes != truth[run].content.size()) {
      problem =
          text("rank ", comm.rank(), " has ", bytes, " bytes of ghosts of ", name, " from rank ", ghosts.rank,
               ", which has ", truth[run].content.size(), "; give the same field on all ranks");
      ++run;
      continue;
    }
    const std::byte* expected = truth[run].content.data();
    for (local_index g = 0; g < ghosts.length; ++g) {
      const local_index entity = places.of_ghost(ghosts.first - pattern.first_ghost() + g);
      const std::size_t count = field.count(entity);
      for (std::size_t c = 0; c < count; ++c, expected += field.value_bytes) {
        const std::byte* const ghost = field.first_value(entity) + field.offset(c);
        if (std::memcmp(ghost, expected, field.value_bytes) == 0) continue;
        if (differ++ > 0) continue;
        const global_index number = numbers[run].content[static_cast<std::size_t>(g)];
        first = text("rank ", comm.rank(), " has ", in_words({ghost, field.value_bytes}, field.kind), " for ",
                     number < 0 ? text("entity ", entity) : text("global number ", number), ", component ", c,
                     ", of which its owner, rank ", ghosts.rank, ", has ",
                     in_words({expected, field.value_bytes}, field.kind));
      }
    }
    ++run;
  }
  MarkFile* const file = comm.marks();
  const std::string since = file == nullptr ? "" : file->last_brought(field.data);
  collectively(comm, [&] {
    if (!problem.empty()) throw Error(problem);
    if (differ > 0)
      throw Error("ghosts of ", name, " differ from their owners' values: ", first, "; ", differ, " of ",
                  pattern.ghosts(), " ghosts' values differ there", since.empty() ? "" : ", since ", since,
                  "; exchange the field before its ghosts are read");
  });
}

}  // namespace partita
