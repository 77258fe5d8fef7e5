#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include <partita/inspector/localize.hpp>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"

using namespace partita;
using namespace partita::c;

int partita_table_from_owned(MPI_Comm comm, int base, int owned, const int64_t* global,
                             partita_table** table) {
  return make_handle(comm, table, [&](const auto& ranks) {
    const auto numbers = collectively(*ranks, [&] {
      check_base(base);
      return from_zero(values(global, owned, "the global numbers"), base);
    });
    const auto make = [&] { return TranslationTable::from_owned(*ranks, numbers); };
    return partita_table{ranks, counting_from(base, make), base};
  });
}

int partita_table_from_parts(MPI_Comm comm, int base, ptrdiff_t n, const int* part, partita_table** table) {
  return make_handle(comm, table, [&](const auto& ranks) {
    const auto parts = collectively(*ranks, [&] {
      check_base(base);
      return values(part, n, "the partition vector");
    });
    const auto make = [&] { return TranslationTable::from_partition(*ranks, parts); };
    return partita_table{ranks, counting_from(base, make), base};
  });
}

int partita_table_owned(const partita_table* table, int* owned) {
  return call([&] {
    given(owned, "the place for the number of owned values") = given(table, "the table").table.owned();
  });
}

int partita_table_global(const partita_table* table, int64_t* global) {
  return call([&] {
    const auto& [comm, all, base] = given(table, "the table");
    const auto numbers = values(global, all.owned(), "the place for global numbers");
    for (local_index value = 0; value < all.owned(); ++value)
      numbers[static_cast<std::size_t>(value)] = all.global(value) + base;
  });
}

int partita_table_locate(const partita_table* table, ptrdiff_t n, const int64_t* global, int* owner,
                         int* place) {
  return call([&] {
    const partita_table& in = given(table, "the table");
    const auto [numbers, owners, places] = collectively(*in.comm, [&] {
      return std::tuple{from_zero(values(global, n, "the global numbers"), in.base),
                        values(owner, n, "the place for owners"), values(place, n, "the place for places")};
    });
    const std::vector<Location> found =
        counting_from(in.base, [&, &numbers = numbers] { return in.table.locate(numbers); });
    std::ranges::transform(found, owners.begin(), &Location::rank);
    std::ranges::transform(found, places.begin(),
                           [&](const Location& location) { return location.index + in.base; });
  });
}

int partita_table_free(partita_table** table) { return free_handle(table, "the table to be freed"); }

int partita_localize(const partita_table* table, ptrdiff_t n, const int64_t* references, int* local,
                     int* ghosts, partita_pattern** pattern) {
  return call([&] {
    const partita_table& in = given(table, "the table");
    const auto [numbers, places] = collectively(*in.comm, [&] {
      (void)given(ghosts, "the place for the number of ghosts");
      (void)given(pattern, "the pattern to be made");
      return std::pair{from_zero(values(references, n, "the references"), in.base),
                       values(local, n, "the place for local places")};
    });
    const Localized localized =
        counting_from(in.base, [&, &numbers = numbers] { return localize(in.table, numbers); });
    *pattern = new partita_pattern{in.comm, {localized.pattern, Places(localized.pattern)}};
    *ghosts = localized.pattern.ghosts();
    std::ranges::transform(localized.indices, places.begin(),
                           [&](local_index index) { return index + in.base; });
  });
}
