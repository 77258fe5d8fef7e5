"""Complete exchange on the iPSC/860: Bokhari's six implementations over block size and dimension; figure 13.

The protocol decides the type of a message, as ipsc860.toml says: `post_all` has UNFORCED ones, the others FORCED ones. All
implementations with FORCED messages begin with a global synchronisation (section 5): that of `global_once`, or, before
`pairwise_sync`, the time of `global_once` without messages. The machine is deterministic: Bokhari's envelopes are single
lines here.
"""
import lab

NAME = "exchange"
BLOCKS = [2**k for k in range(0, 13)]
DIMENSIONS = {"model": range(1, 8), "simulator": range(1, 6)}  # the large ones take it minutes
# (algorithm, protocol)
IMPLEMENTATIONS = {
    "linear": ("linear", "global_once"),
    "stable": ("stable", "global_once"),
    "pairwise_F": ("pairwise", "pairwise_sync"),
    "standard_F": ("standard_exchange", "pairwise_sync"),
    "pairwise_U": ("pairwise", "post_all"),
    "standard_U": ("standard_exchange", "post_all"),
}
UNSYNCHRONISED = ("pairwise", "global_once")  # of figure 13
COLOURS = dict(zip(IMPLEMENTATIONS, ("#f4a582", "#fddbc7", "#4393c3", "#92c5de", "#5aae61", "#a6d96a")))


def cell(dimension, block, implementation):
    return lab.cell("ipsc860", 2**dimension, "complete", block, 1, *implementation)


def synchronisation(ranks):
    """The cell whose time is that of a global synchronisation."""
    return lab.cell("ipsc860", ranks, lab.matrix(f"empty_{ranks}", ranks, []), 1, 1, "ac", "global_once")


def parts(cell):
    """The cells whose times make up an implementation's."""
    of = dict(zip(lab.COLUMNS, cell))
    return [synchronisation(of["ranks"])] * (of["protocol"] == "pairwise_sync") + [cell]


def times_of(cells, engine):
    """{cell: ms}, with the synchronisation before it"""
    done = lab.run([part for cell in cells for part in parts(cell)], engine)
    return {cell: 1e3 * sum(done[part].seconds for part in parts(cell)) for cell in cells}


def run(engine):
    wanted = {(dimension, block, name): cell(dimension, block, how)
              for dimension in DIMENSIONS[engine] for block in BLOCKS for name, how in IMPLEMENTATIONS.items()}
    wanted |= {(5, block, "pairwise without synchronisation"): cell(5, block, UNSYNCHRONISED) for block in BLOCKS}
    ms = times_of(wanted.values(), engine)
    lab.write(f"{NAME}.{engine}", ["dimension", "block", "implementation", "ms"],
              [[*key, ms[cell]] for key, cell in wanted.items()])
    draw(engine)


def times(engine):
    """{(dimension, block): {implementation: ms}}"""
    found = {}
    for row in lab.result(f"{NAME}.{engine}"):
        found.setdefault((int(row["dimension"]), int(row["block"])), {})[row["implementation"]] = float(row["ms"])
    return found


def best(few):
    return min(IMPLEMENTATIONS, key=lambda name: few[name])


def draw(engine):
    pyplot = lab.plots()
    found = times(engine)
    figure, (chart, lines) = pyplot.subplots(1, 2, figsize=(11, 4))
    for (dimension, block), few in found.items():
        chart.add_patch(pyplot.Rectangle((BLOCKS.index(block) - 0.5, dimension - 0.5), 1, 1, color=COLOURS[best(few)],
                                         lw=0))
    chart.set_xlim(-0.5, len(BLOCKS) - 0.5)
    chart.set_ylim(0.5, max(DIMENSIONS[engine]) + 0.5)
    chart.set_xlabel(r"bytes a block, $\log_2$")
    chart.set_ylabel("dimension")
    for name in IMPLEMENTATIONS:
        lines.loglog(BLOCKS, [found[5, block][name] for block in BLOCKS], color=COLOURS[name], label=name, lw=2)
    other = "pairwise without synchronisation"
    lines.loglog(BLOCKS, [found[5, block][other] for block in BLOCKS], "k:", label=other)
    lines.set_xlabel("bytes a block, dimension 5")
    lines.set_ylabel("ms")
    lines.legend(fontsize=8)
    lab.save(figure, f"{NAME}.{engine}")
    pyplot.close(figure)


def tables():
    rows = []
    for engine in lab.ENGINES:
        found = times(engine)
        rows += [[dimension, engine, *(best(found[dimension, block]) for block in BLOCKS)]
                 for dimension in DIMENSIONS[engine] if found]
    return {"exchange": lab.table(["dimension", "by", *BLOCKS], rows)}
