#include <cstddef>
#include <memory>
#include <utility>

#include <partita/inspector/localize.hpp>
#include <partita/inspector/translation_table.hpp>
#include <partita/petsc/error_code.hpp>
#include <partita/petsc/star_forest.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

namespace partita::petsc {

namespace {

// Leaves in the order of the PETSc object.
struct Leaves {
  local_index owned;                // roots here
  std::vector<Location> roots;      // of each leaf
  std::vector<local_index> places;  // of each leaf
  PetscInt block_size = 1;
};

template <class Object>
void require_same_ranks(const Communicator& comm, Object object) {
  MPI_Comm given = MPI_COMM_NULL;
  check(PetscObjectGetComm(reinterpret_cast<PetscObject>(object), &given));
  int result = MPI_UNEQUAL;
  MPI_Comm_compare(comm.handle(), given, &result);
  if (result != MPI_IDENT && result != MPI_CONGRUENT)
    throw Error(
        "the PETSc object is on other ranks than the communicator; make a Communicator of the object's "
        "(PetscObjectComm)");
}

StarForest joined(const Communicator& comm, Leaves leaves) {
  const int here = comm.rank();
  collectively(comm, [&] {
    for (std::size_t leaf = 0; leaf < leaves.roots.size(); ++leaf) {
      const auto [rank, index] = leaves.roots[leaf];  // another rank's is checked there, as a ghost
      if (rank == here && (index < 0 || index >= leaves.owned))
        throw Error("leaf ", leaf, " of rank ", here, " has root ", index, " of the same rank, which has ",
                    leaves.owned, " roots; count them from 0");
    }
  });
  auto [roots, pattern] = detail::localize(comm, leaves.owned, leaves.roots);
  return {std::move(pattern), std::move(roots), std::move(leaves.places), leaves.block_size};
}

Leaves leaves_of(PetscSF forest) {
  PetscInt roots = 0, count = 0;
  const PetscInt* places = nullptr;
  const PetscSFNode* nodes = nullptr;
  check(PetscSFGetGraph(forest, &roots, &count, &places, &nodes));
  if (roots < 0) throw Error("the PetscSF has no graph; call PetscSFSetGraph");
  Leaves leaves{checked_local(roots), {}, {}};
  for (PetscInt leaf = 0; leaf < count; ++leaf) {
    leaves.roots.push_back({static_cast<int>(nodes[leaf].rank), checked_local(nodes[leaf].index)});
    leaves.places.push_back(checked_local(places == nullptr ? leaf : places[leaf]));
  }
  return leaves;
}

// The leaves are the blocks of the mapping from `first` on, at their own places.
StarForest referring(const Communicator& comm, ISLocalToGlobalMapping mapping, local_index owned,
                     local_index first) {
  Leaves leaves{owned, {}, {}};
  const std::vector<global_index> referred = collectively(comm, [&] {
    require_same_ranks(comm, mapping);
    PetscInt size = 0;
    const PetscInt* globals = nullptr;
    check(ISLocalToGlobalMappingGetSize(mapping, &size));
    check(ISLocalToGlobalMappingGetBlockSize(mapping, &leaves.block_size));
    check(ISLocalToGlobalMappingGetBlockIndices(mapping, &globals));
    std::vector<global_index> found;
    for (local_index k = first; k < size / leaves.block_size; ++k)
      if (globals[k] >= 0) {
        found.push_back(globals[k]);
        leaves.places.push_back(k);
      }
    check(ISLocalToGlobalMappingRestoreBlockIndices(mapping, &globals));
    return found;
  });
  leaves.roots = TranslationTable::from_block_sizes(comm, owned).locate(referred);
  return joined(comm, std::move(leaves));
}

}  // namespace

StarForest star_forest(const Communicator& comm, PetscSF forest) {
  return joined(comm, collectively(comm, [&] {
                  require_same_ranks(comm, forest);
                  return leaves_of(forest);
                }));
}

StarForest star_forest(const Communicator& comm, PetscSection section, PetscSF point_forest) {
  const auto [size, points] = collectively(comm, [&] {
    require_same_ranks(comm, point_forest);
    PetscInt storage = 0, roots = 0;
    check(PetscSectionGetStorageSize(section, &storage));
    check(PetscSFGetGraph(point_forest, &roots, nullptr, nullptr, nullptr));
    return std::pair(checked_local(storage), roots);
  });
  if (max(comm, static_cast<global_index>(points)) < 0)  // the mesh was never distributed
    return joined(comm, {size, {}, {}});

  PetscInt* remote_offsets = nullptr;
  PetscSF forest = nullptr;
  check(PetscSFCreateRemoteOffsets(point_forest, section, section, &remote_offsets));
  check(PetscSFCreateSectionSF(point_forest, section, remote_offsets, section, &forest));
  const std::shared_ptr<void> owner(forest, [](PetscSF made) { (void)PetscSFDestroy(&made); });
  check(PetscFree(remote_offsets));
  return star_forest(comm, forest);
}

StarForest star_forest(const Communicator& comm, ISLocalToGlobalMapping mapping, local_index owned) {
  return referring(comm, mapping, owned, 0);
}

StarForest star_forest(const Communicator& comm, Vec vec) {
  const auto [mapping, owned] = collectively(comm, [&] {
    require_same_ranks(comm, vec);
    Vec local = nullptr;
    check(VecGhostGetLocalForm(vec, &local));
    const bool has_ghosts = local != nullptr;
    check(VecGhostRestoreLocalForm(vec, &local));
    if (!has_ghosts) throw Error("the Vec has no ghosts; make it with VecCreateGhost or VecCreateGhostBlock");
    ISLocalToGlobalMapping blocks = nullptr;
    PetscInt size = 0, block_size = 1;
    check(VecGetLocalToGlobalMapping(vec, &blocks));
    check(ISLocalToGlobalMappingGetBlockSize(blocks, &block_size));
    check(VecGetLocalSize(vec, &size));
    return std::pair(blocks, checked_local(size / block_size));
  });
  return referring(comm, mapping, owned, owned);
}

}  // namespace partita::petsc
