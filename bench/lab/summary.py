"""The last runs in seven numbers: fractions from 0 to 1, and the number of cells of Tables 4 to 6."""
import json

import cm5_tables
import lab
import regret

BOUNDS = {"winner_agreement": 0.90, "times_within_1_5": 0.90, "predict_within_15_percent": 0.95}
WORDS = {"winner_agreement": "winners of Tables 4 to 6 as in the paper", "times_within_1_5": "their times within a factor of 1.5",
         "predict_within_15_percent": "prediction within 15 % of the simulator"}


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


def tables():
    """The bounds; winners and times also by the model, which has more matrices than the simulator."""
    found = summary()
    cells, winners, times, near = cm5_tables.judged(cm5_tables.cells("model"))
    model = {"winner_agreement": winners / cells, "times_within_1_5": near / times}
    words = lambda number, bound: f"{number:.3f}, {'kept' if number >= bound else 'missed'}"
    rows = [[WORDS[name], f"{bound:.2f}", words(found[name], bound), words(model[name], bound) if name in model else ""]
            for name, bound in BOUNDS.items() if found[name] is not None]
    return {"summary": lab.table(["", "at least", "by the simulator", "by the model"], rows)}


def write(file):
    with open(file, "w") as out:
        json.dump(summary(), out, indent=2)
        out.write("\n")
