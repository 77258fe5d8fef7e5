"""Two stages against one on a 32-node CM-5: figures 9 and 10 of Ranka, Shankar, Alsabti 1995.

Every rank sends and receives the same traffic t. In the best case for two stages, one of 31 messages has 31/32 of t. In the
worst case there are two messages of t/2. Two-stage is `lp` by `barrier` in both stages. Single-stage is `ac` by `lock`, with
both improvements of 1995. The paper's new implementation also "replaced the interrupts in the earlier implementation with
polling" (section 5): on POLLING, no inquiry interrupts a transfer, and a receiver awaits every message. DRS_N of 1993 is
the earlier implementation, without any of the three changes.
"""
import lab

NAME = "bounded"
RANKS = 32
UNITS = 1024  # of t
TRAFFIC = [2**k for k in range(12, 21)]  # bytes
POLLING = {"interrupt_microseconds": 0, "unawaited_microseconds": 0}
SINGLE, OF_1993 = "single-stage", "DRS_N of 1993"
# Way: changes to cm5.toml, and the cell.
WAYS = {
    "two-stage": (POLLING, {"algorithm": "two_stage", "protocol": "barrier"}),
    SINGLE: (POLLING, {"algorithm": "ac", "protocol": "lock"}),
    "polling alone": (POLLING, {"algorithm": "ac", "protocol": "lock", "improvements": "none"}),
    OF_1993: ({}, {"algorithm": "ac", "protocol": "lock", "improvements": "none"}),
    "`busy_measure` alone": ({}, {"algorithm": "ac", "protocol": "lock", "improvements": "busy_measure"}),
    "`early_go_ahead` alone": ({}, {"algorithm": "ac", "protocol": "lock", "improvements": "early_go_ahead"}),
    "stage 1 by `lock`": (POLLING, {"algorithm": "two_stage", "protocol": "lock,barrier"}),
    "all at once": (POLLING, {"algorithm": "ac", "protocol": "post_all"}),
}


def best_case(rank, other):
    return 992 if other == (5 * rank + 3) % RANKS else 1


def worst_case(rank, other):
    return 512 if other in ((5 * rank + 3) % RANKS, (9 * rank + 1) % RANKS) else 0


CASES = {"k = 32, l = 1/32": best_case, "k = 2, l = 1/2": worst_case}


def matrix(units):
    entries = [(i, j, units(i, j)) for i in range(RANKS) for j in range(RANKS) if i != j and units(i, j)]
    return lab.matrix(f"{NAME}_{units.__name__}", RANKS, entries)


def cell(matrix, size, way, seed=1, machine="cm5"):
    """One replay by a way; on another machine its changes do not count."""
    changes, how = WAYS[way]
    return lab.cell(lab.variant(machine, changes) if machine == "cm5" else machine, RANKS, matrix, size, seed, **how)


def run(engine):
    matrices = {case: matrix(units) for case, units in CASES.items()}
    wanted = {(case, traffic, way): cell(matrices[case], traffic // UNITS, way)
              for case in CASES for traffic in TRAFFIC for way in WAYS
              if engine == "model" or "stage 1" not in way}  # the simulator has one protocol for all stages
    done = lab.run(list(wanted.values()), engine)
    lab.write(f"{NAME}.{engine}", ["case", "traffic", "way", "ms"],
              [[*key, 1e3 * done[c].seconds] for key, c in wanted.items()])
    draw(engine)


def times(engine):
    """{(case, traffic): {way: ms}}"""
    found = {}
    for row in lab.result(f"{NAME}.{engine}"):
        found.setdefault((row["case"], int(row["traffic"])), {})[row["way"]] = float(row["ms"])
    return found


def draw(engine):
    pyplot = lab.plots()
    found = times(engine)
    figure, panels = pyplot.subplots(1, len(CASES), figsize=(9, 3.5), sharey=True)
    for case, panel in zip(CASES, panels):
        for way, line in zip(WAYS, ("k-", "b-", "g-", "b--", "b:", "b-.", "k--", "r-")):
            panel.loglog(TRAFFIC, [found[case, traffic].get(way) for traffic in TRAFFIC], line, label=way.replace("`", ""))
        panel.set_title(case, fontsize=11)
        panel.set_xlabel("t, bytes")
    panels[0].set_ylabel("ms")
    panels[0].legend(fontsize=8)
    lab.save(figure, f"{NAME}.{engine}")
    pyplot.close(figure)


def tables():
    rows = [[case, engine, traffic, *(f"{ms[way]:.4g}" if way in ms else "" for way in WAYS), f"{ms['two-stage'] / ms['single-stage']:.2f}"]
            for engine in lab.ENGINES for (case, traffic), ms in times(engine).items()]
    return {"bounded": lab.table(["case", "by", "t, bytes", *(f"{way}, ms" for way in WAYS), "two-stage / single-stage"],
                                 rows)}
