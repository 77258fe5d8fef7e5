"""What the last runs come to, in seven numbers: fractions from 0 to 1, and the number of cells of Tables 4 to 6."""
import json
import math

import cm5_tables
import lab


def quantile(values, fraction):
    """The value that so large a fraction of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(fraction * len(ordered)) - 1)] if ordered else None


def summary():
    # The simulator's word counts where it has spoken.
    engine = "simulator" if cm5_tables.cells("simulator") else "model"
    cells, winners, times, near = cm5_tables.judged(cm5_tables.cells(engine))
    compared = lab.result("predict_vs_simulator")
    ratios = [float(row["predicted"]) / float(row["simulated"]) for row in compared]
    regret = [float(row["regret"]) for row in lab.result("regret")]
    return {
        "winner_agreement": winners / cells if cells else None,
        "times_within_1_5": near / times if times else None,
        "predict_within_15_percent": lab.mean(0.85 <= r <= 1.15 for r in ratios) if ratios else None,
        "regret_median": quantile(regret, 0.5),
        "regret_p90": quantile(regret, 0.9),
        "regret_worst": max(regret, default=None),
        "cells": cells,
    }


def write(file):
    with open(file, "w") as out:
        json.dump(summary(), out, indent=2)
        out.write("\n")
