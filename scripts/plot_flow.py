"""The flow in a VTKHDF file that the mini-app airfoil wrote."""
import re
import sys

import h5py
import numpy as np


class Flow:
    """The contents of a file: points, fields, wall faces (in the plane, the flow is to their left) and the constants;
    in the plane, triangles."""

    def __init__(self, path):
        try:
            with h5py.File(path) as file:
                self._read(file)
        except FileNotFoundError:
            sys.exit(f"plot: there is no file {path}")
        except KeyError as error:
            missing = re.search(r"'([^']*)' doesn't exist|attribute: '([^']*)'", str(error))
            name = next(filter(None, missing.groups())) if missing else error.args[0]
            sys.exit(f"plot: {path} has no {name}; it must be a VTKHDF file written by airfoil")
        except OSError:
            sys.exit(f"plot: cannot read {path}, or it is not an HDF5 file; give the VTKHDF file written by airfoil")
        for name, values in (("cp", self.cp), ("mach", self.local_mach)):
            if not np.isfinite(values).all():
                sys.exit(f"plot: the field {name} in {path} is not finite everywhere; the flow has diverged")

    def _read(self, file):
        grid, beside = file["VTKHDF"], file["partita"]
        boundary = beside["boundary_vertices"][:]
        self.dimension = min(3, boundary.shape[1])
        self.points = grid["Points"][:, :self.dimension]
        if self.dimension == 2:
            self.triangles = triangles(grid["Connectivity"][:], grid["Offsets"][:-1], grid["Types"][:])
        self.cp, self.local_mach = grid["PointData/cp"][:], grid["PointData/mach"][:]
        self.mach, self.alpha, self.lift, self.drag = (
            float(beside.attrs[name]) for name in ("mach", "alpha", "lift_coefficient", "drag_coefficient"))
        self.wall = simplices(boundary[beside["boundary_is_wall"][:] != 0])

    @property
    def chord(self):
        x = self.points[self.wall, 0]
        return x.min(), x.max()

    @property
    def surroundings(self):
        """The part of the plane to show: a chord around the walls, or the whole mesh if there are none."""
        if not self.wall.size:
            (x0, y0), (x1, y1) = self.points.min(axis=0), self.points.max(axis=0)
            return x0, x1, y0, y1
        leading, trailing = self.chord
        chord, y = trailing - leading, self.points[self.wall, 1].mean()
        return leading - 0.7 * chord, trailing + 0.7 * chord, y - 0.95 * chord, y + 0.95 * chord

    @property
    def title(self):
        c_l, c_d = ("c_l", "c_d") if self.dimension == 2 else ("C_L", "C_D")
        return (rf"$M_\infty = {self.mach:g}$,  $\alpha = {self.alpha:g}$°,  "
                rf"${c_l} = {self.lift:.4f}$,  ${c_d} = {self.drag:.4f}$")


def triangles(connectivity, first, types):
    """Vertices of all triangles; a quadrilateral (VTK's type 9) gives two."""
    corner = lambda cells, *places: connectivity[first[cells][:, None] + places]
    quads = types == 9
    return np.concatenate([corner(types == 5, 0, 1, 2), corner(quads, 0, 1, 2), corner(quads, 0, 2, 3)])


def simplices(faces):
    """Segments as they are, and triangles; a quadrilateral gives two. The fourth vertex of a triangle is -1."""
    if faces.shape[1] < 4:
        return faces
    return np.concatenate([faces[:, :3], faces[faces[:, 3] >= 0][:, [0, 2, 3]]])
