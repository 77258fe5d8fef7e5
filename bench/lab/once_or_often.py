"""Once or often: which schedule pays for a pattern that lives for k replays, and whether `choose` finds it, given k.

The cost of a way is S/k + C. Ways are of three kinds: no schedule, one that each rank makes alone (cheap), and one made for
these messages (good). Hindsight is the model's: see `regret`.
"""
import itertools

import lab
import regret

NAME = "once_or_often"
LIVES = (1, 3, 10, 30, 100, 1000)
KINDS = ("none", "cheap", "good")
COLOURS = {"none": "#f4a582", "cheap": "#92c5de", "good": "#5aae61"}
MACHINES = {"ipsc860": 32, "cm5": 32, "delta": 32, "ethernet_cluster": 32, "torus_cluster": 64, "fat_tree_cluster": 128,
            "dragonfly_cluster": 128}
MATRICES = ("uniform:4", "uniform:16", "mesh")
MEAN_OF_MESH = 25  # units of a message


def kind(way):
    return {"ac": "none", "lp": "cheap", "pairwise": "cheap", "standard_exchange": "cheap", "multiphase": "cheap"}.get(
        way[0], "good")


def cases():
    """(machine, ranks, matrix, bytes a unit), and how the results name the messages. The mesh has 32 parts."""
    for machine, ranks in MACHINES.items():
        for matrix, size in itertools.product(MATRICES, regret.SIZES):
            if matrix != "mesh":
                yield (machine, ranks, matrix, size), (matrix, size)
            elif ranks == 32:
                yield (machine, ranks, lab.market("m6_9443.mtx"), max(1, size // MEAN_OF_MESH)), (matrix, size)


def run(engine):
    if engine != "model":
        return
    every = dict(cases())
    chosen = lab.choose([(*case, regret.SEED, lives) for case in every for lives in LIVES])
    ways = {case: list(dict.fromkeys([*regret.WAYS, *(chosen[*case, regret.SEED, lives] for lives in LIVES)]))
            for case in every}
    done = lab.run([regret.cell(case, way) for case in every for way in ways[case]])
    rows = []
    for case, name in every.items():
        for lives in LIVES:
            outcome = lambda way: done[regret.cell(case, way)]
            cost = {way: outcome(way).building / lives + outcome(way).seconds for way in ways[case]}
            best = {k: min((way for way in cost if kind(way) == k), key=cost.get) for k in KINDS}
            it = chosen[*case, regret.SEED, lives]
            of_kinds = [value for k in KINDS for value in (regret.in_words(best[k]), 1e6 * cost[best[k]])]
            rows.append([*case[:2], *name, lives, *of_kinds, regret.in_words(it), kind(it), 1e6 * cost[it],
                         cost[it] / min(cost.values()) - 1])
    lab.write(f"{NAME}.model", ["machine", "ranks", "matrix", "bytes", "replays",
                                *(column for k in KINDS for column in (k, f"{k}_us")), "chosen", "chosen_kind", "chosen_us",
                                "regret"], rows)
    draw()


def winner(row):
    return min(KINDS, key=lambda k: float(row[f"{k}_us"]))


def draw():
    pyplot = lab.plots()
    rows = lab.result(f"{NAME}.model")
    messages = list(dict.fromkeys((row["matrix"], row["bytes"]) for row in rows))[::-1]
    figure, panels = pyplot.subplots(1, len(MACHINES), figsize=(13, 3), sharey=True, gridspec_kw={"wspace": 0.08})
    for machine, panel in zip(MACHINES, panels):
        for row in (row for row in rows if row["machine"] == machine):
            x, y = LIVES.index(int(row["replays"])), messages.index((row["matrix"], row["bytes"]))
            panel.add_patch(pyplot.Rectangle((x - 0.5, y - 0.5), 1, 1, color=COLOURS[winner(row)], lw=0))
            if row["chosen_kind"] != winner(row):
                panel.plot(x, y, "k.", ms=4)
        panel.set_xlim(-0.5, len(LIVES) - 0.5)
        panel.set_ylim(-0.5, len(messages) - 0.5)
        panel.set_xticks(range(len(LIVES)), LIVES, fontsize=8)
        panel.set_yticks(range(len(messages)), [f"{matrix}, {size}" for matrix, size in messages], fontsize=9)
        panel.set_title(f"{machine}, {MACHINES[machine]}", fontsize=9)
    figure.supxlabel("replays that the pattern lives for", y=-0.04, fontsize=10)
    figure.legend([pyplot.Rectangle((0, 0), 1, 1, color=COLOURS[k]) for k in KINDS],
                  ["no schedule", "one that each rank makes alone", "one made for these messages"], loc="lower center",
                  ncols=3, bbox_to_anchor=(0.5, -0.18))
    lab.save(figure, f"{NAME}.model")
    pyplot.close(figure)


def tables():
    rows = lab.result(f"{NAME}.model")
    of = lambda lives: [row for row in rows if int(row["replays"]) == lives]
    losses = lambda some, k: [float(row[f"{k}_us"]) / min(float(row[f"{j}_us"]) for j in KINDS) for row in some]
    lines = []
    for lives in LIVES if rows else ():
        some = of(lives)
        won = [sum(winner(row) == k for row in some) for k in KINDS]
        cost = [f"{lab.geometric_mean(losses(some, k)):.2f}" for k in KINDS]
        regrets = [float(row["regret"]) for row in some]
        lines.append([lives, *won, *cost, f"{100 * lab.quantile(regrets, 0.9):.1f} %", f"{100 * max(regrets):.1f} %"])
    return {"once_or_often": lab.table(
        ["replays", *(f"{k} is best" for k in KINDS), *(f"{k} / best" for k in KINDS), "regret of the choice, 90 %", "worst"],
        lines)}
