#include "equations.hpp"

#include <cmath>
#include <limits>

#include "far_field.hpp"
#include "fluxes.hpp"
#include "gradient.hpp"
#include "roe.hpp"
#include "symmetric.hpp"
#include "wall.hpp"

namespace partita::airfoil {
namespace {

using namespace loops;

template <int N>
using Numbers = Kokkos::Array<double, N>;

template <int D>
Loop clear(DistributedMesh<D>& mesh, const Field<double, D*(D + 2)>& gradient, const State<D>& residual) {
  return mesh.domain.loop(
      "clear", mesh.vertices, write(gradient), write(residual),
      KOKKOS_LAMBDA(Gradients<D> & gradients, Row<D> & rates) {
        for (int k = 0; k < D * (D + 2); ++k) gradients[k] = 0;
        for (int c = 0; c < D + 2; ++c) rates[c] = 0;
      });
}

template <int D>
Loop gradients(DistributedMesh<D>& mesh, const State<D>& q, const Field<double, D*(D + 2)>& gradient) {
  return mesh.domain.loop(
      "gradients", mesh.neighbours, loops::read(q, mesh.neighbour[0]), loops::read(q, mesh.neighbour[1]),
      loops::read(mesh.coefficient), increment(gradient, mesh.neighbour[0]),
      KOKKOS_LAMBDA(const Row<D>& here, const Row<D>& there, const Numbers<D>& coefficient,
                    Gradients<D>& to) {
        for (int axis = 0; axis < D; ++axis)
          for (int c = 0; c < D + 2; ++c) slope_of<D>(to, c, axis) = coefficient[axis] * (there[c] - here[c]);
      });
}

template <int D>
Loop mirror_gradients(DistributedMesh<D>& mesh, const Field<double, D*(D + 2)>& gradient) {
  return mesh.domain.loop(
      "mirror", mesh.mirrored, loops::read(mesh.planes), read_write(gradient, mesh.at_planes[0]),
      KOKKOS_LAMBDA(const Numbers<D * D>& normals, Gradients<D>& at) {
        for (int k = 0; k < D; ++k) mirror<D>(vector_in<D>(normals, k * D), at);
      });
}

/// Adds the pressure on the shares of a slip face to the momentum of its corners, and all of it to the force.
template <int D>
KOKKOS_INLINE_FUNCTION void add_pressure(const Numbers<D>& share, double is_wall,
                                         const Kokkos::Array<double, D>& pressures, Numbers<D>& wall_force,
                                         const Kokkos::Array<Row<D>*, D>& out_of) {
  double all = 0;
  for (int corner = 0; corner < D; ++corner) all += pressures[corner];
  Vector<D> force = {};
  for (int corner = 0; corner < D; ++corner) {
    const double here = pressure_at_corner<D>(pressures[corner], all - pressures[corner]);
    const Vector<D> part = here * vector_in<D>(share);
    put(part, *out_of[corner], 1);
    force += part;
  }
  put(is_wall * force, wall_force);
}

/// A body with arguments for each corner of a face.
template <int D, class Corners>
struct SlipFlux;

template <int D, int... corner>
struct SlipFlux<D, std::integer_sequence<int, corner...>> {
  KOKKOS_FUNCTION void operator()(const OfCorner<corner, Row<D>>&... q, const Numbers<D>& share,
                                  double is_wall, Numbers<D>& wall_force,
                                  OfCorner<corner, Row<D>>&... out) const {
    add_pressure<D>(share, is_wall, {{q[D + 1]...}}, wall_force, {{&out...}});
  }
};

template <int D>
Loop far_states(DistributedMesh<D>& mesh, const Flow<D>& flow, const Global<double>& circulation,
                const State<D>& beyond) {
  const Primitive<D> undisturbed = free_stream<D>(flow.mach, flow.incidence);
  const Vector<D> vortex_at = flow.vortex_at;
  return mesh.domain.loop(
      "far states", mesh.far_corners, loops::read(mesh.point, mesh.far[0]), loops::read(circulation),
      write(beyond), KOKKOS_LAMBDA(const Numbers<D>& point, double lift, Row<D>& there) {
        put(far_field(undisturbed, lift, vector_in<D>(point) - vortex_at), there);
      });
}

/// Their sum is the squared norm of the residual.
template <int D>
Loop observe_residuals(DistributedMesh<D>& mesh, const State<D>& residual, const Global<double>& squares) {
  return mesh.domain.loop(
      "squares", mesh.vertices, loops::read(residual), loops::read(mesh.volume), sum(squares),
      KOKKOS_LAMBDA(const Row<D>& rates, double volume, double& square) {
        square += rates[0] * rates[0] / volume;
      });
}

/// Components of the pressure force on the walls: back along the chord, and up.
template <int D>
Loop observe_forces(DistributedMesh<D>& mesh, const Field<double, D>& wall_force, const Global<double>& back,
                    const Global<double>& up) {
  return mesh.domain.loop(
      "forces", mesh.slip_faces, loops::read(wall_force), sum(back), sum(up),
      KOKKOS_LAMBDA(const Numbers<D>& force, double& to_back, double& to_up) {
        to_back += force[0];
        constexpr int axis = upward<D>;  // CUDA takes a constant by value alone
        to_up += force[axis];
      });
}

/// The volume of all dual cells; and the squared norm of a residual in which every flux, of size 1, has an
/// error of 1.
template <int D>
std::array<double, 2> volume_and_ones(DistributedMesh<D>& mesh) {
  const auto volume = mesh.domain.template global<double>("volume"),
             ones = mesh.domain.template global<double>("ones");
  mesh.domain.loop(
      "volume and ones", mesh.vertices, loops::read(mesh.volume), loops::read(mesh.shape), sum(volume),
      sum(ones), KOKKOS_LAMBDA(double here, const Symmetric<D>& shape, double& to_volume, double& to_ones) {
        const double surface = 2 * trace(shape);
        to_volume += here;
        to_ones += surface * surface / here;
      })();
  return values(volume, ones);
}

}  // namespace

template <int D>
loops::Loop first_order_fluxes(DistributedMesh<D>& mesh, const State<D>& q, const State<D>& residual) {
  return mesh.domain.loop(
      "edge fluxes", mesh.edges, loops::read(q, mesh.ends[0]), loops::read(q, mesh.ends[1]),
      loops::read(mesh.way), loops::read(mesh.fold), transfer(residual, mesh.ends[0], mesh.ends[1]),
      KOKKOS_LAMBDA(const Row<D>& a, const Row<D>& b, const Numbers<2 * D + 1>& way, double fold,
                    Row<D>& through) {
        const Primitive<D> left = primitive_in<D>(a), right = primitive_in<D>(b);
        const double mixing = 0.25 * fold * length(left.u + right.u);
        put(roe_flux(left, right, vector_in<D>(way, D), way[2 * D]) -
                mixing * (conservative(right) - conservative(left)),
            through);
      });
}

template <int D>
loops::Loop slip_fluxes(DistributedMesh<D>& mesh, const State<D>& q, const Field<double, D>& wall_force,
                        const State<D>& residual) {
  return [&]<int... corner>(std::integer_sequence<int, corner...>) {
    return mesh.domain.loop("slip fluxes", mesh.slip_faces, loops::read(q, mesh.corners[corner])...,
                            loops::read(mesh.slip_share), loops::read(mesh.is_wall), write(wall_force),
                            increment(residual, mesh.corners[corner])...,
                            SlipFlux<D, std::integer_sequence<int, corner...>>());
  }
  (std::make_integer_sequence<int, D>());
}

template <int D>
loops::Loop far_fluxes(DistributedMesh<D>& mesh, const State<D>& q, const State<D>& beyond,
                       const State<D>& residual) {
  return mesh.domain.loop(
      "far fluxes", mesh.far_corners, loops::read(q, mesh.far[0]), loops::read(beyond),
      loops::read(mesh.far_share), increment(residual, mesh.far[0]),
      KOKKOS_LAMBDA(const Row<D>& here, const Row<D>& there, const Numbers<D + 1>& share, Row<D>& out) {
        put(roe_flux(primitive_in<D>(here), primitive_in<D>(there), vector_in<D>(share), share[D]), out);
      });
}

template <int D>
Equations<D>::Equations(DistributedMesh<D>& mesh, const Flow<D>& flow)
    : mesh_(mesh),
      flow_(flow),
      q_(mesh.domain.template field<double, D + 2>("q", mesh.vertices)),
      gradient_(mesh.domain.template field<double, D*(D + 2)>("gradient", mesh.vertices)),
      residual_(mesh.domain.template field<double, D + 2>("residual", mesh.vertices)),
      wall_force_(mesh.domain.template field<double, D>("wall force", mesh.slip_faces)),
      beyond_(mesh.domain.template field<double, D + 2>("beyond", mesh.far_corners)),
      circulation_(mesh.domain.template global<double>("circulation")),
      squares_(mesh.domain.template global<double>("squares")),
      force_back_(mesh.domain.template global<double>("force back")),
      force_up_(mesh.domain.template global<double>("force up")),
      loops_{clear(mesh, gradient_, residual_),
             airfoil::gradients(mesh, q_, gradient_),
             mirror_gradients(mesh, gradient_),
             airfoil::edge_fluxes(mesh, q_, gradient_, residual_),
             airfoil::slip_fluxes(mesh, q_, wall_force_, residual_),
             airfoil::far_fluxes(mesh, q_, beyond_, residual_)},
      far_states_(far_states(mesh, flow, circulation_, beyond_)),
      observe_residuals_(observe_residuals(mesh, residual_, squares_)),
      observe_forces_(observe_forces(mesh, wall_force_, force_back_, force_up_)) {
  const auto [volume, ones] = volume_and_ones(mesh);
  total_volume_ = volume;
  constexpr double last_bits =
      100 * std::numeric_limits<double>::epsilon();  // a flux takes about 100 operations
  rounding_ = last_bits * std::sqrt(ones / volume);
  far_states_();
}

// One reduction for all global values of a step.
template <int D>
void Equations<D>::observe() {
  observe_residuals_();
  observe_forces_();
  const auto [norm2, back, up] = values(squares_, force_back_, force_up_);
  const double force = 0.5 * flow_.mach * flow_.mach * flow_.reference;  // of dynamic pressure
  const double ahead = std::cos(flow_.incidence), aside = std::sin(flow_.incidence);
  resume(std::sqrt(norm2 / total_volume_),
         {(up * ahead - back * aside) / force, (back * ahead + up * aside) / force});
}

template <int D>
void Equations<D>::resume(double residual, const Forces& forces) {
  residual_norm_ = residual;
  forces_ = forces;
  if (!flow_.vortex) return;
  circulation_.assign(forces_.lift * flow_.reference);
  far_states_();
}

template class Equations<2>;
template class Equations<3>;

// For any level.
template loops::Loop first_order_fluxes(DistributedMesh<2>&, const State<2>&, const State<2>&);
template loops::Loop first_order_fluxes(DistributedMesh<3>&, const State<3>&, const State<3>&);
template loops::Loop slip_fluxes(DistributedMesh<2>&, const State<2>&, const Field<double, 2>&,
                                 const State<2>&);
template loops::Loop slip_fluxes(DistributedMesh<3>&, const State<3>&, const Field<double, 3>&,
                                 const State<3>&);
template loops::Loop far_fluxes(DistributedMesh<2>&, const State<2>&, const State<2>&, const State<2>&);
template loops::Loop far_fluxes(DistributedMesh<3>&, const State<3>&, const State<3>&, const State<3>&);

}  // namespace partita::airfoil
