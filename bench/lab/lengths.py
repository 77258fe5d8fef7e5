"""Messages of unequal length, and a wing's: NICE's figures 12 (CM-5), 13 (iPSC/860), 14 and 15 (the wing on each).

The paper prints curves, no numbers. S1 and S2 are those of Wang and Ranka 1994, section 6.
"""
import itertools

import lab

NAME = "lengths"
SEEDS = {"model": (1, 2, 3), "simulator": (1,)}
UNITS = [2**k for k in range(4, 13)]  # bytes
CM5 = {scheme: lab.SCHEMES[scheme] for scheme in ("AC", "LP", "RS_N", "RS_NH")}
IPSC860 = {"AC": ("ac", *lab.S2), "LP": ("lp", "ready_signal"), "RS_N": ("rs_n", *lab.S2),
           "RS_NL": ("rs_nl", "ready_signal"), "RS_NLH": ("rs_nlh", "ready_signal")}
# Figure: machine, ranks, matrix, schemes.
PANELS = {
    "12: CM-5, d = 4": ("cm5", 32, "nonuniform:4:32", CM5),
    "12: CM-5, d = 16": ("cm5", 32, "nonuniform:16:32", CM5),
    "12: CM-5, d = 31": ("cm5", 32, "nonuniform:31:32", CM5),
    "13: iPSC/860, d = 32": ("ipsc860", 64, "nonuniform:32:32", IPSC860),
    "14: CM-5, 2810 vertices": ("cm5", 32, lab.market("m6_2810.mtx"), CM5),
    "14: CM-5, 9443 vertices": ("cm5", 32, lab.market("m6_9443.mtx"), CM5),
    "14: CM-5, 53806 vertices": ("cm5", 32, lab.market("m6_53806.mtx"), CM5),
    "15: iPSC/860, 53806 vertices": ("ipsc860", 64, lab.market("m6_53806_64.mtx"), IPSC860),
}
COLOURS = {"AC": "#f4a582", "LP": "#4393c3", "RS_N": "#a6d96a", "RS_NL": "#5aae61", "RS_NH": "#762a83",
           "RS_NLH": "#762a83"}


def run(engine):
    wanted = {(panel, unit, scheme): [lab.cell(machine, ranks, matrix, unit, seed, *schemes[scheme])
                                      for seed in SEEDS[engine]]
              for panel, (machine, ranks, matrix, schemes) in PANELS.items()
              for unit, scheme in itertools.product(UNITS, schemes)}
    done = lab.run([c for cells in wanted.values() for c in cells], engine)
    lab.write(f"{NAME}.{engine}", ["figure", "unit", "scheme", "ms"],
              [(*key, 1e3 * lab.mean(done[c].seconds for c in cells)) for key, cells in wanted.items()])
    draw(engine)


def times(engine):
    """{figure: {bytes a unit: {scheme: ms}}}"""
    found = {}
    for row in lab.result(f"{NAME}.{engine}"):
        found.setdefault(row["figure"], {}).setdefault(int(row["unit"]), {})[row["scheme"]] = float(row["ms"])
    return found


def draw(engine):
    pyplot = lab.plots()
    figure, panels = pyplot.subplots(2, 4, figsize=(12, 5.5), sharex=True, gridspec_kw={"hspace": 0.3, "wspace": 0.3})
    for (name, by_unit), panel in zip(times(engine).items(), panels.flat):
        for scheme in PANELS[name][3]:
            panel.loglog(UNITS, [by_unit[unit][scheme] for unit in UNITS], color=COLOURS[scheme], label=scheme)
        panel.set_title(name, fontsize=10)
        panel.set_xscale("log", base=2)
    for panel in panels[-1]:
        panel.set_xlabel("bytes a unit")
    for panel in panels[:, 0]:
        panel.set_ylabel("ms")
    lines = {line.get_label(): line for panel in panels.flat for line in panel.get_lines()}
    figure.legend(lines.values(), lines, loc="lower center", ncols=len(lines), bbox_to_anchor=(0.5, -0.06))
    lab.save(figure, f"{NAME}.{engine}")
    pyplot.close(figure)


def tables():
    def winner(ms):
        first, second = sorted(ms, key=ms.get)[:2]
        return f"{first} {ms[first] / ms[second]:.2f}"

    rows = [[name, engine, *(winner(by_unit[unit]) for unit in UNITS)]
            for name in PANELS for engine in lab.ENGINES if (by_unit := times(engine).get(name))]
    return {"lengths": lab.table(["figure", "by", *(f"{unit} bytes" for unit in UNITS)], rows)}
