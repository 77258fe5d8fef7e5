// Does not compile: the body comes last.
#include <partita/loops/domain.hpp>

void declare(partita::loops::Domain& domain, const partita::loops::Set& cells,
             const partita::loops::Field<double, 1>& volume) {
  domain.loop(
      "double", cells, [](double& each) { each *= 2; }, read_write(volume));
}
