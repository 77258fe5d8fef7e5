#include <partita/schedule/algorithms.hpp>
#include <partita/support/error.hpp>

namespace partita {

std::string_view name_of(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::ac: return "ac";
    case Algorithm::lp: return "lp";
    case Algorithm::rs_n: return "rs_n";
  }
  throw Error("an algorithm without a name");
}

Algorithm algorithm_named(std::string_view name) {
  for (const Algorithm algorithm : all_algorithms)
    if (name_of(algorithm) == name) return algorithm;
  throw Error(text("there is no scheduling algorithm \"", name, "\"; there are ", algorithm_names()));
}

bool is_ordered(Algorithm algorithm) { return algorithm != Algorithm::ac; }

std::string algorithm_names() {
  std::string names;
  for (const Algorithm algorithm : all_algorithms) {
    if (!names.empty()) names += ", ";
    names += name_of(algorithm);
  }
  return names;
}

}  // namespace partita
