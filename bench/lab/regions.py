"""Which scheme wins over (density, bytes): NICE's figures 16 (CM-5) and 17 (iPSC/860), and Wang and Ranka's figures 5 to 11.

Messages have equal length. A point is the mean of five matrices, or one by the simulator. R = inf omits the scheduling
cost; otherwise S/R is added, with S from the model of `choose`. The S of DRS_N is Generate_Recv (see source_vectors.py).
"""
import itertools

import lab
import lengths
import source_vectors

NAME = "regions"
SEEDS = {"model": (1, 2, 3, 4, 5), "simulator": (1,)}
SIZES = [2**k for k in range(4, 18)]
REPLAYS = ("1", "10", "100", "inf")
# Figure of the paper: machine, ranks, densities, schemes. S1 and S2 are those of Wang and Ranka 1994.
FIGURES = {
    "CM-5": ("cm5", 32, (4, 8, 12, 16, 20, 24, 28, 31), {
        "AC": ("ac", "post_all"), "LP": ("lp", "ready_signal"), "RS_N": ("rs_n", "ready_signal"),
        "DRS_N": ("ac", "lock")}),
    "iPSC/860": ("ipsc860", 64, (4, 8, 16, 24, 32, 40, 48), {
        "AC": ("ac", *lab.S2), "LP": ("lp", "ready_signal"), "RS_N": ("rs_n", *lab.S2),
        "RS_NL": ("rs_nl", "ready_signal")}),
}
COLOURS = {"AC": "#f4a582", "LP": "#92c5de", "RS_N": "#a6d96a", "RS_NL": "#5aae61", "DRS_N": "#c2a5cf"}
TIMES = {"6": 4, "7": 8, "8": 16, "9": 32}  # figure of Wang and Ranka: density; that of figure 7 is assumed


def run(engine):
    points = [(figure, density, size, scheme) for figure, (_, _, densities, schemes) in FIGURES.items()
              for density, size, scheme in itertools.product(densities, SIZES, schemes)]

    def cell(figure, density, size, scheme, seed=1, changes=None):
        machine, ranks, _, schemes = FIGURES[figure]
        return lab.cell(lab.variant(machine, changes), ranks, f"uniform:{density}", size, seed, *schemes[scheme],
                        improvements="none")

    def concatenation(figure, density, scheme):  # building takes no more time on infinitely fast processors
        return cell(figure, density, SIZES[0], scheme, changes={"slowdown": 0})

    def announcements(figure, density):
        return source_vectors.announcements(FIGURES[figure][1], f"uniform:{density}")

    wanted = {point: [cell(*point, seed) for seed in SEEDS[engine]] for point in points}
    every = [c for few in wanted.values() for c in few]
    done = lab.run(every, engine)
    costs = lab.run([*every, *(concatenation(figure, density, scheme) for figure, density, _, scheme in points),
                     *(announcements(figure, density) for figure, density, _, scheme in points if scheme == "DRS_N")])

    def building(figure, density, size, scheme):
        if scheme == "DRS_N":
            return source_vectors.generate_recv(FIGURES[figure][1], costs[announcements(figure, density)].seconds)
        return lab.mean(costs[c].building for c in wanted[figure, density, size, scheme])

    lab.write(f"{NAME}.{engine}", ["figure", "density", "bytes", "scheme", "ms", "building_ms", "concatenation_ms"],
              [(*point, 1e3 * lab.mean(done[c].seconds for c in few), 1e3 * building(*point),
                1e3 * costs[concatenation(point[0], point[1], point[3])].building) for point, few in wanted.items()])
    draw(engine)
    draw_times(engine)


def times(engine):
    """{figure: {(density, bytes): {scheme: (ms of a replay, ms of building, of it the concatenation)}}}"""
    found = {}
    for row in lab.result(f"{NAME}.{engine}"):
        point = found.setdefault(row["figure"], {}).setdefault((int(row["density"]), int(row["bytes"])), {})
        point[row["scheme"]] = tuple(float(row[column]) for column in ("ms", "building_ms", "concatenation_ms"))
    return found


def winners(engine):
    """{figure: {R: {(density, bytes): scheme}}}"""
    return {figure: {replays: {point: min(schemes, key=lambda s: schemes[s][0] + schemes[s][1] / float(replays))
                               for point, schemes in points.items()}
                     for replays in REPLAYS}
            for figure, points in times(engine).items()}


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


def draw_times(engine):
    """Figures 6 to 9, and below each the same times over those of the fastest scheme."""
    pyplot = lab.plots()
    points = times(engine)["iPSC/860"]
    figure, panels = pyplot.subplots(2, len(TIMES), figsize=(12, 5.5), gridspec_kw={"hspace": 0.35, "wspace": 0.3})
    for (number, density), (above, below) in zip(TIMES.items(), panels.T):
        ms = {scheme: [points[density, size][scheme][0] for size in SIZES] for scheme in FIGURES["iPSC/860"][3]}
        least = [min(of_size) for of_size in zip(*ms.values())]
        for scheme in ms:
            above.plot([size / 1024 for size in SIZES], ms[scheme], color=lengths.COLOURS[scheme], label=scheme)
            below.plot(SIZES, [a / b for a, b in zip(ms[scheme], least)], color=lengths.COLOURS[scheme])
        above.set_title(f"{number}: iPSC/860, d = {density}", fontsize=10)
        above.set_xlabel("KiB a message")
        above.set_xlim(0, 128)
        above.set_ylim(0)
        below.set_xscale("log", base=2)
        below.set_xlabel("bytes a message")
        below.set_ylim(0.95, 3)
    panels[0][0].set_ylabel("ms")
    panels[1][0].set_ylabel("ms / ms of the fastest")
    lines = {line.get_label(): line for line in panels[0][0].get_lines()}
    figure.legend(lines.values(), lines, loc="lower center", ncols=len(lines), bbox_to_anchor=(0.5, -0.06))
    lab.save(figure, f"{NAME}_times.{engine}")
    pyplot.close(figure)


def finding(density, size):
    """The scheme that Wang and Ranka's section 6 finds best on the iPSC/860."""
    # "Small messages (<= 1K bytes for d = 4 and <= 128 bytes for d = 32)": other densities by the line through the two.
    if size <= 1024 * 2 ** (-3 * (density - 4) / 28):
        return "AC"
    return "LP" if density >= 32 and size > 1024 else "RS_NL"


def tables():
    every = times("model")
    points = every.get("iPSC/860", {})

    wins = [[figure, replays.replace("inf", "∞"), *(sum(w == scheme for w in found.values()) if scheme in FIGURES[figure][3]
                                                    else "" for scheme in COLOURS)]
            for figure, by_replays in winners("model").items() for replays, found in by_replays.items()]

    def judged(best):
        those = [schemes for point, schemes in points.items() if finding(*point) == best]
        over = [schemes[best][0] / min(times[0] for times in schemes.values()) for schemes in those]
        fastest = [min(schemes, key=lambda scheme: schemes[scheme][0]) for schemes in those]
        return [best, len(those), *(fastest.count(scheme) for scheme in FIGURES["iPSC/860"][3]),
                f"{lab.quantile(over, 0.5):.2f}", f"{max(over):.2f}"]

    def overhead(ms, building, concatenation):
        return f"{(building - concatenation) / ms:.2f} ({building / ms:.2f})"

    sizes, few = [SIZES[0], *SIZES[3::2]], (16, 128, 1024, 8192, 131072)
    return {
        "regions.wins": lab.table(["machine", "R", *COLOURS], wins),
        "regions.findings": lab.table(
            ["best in the paper", "points", *(f"{scheme} fastest here" for scheme in FIGURES["iPSC/860"][3]),
             "its time over the fastest: median", "worst"],
            [judged(best) for best in ("AC", "LP", "RS_NL") if points]),
        "regions.times": lab.table(
            ["messages a rank", "scheme", *(f"{size} bytes" for size in few)],
            [[density, scheme, *(f"{points[density, size][scheme][0]:.4g}" for size in few)]
             for density in TIMES.values() for scheme in FIGURES["iPSC/860"][3] if points]),
        "regions.overhead": lab.table(
            ["scheme", "messages a rank", *(f"{size} bytes" for size in sizes)],
            [[scheme, density, *(overhead(*points[density, size][scheme]) for size in sizes)]
             for scheme in ("RS_N", "RS_NL") for density in (4, 16, 48) if points])}
