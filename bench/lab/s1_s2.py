"""Phases with signals (S1) against messages in sequence (S2), in the same order: Wang and Ranka 1994, section 6.

S1 is `ready_signal`, S2 is `windowed` by one, on the paper's 64-node iPSC/860. `post_all` is the third: there no message
waits for another.
"""
import itertools

import lab

NAME = "s1_s2"
SEEDS = {"model": (1, 2, 3, 4, 5), "simulator": (1,)}
SCHEMES = {"LP": "lp", "RS_N": "rs_n", "RS_NL": "rs_nl"}
DENSITIES = (4, 16, 48)
SIZES = [4**k for k in range(2, 9)]
PROTOCOLS = {"s1_ms": ("ready_signal",), "s2_ms": lab.S2, "at_once_ms": ("post_all",)}


def run(engine):
    def cells(scheme, density, size, protocol):
        return [lab.cell("ipsc860", 64, f"uniform:{density}", size, seed, SCHEMES[scheme], *protocol)
                for seed in SEEDS[engine]]

    points = list(itertools.product(SCHEMES, DENSITIES, SIZES))
    wanted = {(*point, name): cells(*point, protocol) for point in points for name, protocol in PROTOCOLS.items()}
    done = lab.run([c for few in wanted.values() for c in few], engine)
    lab.write(f"{NAME}.{engine}", ["scheme", "density", "bytes", *PROTOCOLS],
              [(*point, *(1e3 * lab.mean(done[c].seconds for c in wanted[*point, name]) for name in PROTOCOLS))
               for point in points])


def tables():
    rows = []
    for engine in lab.ENGINES:
        found = {(row["scheme"], int(row["density"]), int(row["bytes"])): [float(row[name]) for name in PROTOCOLS]
                 for row in lab.result(f"{NAME}.{engine}")}

        def ratios(*point):
            s1, s2, at_once = found[point]
            return f"{s1 / s2:.2f} ({s1 / at_once:.2f})"

        rows += [[scheme, density, engine, *(ratios(scheme, density, size) for size in SIZES)]
                 for scheme, density in itertools.product(SCHEMES, DENSITIES) if found]
    return {"s1_s2": lab.table(["scheme", "messages a rank", "by", *(f"{size} bytes" for size in SIZES)], rows)}
