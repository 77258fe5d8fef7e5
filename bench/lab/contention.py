"""Single messages and contention: Table 2 of the CM-5 paper, Bokhari's figures 2 and 4 on the iPSC/860."""
import lab

NAME = "contention"
# Wang, Lin, Ranka 1993, Table 2: {bytes: {senders to P31: ms at the receiver}}
TABLE_2 = {256: {1: 0.089, 2: 0.125, 4: 0.205, 8: 0.375, 16: 0.731, 31: 1.396},
           4096: {1: 0.516, 2: 1.083, 4: 2.189, 8: 4.693, 16: 9.865, 31: 19.485}}
# Bokhari 1991, section 2.3: all of these use the link from 7 to 15.
PATHS = [(0, 127), (1, 63), (3, 31), (7, 15), (5, 79), (6, 47), (2, 95), (4, 111)]


def messages(name, ranks, pairs):
    """A matrix of one unit from the first to the second of each pair, as cells spell it."""
    return lab.matrix(name, ranks, [(*pair, 1) for pair in pairs])


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


def tables():
    rows = {engine: lab.result(f"{NAME}.{engine}") for engine in lab.ENGINES}
    rows = {engine: few for engine, few in rows.items() if few}
    here = {engine: {row["what"]: float(row["here_ms"]) for row in few} for engine, few in rows.items()}
    few = next(iter(rows.values()), [])

    def beside(machine):
        return [[row["what"], row["paper_ms"],
                 *(f"{here[e][row['what']]:.4g} / {here[e][row['what']] / float(row['paper_ms']):.2f}" for e in rows)]
                for row in few if row["machine"] == machine and row["paper_ms"]]

    columns = [f"{engine} / ratio" for engine in rows]
    return {
        "contention.cm5": lab.table(["messages", "paper, ms", *columns], beside("cm5")),
        "contention.ipsc860": lab.table(["message", "paper, ms", *columns], beside("ipsc860")),
        "contention.link": lab.table(
            ["messages", *(f"{engine}, times one" for engine in rows)],
            [[row["what"], *(f"{here[e][row['what']] / here[e]['1 over one link']:.2f}" for e in rows)]
             for row in few if row["what"].endswith("over one link")])}
