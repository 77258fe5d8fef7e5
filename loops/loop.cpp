#include <algorithm>

#include <partita/loops/field.hpp>
#include <partita/loops/loop.hpp>
#include <partita/support/error.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::loops {

namespace {

// Throws Error when an argument is none of this loop's.
void check(const std::string& loop, const SetState& set, const std::vector<Argument>& arguments) {
  for (const Argument& argument : arguments) {
    if (!argument.field) continue;
    const SetState& of_field = argument.field->set();
    const std::string where = text("loop ", loop, ", argument ", argument.descriptor, ": field ",
                                   argument.field->name(), " is on ", of_field.name);
    if (argument.direct() && &of_field != &set)
      throw Error(where, ", but the loop runs over ", set.name, "; give a map from ", set.name, " to ",
                  of_field.name);
    if (argument.direct()) continue;
    const auto& [map_state, column] = argument.column;
    const MapState& map = *map_state;
    if (map.from.get() != &set)
      throw Error(where, ", reached by map ", map.name, ", which starts from ", map.from->name,
                  ", but the loop runs over ", set.name);
    if (map.to.get() != &of_field) throw Error(where, ", but map ", map.name, " leads to ", map.to->name);
    if (column < 0 || column >= map.arity())
      throw Error(where, ", reached by column ", column, " of map ", map.name, ", which has columns 0 to ",
                  map.arity() - 1);
  }
  // A body sees values as they were before its iteration, and several iterations run at once: what one loop
  // both changes and reads elsewhere would depend on chance.
  for (std::size_t a = 0; a < arguments.size(); ++a)
    for (std::size_t b = a + 1; b < arguments.size(); ++b) {
      const Argument &one = arguments[a], &other = arguments[b];
      const bool changes = writes(one.access) || writes(other.access);
      if (changes && one.global && one.global == other.global)
        throw Error("loop ", loop, ": arguments ", one.descriptor, " and ", other.descriptor,
                    " are one global, which the loop reduces; give each a global of its own");
      if (!changes || !one.field || one.field != other.field) continue;
      const bool together =
          one.access == other.access && one.direct() == other.direct() &&
          (one.access == Access::increment || (one.access == Access::write && one.indirect()));
      if (!together)
        throw Error("loop ", loop, ": field ", one.field->name(), " is argument ", one.descriptor, " (",
                    name_of(one.access), ") and argument ", other.descriptor, " (", name_of(other.access),
                    "); a loop may do only one thing with a field that it changes");
    }
}

}  // namespace

Descriptor::Descriptor(Access access, const std::shared_ptr<FieldState>& field, const Column& column)
    : arguments{{access, field, column}} {}
Descriptor::Descriptor(Access access, const std::shared_ptr<FieldState>& field, const Column& one,
                       const Column& other)
    : arguments{{access, field, one}, {access, field, other}} {}
Descriptor::Descriptor(Access access, std::shared_ptr<GlobalState> global, Reduction reduction, bool goes_on)
    : arguments{{access, nullptr, {}, std::move(global), reduction, goes_on}} {}
Descriptor::Descriptor(const Descriptor&) = default;
Descriptor::~Descriptor() = default;

LoopState::LoopState(std::string name, std::shared_ptr<const SetState> set, std::span<const Way> ways,
                     Kernels kernels)
    : name_(std::move(name)), set_(std::move(set)), ways_(ways), kernels_(kernels) {}

LoopState::~LoopState() = default;

void LoopState::set_arguments(std::initializer_list<const Descriptor*> descriptors) {
  std::size_t number = 0;
  for (const Descriptor* descriptor : descriptors) {
    for (const Argument& argument : descriptor->arguments)
      arguments_.emplace_back(argument).descriptor = number;
    ++number;
  }
  check(name_, *set_, arguments_);
  for (const Argument& argument : arguments_) {
    if (!argument.indirect()) {
      arrays_.push_back(0);
      continue;
    }
    const auto known = std::find(columns_.begin(), columns_.end(), argument.column);
    arrays_.push_back(static_cast<std::size_t>(known - columns_.begin()) + 1);
    if (known == columns_.end()) columns_.push_back(argument.column);
  }
}

int LoopState::lanes() const {
  if (lane_choices_.empty()) return 1;
  const int way = ways_.size() == 1 ? 0 : lane_choices_.front().way();
  return way < 0 ? 1 : std::max(1, ways_[static_cast<std::size_t>(way)].lanes);
}

void LoopState::begin(std::size_t threads) {
  if (!ways_.empty()) lane_choices_.resize(threads);
  for (const Argument& argument : arguments_) {
    if (argument.field) argument.field->touch();  // before threads use it
    if (argument.reduces())
      argument.global->begin(argument.reduction, threads, argument.onward);
    else if (argument.global)
      argument.global->settle();
  }
}

void LoopState::run_kernels(const Traversal& traversal, std::size_t begin, std::size_t end) {
  WayChoice& choice = kernel_choices_[begin < traversal.early() ? 0 : 1];
  const bool is_trial = choice.way() < 0;
  if (is_trial) Kokkos::fence();
  const Stopwatch watch;
  const bool per_target = choice.next(kernels_.ways) == 1;
  kernels_.run(*this, {name_, arguments_, traversal, begin, end, per_target});
  if (!is_trial) return;
  Kokkos::fence();
  choice.took(kernels_.ways, watch.seconds() / static_cast<double>(end - begin));
  if (choice.way() != 1) return;
  for (const Argument& argument : arguments_)
    if (argument.field) argument.field->forget_stage();
}

bool needs_ghosts(const LoopState& loop, const Argument& argument) {
  if (!argument.field || !reads(argument.access)) return false;
  const auto changes = [](const Argument& other) { return writes(other.access); };
  const auto changes_elsewhere = [&](const Argument& other) {
    return changes(other) && other.column != argument.column;  // a global's: its own
  };
  return std::ranges::any_of(loop.arguments(), changes_elsewhere) ||
         (argument.indirect() && std::ranges::none_of(loop.arguments(), changes));
}

}  // namespace partita::loops
