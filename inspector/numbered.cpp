#include <vector>

#include <partita/inspector/numbered.hpp>

namespace partita::detail {

AccessPattern numbered(AccessPattern pattern, const TranslationTable& table) {
  if (table.communicator().marks() == nullptr) return pattern;
  std::vector<global_index> numbers(static_cast<std::size_t>(table.owned()));
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = table.global(static_cast<local_index>(k));
  return pattern.numbered(std::move(numbers));
}

}  // namespace partita::detail
