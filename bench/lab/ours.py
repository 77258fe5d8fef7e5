"""Colouring, link_colouring and balanced against the best of the papers' algorithms, cell by cell.

A cell is a kind of matrix, and its times are means over random matrices, as in the papers' tables. The new algorithms use
any protocol of the papers. The papers' algorithms are replayed as published, and by any protocol. The simulator runs a part
of the grid, and on each side the strategies that the model has within 5 % of the best.
"""
import itertools

import lab

NAME = "ours"
SEEDS = range(1, 6)
SEEDS_OF_SHARED = range(1, 2)  # by the simulator, if messages share links: dense matrices take it minutes
PHASED = ("post_all", "ready_signal", "pairwise_sync", "barrier")
# Wang, Lin, Ranka 1993 on the CM-5; Wang, Ranka 1994 and Bokhari 1991 on the iPSC/860 (S1, S2, pairwise synchronised).
AS_PUBLISHED = {
    "cm5": [("ac", "post_all"), ("ac", "lock"),
            *((algorithm, "ready_signal") for algorithm in ("lp", "rs_n", "rs_nl", "rs_nh", "rs_nlh"))],
    "ipsc860": [("ac", "post_all"), ("rs_n", "post_all"), ("lp", "ready_signal"), ("lp", "pairwise_sync"),
                ("rs_nl", "ready_signal"), ("rs_nh", "ready_signal"), ("rs_nlh", "ready_signal")],
}
BY_ANY = [("ac", "post_all"), ("ac", "lock"),
          *itertools.product(("lp", "rs_n", "rs_nl", "rs_nh", "rs_nlh"), PHASED)]
OURS = list(itertools.product(("colouring", "link_colouring", "balanced"), PHASED))
SIZES = (16, 512, 8192, 131072)
DENSITIES = (4, 8, 16, 24)
# Machine, ranks, densities, wings too, bytes.
GRIDS = {
    "model": [("cm5", 32, DENSITIES, True, SIZES), ("ipsc860", 32, DENSITIES, True, SIZES),
              ("ipsc860", 64, (4, 16, 48), False, SIZES)],
    "simulator": [("cm5", 32, DENSITIES, True, (512, 8192)), ("ipsc860", 32, DENSITIES, True, (512, 8192))],
}


def cases(engine):
    """(machine, ranks, matrix, bytes a unit), so that the mean message has about the size of the grid."""
    for machine, ranks, densities, has_wings, sizes in GRIDS[engine]:
        matrices = [f"uniform:{d}" for d in densities] + ["complete"]
        matrices += [f"nonuniform:{d}:32" for d in (*densities, ranks - 1)]
        matrices += [lab.market(f"m6_{n}.mtx") for n in (2810, 9443, 53806)] if has_wings else []
        for matrix, size in itertools.product(matrices, sizes):
            units = {"nonuniform": 16, "market": 32}.get(matrix.split(":")[0], 1)
            if size >= units:
                yield machine, ranks, matrix, size // units


def seeds(machine, engine):
    return SEEDS_OF_SHARED if (machine, engine) == ("cm5", "simulator") else SEEDS


def run(engine):
    sides = {case: (AS_PUBLISHED[case[0]], BY_ANY, OURS) for case in cases(engine)}

    def outcomes(by):
        return lab.run([lab.cell(*case, seed, *way) for case, side in sides.items() for seed in seeds(case[0], engine)
                        for way in dict.fromkeys(itertools.chain(*side))], by)

    def seconds(case, way):
        return lab.mean(done[lab.cell(*case, seed, *way)].seconds for seed in seeds(case[0], engine))

    def best(case, ways):
        return min((seconds(case, way), way) for way in ways)

    def near_best(case, ways):
        most = 1.05 * best(case, ways)[0]
        return [way for way in ways if seconds(case, way) <= most]

    done = outcomes("model")
    if engine != "model":
        sides = {case: [near_best(case, ways) for ways in side] for case, side in sides.items()}
        done = outcomes(engine)
    rows = []
    for case, side in sides.items():
        (theirs, their_way), (any_way, their_any), (ours, our_way) = (best(case, ways) for ways in side)
        machine, ranks, matrix, size = case
        rows.append([machine, ranks, matrix.replace(str(lab.LAB / "matrices") + "/", ""), size,
                     " by ".join(their_way), 1e3 * theirs, " by ".join(their_any), 1e3 * any_way,
                     " by ".join(our_way), 1e3 * ours, ours / theirs, ours / any_way])
    lab.write(f"{NAME}.{engine}", ["machine", "ranks", "matrix", "bytes", "theirs", "theirs_ms", "theirs_by_any",
                                   "theirs_by_any_ms", "ours", "ours_ms", "ratio", "ratio_by_any"], rows)


def tables():
    rows = []
    for engine in lab.ENGINES:
        found = lab.result(f"{NAME}.{engine}")
        for machine, ranks in dict.fromkeys((row["machine"], row["ranks"]) for row in found):
            few = [row for row in found if (row["machine"], row["ranks"]) == (machine, ranks)]
            for theirs, column in (("as published", "ratio"), ("by any protocol", "ratio_by_any")):
                ratios = [float(row[column]) for row in few]
                worst = max(few, key=lambda row: float(row[column]))
                rows.append([f"{machine}, {ranks} ranks", engine, theirs, len(few), f"{lab.geometric_mean(ratios):.3f}",
                             f"{min(ratios):.2f}", f"{max(ratios):.3f}",
                             f"{worst['matrix']}, {worst['bytes']} bytes a unit"])
    return {"ours": lab.table(["machine", "by", "papers' replays", "cells", "geometric mean", "best", "worst", "worst cell"], rows)}
