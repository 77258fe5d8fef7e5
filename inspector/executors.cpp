#include <algorithm>

#include <partita/inspector/executors.hpp>

namespace partita::detail {

namespace {

// Iterations refer to a handful of values: counting them pair by pair is the quickest.
int most_frequent(const std::vector<int>& owners) {
  const auto references = [&](int owner) { return std::count(owners.begin(), owners.end(), owner); };
  return *std::max_element(owners.begin(), owners.end(),  // of equals, the first
                           [&](int a, int b) { return references(a) < references(b); });
}

}  // namespace

std::vector<int> executors(Execution execution, std::vector<int> owners, int here) {
  if (owners.empty()) return {here};
  switch (execution) {
    case Execution::first_owner:
      owners.erase(owners.begin() + 1, owners.end());
      break;
    case Execution::majority:
      owners = {most_frequent(owners)};
      break;
    case Execution::both_sides:
      std::sort(owners.begin(), owners.end());
      owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
  }
  return owners;
}

}  // namespace partita::detail
