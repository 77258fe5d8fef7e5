#include <algorithm>
#include <cstddef>

#include <partita/inspector/executors.hpp>

namespace partita::detail {

namespace {

// Iterations refer to a handful of values: counting them pair by pair is the quickest.
int most_frequent(std::span<const int> owners) {
  const auto references = [&](int owner) { return std::count(owners.begin(), owners.end(), owner); };
  return *std::max_element(owners.begin(), owners.end(),  // of equals, the first
                           [&](int a, int b) { return references(a) < references(b); });
}

}  // namespace

void append_executors(Execution execution, std::span<const int> owners, int here,
                      std::vector<int>& executors) {
  if (owners.empty()) {
    executors.push_back(here);
    return;
  }
  switch (execution) {
    case Execution::first_owner:
      executors.push_back(owners.front());
      return;
    case Execution::majority:
      executors.push_back(most_frequent(owners));
      return;
    case Execution::both_sides: {
      const auto first = static_cast<std::ptrdiff_t>(executors.size());
      executors.insert(executors.end(), owners.begin(), owners.end());
      std::sort(executors.begin() + first, executors.end());
      executors.erase(std::unique(executors.begin() + first, executors.end()), executors.end());
      return;
    }
  }
}

}  // namespace partita::detail
