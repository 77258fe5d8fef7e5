#!/usr/bin/python3
"""Compares a series of series_sample with VTK's specification of VTKHDF files of several steps: vtkhdf_steps.py FILE."""
import json
import pathlib
import sys

import h5py
import numpy as np


def check_files(path):
    series = json.loads(pathlib.Path(str(path) + ".series").read_text())
    assert series["file-series-version"] == "1.0"
    assert [step["time"] for step in series["files"]] == [0, 0.25, 0.5]
    for step in series["files"]:
        with h5py.File(path.parent / step["name"]) as file:
            assert list(file["VTKHDF"].attrs["Version"]) == [1, 0] and "Steps" not in file["VTKHDF"]


def check_steps(path):
    with h5py.File(path) as file:
        grid = file["VTKHDF"]
        steps, counts = grid["Steps"], {name: grid["NumberOf" + name][:] for name in ("Points", "Cells")}
        assert list(grid.attrs["Version"]) == [2, 0] and grid.attrs["Type"] == b"UnstructuredGrid"
        count = steps.attrs["NSteps"]
        assert count == 3 and np.array_equal(steps["Values"][:], [0, 0.25, 0.5])

        # One part, the same in each step.
        assert np.array_equal(steps["NumberOfParts"][:], np.ones(count))
        for name in ("PartOffsets", "PointOffsets"):
            assert steps[name].shape == (count,) and not steps[name][:].any(), name
        for name in ("CellOffsets", "ConnectivityIdOffsets"):  # a column for each topology
            assert steps[name].shape == (count, 1) and not steps[name][:].any(), name
        points, cells = (int(counts[name][0]) for name in ("Points", "Cells"))
        assert grid["Points"].shape == (points, 3) and grid["Types"].shape == (cells,)
        assert grid["Offsets"].shape == (cells + 1,)
        assert grid["Connectivity"].shape == (grid["NumberOfConnectivityIds"][0],)

        # Fields of all steps, and where those of each step begin.
        for data, rows in (("PointData", points), ("CellData", cells)):
            assert set(steps[data + "Offsets"]) == set(grid[data])
            for name, field in grid[data].items():
                assert field.shape[0] == count * rows, name
                assert np.array_equal(steps[data + "Offsets"][name][:], rows * np.arange(count)), name
        for step in range(count):
            first = steps["PointDataOffsets/pressure"][step]
            assert np.array_equal(grid["PointData/pressure"][first:first + points], np.arange(points) + 1000 * step)
            assert (grid["PointData/velocity"][first:first + points] == [step, 2, 3]).all()
            first = steps["CellDataOffsets/level"][step]
            assert (grid["CellData/level"][first:first + cells] == step).all()
        assert grid["PointData/velocity"].dtype == np.float32 and grid["CellData/level"].dtype == np.int32


check_files(pathlib.Path(sys.argv[1]))
check_steps(sys.argv[1])
