"""RS_N step by step, as figure 3 of Wang and Ranka 1994 has it: probes, rows that are not shuffled, rows sorted by length.

No machine and no engine: a transcription of the figure counts what the library does not report. A probe asks whether the
receiver of a message is still free in a phase; a collision is a probe that finds it taken. Matrices are random and regular:
every rank sends d messages and receives d.
"""
import collections
import math
import random

import lab
from papers.finding import YES, at_most, holds, much, sometimes, span

NAME = "greedy"
SEEDS = range(3)
SIZES = [(n, d) for n in (32, 64, 128, 256) for d in (4, 8, 16, 31)]
START_UP, BYTES, LONGEST = 528, 64, 32  # a start-up in bytes on the CM-5; of a unit; units of the longest message
# senders: by receiver; collisions: receivers that were taken; longest: units
Phase = collections.namedtuple("Phase", "senders probes collisions longest")
COLUMNS = ["ranks", "density", "rows", "phases", "probes", "early_collisions", "early_low", "cost"]


def regular(n, d, chance):
    """Rows of d receivers each, every rank being d times a receiver, and never of itself."""
    rows = [[(i + k) % n for k in range(1, d + 1)] for i in range(n)]
    for _ in range(10 * n * d):  # two messages swap their receivers
        (a, x), (b, y) = ((chance.randrange(n), chance.randrange(d)) for _ in range(2))
        to, other = rows[a][x], rows[b][y]
        if to not in rows[b] and other not in rows[a] and b != to and a != other:
            rows[a][x], rows[b][y] = other, to
    return rows


def rs_n(rows, chance):
    """Figure 3, from step 2 on; rows of (receiver, length), in the order in which they are compressed."""
    rows, n = [list(row) for row in rows], len(rows)
    while any(rows):
        senders, collisions, probes, longest = {}, [], 0, 0
        x = chance.randrange(n)
        for k in range(n):
            rank = (x + k) % n
            row = rows[rank]
            for z, (receiver, length) in enumerate(row):
                probes += 1
                if receiver in senders:
                    collisions.append(receiver)
                    continue
                senders[receiver] = rank
                longest = max(longest, length)
                row[z] = row[-1]
                row.pop()
                break
        yield Phase(senders, probes, collisions, longest)


def orders(rows, chance):
    """The rows as they may be compressed."""
    return {"shuffled": [chance.sample(row, len(row)) for row in rows], "ascending": [sorted(row) for row in rows],
            "longest first": [sorted(row, key=lambda message: -message[1]) for row in rows]}


def run(engine):
    if engine != "model":
        return
    found = collections.defaultdict(list)
    for n, d in SIZES:
        for seed in SEEDS:
            chance = random.Random(f"{n} {d} {seed}")
            rows = [[(to, chance.randint(1, LONGEST)) for to in row] for row in regular(n, d, chance)]
            for order, compressed in orders(rows, chance).items():
                phases = list(rs_n(compressed, chance))
                early = [receiver for phase in phases[:max(1, d // 4)] for receiver in phase.collisions]
                found[n, d, order].append((len(phases), sum(phase.probes for phase in phases), len(early),
                                           sum(receiver < n / 2 for receiver in early),
                                           sum(START_UP + BYTES * phase.longest for phase in phases)))
    lab.write(f"{NAME}.{engine}", COLUMNS, [[*key, *(float(lab.mean(column)) for column in zip(*samples))]
                                            for key, samples in found.items()])


def results():
    """{(ranks, density): {order of rows: {column: number}}}"""
    found = {}
    for row in lab.result(f"{NAME}.model"):
        of_size = found.setdefault((int(row["ranks"]), int(row["density"])), {})
        of_size[row["rows"]] = {column: float(row[column]) for column in COLUMNS[3:]}
    return found


def over(bound_of):
    """Probes over an expression of the paper: words, and whether there are no more."""
    ratios = [bound_of(n, d, by_order["shuffled"]) for (n, d), by_order in results().items()]
    return f"{span(ratios)} times as many probes, 32 to 256 ranks, d = 4 to 31", at_most(max(ratios), 1)


def probes_in_words():
    return over(lambda n, d, few: few["probes"] / few["phases"] / (n * math.log(d) + n))


def all_probes_in_words():
    return over(lambda n, d, few: few["probes"] / (d * n * math.log(d)))


def collisions_in_words():
    sizes = [few for (_, d), few in results().items() if d >= 16]
    more = [few["ascending"]["early_collisions"] / few["shuffled"]["early_collisions"] for few in sizes]
    low = [few["ascending"]["early_low"] / few["ascending"]["early_collisions"] for few in sizes]
    return (f"d = 16 and 31, the first quarter of d phases: {span(more)} times as many collisions as with shuffled rows, "
            f"{100 * min(low):.0f} to {100 * max(low):.0f} % at the lower half of the nodes",
            holds([much(ratio) == YES for ratio in more] + [much(share / 0.5) == YES for share in low]))


def sorted_in_words():
    ratios = [few["longest first"]["cost"] / few["shuffled"]["cost"] for few in results().values()]
    return (f"RS_N, 1 to {LONGEST} units, longest first: {span(ratios)} of the time of shuffled rows, no gain in "
            f"{sum(ratio >= 1 for ratio in ratios)} of {len(ratios)} cells", sometimes([ratio >= 1 for ratio in ratios]))


def tables():
    def row(n, d, few):
        shuffled, ascending, longest = (few[order] for order in ("shuffled", "ascending", "longest first"))
        return [n, d, f"{shuffled['phases']:.1f}", f"{shuffled['probes'] / shuffled['phases']:.0f}",
                f"{n * math.log(d) + n:.0f}", f"{shuffled['early_collisions']:.0f}", f"{ascending['early_collisions']:.0f}",
                f"{ascending['phases']:.1f}", f"{longest['cost'] / shuffled['cost']:.2f}"]

    return {"greedy": lab.table(
        ["ranks", "d", "phases", "probes a phase", "n ln d + n", "early collisions", "the same, rows not shuffled",
         "phases, rows not shuffled", "time, longest first / shuffled"],
        [row(*size, few) for size, few in results().items()])}
