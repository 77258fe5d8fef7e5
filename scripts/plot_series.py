"""The files of a series that the mini-app airfoil wrote."""
import json
import pathlib
import sys


def files(path):
    """The steps of the list, and behind them the file of the end of the run, if it is there."""
    folder = pathlib.Path(path).parent
    try:
        steps = [folder / step["name"] for step in json.loads(pathlib.Path(path).read_text())["files"]]
    except FileNotFoundError:
        sys.exit(f"plot: there is no file {path}")
    except (KeyError, TypeError, ValueError):
        sys.exit(f"plot: {path} is no list of a series; give the one written by airfoil --output-every")
    end = pathlib.Path(path).with_suffix("")
    return steps + [end] if end.exists() else steps
