#include <bit>
#include <cstring>
#include <limits>
#include <vector>

#include <partita/executor/marks/fingerprint.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/exact_sum.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/xxh64.hpp>

namespace partita {

std::string Fingerprint::hex() const { return partita::hex(sums[0]) + partita::hex(sums[1]); }

namespace detail {

std::span<const std::byte> OwnedValues::values(local_index k, std::vector<std::byte>& bytes) const {
  const local_index e = entity(k);
  const std::byte* const first = field.first_value(e);
  const std::size_t components = field.count(e);
  if (field.is_dense()) return {first, components * field.value_bytes};
  bytes.resize(components * field.value_bytes);
  for (std::size_t c = 0; c < components; ++c)
    std::memcpy(bytes.data() + c * field.value_bytes, first + field.offset(c), field.value_bytes);
  return bytes;
}

double number_of(const std::byte* value, std::size_t bytes, ValueKind kind) {
  const auto read = [&]<class T>(T number) {
    std::memcpy(&number, value, sizeof number);
    return static_cast<double>(number);
  };
  if (kind == ValueKind::floating) return bytes == 8 ? read(0.0) : bytes == 4 ? read(0.0F) : 0;
  if (kind == ValueKind::integer) return bytes == 8 ? read(std::int64_t{}) : bytes == 4 ? read(0) : 0;
  if (kind == ValueKind::natural) return bytes == 8 ? read(std::uint64_t{}) : bytes == 4 ? read(0U) : 0;
  return 0;
}

Digest digest(const Communicator& comm, const OwnedValues& owned) {
  const FieldMemory& field = owned.field;
  const bool is_floating =
      field.kind == ValueKind::floating && (field.value_bytes == 8 || field.value_bytes == 4);
  Digest mine;
  std::array<ExactSum, 5> sums;
  constexpr std::size_t block = 1024;  // long spans are added faster than single values
  std::array<std::vector<double>, 5> waiting;
  const auto add_those_that_wait = [&] {
    sums[4].add_products(waiting[4], waiting[4]);
    for (std::size_t s = 0; s < 4; ++s) sums[s].add(waiting[s]);
    for (auto& values : waiting) values.clear();
  };
  std::vector<std::byte> room;
  for (local_index k = 0; k < owned.count; ++k) {
    if (owned.is_elsewhere(k)) continue;
    ++mine.count;
    const auto name = static_cast<std::uint64_t>(owned.number(k));
    const std::span<const std::byte> bytes = owned.values(k, room);
    mine.fingerprint.sums[0] += xxh64(bytes, mixed(name));
    mine.fingerprint.sums[1] += xxh64(bytes, mixed(~name));
    if (!is_floating) continue;
    for (std::size_t c = 0; c * field.value_bytes < bytes.size(); ++c) {
      const double value = number_of(bytes.data() + c * field.value_bytes, field.value_bytes, field.kind);
      mine.nan += (std::bit_cast<std::uint64_t>(value) & ~(std::uint64_t{1} << 63)) > 0x7ff0000000000000;
      waiting[4].push_back(value);
      const std::uint64_t signs = mixed(mixed(name) + c);
      for (std::size_t s = 0; s < 4; ++s) waiting[s].push_back((signs >> s & 1) != 0 ? value : -value);
    }
    if (waiting[4].size() >= block) add_those_that_wait();
  }
  add_those_that_wait();
  Digest all;
  std::array<std::uint64_t, 4> counts{mine.fingerprint.sums[0], mine.fingerprint.sums[1], mine.count,
                                      mine.nan};
  detail::all_reduce(comm, counts.data(), 4, MPI_UINT64_T, MPI_SUM, {"reduction", "a fingerprint"});
  all = {{{counts[0], counts[1]}}, counts[2], counts[3]};
  sum_over_ranks(comm, sums, "a fingerprint");
  all.norm = is_floating ? sums[4].square_root() : std::numeric_limits<double>::quiet_NaN();
  for (std::size_t s = 0; s < 4; ++s) all.sketch[s] = sums[s].value();
  return all;
}

}  // namespace detail

Fingerprint fingerprint(const TranslationTable& table, const FieldMemory& field) {
  std::vector<global_index> numbers(static_cast<std::size_t>(table.owned()));
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = table.global(static_cast<local_index>(k));
  return detail::digest(table.communicator(), {field, numbers, table.owned()}).fingerprint;
}

}  // namespace partita
