#include <utility>

#include <partita/executor/exchange.hpp>
#include <partita/support/error.hpp>

namespace partita {

Exchange::Exchange(const AccessPattern& pattern, Plan plan)
    : pattern_(pattern),
      plan_(std::move(plan)),
      replays_(make_replays(pattern, plan_)),
      needed_(needed_values(pattern)) {}

std::size_t Exchange::components(std::size_t elements) const {
  const auto size = static_cast<std::size_t>(pattern_.local_size());
  const bool fits = size == 0 ? elements == 0 : elements > 0 && elements % size == 0;
  if (!fits)
    throw Error(text("an exchange was given ", elements, " elements; it needs a multiple of its ", size,
                     " local values (", pattern_.owned(), " owned and ", pattern_.ghosts(), " ghosts from ",
                     pattern_.first_ghost(), ")"));
  return size == 0 ? 0 : elements / size;
}

void Exchange::require_begun_with(std::size_t begun, std::size_t finished) {
  if (begun != finished)
    throw Error(text("an exchange was begun with fields of ", begun, " bytes a value and finished with ",
                     finished, "; finish it with the fields that it was begun with"));
}

}  // namespace partita
