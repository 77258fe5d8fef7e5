"""Random delays in a complete exchange on 32 nodes: Bokhari's figures 12 and 13 (pairwise, unsynchronised).

Least, mean and most of 100 runs. Each start-up takes up to NOISE longer, at random. Only by the model. The global
synchronisation before pairwise_F has no noise: see exchange.py.
"""
import exchange
import lab

NAME = "envelopes"
NOISE = 20  # us
SEEDS = range(0, 3200, 32)  # distant, so that no two runs share a rank's random numbers
BLOCKS = [1, *range(1000, 8001, 1000)]
WAYS = {  # by colour
    "linear": ("linear", "global_once"),
    "stable": ("stable", "global_once"),
    "pairwise_F": ("pairwise", "pairwise_sync"),
    "pairwise_F without synchronisation": ("pairwise", "global_once"),
}
COLUMNS = ["way", "block", "least_ms", "mean_ms", "most_ms", "without_noise_ms"]
COLOURS = dict(zip(WAYS, ("#d6604d", "#5aae61", "#2166ac", "#000000")))


def run(engine):
    if engine != "model":
        return
    machine = lab.variant("ipsc860", {"noise_microseconds": NOISE})
    wanted = {(way, block): [lab.cell(machine, 32, "complete", block, seed, *how) for seed in SEEDS]
              for way, how in WAYS.items() for block in BLOCKS}
    quiet = {(way, block): lab.cell("ipsc860", 32, "complete", block, 1, *how)
             for way, how in WAYS.items() for block in BLOCKS}
    ms_of = exchange.times_of([*(c for cells in wanted.values() for c in cells), *quiet.values()], engine)

    def row(key):
        ms = [ms_of[cell] for cell in wanted[key]]
        return [*key, min(ms), lab.mean(ms), max(ms), ms_of[quiet[key]]]

    lab.write(f"{NAME}.{engine}", COLUMNS, map(row, wanted))
    draw(engine)


def draw(engine):
    pyplot = lab.plots()
    figure, panels = pyplot.subplots(1, 2, figsize=(10, 3.8), sharey=True)
    ways = list(WAYS)
    for panel, those, title in zip(panels, (ways[:3], ways[2:]), ("figure 12", "figure 13")):
        for way in those:
            rows = [row for row in lab.result(f"{NAME}.{engine}") if row["way"] == way]
            for what, width in {"least_ms": 0.6, "mean_ms": 1.6, "most_ms": 0.6}.items():
                panel.plot(BLOCKS, [float(row[what]) for row in rows], color=COLOURS[way], lw=width,
                           label=way if what == "mean_ms" else None)
        panel.set_title(title, fontsize=11)
        panel.set_xlabel("bytes a block")
        panel.legend(fontsize=9)
    panels[0].set_ylabel("ms")
    lab.save(figure, f"{NAME}.{engine}")
    pyplot.close(figure)


def tables():
    rows = [[row[column] for column in COLUMNS]
            for row in lab.result(f"{NAME}.model") if int(row["block"]) in (1, 1000, 4000, 8000)]
    return {"envelopes": lab.table(
        ["implementation", "bytes a block", "least, ms", "mean", "most", "without noise"], rows)}
