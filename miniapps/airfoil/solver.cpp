#include "solver.hpp"

#include <utility>

#include <partita/support/reduce.hpp>

#include "damping.hpp"
#include "runge_kutta.hpp"
#include "wave_speed.hpp"

namespace partita::airfoil {
namespace {

template <class T>
using View = Kokkos::View<T*>;

template <int D>
Kokkos::RangePolicy<Kokkos::IndexType<local_index>> owned(const LocalMesh<D>& mesh) {
  return {0, mesh.owned};
}

template <int D>
void begin_step(const LocalMesh<D>& mesh, const View<Conservative<D>>& w, const View<Primitive<D>>& q,
                const View<Conservative<D>>& start, const View<double>& time_step) {
  Kokkos::parallel_for(
      "begin_step", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        start(vertex) = w(vertex);
        time_step(vertex) = cfl / wave_speed(q(vertex), mesh.extent(vertex));
      });
}

template <int D>
void advance(const LocalMesh<D>& mesh, double alpha, const View<Conservative<D>>& start,
             const View<double>& time_step, const View<Conservative<D>>& residual,
             const View<Conservative<D>>& w, const View<Primitive<D>>& q) {
  Kokkos::parallel_for(
      "advance", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        w(vertex) = start(vertex) - (alpha * time_step(vertex)) * residual(vertex);
        q(vertex) = primitive(w(vertex));
      });
}

template <int D>
void damp(const LocalMesh<D>& mesh, double rate, const View<Conservative<D>>& w,
          const View<Conservative<D>>& memory, const View<Primitive<D>>& q) {
  Kokkos::parallel_for(
      "damp", owned(mesh), KOKKOS_LAMBDA(local_index vertex) {
        damp(w(vertex), memory(vertex), rate);
        q(vertex) = primitive(w(vertex));
      });
}

double damping_about(const Subdomain<2>& domain, const Communicator& comm) {
  // Both owners have a shared face, so each counts the parts of its own vertices.
  global_index halves = 0;
  for (const Face<2>& face : domain.faces)
    if (face.kind == FaceKind::wall)
      for (const local_index vertex : face.vertices) halves += vertex < domain.owned;
  return damping_rate(cfl, 0.5 * static_cast<double>(sum(comm, halves)));
}

double damping_about(const Subdomain<3>&, const Communicator&) { return 0; }

}  // namespace

template <int D>
Solver<D>::Solver(const Subdomain<D>& domain, const Flow<D>& flow, KokkosExchange<> exchange,
                  Communicator comm)
    : damping_(damping_about(domain, comm)),
      equations_(domain, flow, std::move(exchange), std::move(comm)),
      w_("w", domain.owned),
      start_("start", domain.owned),
      memory_("memory", domain.owned),
      time_step_("time_step", domain.owned) {
  const Primitive<D> undisturbed = free_stream<D>(flow.mach, flow.incidence);
  Kokkos::deep_copy(equations_.flow_values(), undisturbed);
  Kokkos::deep_copy(w_, conservative(undisturbed));
  Kokkos::deep_copy(memory_, conservative(undisturbed));
}

template <int D>
void Solver<D>::step() {
  const LocalMesh<D>& mesh = equations_.mesh();
  const auto& q = equations_.flow_values();
  equations_.begin_step();
  begin_step(mesh, w_, q, start_, time_step_);
  for (const double& alpha : stages) {
    equations_.evaluate();
    if (&alpha == stages) equations_.observe();
    advance(mesh, alpha, start_, time_step_, equations_.residuals(), w_, q);
  }
  if (damping_ > 0) damp(mesh, damping_, w_, memory_, q);
  equations_.end_step();
}

template <int D>
std::vector<Conservative<D>> Solver<D>::state() const {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), w_);
  return {host.data(), host.data() + host.size()};
}

template class Solver<2>;
template class Solver<3>;

}  // namespace partita::airfoil
