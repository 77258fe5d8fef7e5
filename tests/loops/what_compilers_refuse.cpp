// Does not compile: each mistake has a sentence of its own, in this order.
#include <array>
#include <vector>

#include <partita/loops/domain.hpp>

using namespace partita::loops;
using Numbers = std::array<double, 2>;

void body_before_the_descriptors(Domain& domain, const Set& cells, const Field<double, 1>& volume) {
  domain.loop(
      "double", cells, [](double& each) { each *= 2; }, read_write(volume));
}

void sum_of_an_array(Domain& domain, const Set& cells, const Global<Numbers>& totals) {
  domain.loop("total", cells, sum(totals), [](Numbers& each) { each[0] += 1; });
}

void sum_of_a_field(const Field<double, 1>& volume) { sum(volume); }

void map_without_a_column(const Field<double, 1>& amount, const Map& ends) { read(amount, ends); }

void rows_by_pointer(Domain& domain, const Set& edges, const Set& nodes, const int* rows) {
  domain.map("ends", edges, nodes, rows);
}

void rows_of_pointers(Domain& domain, const Set& edges, const Set& nodes) {
  domain.map("ends", edges, nodes, std::vector<int*>());
}

void rows_of_vectors(Domain& domain, const Set& edges, const Set& nodes) {
  domain.map("ends", edges, nodes, std::vector<std::vector<int>>());
}

void body_takes_what_it_reads_to_change(Domain& domain, const Set& cells, const Field<double, 1>& amount) {
  domain.loop("wrong", cells, read(amount), [](double&) {});
}

void body_writes_what_it_reads(Domain& domain, const Set& cells, const Field<double, 1>& amount) {
  domain.loop("wrong", cells, read(amount), [](auto& amount) { amount += 1; });
}
