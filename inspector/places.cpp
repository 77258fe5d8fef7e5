#include <algorithm>
#include <utility>

#include <partita/inspector/places.hpp>
#include <partita/support/error.hpp>

namespace partita {

namespace {

void require_length(const char* what, std::size_t given, std::size_t wanted) {
  if (given != wanted) throw Error("places were given ", given, " ", what, "; they need ", wanted);
}

// Numbers from 0, and the end of the range.
local_index count_from_zero(std::vector<local_index>& numbers, local_index base) {
  local_index end = 0;
  for (local_index& number : numbers) {
    if (number < base) throw Error("places were given entity ", number, "; entities count from ", base);
    number -= base;
    end = std::max(end, number + 1);
  }
  return end;
}

}  // namespace

Places::Places(const AccessPattern& pattern)
    : first_ghost_(pattern.first_ghost()),
      owned_extent_(pattern.owned()),
      ghost_extent_(pattern.local_size()) {}

Places::Places(const AccessPattern& pattern, std::vector<local_index> owned, std::vector<local_index> copies,
               std::vector<local_index> of, local_index base)
    : owned_(std::move(owned)), first_ghost_(0), owned_extent_(pattern.owned()) {
  const auto ghosts = static_cast<std::size_t>(pattern.ghosts());
  if (!owned_.empty()) {
    require_length("entities of owned values", owned_.size(), static_cast<std::size_t>(pattern.owned()));
    owned_extent_ = count_from_zero(owned_, base);
  }
  ghost_extent_ = count_from_zero(copies, base);
  if (of.empty() && copies.size() == ghosts) {
    ghosts_ = std::move(copies);
  } else {
    require_length("values that its copies are of", of.size(), copies.size());
    ghosts_.assign(ghosts, nowhere);
    for (std::size_t k = 0; k < of.size(); ++k) {
      const local_index ghost = of[k] - pattern.first_ghost();
      if (of[k] < 0 || (of[k] >= pattern.owned() && ghost < 0) || ghost >= pattern.ghosts())
        throw Error("copy ", k, " is of local value ", of[k], "; there are ", pattern.owned(),
                    " owned values from 0, and ", ghosts, " ghosts from ", pattern.first_ghost());
      if (of[k] < pattern.owned())
        own_.push_back({of[k], copies[k]});
      else if (local_index& first = ghosts_[ghost]; first == nowhere)
        first = copies[k];
      else
        further_.push_back({ghost, copies[k]});
    }
    if (const auto missing = std::ranges::find(ghosts_, nowhere); missing != ghosts_.end())
      throw Error("ghost ", missing - ghosts_.begin(), " has no copy; list each ghost at least once");
  }
  const auto breaks = [](local_index one, local_index next) { return next != one + 1; };
  if (std::ranges::adjacent_find(ghosts_, breaks) != ghosts_.end()) return;
  first_ghost_ = ghosts_.empty() ? 0 : ghosts_.front();
  ghosts_.clear();
}

}  // namespace partita
