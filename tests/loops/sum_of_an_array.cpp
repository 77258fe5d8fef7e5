// Does not compile: a global of several numbers is read, not reduced.
#include <array>

#include <partita/loops/domain.hpp>

using Numbers = std::array<double, 2>;

void declare(partita::loops::Domain& domain, const partita::loops::Set& cells,
             const partita::loops::Global<Numbers>& totals) {
  domain.loop("total", cells, sum(totals), [](Numbers& each) { each[0] += 1; });
}
