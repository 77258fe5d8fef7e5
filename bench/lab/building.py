"""Scheduling costs on the CM-5: the rows `comp` of Wang, Lin, Ranka 1993, beside the building that `choose` assumes.

Only by the model. Building is two parts: an algorithm's own time, as in rows `comp`, and the concatenation of the matrix,
which is what remains on infinitely fast processors. DRS_N has no row `comp`: its cost is Generate_Recv, which the paper's
Table 3 has for other numbers of messages a rank (the nearest is taken), and source_vectors.py for these. The second table
adds one building to one replay, in the cells of Tables 4 to 6.
"""
import itertools

import cm5_tables
import lab
import source_vectors

NAME = "building"
RANKS = 32
COLUMNS = ["table", "matrix", "scheme", "messages", "most", "paper_ms", "ms", "paper_before_ms", "before_ms"]


def paper():
    return lab.read(lab.LAB / "cm5_comp.csv")


def entries(matrix):
    """The (from, to) of a matrix of bench/lab/matrices."""
    lines = [line.split() for line in (lab.LAB / "matrices" / matrix).read_text().splitlines() if line[0] != "%"]
    return [(int(line[0]) - 1, int(line[1]) - 1) for line in lines[1:]]


def shape(row):
    """A matrix as cells spell it, the same with one unit a message, its messages, and the most of a rank."""
    kind, name, *_ = row["matrix"].split(":")
    if kind != "market":
        return row["matrix"], f"uniform:{name}", RANKS * int(name), int(name)
    ends = entries(name)
    most = max(side.count(rank) for side in zip(*ends) for rank in set(side))
    units = lab.matrix(f"units_{name[:-4]}", RANKS, [(*pair, 1) for pair in ends])
    return lab.market(name), units, len(ends), most


def table_3(messages):
    """The paper's ms of (concatenation, Generate_Recv) for the nearest number of messages a rank."""
    return source_vectors.PAPER[min((size for size in source_vectors.PAPER if size[0] == RANKS),
                                    key=lambda size: abs(size[1] - messages / RANKS))]


def run(engine):
    if engine != "model":
        return
    idle = lab.variant("cm5", {"slowdown": 0})
    wanted, announced = {}, {}
    for row in paper():
        matrix, units, *sizes = shape(row)
        key = row["table"], row["matrix"]
        announced[(*key, "DRS_N", *sizes, "")] = source_vectors.announcements(RANKS, units)
        for scheme in ("LP", "RS_N", "RS_NH"):
            if row[scheme]:
                wanted[(*key, scheme, *sizes, row[scheme])] = [
                    lab.cell(machine, RANKS, matrix, 16, 1, *lab.SCHEMES[scheme]) for machine in ("cm5", idle)]
    done = lab.run([*announced.values(), *(c for both in wanted.values() for c in both)])

    rows = []
    for key, (whole, exchange) in wanted.items():
        theirs = 0 if key[2] == "LP" else table_3(key[3])[0]
        rows.append([*key, 1e3 * (done[whole].building - done[exchange].building), theirs, 1e3 * done[exchange].building])
    for key, cell in announced.items():
        rows.append([*key, 0, table_3(key[3])[1], 1e3 * source_vectors.generate_recv(RANKS, done[cell].seconds)])
    lab.write(f"{NAME}.{engine}", COLUMNS, rows)


def costs():
    """{(table, matrix): {scheme: {column: number}}} of the last run."""
    found = {}
    for row in lab.result(f"{NAME}.model"):
        found.setdefault((row["table"], row["matrix"]), {})[row["scheme"]] = {
            column: float(row[column] or 0) for column in COLUMNS[3:]}
    return found


def tables():
    def beside(row, prefix=""):
        return cm5_tables.beside((row[f"paper_{prefix}ms"], row[f"{prefix}ms"])) if row else ""

    rows = [[table, cm5_tables.name_of(matrix), f"{found['LP']['messages']:.0f}, {found['LP']['most']:.0f}",
             *(beside(found.get(scheme)) for scheme in ("LP", "RS_N", "RS_NH")),
             *(beside(found[scheme], "before_") for scheme in ("RS_N", "DRS_N"))]
            for (table, matrix), found in costs().items()]
    return {"building": lab.table(["table", "matrix", "messages, most of a rank", "LP", "RS_N", "RS_NH",
                                   "concatenation", "DRS_N: Generate_Recv"], rows),
            "building.once": once()}


def once():
    """The fastest scheme if a schedule is used once, over the bytes of a message or unit."""
    replays, building = cm5_tables.cells("model"), costs()

    def fastest(key, replayed, built, before):
        """[(bytes, scheme)] for replays and building of 0, the paper, or 1, here."""
        prefix = ("paper_", "")[built]
        found = []
        for cell, times in replays.items():
            if cell[:2] == key:
                ms = {scheme: times[scheme][replayed] for scheme in times}
                for scheme, row in building[key].items():
                    ms[scheme] += row[f"{prefix}ms"] + before * row[f"{prefix}before_ms"]
                found.append((cell[2], min(ms, key=ms.get)))
        return found

    def words(found):
        runs = [(scheme, [size for size, _ in run]) for scheme, run in itertools.groupby(found, key=lambda pair: pair[1])]
        return ", ".join(f"{scheme} {sizes[0]}" + (f" to {sizes[-1]}" if sizes[1:] else "") for scheme, sizes in runs)

    def agreement(replayed, built):
        """How many of the winners are the paper's, beside the columns of the paper."""
        for before in (False, True):
            same = [one == other for key in building
                    for one, other in zip(fastest(key, 0, 0, before), fastest(key, replayed, built, before))]
            yield from ("", f"{sum(same)} of {len(same)}")

    rows = [[key[0], cm5_tables.name_of(key[1]),
             *(words(fastest(key, whose, whose, before)) for before in (False, True) for whose in (0, 1))]
            for key in building if replays]
    rows += [["", f"*as in the paper{with_}*", *agreement(*whose)] for with_, whose in {
        "": (1, 1), ", with its building": (1, 0), ", with its replays": (0, 1)}.items()]
    return lab.table(["table", "matrix", "paper: `comm` and `comp`", "here", "paper, with Table 3", "here"], rows)
