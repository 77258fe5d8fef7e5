#!/usr/bin/python3
"""Checks the list and the files of a series of series_sample: vtkhdf_steps.py FILE."""
import json
import pathlib
import sys

import h5py
import numpy as np


def check_step(path, step):
    with h5py.File(path) as file:
        grid = file["VTKHDF"]
        assert list(grid.attrs["Version"]) == [1, 0] and "Steps" not in grid
        points = grid["NumberOfPoints"][0]
        assert np.array_equal(grid["PointData/pressure"][:], np.arange(points) + 1000 * step)
        assert (grid["PointData/velocity"][:] == [step, 2, 3]).all() and (grid["CellData/level"][:] == step).all()
        assert grid["PointData/velocity"].dtype == np.float32 and grid["CellData/level"].dtype == np.int32


path = pathlib.Path(sys.argv[1])
series = json.loads(pathlib.Path(str(path) + ".series").read_text())
assert series["file-series-version"] == "1.0"
assert [step["time"] for step in series["files"]] == [0, 0.25, 0.5]
for number, file_of_step in enumerate(series["files"]):
    check_step(path.parent / file_of_step["name"], number)
