#pragma once
/// \file The mesh on all ranks, as sets, maps and fields of the loop wrapper.

#include <span>
#include <string>
#include <vector>

#include <partita/inspector/remap.hpp>
#include <partita/loops/domain.hpp>
#include <partita/support/error.hpp>

#include "geometry.hpp"

namespace partita::airfoil {

/// A row of D + 2 numbers for each dual cell, or for each far corner.
template <int D>
using State = loops::Field<double, D + 2>;

/// T, for bodies that have an argument for each corner of a face.
template <int corner, class T>
using OfCorner = T;

template <int D>
struct DistributedMesh {
  /// Distributes the geometry, by its parts. Collective.
  DistributedMesh(const Communicator& comm, Geometry<D> geometry, const loops::Options& options = {});

  loops::Domain domain;
  int level;  ///< 1 is the finest
  loops::Set vertices;
  loops::Set edges;
  loops::Set neighbours;   ///< of each vertex, vertex by vertex: two for each edge
  loops::Set slip_faces;   ///< walls and symmetry planes: the gas slips along them
  loops::Set far_corners;  ///< shares of the faces of the far field that belong to their corners
  loops::Set mirrored;     ///< vertices of symmetry planes, on the finest level in three dimensions

  loops::Map ends;       ///< of an edge, two vertices
  loops::Map neighbour;  ///< two vertices: whose neighbour it is, and the neighbour
  loops::Map corners;    ///< of a slip face, D vertices
  loops::Map far;        ///< of a far corner, its vertex
  loops::Map at_planes;  ///< of a mirrored vertex, this vertex

  loops::Field<double, D> point;
  loops::Field<global_index, 1> file_number;  ///< of a vertex, in the mesh's file
  loops::Field<double, 1> volume;             ///< of a vertex' dual cell
  loops::Field<double, D*(D + 1) / 2> shape;  ///< of a dual cell (wave_speed.hpp)
  loops::Field<double, 2 * D + 1> way;  ///< of an edge: from its first to its second end; then normal, of
                                        ///< length 1, and area of the dual face between them
  loops::Field<double, 1> fold;  ///< of an edge of a coarser level: the area of all faces between its ends
                                 ///< across their mean normal; 0 if they are parallel
  loops::Field<double, D> coefficient;  ///< of a neighbour: of the difference to it, in the vertex' gradient
  loops::Field<double, D> slip_share;   ///< of a corner of the face: normal outwards; its length is the area
  loops::Field<double, 1> is_wall;      ///< 1, or 0 for a symmetry plane
  loops::Field<double, D + 1> far_share;  ///< normal outwards, of length 1; area
  loops::Field<double, D * D> planes;  ///< of a mirrored vertex: normals at right angles, of length 1, or 0
  global_index wall_corners;           ///< of all ranks

  /// Levels for multigrid, as the geometry has them, finest first; they have neither neighbours nor levels.
  std::vector<DistributedMesh> coarser;
  std::vector<loops::Map> agglomerate;  ///< for each of them: of a vertex of the level before, its cell

  /// The name of something on this level: "q" is "q of level 3".
  std::string on_level(const char* name) const { return level == 1 ? name : text(name, " of level ", level); }

  /// The values of all vertices by their numbers on rank 0; none on other ranks. Collective.
  /// @param owned of the owned vertices, as fields give them
  template <class T>
  std::vector<T> on_first_rank(const std::vector<T>& owned) const {
    const Remap remap(domain.communicator(), std::vector<int>(owned.size(), 0));
    const std::span<const global_index> numbers = volume.numbers();
    const std::vector<global_index> places = remap.forward(std::vector(numbers.begin(), numbers.end()));
    const std::vector<T> arrived = remap.forward(owned);
    std::vector<T> all(arrived.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[static_cast<std::size_t>(places[k])] = arrived[k];
    return all;
  }

 private:
  struct Lists;
  DistributedMesh(loops::Domain domain, Geometry<D>& geometry, Lists lists, int number);
};

}  // namespace partita::airfoil
