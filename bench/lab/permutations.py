"""5,000 random permutations of 1 KiB on 32 nodes (500 by the simulator): NICE's figures 2 (CM-5) and 3 (iPSC/860)."""
import lab

NAME = "permutations"
PERMUTATIONS = {"model": 5000, "simulator": 500}
MACHINES = {"cm5": "CM-5", "ipsc860": "iPSC/860"}


def run(engine):
    seeds = range(1, PERMUTATIONS[engine] + 1)
    cells = {m: [lab.cell(m, 32, "permutation", 1024, seed, "ac", "post_all") for seed in seeds] for m in MACHINES}
    done = lab.run([c for few in cells.values() for c in few], engine)
    times = {m: [done[c].seconds for c in few] for m, few in cells.items()}
    rows = []
    for machine, seconds in times.items():
        average = lab.mean(seconds)
        rows.append([machine, len(seconds), 1e3 * min(seconds), 1e3 * average, 1e3 * max(seconds),
                     lab.mean(abs(s / average - 1) <= 0.05 for s in seconds)])
    lab.write(f"{NAME}.{engine}", ["machine", "permutations", "least_ms", "mean_ms", "most_ms", "within_5_percent"], rows)
    draw(times, engine)


def draw(times, engine):
    pyplot = lab.plots()
    figure, panels = pyplot.subplots(1, len(times), figsize=(9, 3))
    for (machine, seconds), panel in zip(times.items(), panels):
        panel.hist([1e3 * s for s in seconds], bins=60, range=(0, 1.05e3 * max(seconds)), color="#4393c3")
        panel.set_xlabel(f"ms, {MACHINES[machine]}")
    panels[0].set_ylabel("permutations")
    lab.save(figure, f"{NAME}.{engine}")
    pyplot.close(figure)


def tables():
    rows = [[MACHINES[row["machine"]], engine, row["permutations"], row["least_ms"], row["mean_ms"], row["most_ms"],
             f"{100 * float(row['within_5_percent']):.1f} %"]
            for engine in lab.ENGINES for row in lab.result(f"{NAME}.{engine}")]
    return {"permutations": lab.table(
        ["machine", "by", "permutations", "least, ms", "mean", "most", "within 5 % of the mean"], rows)}
