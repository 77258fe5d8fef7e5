"""The transposition of a matrix in blocks: `two_stage` against every other strategy of `choose`.

The ranks hold the blocks of a square matrix, or of one twice as wide as high; rank (i, j) sends its block to rank (j, i).
Routes by dimensions bring many of these messages to a few links. The simulator runs the best strategies by the model: the
best of two_stage, and the best of the others.
"""
import lab
import regret

NAME = "transpose"
UNITS = 4096  # of a block
SIZES = (1, 16, 256, 4096)  # bytes of a unit
MACHINES = {"ipsc860": 64, "delta": 128, "torus_cluster": 256}
SIMULATED = ("ipsc860",)  # the others have too many messages
REPLAYS = 1000


def transposition(ranks):
    half = (ranks.bit_length() - 1) // 2
    target = {rank: rank % 2**half * (ranks // 2**half) + rank // 2**half for rank in range(ranks)}
    return lab.matrix(f"{NAME}_{ranks}", ranks, [(rank, to, UNITS) for rank, to in target.items() if rank != to])


def cases(engine):
    """(machine, ranks, matrix, bytes a unit, seed)"""
    return [(machine, ranks, transposition(ranks), size, 1) for machine, ranks in MACHINES.items() for size in SIZES
            if engine == "model" or machine in SIMULATED]


def run(engine):
    every = cases(engine)
    chosen = lab.choose([(*case, REPLAYS) for case in every])
    done = lab.run([lab.cell(*case, *way) for case in every for way in regret.WAYS])
    best = {case: {} for case in every}  # way of each algorithm
    for case in every:
        for way in sorted(regret.WAYS, key=lambda way: done[lab.cell(*case, *way)].seconds):
            best[case].setdefault(way[0], way)
    if engine != "model":
        done = lab.run([lab.cell(*case, *way) for case in every for way in best[case].values()], engine)
    rows = []
    for case in every:
        machine, ranks, _, size, _ = case
        times = {way: 1e3 * done[lab.cell(*case, *way)].seconds for way in best[case].values()}
        two_stage = best[case]["two_stage"]
        other = min((way for way in times if way != two_stage), key=times.get)
        rows.append([machine, ranks, UNITS * size, regret.in_words(two_stage), times[two_stage], regret.in_words(other),
                     times[other], regret.in_words(chosen[*case, REPLAYS])])
    lab.write(f"{NAME}.{engine}", ["machine", "ranks", "bytes", "two_stage", "two_stage_ms", "other", "other_ms", "chosen"], rows)


def tables():
    rows = [[row["machine"], row["ranks"], row["bytes"], engine, row["two_stage"], row["two_stage_ms"], row["other"],
             row["other_ms"], f"{float(row['two_stage_ms']) / float(row['other_ms']):.2f}", row["chosen"]]
            for engine in lab.ENGINES for row in lab.result(f"{NAME}.{engine}")]
    return {"transpose": lab.table(["machine", "ranks", "bytes a message", "by", "two stages", "ms", "best other", "ms",
                                    "two stages / other", "`choose` takes"], rows)}
