"""Regret of `choose`: S/R + C of its choice over that of the best in hindsight, less one; and of fixed strategies.

The engine supplies the hindsight. The model shows only that `choose` predicts the right strategies; the simulator judges the
prediction. S is the model's in either case. The simulator runs a part of the grid (is_simulated). In each case it runs the
choices, every strategy whose S/R + C by the model is within NEAR of the least, the best of each algorithm by the model if within
FAR, and the fixed strategies that are good everywhere by the model.
"""
import itertools

import lab

NAME = "regret"
SEED = 1
REPLAYS = (1, 10, 1000)
SIZES = (64, 2048, 65536)
PHASED = [("post_all", 4), ("windowed", 1), ("windowed", 4), ("ready_signal", 4), ("pairwise_sync", 4), ("barrier", 4)]
WAYS = [("ac", "post_all", 4), ("ac", "windowed", 1), ("ac", "lock", 4),
        *((algorithm, *how) for algorithm in ("lp", "pairwise", "rs_n", "rs_nl", "rs_nh", "rs_nlh", "colouring", "link_colouring",
                                              "balanced") for how in PHASED),
        *((algorithm, protocol, 4) for algorithm in ("multiphase", "standard_exchange", "two_stage", "node_aware")
          for protocol in ("post_all", "ready_signal"))]
NEAR, FAR = 1.2, 2.0
GOOD_EVERYWHERE = [("ac", "post_all", 4), ("lp", "windowed", 4), ("lp", "post_all", 4), ("rs_n", "windowed", 4),
                   ("colouring", "windowed", 4)]
MACHINES = {"cm5": 32, "ipsc860": 32, "torus_cluster": 64, "ethernet_cluster": 64, "fat_tree_cluster": 128,
            "dragonfly_cluster": 128}
# Numbers of ranks that are no powers of two, also with dense matrices.
OTHER_RANKS = {"ipsc860": (48, 96, 100), "ethernet_cluster": (48, 96, 100), "fat_tree_cluster": (48, 96, 100)}


def cases():
    """(machine, ranks, matrix, bytes a unit)"""
    for machine, ranks in MACHINES.items():
        for density, size in itertools.product((4, 16), SIZES):
            yield machine, ranks, f"uniform:{density}", size
        for size in SIZES:
            yield machine, ranks, "nonuniform:8:32", max(1, size // 16)
        if ranks == 32:
            yield from ((machine, ranks, "complete", size) for size in SIZES)
            yield from ((machine, ranks, lab.market("m6_9443.mtx"), size // 32) for size in SIZES)
    for machine, numbers in OTHER_RANKS.items():
        for ranks, matrix, size in itertools.product(numbers, ("uniform:4", "uniform:16", "complete"), SIZES):
            yield machine, ranks, matrix, size


def is_simulated(case):
    """All on 32 ranks; sparse ones on larger machines; short ones on the largest. The others take minutes each."""
    _, ranks, matrix, size = case
    if ranks > 64:
        return matrix == "uniform:4" and size < 65536
    return ranks == 32 or matrix.startswith(("uniform:4", "nonuniform"))


def cell(case, way):
    algorithm, protocol, window = way
    return lab.cell(*case, SEED, algorithm, protocol, window, order=lab.ORDER_OF_PARTITA)


def all_cells(wanted):
    return [cell(case, way) for case, ways in wanted.items() for way in ways]


def worth_simulating(case, ways, taken, model):
    of_model = lambda way: model[cell(case, way)]
    best = {}
    for way in sorted(ways, key=lambda way: of_model(way).seconds):
        best.setdefault(way[0], way)
    least = min(of_model(way).seconds for way in ways)
    found = [*GOOD_EVERYWHERE, *taken, *(way for way in best.values() if of_model(way).seconds <= FAR * least)]
    for replays in REPLAYS:
        cost = {way: of_model(way).building / replays + of_model(way).seconds for way in ways}
        found += [way for way in ways if cost[way] <= NEAR * min(cost.values())]
    return list(dict.fromkeys(found))


def run(engine):
    every = [case for case in cases() if engine == "model" or is_simulated(case)]
    chosen = lab.choose([(*case, SEED, replays) for case in every for replays in REPLAYS])
    taken = {case: [chosen[*case, SEED, replays] for replays in REPLAYS] for case in every}
    wanted = {case: list(dict.fromkeys([*WAYS, *taken[case]])) for case in every}
    model = done = lab.run(all_cells(wanted))
    if engine != "model":
        wanted = {case: worth_simulating(case, ways, taken[case], model) for case, ways in wanted.items()}
        done = lab.run(all_cells(wanted), engine)
    rows, fixed = [], {way: [] for way in (WAYS if engine == "model" else GOOD_EVERYWHERE)}
    for case, ways in wanted.items():
        for replays in REPLAYS:
            cost = {way: model[cell(case, way)].building / replays + done[cell(case, way)].seconds for way in ways}
            it, best = chosen[*case, SEED, replays], min(cost, key=cost.get)
            machine, ranks, matrix, size = case
            rows.append([machine, ranks, matrix.replace(str(lab.LAB / "matrices") + "/", ""), size, replays,
                         in_words(it), 1e6 * cost[it], in_words(best), 1e6 * cost[best], cost[it] / cost[best] - 1])
            for way in fixed:
                fixed[way].append(cost[way] / cost[it])
    lab.write(f"{NAME}.{engine}", ["machine", "ranks", "matrix", "bytes", "replays", "chosen", "chosen_us", "best",
                                   "best_us", "regret"], rows)
    lab.write(f"{NAME}_of_fixed_ways.{engine}", ["way", "mean", "geometric_mean", "worst"],
              sorted(([in_words(way), lab.mean(ratios), lab.geometric_mean(ratios), max(ratios)]
                      for way, ratios in fixed.items()), key=lambda row: row[2]))


def in_words(way):
    algorithm, protocol, window = way
    return f"{algorithm} by {protocol}" + (f" window={window}" if protocol == "windowed" else "")


def regrets(engine, least_replays=1):
    return [float(row["regret"]) for row in lab.result(f"{NAME}.{engine}") if int(row["replays"]) >= least_replays]


def tables():
    most = REPLAYS[-1]
    rows = [[engine + words, len(found), *(f"{100 * lab.quantile(found, part):.1f} %" for part in (0.5, 0.9, 1))]
            for engine in lab.ENGINES for words, least in (("", 1), (f", {most} replays", most))
            if (found := regrets(engine, least))]
    fixed = [[engine, row["way"], row["geometric_mean"], row["mean"], row["worst"]]
             for engine in lab.ENGINES for row in lab.result(f"{NAME}_of_fixed_ways.{engine}")[:10]]
    return {"regret": lab.table(["hindsight by", "choices", "median regret", "90 %", "worst"], rows),
            "regret.fixed": lab.table(["by", "fixed strategy", "geometric mean of its time over that of `choose`", "mean",
                                       "worst"], fixed)}
