"""Which scheme wins over (density, bytes): NICE's figures 16 (CM-5) and 17 (iPSC/860), and Wang and Ranka's figure 5.

Messages have equal length. A point is the mean of five matrices, or one by the simulator. R = inf omits the scheduling
cost; otherwise S/R is added, with S from the model of `choose`.
"""
import itertools

import lab

NAME = "regions"
SEEDS = {"model": (1, 2, 3, 4, 5), "simulator": (1,)}
SIZES = [2**k for k in range(4, 18)]
REPLAYS = ("1", "10", "100", "inf")
RANDOM = {"CM-5": "RS_N", "iPSC/860": "RS_NL"}  # the papers' "RS_N(s)" there
# Figure of the paper: machine, ranks, densities, schemes. S1 and S2 are those of Wang and Ranka 1994.
FIGURES = {
    "CM-5": ("cm5", 32, (4, 8, 12, 16, 20, 24, 28, 31), {
        "AC": ("ac", "post_all"), "LP": ("lp", "ready_signal"), "RS_N": ("rs_n", "ready_signal")}),
    "iPSC/860": ("ipsc860", 64, (4, 8, 16, 24, 32, 40, 48), {
        "AC": ("ac", *lab.S2), "LP": ("lp", "ready_signal"), "RS_N": ("rs_n", *lab.S2),
        "RS_NL": ("rs_nl", "ready_signal")}),
}
COLOURS = {"AC": "#f4a582", "LP": "#92c5de", "RS_N": "#a6d96a", "RS_NL": "#5aae61"}


def run(engine):
    points = [(figure, density, size) for figure, (_, _, densities, _) in FIGURES.items()
              for density, size in itertools.product(densities, SIZES)]

    def cells(figure, density, size, scheme):
        machine, ranks, _, schemes = FIGURES[figure]
        return [lab.cell(machine, ranks, f"uniform:{density}", size, seed, *schemes[scheme]) for seed in SEEDS[engine]]

    wanted = {(*point, scheme): cells(*point, scheme) for point in points for scheme in FIGURES[point[0]][3]}
    every = [c for few in wanted.values() for c in few]
    done = lab.run(every, engine)
    predicted = done if engine == "model" else lab.run(every)
    lab.write(f"{NAME}.{engine}", ["figure", "density", "bytes", "scheme", "ms", "building_ms"],
              [(*key, 1e3 * lab.mean(done[c].seconds for c in few), 1e3 * lab.mean(predicted[c].building for c in few))
               for key, few in wanted.items()])
    draw(engine)


def winners(engine):
    """{figure: {R: {(density, bytes): scheme}}}"""
    costs = {}
    for row in lab.result(f"{NAME}.{engine}"):
        point = costs.setdefault(row["figure"], {}).setdefault((int(row["density"]), int(row["bytes"])), {})
        point[row["scheme"]] = float(row["ms"]), float(row["building_ms"])
    return {figure: {replays: {point: min(schemes, key=lambda s: schemes[s][0] + schemes[s][1] / float(replays))
                               for point, schemes in points.items()}
                     for replays in REPLAYS}
            for figure, points in costs.items()}


def draw(engine):
    pyplot = lab.plots()
    found = winners(engine)
    figure, panels = pyplot.subplots(len(found), len(REPLAYS), figsize=(12, 3 * len(found)), sharex=True,
                                     gridspec_kw={"wspace": 0.08, "hspace": 0.12}, squeeze=False)
    for (name, by_replays), row in zip(found.items(), panels):
        densities = FIGURES[name][2]
        for (replays, points), panel in zip(by_replays.items(), row):
            for (density, size), scheme in points.items():
                panel.add_patch(pyplot.Rectangle((SIZES.index(size) + 3.5, densities.index(density) - 0.5), 1, 1,
                                                 color=COLOURS[scheme], lw=0))
            panel.set_xlim(3.5, 17.5)
            panel.set_ylim(-0.5, len(densities) - 0.5)
            panel.set_yticks(range(len(densities)), densities if panel is row[0] else [])
            panel.set_title(f"{name}, R = {replays.replace('inf', '∞')}", fontsize=11)
        row[0].set_ylabel("messages a rank")
    for panel in panels[-1]:
        panel.set_xlabel(r"bytes a message, $\log_2$")
    figure.legend([pyplot.Rectangle((0, 0), 1, 1, color=colour) for colour in COLOURS.values()], COLOURS,
                  loc="lower center", ncols=len(COLOURS), bbox_to_anchor=(0.5, -0.06))
    lab.save(figure, f"{NAME}.{engine}")
    pyplot.close(figure)


def tables():
    found = {(row["figure"], int(row["density"]), int(row["bytes"]), row["scheme"]):
             float(row["building_ms"]) / float(row["ms"]) for row in lab.result(f"{NAME}.model")}
    sizes = SIZES[::2]
    rows = [[scheme, density, *(f"{found['iPSC/860', density, size, scheme]:.2f}" for size in sizes)]
            for scheme in ("RS_N", "RS_NL") for density in (4, 16, 48) if found]
    return {"regions.overhead": lab.table(["scheme", "messages a rank", *(f"{size} bytes" for size in sizes)], rows)}
