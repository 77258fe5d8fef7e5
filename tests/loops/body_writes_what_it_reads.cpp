// Does not compile, which is the test: a body that changes what it declares to read.
#include <partita/loops/domain.hpp>

void declare(partita::loops::Domain& domain, const partita::loops::Set& cells,
             const partita::loops::Field<double, 1>& amount) {
  domain.loop(
      "wrong", cells, read(amount), KOKKOS_LAMBDA(auto& amount) { amount += 1; });
}
