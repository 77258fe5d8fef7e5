// The blocks of docs/loops.md, docs/large_meshes.md and docs/changing_meshes.md.
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include <partita/loops/domain.hpp>
#include <partita/loops/in_lanes.hpp>
#include <partita/mesh/draft.hpp>
#include <partita/mesh/dual.hpp>
#include <partita/mesh/mesh_share.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/read.hpp>
#include <partita/mesh/refine.hpp>

#include "tests/docs/op2.hpp"

namespace with_op2 {

// clang-format off
inline void interior_flux(const double *a, const double *b, const double *q1, const double *q2,
                          const double *adt1, const double *adt2, double *res1, double *res2) {
  res1[0] += a[0] - b[0] + q1[0] - q2[0] + adt1[0] - adt2[0], res2[0] -= res1[0];
}

void run(int n_nodes, int n_edges, int n_cells, const int* edge_node_table, const int* edge_cell_table,
         const double* x_values, const double* q_values, const double* adt_values, const double* res_values) {
  op_set nodes = op_decl_set(n_nodes, "nodes");
  op_set edges = op_decl_set(n_edges, "edges");
  op_set cells = op_decl_set(n_cells, "cells");
  op_map edge_nodes = op_decl_map(edges, nodes, 2, edge_node_table, "edge_nodes");
  op_map edge_cells = op_decl_map(edges, cells, 2, edge_cell_table, "edge_cells");
  op_dat x = op_decl_dat(nodes, 2, "double", x_values, "x");
  op_dat q = op_decl_dat(cells, 4, "double", q_values, "q");
  op_dat adt = op_decl_dat(cells, 1, "double", adt_values, "adt");
  op_dat res = op_decl_dat(cells, 4, "double", res_values, "res");
  op_partition("PTSCOTCH", "KWAY", cells, edge_cells, x);

  op_par_loop(interior_flux, "interior_flux", edges,
              op_arg_dat(x, 0, edge_nodes, 2, "double", OP_READ),
              op_arg_dat(x, 1, edge_nodes, 2, "double", OP_READ),
              op_arg_dat(q, 0, edge_cells, 4, "double", OP_READ),
              op_arg_dat(q, 1, edge_cells, 4, "double", OP_READ),
              op_arg_dat(adt, 0, edge_cells, 1, "double", OP_READ),
              op_arg_dat(adt, 1, edge_cells, 1, "double", OP_READ),
              op_arg_dat(res, 0, edge_cells, 4, "double", OP_INC),
              op_arg_dat(res, 1, edge_cells, 4, "double", OP_INC));
}
// clang-format on

}  // namespace with_op2

namespace with_partita {

using namespace partita::loops;
using Rows = std::vector<std::array<partita::global_index, 2>>;

void run(const partita::Communicator& comm, std::size_t n_nodes, std::size_t n_edges, std::size_t n_cells,
         const Rows& edge_node_table, const Rows& edge_cell_table,
         const std::vector<std::array<double, 2>>& x_values,
         const std::vector<std::array<double, 4>>& q_values, const std::vector<double>& adt_values,
         const std::vector<int>& owners) {
  Domain domain(comm);
  const Set nodes = domain.set("nodes", n_nodes), edges = domain.set("edges", n_edges),
            cells = domain.set("cells", n_cells);
  const Map edge_nodes = domain.map("edge_nodes", edges, nodes, edge_node_table);
  const Map edge_cells = domain.map("edge_cells", edges, cells, edge_cell_table);
  const auto x = domain.field<double, 2>("x", nodes, x_values);
  const auto q = domain.field<double, 4>("q", cells, q_values);
  const auto adt = domain.field<double, 1>("adt", cells, adt_values);
  const auto res = domain.field<double, 4>("res", cells);
  domain.partition(cells, owners);  // edges and nodes follow their maps

  using Point = Kokkos::Array<double, 2>;
  using State = Kokkos::Array<double, 4>;
  const Loop interior_flux = domain.loop(
      "interior_flux", edges, read(x, edge_nodes[0]), read(x, edge_nodes[1]), read(q, edge_cells[0]),
      read(q, edge_cells[1]), read(adt, edge_cells[0]), read(adt, edge_cells[1]),
      transfer(res, edge_cells[0], edge_cells[1]),
      KOKKOS_LAMBDA(const Point& a, const Point& b, const State& q1, const State& q2, double adt1,
                    double adt2, State& through) {
        through[0] = a[0] - b[0] + adt1 - adt2;
        through[1] = q1[0] - q2[0];
      });
  interior_flux();
}

void run_a_chain(Domain& domain, const Loop& interior_flux, const Loop& boundary_flux, const Loop& update,
                 const Loop& time_step, int steps, const Map& edge_cells, const Rows& new_rows,
                 const std::vector<int>& flipped, const Rows& some_rows) {
  Chain step = domain.chain("step", interior_flux, boundary_flux, update, time_step);
  for (int k = 0; k < steps; ++k) step();

  domain.change(edge_cells, new_rows);            // for the edges owned now
  domain.change(edge_cells, flipped, some_rows);  // or some: k for edges.numbers()[k]
  step();                                         // updates what has changed, then runs
}

void values_from_outside(const Set& cells, const Field<double, 4>& q, const Global<double>& time_step,
                         const std::vector<Kokkos::Array<double, 4>>& values) {
  for (const auto number : cells.numbers()) std::printf("%ld ", static_cast<long>(number));
  q.assign(values);        // of the cells owned here, ascending by number
  time_step.assign(1e-3);  // the same on every rank

  const auto rows = q.view();  // in the memory of kernels: owned cells, ghosts, one row more
  Kokkos::parallel_for(
      static_cast<std::size_t>(cells.owned()), KOKKOS_LAMBDA(int cell) { rows(cell, 0) *= 2; });
  q.changed();

  using State = Kokkos::Array<double, 4>;
  const auto write_row = [](partita::global_index cell, const State& state) {
    std::printf("%ld %g\n", static_cast<long>(cell), state[0]);
  };
  q.gather_to_root([&](partita::global_index cell, const State& state) { write_row(cell, state); });
  const std::vector<State> all = q.gather_to_root();
}

void lanes_by_hand(const std::vector<double>& q, std::vector<double>& sums, std::vector<double>& set,
                   const std::vector<partita::local_index>& from,
                   const std::vector<partita::local_index>& to) {
  using Two = Kokkos::Array<double, 2>;
  const auto body = [](const Two& a, const Two& b, Two& to_a, Two& to_b, double& last) {
    to_a = b, to_b = a, last = a[0];
  };
  for_each_in_lanes(read<2>(q, from), read<2>(q, to), increment<2>(sums, from), increment<2>(sums, to),
                    write<1>(set, to), body);
}

}  // namespace with_partita

// clang-format off
void prepare(const partita::Communicator& comm, const std::string& path) {
  using namespace partita;
  mesh::Draft draft = mesh::read_share(comm, path);  // this rank's share of the file
  mesh::level(comm, draft);                          // checked; equal shares of the points
  const mesh::MeshShare share = mesh::share_out(comm, std::move(draft));  // owned vertices, all cells at them
  const mesh::Dual dual = mesh::median_dual(share.mesh, share.owned);
  const mesh::Partition partition = mesh::partition(comm, share, {.method = mesh::PartitionMethod::automatic});
}

partita::mesh::Draft finer(const partita::Communicator& comm, const partita::mesh::Draft& draft, const std::vector<int>& marked,
                           const partita::mesh::NacaOptions& section) {
  using namespace partita;
  mesh::Refined refined = mesh::refine(comm, draft, marked, [&](int marker, const mesh::Point& middle) {
    return mesh::nearest_on_naca(section, marker, middle);  // new points on the boundary lie on its curve
  });
  return std::move(refined.draft);
}
