"""Single messages and contention: Table 2 of the CM-5 paper, Bokhari's figures 2 and 4 on the iPSC/860."""
import lab

NAME = "contention"
# Wang, Lin, Ranka 1993, Table 2: {bytes: {senders to P31: ms at the receiver}}
TABLE_2 = {256: {1: 0.089, 2: 0.125, 4: 0.205, 8: 0.375, 16: 0.731, 31: 1.396},
           4096: {1: 0.516, 2: 1.083, 4: 2.189, 8: 4.693, 16: 9.865, 31: 19.485}}
# The same table: {bytes: {senders: (most, least, mean ms of the senders)}}
SENDERS = ("most", "least", "mean")
TABLE_2_SENDERS = {
    256: {1: (0.131, 0.050, 0.061), 2: (0.150, 0.070, 0.081), 4: (0.199, 0.098, 0.116), 8: (0.298, 0.173, 0.210),
          16: (0.575, 0.302, 0.394), 31: (1.279, 0.151, 0.815)},
    4096: {1: (0.504, 0.485, 0.488), 2: (1.048, 1.023, 1.038), 4: (2.124, 2.085, 2.097), 8: (4.844, 4.353, 4.502),
           16: (10.065, 9.155, 9.476), 31: (19.544, 2.847, 15.550)}}
# Bokhari 1991, section 2.3: all of these use the link from 7 to 15.
PATHS = [(0, 127), (1, 63), (3, 31), (7, 15), (5, 79), (6, 47), (2, 95), (4, 111)]


def messages(name, ranks, pairs):
    """A matrix of one unit from the first to the second of each pair, as cells spell it."""
    lines = ["%%MatrixMarket matrix coordinate integer general", f"{ranks} {ranks} {len(pairs)}"]
    lines += [f"{a + 1} {b + 1} 1" for a, b in pairs]
    lab.WORK.mkdir(parents=True, exist_ok=True)
    file = lab.WORK / f"{name}.mtx"
    file.write_text("\n".join(lines) + "\n")
    return f"market:{file}"


def cases():
    """(what, machine, ranks, matrix, bytes, ms in the paper)."""
    for size, times in TABLE_2.items():
        for senders, paper in times.items():
            pairs = [(rank, 31) for rank in range(senders)]
            yield f"{senders} to one, {size} bytes", "cm5", 32, messages(f"to_31_{senders}", 32, pairs), size, paper
    forced = lab.variant("ipsc860", lab.ALL_FORCED)  # section 2.3: "using FORCED types"
    for hops, to in {1: 1, 4: 15, 7: 127}.items():
        for size in (1, 100, 400, 4096):
            paper = 1e-3 * (95 + 0.394 * size + 10.3 * hops)
            yield f"{hops} hops, {size} bytes", forced, 128, messages(f"hops_{hops}", 128, [(0, to)]), size, paper
    for paths in range(1, len(PATHS) + 1):
        yield f"{paths} over one link", forced, 128, messages(f"paths_{paths}", 128, PATHS[:paths]), 1000, None


def run(engine):
    every = {what: (lab.cell(machine, ranks, matrix, size, 1, "ac", "post_all"), paper)
             for what, machine, ranks, matrix, size, paper in cases()}
    done = lab.run([c for c, _ in every.values()], engine)
    lab.write(f"{NAME}.{engine}", ["machine", "what", "paper_ms", "here_ms"],
              [["cm5" if c[0] == "cm5" else "ipsc860", what, paper, 1e3 * done[c].seconds]
               for what, (c, paper) in every.items()])
    if engine == "model":
        lab.write("senders.model", ["messages", *(f"{column}_ms" for column in SENDERS)],
                  [[what, *(1e3 * getattr(done[c], f"sender_{column}") for column in SENDERS)]
                   for what, (c, _) in every.items() if c[0] == "cm5"])


def senders():
    """{(bytes, senders): [(ms in the paper, ms here) of the slowest sender, of the fastest, of the mean]}"""
    found = {}
    for row in lab.result("senders.model"):
        number, _, _, size, _ = row["messages"].split()
        paper = TABLE_2_SENDERS[int(size)][int(number)]
        found[int(size), int(number)] = [(theirs, float(row[f"{column}_ms"])) for theirs, column in zip(paper, SENDERS)]
    return found


def tables():
    parts = {"contention.senders": lab.table(
        ["senders", "bytes", *(f"{column} of the senders" for column in SENDERS)],
        [[number, size, *(f"{theirs:.4g} / {here:.4g} / {here / theirs:.2f}" for theirs, here in times)]
         for (size, number), times in senders().items()])}
    rows = {engine: lab.result(f"{NAME}.{engine}") for engine in lab.ENGINES}
    rows = {engine: few for engine, few in rows.items() if few}
    here = {engine: {row["what"]: float(row["here_ms"]) for row in few} for engine, few in rows.items()}
    few = next(iter(rows.values()), [])

    def beside(machine):
        return [[row["what"], row["paper_ms"],
                 *(f"{here[e][row['what']]:.4g} / {here[e][row['what']] / float(row['paper_ms']):.2f}" for e in rows)]
                for row in few if row["machine"] == machine and row["paper_ms"]]

    columns = [f"{engine} / ratio" for engine in rows]
    parts["contention.cm5"] = lab.table(["messages", "paper, ms", *columns], beside("cm5"))
    parts["contention.ipsc860"] = lab.table(["message", "paper, ms", *columns], beside("ipsc860"))
    parts["contention.link"] = lab.table(
        ["messages", *(f"{engine}, times one" for engine in rows)],
        [[row["what"], *(f"{here[e][row['what']] / here[e]['1 over one link']:.2f}" for e in rows)]
         for row in few if row["what"].endswith("over one link")])
    return parts
