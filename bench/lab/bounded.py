"""Two stages against one on a 32-node CM-5: figures 9 and 10 of Ranka, Shankar, Alsabti 1995.

Every rank sends and receives the same traffic t. In the best case for two stages, one of 31 messages has 31/32 of t. In the
worst case there are two messages of t/2. Two-stage is `lp` by `barrier` in both stages. Single-stage is `ac` by `lock`, with
both improvements of 1995, with one, and without, which is DRS_N of 1993.
"""
import lab

NAME = "bounded"
RANKS = 32
UNITS = 1024  # of t
TRAFFIC = [2**k for k in range(12, 21)]  # bytes
WAYS = {
    "two-stage": {"algorithm": "two_stage", "protocol": "barrier"},
    "single-stage": {"algorithm": "ac", "protocol": "lock"},
    "DRS_N of 1993": {"algorithm": "ac", "protocol": "lock", "improvements": "none"},
    "`busy_measure` alone": {"algorithm": "ac", "protocol": "lock", "improvements": "busy_measure"},
    "`early_go_ahead` alone": {"algorithm": "ac", "protocol": "lock", "improvements": "early_go_ahead"},
    "all at once": {"algorithm": "ac", "protocol": "post_all"},
}


def best_case(rank, other):
    return 992 if other == (5 * rank + 3) % RANKS else 1


def worst_case(rank, other):
    return 512 if other in ((5 * rank + 3) % RANKS, (9 * rank + 1) % RANKS) else 0


CASES = {"k = 32, l = 1/32": best_case, "k = 2, l = 1/2": worst_case}


def matrix(units):
    entries = [(i, j, units(i, j)) for i in range(RANKS) for j in range(RANKS) if i != j and units(i, j)]
    return lab.matrix(f"{NAME}_{units.__name__}", RANKS, entries)


def run(engine):
    matrices = {case: matrix(units) for case, units in CASES.items()}
    wanted = {(case, traffic, name): lab.cell("cm5", RANKS, matrices[case], traffic // UNITS, 1, **way)
              for case in CASES for traffic in TRAFFIC for name, way in WAYS.items()}
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
        for way, line in zip(WAYS, ("k-", "b-", "b--", "b:", "b-.", "r-")):
            panel.loglog(TRAFFIC, [found[case, traffic][way] for traffic in TRAFFIC], line, label=way.replace("`", ""))
        panel.set_title(case, fontsize=11)
        panel.set_xlabel("t, bytes")
    panels[0].set_ylabel("ms")
    panels[0].legend(fontsize=8)
    lab.save(figure, f"{NAME}.{engine}")
    pyplot.close(figure)


def tables():
    rows = [[case, engine, traffic, *(f"{ms[way]:.4g}" for way in WAYS), f"{ms['two-stage'] / ms['single-stage']:.2f}"]
            for engine in lab.ENGINES for (case, traffic), ms in times(engine).items()]
    return {"bounded": lab.table(["case", "by", "t, bytes", *(f"{way}, ms" for way in WAYS), "two-stage / single-stage"],
                                 rows)}
