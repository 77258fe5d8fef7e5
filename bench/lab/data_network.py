"""The CM-5's data network link by link: random routes, and the senders of Table 2 (Wang, Lin, Ranka 1993, section 1).

No engine. `cm5.toml` has one link above each group of nodes; here it is made of single links as wide as that of one node:
one above a node, two above 4 nodes, four above 16.

* Routes: each packet of a message takes one of these links at random, up and down. Times are those of the busiest link.
* Senders: a switch serves its inputs in turn. So each link that comes into a switch has an equal share of the link that
  leaves it, however many messages share the former. A node that shares a cluster with the receiver has a link of its own.
"""
import itertools
import math

import cm5_tables
import lab

NAME = "data_network"
RANKS, ARITY = 32, 4
PACKET, PAYLOAD = 20, 16  # bytes: 1995, section 3
PERMUTATIONS, BYTES = 5000, 1024  # NICE, section 2.2
COLUMNS = ["messages", "phases", "sharing", "busiest_us", "fixed_us", "node_us", "within_5_percent"]
# Table 2: {bytes: {senders to P31: (most, least, mean ms of the senders)}}
SENDERS = ("most", "least", "mean")
TABLE_2 = {
    256: {1: (0.131, 0.050, 0.061), 2: (0.150, 0.070, 0.081), 4: (0.199, 0.098, 0.116), 8: (0.298, 0.173, 0.210),
          16: (0.575, 0.302, 0.394), 31: (1.279, 0.151, 0.815)},
    4096: {1: (0.504, 0.485, 0.488), 2: (1.048, 1.023, 1.038), 4: (2.124, 2.085, 2.097), 8: (4.844, 4.353, 4.502),
           16: (10.065, 9.155, 9.476), 31: (19.544, 2.847, 15.550)}}


def widths():
    """Single links above a group of ARITY^level nodes, by level."""
    levels = lab.machine("cm5")["network"]["link_megabytes_per_second"]
    return [round(level / levels[0]) for level in levels]


def meeting(a, b):
    """The level of the switch at which the route of two nodes turns down: 1 in a cluster of ARITY nodes."""
    return next(level for level in itertools.count() if a // ARITY**level == b // ARITY**level)


def loads(phase, bytes_a_message, chance=None):
    """{(group, level, link, direction): packets}, and the messages of each link. Without chance a message takes the one link
    that its sender's number gives."""
    packets, messages, width = {}, {}, widths()
    for (sender, receiver), node in itertools.product(phase, (0, 1)):
        for level in range(1, meeting(sender, receiver)):
            number = math.ceil(bytes_a_message / PAYLOAD)
            many = (chance.multinomial(number, [1 / width[level]] * width[level]) if chance
                    else [number * (link == sender % width[level]) for link in range(width[level])])
            for link, some in enumerate(many):
                at = (sender, receiver)[node] // ARITY**level, level, link, node
                packets[at] = packets.get(at, 0) + int(some)
                messages[at] = messages.get(at, 0) + bool(some)
    return packets, messages


def phases(chance):
    """{what: [phase]}, a phase being pairs of sender and receiver."""
    permutations = [chance.permutation(RANKS) for _ in range(PERMUTATIONS)]
    return {"random permutations": [[(i, int(to)) for i, to in enumerate(p) if i != to] for p in permutations],
            "steps of LP": [[(i, i ^ k) for i in range(RANKS)] for k in range(1, RANKS)]}


def run(engine):
    if engine != "model":
        return
    import numpy  # as matplotlib does
    chance = numpy.random.default_rng(1)
    costs, link = lab.machine("cm5")["messages"], lab.machine("cm5")["network"]["link_megabytes_per_second"][0]
    node = 2 * BYTES / costs["node_megabytes_per_second"]  # it sends and receives
    rows = []
    for what, those in phases(chance).items():
        busiest, fixed, sharing = [], [], []
        for phase in those:
            packets, messages = loads(phase, BYTES, chance)
            busiest.append(max(packets.values(), default=0) * PACKET / link)
            fixed.append(max(loads(phase, BYTES)[0].values(), default=0) * PACKET / link)
            sharing.append(max(messages.values(), default=0) > 1)
        times = [costs["start_up_microseconds"] + max(node, us) for us in busiest]
        within = lab.mean(abs(us / lab.mean(times) - 1) <= 0.05 for us in times)
        rows.append([what, len(those), float(lab.mean(sharing)), lab.mean(busiest), lab.mean(fixed), node, float(within)])
    lab.write(f"{NAME}.{engine}", COLUMNS, rows)
    lab.write("senders.model", ["bytes", "senders", *(f"{column}_ms" for column in SENDERS)],
              [[size, number, 1e3 * max(done), 1e3 * min(done), 1e3 * lab.mean(done)]
               for size, numbers in TABLE_2.items() for number in numbers for done in [senders_done(number, size)]])


def shares(senders, receiver, level=1):
    """{sender: its part of the link to the receiver}: the inputs of the switch at this level share it equally."""
    inside = [s for s in senders if s // ARITY**level == receiver // ARITY**level]
    beyond = [s for s in senders if s not in inside]
    ports = {}  # group below this switch: its senders, which share one link to it
    for s in inside:
        ports.setdefault(s // ARITY**(level - 1), []).append(s)
    above = widths()[level] // widths()[level - 1] * bool(beyond)  # links that come down into this switch
    found = {s: 1 / len(group) / (len(ports) + above) for group in ports.values() for s in group}
    if beyond:
        found |= {s: above / (len(ports) + above) * part for s, part in shares(beyond, receiver, level + 1).items()}
    return found


def senders_done(number, size):
    """Seconds until each of ranks 0 to number - 1 has sent its message to the last rank."""
    costs = lab.machine("cm5")["messages"]
    left, done, now = dict.fromkeys(range(number), size), {}, 1e-6 * costs["start_up_microseconds"]
    while left:
        rate = 1e6 * costs["node_megabytes_per_second"] / (1 + costs["receive_penalty"] * math.log2(len(left)))
        part = shares(list(left), RANKS - 1)
        step = min(some / (rate * part[s]) for s, some in left.items())
        now += step
        left = {s: some - rate * part[s] * step for s, some in left.items()}
        done |= {s: now for s, some in left.items() if some < 1e-6 * size}
        left = {s: some for s, some in left.items() if s not in done}
    return list(done.values())


def routes():
    """{what: {column: number}}"""
    return {row["messages"]: {column: float(row[column]) for column in COLUMNS[1:]} for row in lab.result(f"{NAME}.model")}


def senders():
    """{(bytes, senders): [(ms in the paper, ms here) of the slowest sender, of the fastest, of the mean]}"""
    return {(size, number): list(zip(TABLE_2[size][number], (float(row[f"{column}_ms"]) for column in SENDERS)))
            for row in lab.result("senders.model") for size, number in [(int(row["bytes"]), int(row["senders"]))]}


def tables():
    return {
        f"{NAME}.senders": lab.table(
            ["senders", "bytes", *(f"{column} of the senders" for column in SENDERS)],
            [[number, size, *map(cm5_tables.beside, times)] for (size, number), times in senders().items()]),
        f"{NAME}.routes": lab.table(
            ["messages of 1 KiB", "phases", "in which messages share a link", "busiest link, us", "the same with fixed routes",
             "a node, us", "within 5 % of the mean"],
            [[what, f"{few['phases']:.0f}", f"{100 * few['sharing']:.1f} %", f"{few['busiest_us']:.4g}", f"{few['fixed_us']:.4g}",
              f"{few['node_us']:.4g}", f"{100 * few['within_5_percent']:.1f} %"] for what, few in routes().items()])}
