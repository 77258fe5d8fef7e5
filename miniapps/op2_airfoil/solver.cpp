#include "solver.hpp"

#include <cmath>

namespace partita::op2_airfoil {

namespace {

using State = Kokkos::Array<double, 4>;
using Point = Kokkos::Array<double, 2>;

KOKKOS_INLINE_FUNCTION double pressure(const State& q, double volume) {
  return gamma_1 * (q[3] - 0.5 * volume * (q[1] * q[1] + q[2] * q[2]));
}

/// The flux from a cell in state q1 to one in state q2 through the edge (dx, dy), added to f.
KOKKOS_INLINE_FUNCTION void add_flux(double dx, double dy, const State& q1, const State& q2, double mu,
                                     State& f) {
  const double volume1 = 1 / q1[0], volume2 = 1 / q2[0];
  const double p1 = pressure(q1, volume1), p2 = pressure(q2, volume2);
  const double out1 = volume1 * (q1[1] * dy - q1[2] * dx), out2 = volume2 * (q2[1] * dy - q2[2] * dx);
  f[0] += 0.5 * (out1 * q1[0] + out2 * q2[0]) + mu * (q1[0] - q2[0]);
  f[1] += 0.5 * (out1 * q1[1] + out2 * q2[1] + (p1 + p2) * dy) + mu * (q1[1] - q2[1]);
  f[2] += 0.5 * (out1 * q1[2] + out2 * q2[2] - (p1 + p2) * dx) + mu * (q1[2] - q2[2]);
  f[3] += 0.5 * (out1 * (q1[3] + p1) + out2 * (q2[3] + p2)) + mu * (q1[3] - q2[3]);
}

State free_stream_state() { return {{free_stream[0], free_stream[1], free_stream[2], free_stream[3]}}; }

}  // namespace

Solver::Solver(const Communicator& comm, const Grid& grid, std::span<const int> owners,
               const loops::Options& options)
    : domain_(comm, options),
      nodes_(domain_.set("nodes", grid.nodes.size())),
      cells_(domain_.set("cells", grid.cell_nodes.size())),
      edges_(domain_.set("edges", grid.edge_nodes.size())),
      bedges_(domain_.set("bedges", grid.bedge_nodes.size())),
      q_(domain_.field<double, 4>("q", cells_,
                                  std::vector<State>(grid.cell_nodes.size(), free_stream_state()))),
      squares_(domain_.global<double>("squares")),
      without_gas_(domain_.global<double>("cells without a gas")),
      loops_(declare(grid, owners)),
      iteration_(domain_.chain("iteration", loops_.interior_flux, loops_.boundary_flux, loops_.update,
                               loops_.time_step, loops_.interior_flux, loops_.boundary_flux, loops_.update,
                               loops_.save, loops_.time_step)) {
  domain_.chain("start", loops_.save, loops_.time_step)();
  loops_.look();  // what is made at the first time is not timed
  const double cells = cells_.owned(), edges = edges_.owned(), bedges = bedges_.owned(),
               nodes = nodes_.owned();
  constexpr double state = 4 * sizeof(double), number = sizeof(double), index = sizeof(local_index);
  timed_ = {{loops_.save, cells * 2 * state},
            {loops_.time_step, nodes * 2 * number + cells * (state + number + 4 * index)},
            {loops_.interior_flux, nodes * 2 * number + cells * (2 * state + number) + edges * 4 * index},
            {loops_.boundary_flux, bedges * (4 * number + 2 * state + number + 3 * index + sizeof(int))},
            {loops_.update, cells * (3 * state + number)}};
}

Solver::Loops Solver::declare(const Grid& grid, std::span<const int> owners) {
  using namespace loops;
  const Map cell_nodes = domain_.map("cell_nodes", cells_, nodes_, grid.cell_nodes);
  const Map edge_nodes = domain_.map("edge_nodes", edges_, nodes_, grid.edge_nodes);
  const Map edge_cells = domain_.map("edge_cells", edges_, cells_, grid.edge_cells);
  const Map bedge_nodes = domain_.map("bedge_nodes", bedges_, nodes_, grid.bedge_nodes);
  const Map bedge_cell = domain_.map("bedge_cell", bedges_, cells_, grid.bedge_cell);

  const auto x = domain_.field<double, 2>("x", nodes_, grid.nodes);
  const auto bound = domain_.field<int, 1>("bound", bedges_, grid.bound);
  const auto qold = domain_.field<double, 4>("qold", cells_);
  const auto res = domain_.field<double, 4>("res", cells_);
  const auto adt = domain_.field<double, 1>("adt", cells_);

  domain_.partition(cells_, owners);  // nodes and edges follow

  const Loop save = domain_.loop(
      "save", cells_, loops::read(q_), write(qold),
      KOKKOS_LAMBDA(const State& now, State& old) { old = now; });

  const Loop time_step = domain_.loop(
      "time_step", cells_, loops::read(x, cell_nodes[0]), loops::read(x, cell_nodes[1]),
      loops::read(x, cell_nodes[2]), loops::read(x, cell_nodes[3]), loops::read(q_), write(adt),
      KOKKOS_LAMBDA(const Point& a, const Point& b, const Point& c, const Point& d, const State& q,
                    double& step) {
        const double volume = 1 / q[0], u = volume * q[1], v = volume * q[2];
        const double sound = std::sqrt(heat_ratio * gamma_1 * (volume * q[3] - 0.5 * (u * u + v * v)));
        const auto side = [=](const Point& from, const Point& to) {
          const double dx = to[0] - from[0], dy = to[1] - from[1];
          return std::fabs(u * dy - v * dx) + sound * std::sqrt(dx * dx + dy * dy);
        };
        step = (side(a, b) + side(b, c) + side(c, d) + side(d, a)) * (1 / cfl);
      });

  const Loop interior_flux = domain_.loop(
      "interior_flux", edges_, loops::read(x, edge_nodes[0]), loops::read(x, edge_nodes[1]),
      loops::read(q_, edge_cells[0]), loops::read(q_, edge_cells[1]), loops::read(adt, edge_cells[0]),
      loops::read(adt, edge_cells[1]), transfer(res, edge_cells[0], edge_cells[1]),
      KOKKOS_LAMBDA(const Point& a, const Point& b, const State& q1, const State& q2, double adt1,
                    double adt2, State& through) {
        add_flux(a[0] - b[0], a[1] - b[1], q1, q2, 0.5 * (adt1 + adt2) * dissipation, through);
      });

  const State qinf = free_stream_state();
  const Loop boundary_flux = domain_.loop(
      "boundary_flux", bedges_, loops::read(x, bedge_nodes[0]), loops::read(x, bedge_nodes[1]),
      loops::read(q_, bedge_cell[0]), loops::read(adt, bedge_cell[0]), increment(res, bedge_cell[0]),
      loops::read(bound),
      KOKKOS_LAMBDA(const Point& a, const Point& b, const State& q1, double adt1, State& res1, int kind) {
        const double dx = a[0] - b[0], dy = a[1] - b[1];
        if (kind == wall) {
          const double p1 = pressure(q1, 1 / q1[0]);
          res1[1] += p1 * dy;
          res1[2] -= p1 * dx;
        } else {
          add_flux(dx, dy, q1, qinf, adt1 * dissipation, res1);
        }
      });

  const Loop update = domain_.loop(
      "update", cells_, loops::read(qold), write(q_), read_write(res), loops::read(adt), sum(squares_),
      KOKKOS_LAMBDA(const State& old, State& q, State& change, double step, double& squares) {
        const double over_step = 1 / step;
        for (int k = 0; k < 4; ++k) {
          const double each = over_step * change[k];
          q[k] = old[k] - each;
          change[k] = 0;
          squares += each * each;
        }
      });

  const Loop look = domain_.loop(
      "look", cells_, loops::read(q_), sum(without_gas_),
      KOKKOS_LAMBDA(const State& q, double& without_gas) { without_gas += op2_airfoil::is_gas(q) ? 0 : 1; });

  return {save, time_step, interior_flux, boundary_flux, update, look};
}

double Solver::rms() const { return std::sqrt(squares_.value() / static_cast<double>(cells_.size())); }

}  // namespace partita::op2_airfoil
