#include <utility>

#include <partita/executor/exchange.hpp>
#include <partita/support/error.hpp>

namespace partita {

Exchange::Exchange(const AccessPattern& pattern, Plan plan)
    : plan_(std::move(plan)), spans_(pattern, plan_) {}

std::size_t Exchange::components(std::size_t elements) const {
  const AccessPattern& pattern = spans_.pattern();
  const auto size = static_cast<std::size_t>(pattern.local_size());
  const bool fits = size == 0 ? elements == 0 : elements > 0 && elements % size == 0;
  if (!fits)
    throw Error(text("an exchange was given ", elements, " elements; it needs a multiple of its ", size,
                     " local values (", pattern.owned(), " owned and ", pattern.ghosts(), " ghosts from ",
                     pattern.first_ghost(), ")"));
  return size == 0 ? 0 : elements / size;
}

}  // namespace partita
