#pragma once
/// \file The parts of a mesh's boundary: the kind of each, why it is of this kind, and what contradicts it.

#include <span>
#include <string>
#include <vector>

#include <partita/mesh/dual.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

#include "options.hpp"

namespace partita::airfoil {

enum class FaceKind : int {
  wall,      ///< the gas slips along it and exerts pressure
  symmetry,  ///< the gas slips along it; beyond lies the mirror image
  far_field
};

struct Boundary {
  std::string name;
  FaceKind kind = FaceKind::far_field;
  std::string why;         ///< "by name", "by --walls"
  global_index faces = 0;  ///< of all ranks; a part without faces may have any name, and has any kind
};

/// The parts by their markers, from a share of the mesh. An option decides the kind of a part, else a word in
/// its name. Collective.
/// @throws CollectiveError if an option names a part that is not there; if parts have no such word, or words
/// of two kinds: it names all of them; if there is no far field; if a wall has cells on both sides; if an
/// option names a part without faces
std::vector<Boundary> boundaries_of(const Communicator& comm, const mesh::Mesh& share,
                                    const Options& options);

/// Remarks on symmetry planes. Collective.
/// @param normals  of the faces of the share's boundary
/// @throws CollectiveError if the mirror image in a plane would have another stream, or no lift
std::vector<std::string> check_symmetry(const Communicator& comm, const mesh::Mesh& share,
                                        std::span<const mesh::Normal> normals,
                                        std::span<const Boundary> boundaries, const Options& options);

std::string name_of(FaceKind kind);

/// All parts in one line: "wall by name: airfoil; far field by --far-fields: inlet, outlet".
std::string in_words(std::span<const Boundary> boundaries);

}  // namespace partita::airfoil
