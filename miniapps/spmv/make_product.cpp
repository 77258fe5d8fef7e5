#include "make_product.hpp"

#include <array>
#include <cstddef>

#include <partita/inspector/inspect.hpp>
#include <partita/support/reduce.hpp>

#include "entry_loop.hpp"
#include "laplacian.hpp"

namespace partita::spmv {

std::unique_ptr<Product> make_product(const Communicator& comm, const Problem& problem) {
  const auto table = TranslationTable::from_partition(comm, problem.parts);
  if (sum(comm, static_cast<global_index>(problem.edges.size())) > 0) {
    const InspectedLoop loop = inspect(table, problem.edges, Execution::both_sides);
    return std::make_unique<Laplacian>(loop, loop.take(problem.weights));
  }
  std::vector<global_index> rows, columns;
  for (const auto& [row, column] : problem.places) {
    rows.push_back(row);
    columns.push_back(column);
  }
  const std::array<IndexArray, 2> arrays{
      {{"rows", table, 1, rows}, {"columns", table, 1, columns, /*decides=*/false}}};
  const InspectedLoop loop = inspect(comm, "entries", arrays);
  return std::make_unique<EntryLoop>(loop, loop.take(problem.values));
}

}  // namespace partita::spmv
