#!/usr/bin/python3
"""Opens files of write_vtkhdf by VTK's own reader: vtk_opens.py FILE ..."""
import sys

import h5py
import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkFiltersVerdict import vtkCellSizeFilter
from vtkmodules.vtkIOHDF import vtkHDFReader


def check(path):
    reader = vtkHDFReader()
    assert reader.CanReadFile(path), f"VTK cannot read {path}"
    reader.SetFileName(path)
    size = vtkCellSizeFilter()
    size.SetInputConnection(reader.GetOutputPort())
    size.Update()
    grid = reader.GetOutput()
    with h5py.File(path) as file:
        root = file["VTKHDF"]
        assert np.array_equal(vtk_to_numpy(grid.GetPoints().GetData()), root["Points"][:])
        assert np.array_equal(vtk_to_numpy(grid.GetCells().GetConnectivityArray()), root["Connectivity"][:])
        assert np.array_equal(vtk_to_numpy(grid.GetCellTypesArray()), root["Types"][:])
        for data, name in ((grid.GetPointData(), "PointData"), (grid.GetCellData(), "CellData")):
            for field in root[name]:
                assert np.array_equal(vtk_to_numpy(data.GetArray(field)), root[name][field][:]), field
        is_solid = file["partita/boundary_vertices"].shape[1] > 2
    sizes = vtk_to_numpy(size.GetOutput().GetCellData().GetArray("Volume" if is_solid else "Area"))
    assert (sizes > 0).all(), f"VTK sees cells of {path} inside out"
    print(f"{path}: {grid.GetNumberOfCells()} cells of {sizes.sum():g} in all")


for path in sys.argv[1:]:
    check(path)
