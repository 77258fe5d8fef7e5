#include <algorithm>
#include <vector>

#include <partita/executor/plan/way.hpp>
#include <partita/support/error.hpp>

namespace partita {

StageProtocols::StageProtocols(std::span<const Protocol> each) : last_(each.size() - 1) {
  if (each.empty() || each.size() > most)
    throw Error("a replay was given ", each.size(),
                " protocols; give one for all stages, or one each for the first ", most, " at most");
  std::copy(each.begin(), each.end(), protocols_.begin());
  shorten();
}

std::string name_of(const StageProtocols& stages) {
  std::string names(name_of(stages.of_stage(0)));
  for (std::size_t stage = 1; stage <= stages.last(); ++stage)
    names.append(",").append(name_of(stages.of_stage(stage)));
  return names;
}

StageProtocols stage_protocols_named(std::string_view names) {
  std::vector<Protocol> each;
  for (std::size_t first = 0; first <= names.size();) {
    const std::size_t comma = std::min(names.find(',', first), names.size());
    each.push_back(protocol_named(names.substr(first, comma - first)));
    first = comma + 1;
  }
  return StageProtocols(std::span<const Protocol>(each));
}

}  // namespace partita
