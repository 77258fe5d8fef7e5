"""Colouring, link_colouring and balanced against the best of the papers' algorithms, cell by cell.

Both sides may be replayed by any protocol of the papers; what counts is the best of each. The simulator, which needs
minutes for some, is asked about what the model has within 10 % of the best of its side.
"""
import itertools

import lab

NAME = "ours"
SEED = 1
PHASED = ("post_all", "ready_signal", "pairwise_sync", "barrier")
THEIRS = [("ac", "post_all"), ("ac", "lock"),
          *itertools.product(("lp", "rs_n", "rs_nl", "rs_nh", "rs_nlh"), PHASED)]
OURS = list(itertools.product(("colouring", "link_colouring", "balanced"), PHASED))
GRIDS = [("cm5", 32, (4, 8, 16, 24), True), ("ipsc860", 32, (4, 8, 16, 24), True),
         ("ipsc860", 64, (4, 16, 48), False)]  # machine, ranks, densities, wings too
SIZES = (16, 512, 8192, 131072)


def cases():
    """(machine, ranks, matrix, bytes a unit): a unit is a message, or the mean message is about so long."""
    for machine, ranks, densities, has_wings in GRIDS:
        looks = [f"uniform:{d}" for d in densities] + ["complete"]
        looks += [f"nonuniform:{d}:32" for d in (*densities, ranks - 1)]
        looks += [lab.market(f"m6_{n}.mtx") for n in (2810, 9443, 53806)] if has_wings else []
        for look, size in itertools.product(looks, SIZES):
            units = {"nonuniform": 16, "market": 32}.get(look.split(":")[0], 1)
            if size >= units:
                yield machine, ranks, look, size // units


def best(done, case, ways):
    """(seconds, way) of the best."""
    return min((done[lab.cell(*case, SEED, *way)].seconds, way) for way in ways)


def near_best(done, case, ways):
    most = 1.1 * best(done, case, ways)[0]
    return [way for way in ways if done[lab.cell(*case, SEED, *way)].seconds <= most]


def run(engine):
    every = list(cases())
    done = lab.run([lab.cell(*case, SEED, *way) for case in every for way in THEIRS + OURS])
    sides = {case: (THEIRS, OURS) for case in every}
    if engine != "model":
        sides = {case: [near_best(done, case, ways) for ways in both] for case, both in sides.items()}
        done = lab.run([lab.cell(*case, SEED, *way) for case, both in sides.items() for way in sum(both, [])], engine)
    rows = []
    for case in every:
        (theirs, their_way), (ours, our_way) = (best(done, case, ways) for ways in sides[case])
        machine, ranks, look, size = case
        rows.append([machine, ranks, look.replace(str(lab.LAB / "matrices") + "/", ""), size, " by ".join(their_way),
                     1e3 * theirs, " by ".join(our_way), 1e3 * ours, ours / theirs])
    lab.write(f"{NAME}.{engine}", ["machine", "ranks", "matrix", "bytes", "theirs", "theirs_ms", "ours", "ours_ms",
                                   "ratio"], rows)


def tables():
    rows = []
    for engine in lab.ENGINES:
        found = lab.result(f"{NAME}.{engine}")
        for machine, ranks in dict.fromkeys((row["machine"], row["ranks"]) for row in found):
            few = [row for row in found if (row["machine"], row["ranks"]) == (machine, ranks)]
            ratios = [float(row["ratio"]) for row in few]
            worst = max(few, key=lambda row: float(row["ratio"]))
            rows.append([f"{machine}, {ranks} ranks", engine, len(few), f"{lab.geometric_mean(ratios):.3f}",
                         f"{min(ratios):.2f}", f"{max(ratios):.3f}", f"{worst['matrix']}, {worst['bytes']} bytes a unit"])
    return {"ours": lab.table(["machine", "by", "cells", "geometric mean", "best", "worst", "where"], rows)}
