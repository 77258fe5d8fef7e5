// The hottest loop, in a source of its own: its body is compiled for lanes and as a Kokkos kernel.
#include "fluxes.hpp"
#include "reconstruct.hpp"
#include "roe.hpp"

namespace partita::airfoil {
namespace {

template <int D>
struct EdgeFlux {
  KOKKOS_FUNCTION void operator()(const Row<D>& a, const Row<D>& b, const Gradients<D>& gradient_a,
                                  const Gradients<D>& gradient_b, const Kokkos::Array<double, 2 * D + 1>& way,
                                  Row<D>& through) const {
    const Sides<D> sides = sides_of_face<D>(a, b, gradient_a, gradient_b, vector_in<D>(way));
    put(roe_flux(primitive_in<D>(sides.left), primitive_in<D>(sides.right), vector_in<D>(way, D), way[2 * D]),
        through);
  }
};

}  // namespace

template <int D>
loops::Loop edge_fluxes(DistributedMesh<D>& mesh, const State<D>& q,
                        const loops::Field<double, D*(D + 2)>& gradient, const State<D>& residual) {
  return mesh.domain.loop(
      "edge fluxes", mesh.edges, loops::read(q, mesh.ends[0]), loops::read(q, mesh.ends[1]),
      loops::read(gradient, mesh.ends[0]), loops::read(gradient, mesh.ends[1]), loops::read(mesh.way),
      loops::transfer(residual, mesh.ends[0], mesh.ends[1]), loops::in_kernels_too(EdgeFlux<D>()));
}

template loops::Loop edge_fluxes(DistributedMesh<2>&, const State<2>&, const loops::Field<double, 8>&,
                                 const State<2>&);
template loops::Loop edge_fluxes(DistributedMesh<3>&, const State<3>&, const loops::Field<double, 15>&,
                                 const State<3>&);

}  // namespace partita::airfoil
