"""A better partition against a better order of messages: Wang and Ranka 1994, section 7.

A triangulated grid with random diagonals is cut into 32 parts by METIS, once and as the best of several cuts. Each cut is a
matrix, as of a loop over edges, whose replay by AC and by RS_NH the model predicts. METIS' time is processor time here, times
the `slowdown` by which scheduling costs are counted on the machine, too. It differs from run to run.
"""
import ctypes
import ctypes.util
import random
import sys
import time

import lab

NAME = "partitioning"
RANKS = 32
WIDTH, HEIGHT = 200, 130
CUTS = (1, 10)  # METIS keeps the best of so many
UNITS = (64, 512, 4096)  # bytes a vertex
SCHEDULE = "RS_NH"
COLUMNS = ["unit", "cuts", "metis_ms", "scheduling_ms", "ac_ms", "schedule_ms"]
OPTIONS, NUMBER_OF_CUTS = 40, 7  # of METIS 5.1: METIS_NOPTIONS, METIS_OPTION_NCUTS


def mesh():
    """The neighbours of each vertex."""
    chance, neighbours = random.Random(1), [set() for _ in range(WIDTH * HEIGHT)]
    for x in range(WIDTH):
        for y in range(HEIGHT):
            here, right, up = x + WIDTH * y, x + 1 < WIDTH, y + 1 < HEIGHT
            ends = [(here, here + 1)] * right + [(here, here + WIDTH)] * up
            if right and up:
                ends.append(chance.choice([(here, here + WIDTH + 1), (here + 1, here + WIDTH)]))
            for a, b in ends:
                neighbours[a].add(b)
                neighbours[b].add(a)
    return neighbours


def metis(neighbours, cuts):
    """The part of each vertex, and METIS' processor time in seconds."""
    name = ctypes.util.find_library("metis")
    if name is None:
        sys.exit("lab: the experiment partitioning needs METIS; scripts/install-deps installs it")
    library, number, array = ctypes.CDLL(name), ctypes.c_int32, lambda values: (ctypes.c_int32 * len(values))(*values)
    starts, ends = [0], []
    for row in neighbours:
        ends += sorted(row)
        starts.append(len(ends))
    options, parts, cut = array([0] * OPTIONS), array([0] * len(neighbours)), number()
    library.METIS_SetDefaultOptions(options)
    options[NUMBER_OF_CUTS] = cuts
    sizes = number(len(neighbours)), number(1), number(RANKS)
    before = time.process_time()
    status = library.METIS_PartGraphKway(ctypes.byref(sizes[0]), ctypes.byref(sizes[1]), array(starts), array(ends), None, None,
                                         None, ctypes.byref(sizes[2]), None, None, options, ctypes.byref(cut), parts)
    seconds = time.process_time() - before
    if status != 1:
        sys.exit(f"lab: METIS_PartGraphKway fails with {status}")
    return list(parts), seconds


def matrix(neighbours, parts, cuts):
    """An owner sends a vertex to every part that owns a neighbour of it."""
    sent = {(parts[vertex], parts[other], vertex) for vertex, row in enumerate(neighbours) for other in row
            if parts[vertex] != parts[other]}
    units = {}
    for owner, part, _ in sent:
        units[owner, part] = units.get((owner, part), 0) + 1
    return lab.matrix(f"{NAME}_{cuts}", RANKS, [(*pair, number) for pair, number in sorted(units.items())])


def run(engine):
    if engine != "model":
        return
    neighbours, rows = mesh(), []
    slowdown = lab.machine("cm5")["processors"]["slowdown"]
    for cuts in CUTS:
        parts, seconds = metis(neighbours, cuts)
        spelled = matrix(neighbours, parts, cuts)
        for unit in UNITS:
            by_ac, scheduled = (lab.cell("cm5", RANKS, spelled, unit, 1, *lab.SCHEMES[scheme]) for scheme in ("AC", SCHEDULE))
            done = lab.run([by_ac, scheduled])
            rows.append([unit, cuts, 1e3 * slowdown * seconds, 1e3 * done[scheduled].building, 1e3 * done[by_ac].seconds,
                         1e3 * done[scheduled].seconds])
    lab.write(f"{NAME}.{engine}", COLUMNS, rows)


def results():
    """{bytes a vertex: {cuts: {column: ms}}}"""
    found = {}
    for row in lab.result(f"{NAME}.model"):
        found.setdefault(int(row["unit"]), {})[int(row["cuts"])] = {column: float(row[column]) for column in COLUMNS[2:]}
    return found


def gains():
    """[(share of AC's time that a schedule saves, the same of the better partition, METIS' time over that of scheduling)]"""
    few, many = CUTS
    return [(1 - by_cuts[few]["schedule_ms"] / by_cuts[few]["ac_ms"], 1 - by_cuts[many]["ac_ms"] / by_cuts[few]["ac_ms"],
             (by_cuts[many]["metis_ms"] - by_cuts[few]["metis_ms"]) / by_cuts[few]["scheduling_ms"])
            for by_cuts in results().values()]


def tables():
    rows = [[unit, cuts, *(f"{few[column]:.4g}" for column in COLUMNS[2:])]
            for unit, by_cuts in results().items() for cuts, few in by_cuts.items()]
    return {"partitioning": lab.table(
        ["bytes a vertex", "cuts", "METIS, ms", f"scheduling {SCHEDULE}, ms", "AC, ms", f"{SCHEDULE}, ms"], rows)}
