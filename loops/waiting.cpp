#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

#include <partita/loops/waiting.hpp>

namespace partita::loops {

namespace {

// Both reads and changes its own values: a second execution would read the changed values.
bool must_not_be_split(const OrderedLoop& loop) {
  return std::ranges::any_of(loop.arguments, [](const OrderedArgument& argument) {
    return argument.access == Access::read_write || (argument.direct && argument.access == Access::increment);
  });
}

// The iterations that read a ghost on its way.
std::vector<local_index> arriving(const OrderedLoop& loop, std::span<const OrderedField> fields) {
  std::vector<local_index> some;
  for (const local_index i : loop.touching)
    if (std::ranges::any_of(loop.arguments, [&](const OrderedArgument& argument) {
          const OrderedField& field = fields[argument.field];
          return reads(argument.access) && field.waits && argument.rows[i] >= field.owned;
        }))
      some.push_back(i);
  return some;
}

}  // namespace

std::vector<local_index> united(std::span<const local_index> one, std::span<const local_index> other) {
  std::vector<local_index> all;
  std::ranges::set_union(one, other, std::back_inserter(all));
  return all;
}

bool Elements::contains_all(std::span<const local_index> elements) const {
  return std::ranges::all_of(elements, [this](local_index element) { return contains(element); });
}

void Elements::insert(local_index element) {
  const auto place = static_cast<std::size_t>(static_cast<std::uint32_t>(element));
  if (place >= is_in_.size() || is_in_[place]) return;
  is_in_[place] = true;
  list_.push_back(element);
}

void Referring::find(const OrderedLoop& loop, std::span<const Elements* const> elements) {
  std::size_t from = elements_.empty() ? 0 : std::min(loop.changed.from, loop.iterations);
  elements_.resize(elements.size());
  std::vector<std::size_t> arguments;  // that matter
  for (std::size_t a = 0; a < elements.size(); ++a) {
    Elements now = elements[a] && !elements[a]->empty() ? *elements[a] : Elements();
    if (!elements_[a].contains_all(now.list())) from = 0;
    if (!now.empty()) arguments.push_back(a);
    elements_[a] = std::move(now);
  }
  const auto refers = [&](std::size_t i) {
    return std::ranges::any_of(
        arguments, [&](std::size_t a) { return elements_[a].contains(loop.arguments[a].rows[i]); });
  };
  std::vector<local_index> now;
  for (const local_index i : united(iterations_, loop.changed.rows))
    if (static_cast<std::size_t>(i) < from && refers(static_cast<std::size_t>(i))) now.push_back(i);

  std::array<bool, 256> some;  // iterations at once
  for (std::size_t end; !arguments.empty() && from < loop.iterations; from = end) {
    end = std::min(from + some.size(), loop.iterations);
    some.fill(false);
    for (const std::size_t a : arguments)
      for (std::size_t i = from; i < end; ++i)
        some[i - from] |= elements_[a].contains(loop.arguments[a].rows[i]);
    for (std::size_t i = from; i < end; ++i)
      if (some[i - from]) now.push_back(static_cast<local_index>(i));
  }
  iterations_ = std::move(now);
}

void Waiting::find(const OrderedLoop& loop, std::span<const OrderedField> fields,
                   std::span<LateElements> late_elements) {
  // An iteration must wait if it reads a value on its way, or changes its own element that waits already.
  std::vector<const Elements*> to_read(loop.arguments.size()), to_write(loop.arguments.size());
  bool some_wait = false;
  for (std::size_t a = 0; a < loop.arguments.size(); ++a) {
    const OrderedArgument& argument = loop.arguments[a];
    const auto& [changed, touched] = late_elements[argument.field];
    some_wait |= !touched.empty();
    if (argument.direct && changes(argument))
      to_read[a] = &touched;
    else if (reads(argument.access))
      to_read[a] = &changed;
  }
  reading_.find(loop, to_read);
  std::vector<local_index> must_wait = united(reading_.iterations(), arriving(loop, fields));
  some_wait |= !must_wait.empty();
  if (some_wait && std::ranges::any_of(loop.arguments, changes_through_map) && must_not_be_split(loop)) {
    must_wait.resize(loop.iterations);
    std::iota(must_wait.begin(), must_wait.end(), 0);
  }

  // The targets of these wait, and so do those that wait already. By field: arguments may share one.
  std::vector<Elements> targets(fields.size());
  for (std::size_t a = 0; a < loop.arguments.size(); ++a)
    if (const std::size_t field = loop.arguments[a].field; changes_through_map(loop.arguments[a])) {
      if (targets[field].empty()) targets[field] = late_elements[field].touched;
      for (const local_index i : must_wait) targets[field].insert(loop.arguments[a].rows[i]);
      to_write[a] = &targets[field];
    }
  writing_.find(loop, to_write);

  // An iteration is executed for its targets: before the messages for those that need not wait, and after.
  late_only_.clear();
  late_.clear();
  auto next = must_wait.begin();
  for (const local_index i : united(must_wait, writing_.iterations())) {
    const bool must = next != must_wait.end() && *next == i;
    if (must) ++next;
    bool some_early = false, some_late = false;
    for (std::size_t a = 0; a < loop.arguments.size(); ++a) {
      const OrderedArgument& argument = loop.arguments[a];
      if (const local_index row = argument.rows[i];
          changes_through_map(argument) && is_owned(row, fields[argument.field].owned))
        (target_waits(a, row) ? some_late : some_early) = true;
    }
    const bool early = !must && (some_early || !some_late);  // for itself alone if it has no target
    if (!early) late_only_.push_back(i);
    if (must || some_late) late_.push_back(i);
  }

  // What they change or read waits for them.
  auto late_only = late_only_.begin();
  for (const local_index i : late_) {
    while (late_only != late_only_.end() && *late_only < i) ++late_only;
    const bool early = late_only == late_only_.end() || *late_only != i;
    for (std::size_t a = 0; a < loop.arguments.size(); ++a) {
      const OrderedArgument& argument = loop.arguments[a];
      const local_index row = argument.rows[i];
      auto& [changed, touched] = late_elements[argument.field];
      const bool changes_late = changes(argument) && (argument.direct ? !early : target_waits(a, row));
      if (changes_late) changed.insert(row);
      if (changes_late || reads(argument.access)) touched.insert(row);
    }
  }
}

}  // namespace partita::loops
