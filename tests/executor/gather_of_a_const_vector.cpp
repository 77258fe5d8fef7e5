// Does not compile, which is the test: a gather fills ghosts, which a const vector does not let it.
#include <vector>

#include <partita/executor/exchange.hpp>

void gather(partita::Exchange& exchange, const std::vector<double>& field) { exchange.gather(field); }
