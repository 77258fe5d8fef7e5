"""Tables 4, 5 and 6 of Wang, Lin, Ranka 1993: every scheme on a 32-node CM-5, beside the paper's times.

cm5.toml is fitted to Tables 2 and 4; Tables 5 and 6 are predictions. Random matrices are exactly regular, and times are the
mean of several. The wing's matrices (bench/lab/matrices) are near the paper's in number and length of messages.
"""
import lab

NAME = "cm5_tables"
NEAR = 1.03  # as good as the winner

# Variants: changes to cm5.toml, and the improvements of DRS_N. The paper's DRS_N has none; they are of 1995.
VARIANTS = {"": ({}, "none"), "_of_1995": ({}, "both"), "_no_penalty": ({"send_penalty": 0}, "none")}
WORDS = {"": "as fitted", "_of_1995": "as fitted, DRS_N of 1995", "_no_penalty": "no `send_penalty`"}


def paper():
    return lab.read(lab.LAB / "cm5_tables.csv")


def matrices(row, engine):
    """The number of matrices; the simulator needs minutes for dense ones."""
    return 10 if engine == "model" else 4 if row["matrix"].split(":")[1] == "4" else 1


def cells_of(row, scheme, machine, improvements, count):
    algorithm, protocol = lab.SCHEMES[scheme]
    is_mesh = row["matrix"].startswith("market:")
    matrix = lab.market(row["matrix"].removeprefix("market:")) if is_mesh else row["matrix"]
    return [lab.cell(machine, 32, matrix, int(row["bytes"]), seed, algorithm, protocol,
                     improvements=improvements if scheme == "DRS_N" else "both")
            for seed in range(1, count + 1)]


def schemes_of(row):
    return [scheme for scheme in lab.SCHEMES if row[scheme]]


def run(engine):
    for variant, (changes, improvements) in VARIANTS.items():
        machine = lab.variant("cm5", changes)
        rows = paper()
        wanted = {(k, scheme): cells_of(row, scheme, machine, improvements, matrices(row, engine))
                  for k, row in enumerate(rows) for scheme in schemes_of(row)}
        done = lab.run([c for cells in wanted.values() for c in cells], engine)
        lab.write(f"{NAME}{variant}.{engine}", ["table", "matrix", "bytes", "scheme", "paper_ms", "here_ms"],
                  [(row["table"], row["matrix"], row["bytes"], scheme, row[scheme],
                    1e3 * lab.mean(done[c].seconds for c in wanted[k, scheme]))
                   for k, row in enumerate(rows) for scheme in schemes_of(row)])


def cells(engine, variant=""):
    """{(table, matrix, bytes): {scheme: (paper's ms, ms here)}} of the last run."""
    found = {}
    for row in lab.result(f"{NAME}{variant}.{engine}"):
        times = found.setdefault((row["table"], row["matrix"], int(row["bytes"])), {})
        times[row["scheme"]] = float(row["paper_ms"]), float(row["here_ms"])
    return found


def agrees(times):
    """Whether the winner is the paper's, or one of the two winners is within 3 % of the other."""
    theirs = min(times, key=lambda scheme: times[scheme][0])
    ours = min(times, key=lambda scheme: times[scheme][1])
    return times[theirs][1] <= NEAR * times[ours][1] or times[ours][0] <= NEAR * times[theirs][0]


def is_near(times, factor=1.5):
    theirs, here = times
    return 1 / factor <= here / theirs <= factor


def judged(found):
    """(cells, winners as in the paper, times, times within a factor of 1.5)."""
    times = [pair for cell in found.values() for pair in cell.values()]
    return len(found), sum(map(agrees, found.values())), len(times), sum(map(is_near, times))


def tables():
    summary = []
    for engine in lab.ENGINES:
        for variant, words in WORDS.items():
            for number in ("4", "5", "6"):
                few = {key: times for key, times in cells(engine, variant).items() if key[0] == number}
                if few:
                    rows, winners, times, near = judged(few)
                    summary.append([number, engine, words, f"{winners} of {rows}", f"{near} of {times}"])
    parts = {"cm5_tables.summary": lab.table(
        ["table", "by", "CM-5", "winner as in the paper", "times within 1.5"], summary)}
    for number in ("4", "5", "6"):
        found = {key: times for key, times in cells("model").items() if key[0] == number}
        schemes = list(next(iter(found.values()), {}))
        parts[f"cm5_tables.{number}"] = lab.table(
            ["messages", "bytes", *schemes, "winner"],
            [[name_of(matrix), size, *(beside(times[scheme]) for scheme in schemes), winner(times)]
             for (_, matrix, size), times in found.items()])
    return parts


def name_of(matrix):
    kind, *rest = matrix.split(":")
    return f"{rest[0][3:-4]} vertices" if kind == "market" else f"d = {rest[0]}"


def beside(times):
    theirs, here = times
    return f"{theirs:.4g} / {here:.4g} / {here / theirs:.2f}"


def winner(times):
    theirs = min(times, key=lambda scheme: times[scheme][0])
    ours = min(times, key=lambda scheme: times[scheme][1])
    return theirs if theirs == ours else f"{theirs} / {ours}{'' if agrees(times) else ' (!)'}"
