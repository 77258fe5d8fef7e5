#include <algorithm>

#include <partita/executor/exchange/exchange_marks.hpp>
#include <partita/support/error.hpp>
#include <partita/support/mark_file.hpp>

namespace partita::detail {

AccessPattern NumberedContents::pattern(std::size_t f) const {
  const auto& [pattern, places, field] = contents.entry_of(f);
  if (of_entities.empty()) return pattern;
  std::vector<global_index> numbers;
  for (local_index value = 0; value < pattern.owned(); ++value)
    if (const auto entity = static_cast<std::size_t>(places.of_owned(value)); entity < of_entities.size())
      numbers.push_back(of_entities[entity]);
    else
      throw Error("owned value ", value, " of rank ", pattern.communicator().rank(), " lies at entity ",
                  entity, ", but only ", of_entities.size(),
                  " entities were numbered; number all that are owned");
  return pattern.numbered(std::move(numbers));
}

std::string ExchangeMarks::called(const char* direction) const {
  return name_.empty() ? direction : text(direction, " of ", name_);
}

bool ExchangeMarks::begins(Direction direction, const NumberedContents& contents, FieldList owned,
                           FieldList ghosts) {
  Call call{CallSite::here()};
  file_.add_site(call.site.hash, call.site.frames);
  call.is_skipped = file_.skips(call.site.hash);
  if (direction == Direction::gather) {
    record_all(called("gather"), call.site, contents, owned);
    if (!call.is_skipped)
      for (const FieldMemory& field : ghosts)
        file_.brings(field.data, text(called("gather"), " at mark ", file_.latest()));
  }
  call.watch.restart();  // what is recorded is no part of its time
  (direction == Direction::gather ? gather_ : scatter_) = std::move(call);
  return !is_skipped(direction);
}

bool ExchangeMarks::is_skipped(Direction direction) const {
  const auto& call = direction == Direction::gather ? gather_ : scatter_;
  return call && call->is_skipped;
}

void ExchangeMarks::finished(Direction direction, const NumberedContents& contents, FieldList owned) {
  auto& call = direction == Direction::gather ? gather_ : scatter_;
  if (!call) return;
  if (!call->is_skipped) file_.add_time(call->site.hash, call->watch.seconds());
  if (direction == Direction::scatter) record_all(called("scatter"), call->site, contents, owned);
  call.reset();
}

void ExchangeMarks::mark(std::string_view name, const NumberedContents& contents, FieldList owned) {
  const CallSite site = CallSite::here();
  file_.add_site(site.hash, site.frames);
  record_all(name, site, contents, owned);
}

// All entities that were numbered are recorded: others may need only some of what is owned.
void ExchangeMarks::record_all(std::string_view mark, const CallSite& site, const NumberedContents& numbered,
                               FieldList owned) {
  const auto& [contents, of_entities] = numbered;
  for (const FieldMemory& field : owned) {
    std::size_t room = field.entities;
    if (field.varies)
      room = std::min(room, field.offsets.empty() ? field.counts.size() : field.offsets.size() - 1);
    if (of_entities.size() > room)
      throw Error(of_entities.size(), " entities of an exchange were numbered, but a field has ", room,
                  "; number those that are owned");
  }
  const std::uint64_t number = file_.next();
  for (std::size_t f = 0; f < owned.size(); ++f) {
    const auto& [pattern, places, shape] = contents.entry_of(f);
    std::vector<local_index> bordering = needed_values(pattern.needed_by());
    if (!of_entities.empty())
      for (local_index& value : bordering) value = places.of_owned(value);
    std::ranges::sort(bordering);
    const OwnedValues values =
        of_entities.empty()
            ? OwnedValues{owned[f], pattern.numbers(), pattern.owned(), &places}
            : OwnedValues{owned[f], of_entities, static_cast<local_index>(of_entities.size())};
    record(file_, pattern.communicator(), number, mark, site.hash, text(f), values, bordering);
  }
}

}  // namespace partita::detail
