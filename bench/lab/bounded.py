"""Two stages against one on a 32-node CM-5: figures 9 and 10 of Ranka, Shankar, Alsabti 1995.

Every rank sends and receives the same traffic t. In the best case for two stages one of 31 messages has 31/32 of it; in the
worst there are two messages of t/2. Two-stage is `lp` by `barrier` in both stages, single-stage is `ac` by `lock`.
"""
import lab

NAME = "bounded"
RANKS = 32
UNITS = 1024  # of t
TRAFFIC = [2**k for k in range(12, 21)]  # bytes
WAYS = {"two-stage": ("two_stage", "barrier"), "single-stage": ("ac", "lock"), "all at once": ("ac", "post_all")}


def best_case(rank, other):
    return 992 if other == (5 * rank + 3) % RANKS else 1


def worst_case(rank, other):
    return 512 if other in ((5 * rank + 3) % RANKS, (9 * rank + 1) % RANKS) else 0


CASES = {"k = 32, l = 1/32": best_case, "k = 2, l = 1/2": worst_case}


def matrix(name, units):
    rows = [(i, j, units(i, j)) for i in range(RANKS) for j in range(RANKS) if i != j and units(i, j)]
    lab.WORK.mkdir(parents=True, exist_ok=True)
    file = lab.WORK / f"{NAME}_{name}.mtx"
    lines = ["%%MatrixMarket matrix coordinate integer general", f"{RANKS} {RANKS} {len(rows)}"]
    file.write_text("\n".join([*lines, *(f"{i + 1} {j + 1} {length}" for i, j, length in rows)]) + "\n")
    return f"market:{file}"


def run(engine):
    looks = {case: matrix(units.__name__, units) for case, units in CASES.items()}
    wanted = {(case, traffic, name): lab.cell("cm5", RANKS, looks[case], traffic // UNITS, 1, *way)
              for case in CASES for traffic in TRAFFIC for name, way in WAYS.items()}
    done = lab.run(list(wanted.values()), engine, f"{NAME}.{engine}")
    lab.write(f"{NAME}.{engine}", ["case", "traffic", "way", "ms"],
              [[*key, 1e3 * done[c].seconds] for key, c in wanted.items()])


def tables():
    rows = []
    for engine in lab.ENGINES:
        found = {(row["case"], row["traffic"], row["way"]): row["ms"] for row in lab.result(f"{NAME}.{engine}")}
        for case, traffic in dict.fromkeys(key[:2] for key in found):
            times = [found[case, traffic, way] for way in WAYS]
            rows.append([case, engine, traffic, *times, f"{float(times[0]) / float(times[1]):.2f}"])
    return {"bounded": lab.table(["case", "by", "t, bytes", *(f"{way}, ms" for way in WAYS), "two-stage / single-stage"],
                                 rows)}
