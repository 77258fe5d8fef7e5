#!/usr/bin/python3
"""Rewrites a VTKHDF file of write_vtkhdf as other programs write theirs: foreign_vtkhdf.py SOURCE FOLDER.

  pieces.vtkhdf      three pieces, chunked, compressed, numbers of 32 bits, boundary faces as cells with an array `marker`;
                     version 2.0, with groups that no reader of meshes needs
  physical.vtkhdf    one piece, the markers in `gmsh:physical`
  ghosts.vtkhdf      two pieces, each with cells of the other one as ghosts
  unmarked.vtkhdf    one piece, boundary faces without markers
  steps.vtkhdf       two time steps; the mesh is that of the first
  bare.vtkhdf        no boundary
"""
import pathlib
import sys

import h5py
import numpy as np

FACES = {2: 3, 3: 5, 4: 9}  # VTK's types by the number of corners


class Mesh:
    """Elements are cells, and behind them the boundary faces."""

    def __init__(self, path):
        with h5py.File(path) as file:
            grid, beside = file["VTKHDF"], file["partita"]
            self.points = grid["Points"][:]
            offsets = grid["Offsets"][:]
            self.elements = np.split(grid["Connectivity"][:], offsets[1:-1])
            self.types = list(grid["Types"][:])
            self.cells = len(self.types)
            faces = [face[face >= 0] for face in beside["boundary_vertices"][:]]
            self.elements += faces
            self.types += [FACES[len(face)] for face in faces]
            self.markers = np.concatenate([np.full(self.cells, -7), 10 * beside["boundary_marker"][:] + 4])

    def pieces(self, count):
        """Elements of each piece: consecutive cells, and faces between points of these."""
        bounds = [self.cells * k // count for k in range(count + 1)]
        pieces = [list(range(*part)) for part in zip(bounds, bounds[1:])]
        points = [set(np.concatenate([self.elements[e] for e in piece])) for piece in pieces]
        for face in range(self.cells, len(self.elements)):
            home = next(k for k in range(count) if points[k].issuperset(self.elements[face]))
            pieces[home].append(face)
        return pieces


def write(path, mesh, pieces, arrays=(), version=(1, 0), real=np.float64, whole=np.int64, ghosts=None, **storage):
    """Each piece has its own points. `arrays` names the CellData with the markers."""
    points, connectivity, offsets, types, markers, copies, counts = [], [], [], [], [], [], []
    for k, piece in enumerate(pieces):
        used = np.unique(np.concatenate([mesh.elements[e] for e in piece]))
        local = [np.searchsorted(used, mesh.elements[e]) for e in piece]
        points.append(mesh.points[used])
        connectivity += local
        offsets.append(np.cumsum([0] + [len(vertices) for vertices in local]))
        types += [mesh.types[e] for e in piece]
        markers += [mesh.markers[e] for e in piece]
        copies += [ghosts is not None and e in ghosts[k] for e in piece]
        counts.append((len(used), len(piece), offsets[-1][-1]))
    with h5py.File(path, "w") as file:
        grid = file.create_group("VTKHDF")
        grid.attrs["Version"] = np.array(version, dtype=np.int64)
        grid.attrs["Type"] = np.bytes_("UnstructuredGrid")

        def put(name, values, dtype, **how):
            grid.create_dataset(name, data=np.asarray(values, dtype=dtype), **how)

        for name, values in zip(("NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"), zip(*counts)):
            put(name, values, whole)
        put("Points", np.concatenate(points), real, **storage)
        put("Connectivity", np.concatenate(connectivity), whole, **storage)
        put("Offsets", np.concatenate(offsets), whole, **storage)
        put("Types", types, np.uint8, **storage)
        put("PointData/height", np.concatenate(points)[:, 1], real, **storage)
        for name in arrays:
            put("CellData/" + name, markers, np.int32, **storage)
        if ghosts is not None:
            put("CellData/vtkGhostType", copies, np.uint8)
        if version[0] == 2:
            put("FieldData/Time", [0.5], np.float64)
            file.create_group("Assembly").attrs["author"] = "another program"


def add_step(path):
    """A second step, in which the points have moved, after VTKHDF 2.0."""
    with h5py.File(path, "a") as file:
        grid = file["VTKHDF"]
        points = grid["Points"][:]

        def repeat(name, values):
            del grid[name]
            grid[name] = values

        repeat("Points", np.concatenate([points, points + 1]))
        for name in ("NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"):
            repeat(name, np.repeat(grid[name][:], 2))
        steps = grid.create_group("Steps")
        steps.attrs["NSteps"] = 2
        steps["Values"] = [0.0, 0.1]
        steps["NumberOfParts"] = [1, 1]
        steps["PartOffsets"] = [0, 1]
        steps["PointOffsets"] = [0, len(points)]
        for name in ("CellOffsets", "ConnectivityIdOffsets"):
            steps[name] = [[0], [0]]


def main():
    source, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    mesh = Mesh(source)
    one, two = mesh.pieces(1), mesh.pieces(2)
    write(folder / "pieces.vtkhdf", mesh, mesh.pieces(3), ["marker"], (2, 0), np.float32, np.int32, chunks=True,
          compression="gzip", shuffle=True)
    write(folder / "physical.vtkhdf", mesh, one, ["CellEntityIds", "gmsh:physical"])
    ghosts = [{e for e in other if e < mesh.cells} for other in reversed(two)]
    write(folder / "ghosts.vtkhdf", mesh, [piece + sorted(ghost) for piece, ghost in zip(two, ghosts)], ["marker"],
          ghosts=ghosts)
    write(folder / "unmarked.vtkhdf", mesh, one)
    write(folder / "steps.vtkhdf", mesh, one, ["marker"], (2, 0))
    add_step(folder / "steps.vtkhdf")
    write(folder / "bare.vtkhdf", mesh, [list(range(mesh.cells))])


if __name__ == "__main__":
    main()
