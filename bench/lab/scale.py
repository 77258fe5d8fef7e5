"""Many ranks on present machines: phases, their scheduling cost, and replays predicted and simulated.

Random matrices, 8 messages of 8 KiB a rank. The simulator runs up to 1024 ranks. The model continues to 100,000 with the
algorithms that need no whole matrix: everything at once, and the distributed scheduler.
"""
import lab

NAME = "scale"
BYTES = 8192
WAYS = [("ac", "post_all"), ("rs_n", "ready_signal"), ("colouring", "windowed"), ("distributed", "windowed")]
WAYS_OF_MANY = [("ac", "post_all"), ("distributed", "windowed")]
RANKS = {"fat_tree_cluster": [64, 256, 1024], "dragonfly_cluster": [64, 256, 1024], "torus_cluster": [64, 512]}
MOST_SIMULATED = 1024
MANY_RANKS = [4096, 16384, 65536, 100000]


def cells_for(machine, ranks, ways):
    return [lab.cell(machine, ranks, "uniform:8", BYTES, 1, algorithm, protocol, 1, order=lab.ORDER_OF_PARTITA)
            for algorithm, protocol in ways]


def run(engine):
    cells = [c for machine, many in RANKS.items() for ranks in many for c in cells_for(machine, ranks, WAYS)]
    if engine == "simulator":
        cells = [c for c in cells if c[1] <= MOST_SIMULATED]
    else:
        cells += [c for ranks in MANY_RANKS for c in cells_for("fat_tree_cluster", ranks, WAYS_OF_MANY)]
    model, done = lab.run(cells), lab.run(cells, engine)
    lab.write(f"{NAME}.{engine}", ["machine", "ranks", "algorithm", "protocol", "phases", "replay_us", "building_us"],
              [(c[0], c[1], c[5], c[6], done[c].phases, 1e6 * done[c].seconds, 1e6 * model[c].building)
               for c in cells])


def tables():
    model, simulator = ({(row["machine"], row["ranks"], row["algorithm"]): row for row in lab.result(f"{NAME}.{engine}")}
                        for engine in ("model", "simulator"))
    return {"scale": lab.table(
        ["machine", "ranks", "algorithm", "protocol", "phases", "building, us", "predicted, us", "simulated, us"],
        [[row["machine"], row["ranks"], f"`{row['algorithm']}`", f"`{row['protocol']}`", row["phases"], row.get("building_us", ""),
          row["replay_us"], simulator.get(key, {}).get("replay_us", "")] for key, row in model.items()])}
