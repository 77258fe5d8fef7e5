#include <algorithm>
#include <span>
#include <vector>

#include <partita/inspector/localize.hpp>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"

using namespace partita;
using namespace partita::c;

namespace {

// Global numbers from 0, as the inspector counts.
std::vector<global_index> from_zero(std::span<const int64_t> numbers, int base) {
  std::vector<global_index> all(numbers.begin(), numbers.end());
  for (global_index& number : all) number -= base;
  return all;
}

// Makes a table of what `values` returns on each rank.
int make_table(MPI_Comm comm, int base, partita_table** table, auto&& values, auto&& make) {
  return make_handle(
      comm, table,
      [&] {
        check_base(base);
        return values();
      },
      [&](const Communicator& ranks, const auto& arguments) {
        return decltype(partita_table::content){counting_from(base, [&] { return make(ranks, arguments); }),
                                                base};
      });
}

}  // namespace

int partita_table_from_owned(MPI_Comm comm, int base, int owned, const int64_t* global,
                             partita_table** table) {
  return make_table(
      comm, base, table, [&] { return from_zero(values(global, owned, "the global numbers"), base); },
      [](const Communicator& ranks, const auto& numbers) {
        return TranslationTable::from_owned(ranks, numbers);
      });
}

int partita_table_from_parts(MPI_Comm comm, int base, ptrdiff_t n, const int* part, partita_table** table) {
  return make_table(
      comm, base, table, [&] { return values(part, n, "the partition vector"); },
      [](const Communicator& ranks, const auto& parts) {
        return TranslationTable::from_partition(ranks, parts);
      });
}

int partita_table_owned(const partita_table* table, int* owned) {
  return call([&] {
    given(owned, "the place for the number of owned values") =
        given(table, "the table").content.table.owned();
  });
}

int partita_table_global(const partita_table* table, int64_t* global) {
  return call([&] {
    const auto& [all, base] = given(table, "the table").content;
    const auto numbers = values(global, all.owned(), "the place for global numbers");
    for (local_index value = 0; value < all.owned(); ++value)
      numbers[static_cast<std::size_t>(value)] = all.global(value) + base;
  });
}

int partita_table_locate(const partita_table* table, ptrdiff_t n, const int64_t* global, int* owner,
                         int* place) {
  return call([&] {
    const auto& [comm, content] = given(table, "the table");
    const auto [numbers, owners, places] = collectively(*comm, [&, &content = content] {
      return std::tuple{from_zero(values(global, n, "the global numbers"), content.base),
                        values(owner, n, "the place for owners"), values(place, n, "the place for places")};
    });
    const std::vector<Location> found = counting_from(
        content.base, [&, &content = content, &numbers = numbers] { return content.table.locate(numbers); });
    std::ranges::transform(found, owners.begin(), &Location::rank);
    std::ranges::transform(found, places.begin(),
                           [base = content.base](const Location& location) { return location.index + base; });
  });
}

int partita_table_free(partita_table** table) { return free_handle(table, "the table to be freed"); }

int partita_localize(const partita_table* table, ptrdiff_t n, const int64_t* references, int* local,
                     int* ghosts, partita_pattern** pattern) {
  return call([&] {
    const auto& [comm, content] = given(table, "the table");
    const auto [numbers, places] = collectively(*comm, [&, &content = content] {
      (void)given(ghosts, "the place for the number of ghosts");
      (void)given(pattern, "the pattern to be made");
      return std::pair{from_zero(values(references, n, "the references"), content.base),
                       values(local, n, "the place for local places")};
    });
    const Localized localized = counting_from(content.base, [&, &content = content, &numbers = numbers] {
      return localize(content.table, numbers);
    });
    *pattern = new partita_pattern{comm, {localized.pattern, Places(localized.pattern)}};
    *ghosts = localized.pattern.ghosts();
    std::ranges::transform(localized.indices, places.begin(),
                           [base = content.base](local_index index) { return index + base; });
  });
}
