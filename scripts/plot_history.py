"""A picture of the history of a run: residual, lift and drag of every step."""
import csv
import sys

from matplotlib import pyplot as plt

from plot_style import LOWER, UPPER

NAMES = "step", "residual", "lift", "drag"


def read(path):
    """The columns by their names."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
        columns = {name: [float(row[name]) for row in rows] for name in NAMES}
        if not {*NAMES} <= {*(reader.fieldnames or ())}:
            raise KeyError
    except OSError as error:
        sys.exit(f"plot: cannot read {path}: {error.strerror}")
    except (KeyError, TypeError, ValueError):
        sys.exit(f"plot: {path} is no history; give the CSV file written by airfoil --history")
    if not rows:
        sys.exit(f"plot: {path} has no step yet; draw it again later")
    return columns


def draw(path):
    history = read(path)
    largest = max(history["residual"])
    figure, (above, below) = plt.subplots(2, 1, sharex=True, figsize=(8, 6.4), gridspec_kw={"hspace": 0.08})
    above.semilogy(history["step"], [residual / largest for residual in history["residual"]], color="black", linewidth=1.2)
    above.set_ylabel("residual / largest")
    drags = below.twinx()
    for axes, name, colour in (below, "lift", UPPER), (drags, "drag", LOWER):
        axes.plot(history["step"], history[name], color=colour, linewidth=1.4)
        axes.set_ylabel(f"{name}, in the end {history[name][-1]:.5f}", color=colour)
    below.set_xlabel("step")
    return figure
