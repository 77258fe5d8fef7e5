// The blocks of docs/exact_sums.md, docs/find_out_what_is_wrong.md, docs/inspector.md, docs/wrap_a_loop.md
// and docs/troubleshooting.md that no example has.
#include <array>
#include <utility>
#include <vector>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/exchange.hpp>
#include <partita/executor/marks/mark.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/inspector/inspected_loop.hpp>
#include <partita/inspector/layered_loop.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/support/exact_sum.hpp>
#include <partita/termination/termination_handler.hpp>

using namespace partita;

void conduct(int a, int b);
void flux(int left, int right);

void inspect_any_sets(const Communicator& comm, const TranslationTable& cells, const TranslationTable& nodes,
                      const std::vector<std::array<global_index, 2>>& edge_cells,
                      const std::vector<std::array<global_index, 2>>& edge_nodes) {
  const IndexArray to_cells{"edge_cells", cells,
                            edge_cells};  // rows: std::vector<std::array<global_index, 2>>
  const IndexArray to_nodes{"edge_nodes", nodes, edge_nodes, /*decides=*/false};  // only read
  const auto loop = inspect(comm, "fluxes", std::array{to_cells, to_nodes}, Execution::both_sides);

  Exchange of_cells(loop.pattern(0)), of_nodes(loop.pattern(1));  // one access pattern per set
  for (const auto [left, right] : loop.rows<2>(0)) flux(left, right);
}

void move(const Communicator& comm, const std::vector<int>& new_owners, const std::vector<double>& q,
          const std::vector<std::array<global_index, 2>>& ends) {
  const Remap remap(comm, new_owners);                        // of the items owned here
  const auto [q_there, ends_there] = remap.forward(q, ends);  // any fields, all at once
  const auto q_again = remap.backward(q_there);               // and back, exactly
}

void two_layers(const TranslationTable& table, const std::vector<Edge>& edges,
                const std::vector<double>& lengths, int steps) {
  const LayeredLoop deep(table, edges, /*layers=*/2);
  const std::vector<double> lengths_here = deep.take(lengths);
  Exchange halo(deep.pattern());  // the ghosts of both layers
  std::vector<double> q(deep.pattern().local_size()), residual(q.size());

  for (int step = 0; step < steps; ++step) {
    if (step % 2 == 0) halo.gather(q);
    for (const local_index row : deep.rows(step % 2)) {
      const auto [a, b] = deep.edges()[row];
      const double flux = (q[a] - q[b]) / lengths_here[row];
      residual[a] -= flux, residual[b] += flux;
    }
    for (std::size_t k = 0; k < q.size(); ++k) q[k] += 0.1 * residual[k], residual[k] = 0;
  }
}

void overlap(Exchange& halo, std::vector<double>& heat, const TranslationTable& table,
             const std::vector<Edge>& edges) {
  const auto [loop, interior] = partita::interior_first(partita::inspect(table, edges));
  halo.begin_gather(heat);
  for (const auto [a, b] : loop.edges().first(interior)) conduct(a, b);
  halo.finish_gather(heat);
  for (const auto [a, b] : loop.edges().subspan(interior)) conduct(a, b);
}

void several_fields(Exchange& halo, std::vector<double>& heat, std::vector<std::array<double, 3>>& velocity,
                    std::vector<int>& material, std::vector<double>& time_step) {
  halo.gather(heat, velocity, material);
  halo.scatter(partita::Min{}, time_step);  // Add, Min, Max, Replace, or a function object of one's own
}

void marks(const InspectedLoop& loop, std::vector<double>& q) {
  const auto states = FieldView<double>::contiguous(q, 4);  // four values a vertex
  mark("after limiter", loop.pattern(), states);            // of what this rank owns
  check_ghosts("q", loop.pattern(), states);                // throws if a ghost is not as its owner
}

void data_of_edges(const InspectedLoop& loop, const std::vector<double>& lengths) {
  const std::vector<double> lengths_here = loop.take(lengths);
}

void own_plan(const InspectedLoop& loop) {
  const partita::PlanOptions options{.schedule = {.algorithm = partita::Algorithm::lp},
                                     .way = {partita::Protocol::ready_signal},
                                     .transport = partita::Transport::mpi};
  partita::Exchange halo(loop.pattern(), make_plan(loop.pattern(), options));
}

void named(const AccessPattern& pattern) {
  partita::Plan plan = choose_plan(pattern);
  plan.name = "vertices";
  partita::Exchange halo(pattern, std::move(plan));
}

void says_where() {
  const partita::Communicator comm(MPI_COMM_WORLD);
  const partita::TerminationHandler says_where(
      comm);  // <partita/termination/termination_handler.hpp>, partita::termination
}

std::array<double, 3> several_sums(const Communicator& comm, const std::vector<double>& r,
                                   const std::vector<double>& z) {
  std::array<ExactSum, 3> sums;
  sums[0].add(r);
  sums[1].add_products(r, z);
  sums[2].add_products(r, r);
  sum_over_ranks(comm, sums);  // one reduction
  return {sums[0].value(), sums[1].value(), sums[2].square_root()};
}

double own_reduction(MPI_Comm comm, const std::vector<double>& r) {
  ExactSum mine, all;
  mine.add(r);
  ExactSum::Words words = mine.words();
  MPI_Allreduce(MPI_IN_PLACE, words.data(), ExactSum::number_of_words, MPI_INT64_T, MPI_SUM, comm);
  all.add(words);
  return all.value();
}
