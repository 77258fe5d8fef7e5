#include <algorithm>
#include <utility>

#include <partita/executor/exchange.hpp>
#include <partita/support/error.hpp>

namespace partita {

using namespace detail;

Exchange::Exchange(detail::MessageContents contents, Plan plan)
    : plan_(std::move(plan)), fields_(std::move(contents), plan_) {}

Exchange::Exchange(const AccessPattern& pattern, Places places, Plan plan)
    : Exchange(detail::MessageContents(pattern, std::move(places)), std::move(plan)) {}

Exchange::Exchange(std::vector<ExchangeEntry> entries, const PlanOptions& options)
    : Exchange(detail::MessageContents(std::move(entries)), options) {}

Exchange::Exchange(std::vector<ExchangeEntry> entries)
    : Exchange(detail::MessageContents(std::move(entries)), std::nullopt) {}

Exchange::Exchange(detail::MessageContents contents, const std::optional<PlanOptions>& options)
    : plan_(options ? make_plan(contents.vectors(), *options)
                    : choose_plan(contents.vectors(), static_cast<double>(contents.granule()))),
      fields_(std::move(contents), plan_) {}

void Exchange::fit(FieldMemory& field, std::size_t elements, std::size_t f) const {
  const auto& entries = fields_.contents().entries();
  const bool is_of_records = fields_.contents().granule() == 0;
  const auto& [pattern, places, shape] = entries[is_of_records ? 0 : std::min(f, entries.size() - 1)];
  const auto size = static_cast<std::size_t>(std::max(places.owned_extent(), places.ghost_extent()));
  if (!is_of_records) {
    std::byte* const data = std::exchange(field, shape).data;
    field.data = data;
    const std::size_t wanted = !field.offsets.empty() ? field.offsets[size]
                               : field.is_packed()    ? size * field.components()
                                                      : 0;
    if (elements < wanted)
      throw Error("entry ", f, " of an exchange was given ", elements, " elements; its ", size,
                  " entities have ", wanted);
    return;
  }
  const bool fits = size == 0 ? elements == 0 : elements > 0 && elements % size == 0;
  if (!fits)
    throw Error("an exchange was given ", elements, " elements; it needs a multiple of its ", size,
                " local values (", pattern.owned(), " owned and ", pattern.ghosts(), " ghosts from ",
                pattern.first_ghost(), ")");
  field.extents[2] = size == 0 ? 0 : elements / size;
  field.strides[2] = static_cast<std::ptrdiff_t>(field.value_bytes);
  field.stride = static_cast<std::ptrdiff_t>(field.bytes());
}

}  // namespace partita
