"""The last runs in seven numbers: fractions from 0 to 1, and the number of cells of Tables 4 to 6."""
import json

import cm5_tables
import lab
import regret


def summary():
    # The simulator counts once it has timed every cell.
    tables = max((cm5_tables.cells(engine) for engine in ("simulator", "model")), key=len)
    cells, winners, times, near = cm5_tables.judged(tables)
    compared = lab.result("predict_vs_simulator")
    ratios = [float(row["predicted"]) / float(row["simulated"]) for row in compared]
    regrets = max((regret.regrets(engine) for engine in ("simulator", "model")), key=len)
    return {
        "winner_agreement": winners / cells if cells else None,
        "times_within_1_5": near / times if times else None,
        "predict_within_15_percent": lab.mean(0.85 <= r <= 1.15 for r in ratios) if ratios else None,
        "regret_median": lab.quantile(regrets, 0.5) if regrets else None,
        "regret_p90": lab.quantile(regrets, 0.9) if regrets else None,
        "regret_worst": max(regrets, default=None),
        "cells": cells,
    }


def write(file):
    with open(file, "w") as out:
        json.dump(summary(), out, indent=2)
        out.write("\n")
