#include <partita/support/error.hpp>

#include "checkpoints.hpp"

namespace partita::airfoil {

template <int D>
Checkpoints<D>::Checkpoints(Identity of, const DistributedMesh<D>& mesh, const Flow<D>&,
                            const Options& options, const AdaptedMesh* adapted)
    : mesh_(mesh), options_(options), adapted_(adapted), of_(std::move(of.mesh)) {
  if (options.uses_checkpoints())
    throw CollectiveError(
        "this airfoil was built without checkpoints, which need HDF5; install "
        "libhdf5-openmpi-dev and build again");
}

template <int D>
void Checkpoints<D>::write(const SavedFields<D>&, const Course&) const {}

template <int D>
Course Checkpoints<D>::open() {
  return {};
}

template <int D>
bool Checkpoints<D>::read(SavedFields<D>&) const {
  return false;
}

void restore_mesh(AdaptedMesh&, const Communicator&, const Options&) {}

template class Checkpoints<2>;
template class Checkpoints<3>;

}  // namespace partita::airfoil
