#include <algorithm>
#include <utility>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/exchange.hpp>
#include <partita/executor/planned_exchange.hpp>
#include <partita/support/error.hpp>

namespace partita {

using namespace detail;

Exchange::Exchange(const AccessPattern& pattern) : Exchange(pattern, Places(pattern)) {}

Exchange::Exchange(const AccessPattern& pattern, Places places)
    : Exchange(pattern, std::move(places), choose_plan(pattern)) {}

Exchange::Exchange(const AccessPattern& pattern, Plan plan) : Exchange(pattern, pattern, std::move(plan)) {}

Exchange::Exchange(const AccessPattern& pattern, Places places, Plan plan)
    : exchange_(
          std::make_unique<PlannedExchange>(MessageContents(pattern, std::move(places)), std::move(plan))) {}

Exchange::Exchange(std::vector<ExchangeEntry> entries, const PlanOptions& options)
    : Exchange(MessageContents(std::move(entries)), &options) {}

Exchange::Exchange(std::vector<ExchangeEntry> entries)
    : Exchange(MessageContents(std::move(entries)), nullptr) {}

Exchange::Exchange(MessageContents contents, const PlanOptions* options) {
  Plan plan = options ? make_plan(contents.vectors(), *options)
                      : choose_plan(contents.vectors(), static_cast<double>(contents.granule()));
  exchange_ = std::make_unique<PlannedExchange>(std::move(contents), std::move(plan));
}

Exchange::Exchange(Exchange&&) noexcept = default;
Exchange& Exchange::operator=(Exchange&&) noexcept = default;
Exchange::~Exchange() = default;

PlannedExchange& Exchange::made() const {
  if (!exchange_) throw Error("an exchange was used that had been moved from; use the one it was moved to");
  return *exchange_;
}

Plan Exchange::plan() const { return made().plan(); }

void Exchange::gather_fields(Fields fields) {
  made().begin_gather(fields, fields);
  made().finish_gather();
}

void Exchange::begin_gather_fields(Fields fields) { made().begin_gather(fields, fields); }

void Exchange::finish_gather_fields(Fields fields) {
  made().finish_gather();
  made().require_gather_of(fields);
}

void Exchange::scatter_fields(Fields fields, Combine combine) {
  made().begin_scatter(fields, fields, combine);
  made().finish_scatter(combine);
}

void Exchange::begin_scatter_fields(Fields fields, Combine combine) {
  made().begin_scatter(fields, fields, combine);
}

void Exchange::finish_scatter_fields(Fields fields, Combine combine) {
  made().finish_scatter(combine);
  made().require_scatter_of(fields);
}

void Exchange::require_single_copies() const { made().require_single_copies(); }

const AccessPattern& Exchange::pattern() const { return made().pattern(); }

void Exchange::require_idle_gather() const { made().gather_replay().require_idle(); }
void Exchange::require_idle_scatter() const { made().scatter_replay()->require_idle(); }

void Exchange::begin_gather_records(const std::byte* owned, std::byte* ghosts, std::size_t record_bytes,
                                    Fields values) {
  made().gather_replay().next(record_bytes).begin(owned, ghosts, record_bytes, values);
  made().gather_replay().has_begun();
}

void Exchange::finish_gather_records() { made().gather_replay().finish(); }

void Exchange::begin_scatter_records(const std::byte* ghosts, std::byte* owned, std::size_t record_bytes,
                                     Fields values) {
  made().scatter_replay()->next(record_bytes).begin(ghosts, owned, record_bytes, values);
  made().scatter_replay()->has_begun();
}

void Exchange::finish_scatter_records() { made().scatter_replay()->finish(); }

void Exchange::fit(FieldMemory& field, std::size_t elements, std::size_t f) const {
  const auto& entries = made().contents().entries();
  const bool is_of_records = made().contents().granule() == 0;
  const auto& [pattern, places, shape] = entries[is_of_records ? 0 : std::min(f, entries.size() - 1)];
  const auto size = static_cast<std::size_t>(std::max(places.owned_extent(), places.ghost_extent()));
  if (!is_of_records) {
    if (field.value_bytes != shape.value_bytes || differ(field.kind, shape.kind))
      throw Error("entry ", f, " of an exchange was given ", in_words({&field, 1}), "; it was made for ",
                  shape.kind == ValueKind::unknown ? text(shape.value_bytes, " bytes a value")
                                                   : in_words({&shape, 1}));
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
  if (elements != size)
    throw Error("an exchange was given ", elements, " elements; it needs one for each of its ", size,
                " local values (", pattern.owned(), " owned and ", pattern.ghosts(), " ghosts from ",
                pattern.first_ghost(),
                "); give several components, or a longer array, as FieldView::contiguous(range, components)");
}

}  // namespace partita
