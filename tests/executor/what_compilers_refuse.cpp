// Does not compile: each mistake has a sentence of its own.
#include <vector>

#include <partita/executor/exchange.hpp>

struct State {
  double density, momentum;
};

// A gather fills ghosts, which a const vector does not let it.
void gather_of_a_const_vector(partita::Exchange& exchange, const std::vector<double>& field) {
  exchange.gather(field);
}

// What has no sum.
void sum_of_a_struct(partita::Exchange& exchange, std::vector<State>& states) {
  exchange.scatter_add(states);
}
