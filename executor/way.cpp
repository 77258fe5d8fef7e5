#include <partita/executor/way.hpp>
#include <partita/support/error.hpp>

namespace partita {

std::string name_of(const Strategy& strategy) {
  const auto& [algorithm, way] = strategy;
  return text(name_of(algorithm), " by ", name_of(way.protocol),
              way.protocol == Protocol::windowed ? text(" ", way.window) : "");
}

}  // namespace partita
