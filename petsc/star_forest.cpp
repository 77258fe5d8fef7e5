#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

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

// Ghosts, distinct and ascending.
std::vector<Location> elsewhere(int here, std::span<const Location> roots) {
  std::vector<Location> ghosts;
  std::ranges::copy_if(roots, std::back_inserter(ghosts),
                       [&](const Location& root) { return root.rank != here; });
  std::ranges::sort(ghosts);
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  return ghosts;
}

// make_pattern checks roots elsewhere, on their owners.
void check_roots_here(int here, const Leaves& leaves) {
  for (std::size_t leaf = 0; leaf < leaves.roots.size(); ++leaf)
    if (const auto [rank, index] = leaves.roots[leaf]; rank == here && (index < 0 || index >= leaves.owned))
      throw Error(text("leaf ", leaf, " of rank ", here, " has root ", index, " of the same rank, which has ",
                       leaves.owned, " roots; count them from 0"));
}

StarForest joined(const Communicator& comm, Leaves leaves) {
  collectively(comm, [&] { check_roots_here(comm.rank(), leaves); });
  AccessPattern pattern = make_pattern(comm, leaves.owned, elsewhere(comm.rank(), leaves.roots));
  std::vector<local_index> roots;
  roots.reserve(leaves.roots.size());
  for (const Location& root : leaves.roots) roots.push_back(pattern.local(root));
  return {std::move(pattern), std::move(roots), std::move(leaves.places)};
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

// The global index of each block of the mapping.
std::vector<global_index> blocks_of(ISLocalToGlobalMapping mapping) {
  PetscInt size = 0, block_size = 1;
  const PetscInt* blocks = nullptr;
  check(ISLocalToGlobalMappingGetSize(mapping, &size));
  check(ISLocalToGlobalMappingGetBlockSize(mapping, &block_size));
  check(ISLocalToGlobalMappingGetBlockIndices(mapping, &blocks));
  std::vector<global_index> globals(blocks, blocks + size / block_size);
  check(ISLocalToGlobalMappingRestoreBlockIndices(mapping, &blocks));
  return globals;
}

// Leaf k refers to globals[k] and lies at first_place + k.
StarForest referring(const Communicator& comm, local_index owned, std::span<const global_index> globals,
                     local_index first_place) {
  Leaves leaves{owned, {}, {}};
  std::vector<global_index> referred;
  for (std::size_t k = 0; k < globals.size(); ++k)
    if (globals[k] >= 0) {
      referred.push_back(globals[k]);
      leaves.places.push_back(first_place + static_cast<local_index>(k));
    }
  leaves.roots = TranslationTable::from_block_sizes(comm, owned).locate(referred);
  return joined(comm, std::move(leaves));
}

struct DestroySF {
  void operator()(PetscSF forest) const { (void)PetscSFDestroy(&forest); }
};

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
  const std::unique_ptr<std::remove_pointer_t<PetscSF>, DestroySF> owner(forest);
  check(PetscFree(remote_offsets));
  return star_forest(comm, forest);
}

StarForest star_forest(const Communicator& comm, ISLocalToGlobalMapping mapping, local_index owned) {
  const std::vector<global_index> globals = collectively(comm, [&] {
    require_same_ranks(comm, mapping);
    return blocks_of(mapping);
  });
  return referring(comm, owned, globals, 0);
}

StarForest star_forest(const Communicator& comm, Vec vec) {
  const auto [globals, owned] = collectively(comm, [&] {
    require_same_ranks(comm, vec);
    Vec local = nullptr;
    check(VecGhostGetLocalForm(vec, &local));
    const bool has_ghosts = local != nullptr;
    check(VecGhostRestoreLocalForm(vec, &local));
    if (!has_ghosts) throw Error("the Vec has no ghosts; make it with VecCreateGhost or VecCreateGhostBlock");
    ISLocalToGlobalMapping mapping = nullptr;
    PetscInt size = 0, block_size = 1;
    check(VecGetLocalToGlobalMapping(vec, &mapping));
    check(VecGetLocalSize(vec, &size));
    check(ISLocalToGlobalMappingGetBlockSize(mapping, &block_size));
    return std::pair(blocks_of(mapping), checked_local(size / block_size));
  });
  return referring(comm, owned, std::span(globals).subspan(static_cast<std::size_t>(owned)), owned);
}

}  // namespace partita::petsc
