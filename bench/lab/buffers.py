"""Messages that no receive awaits: system buffers and deadlock. Wang, Ranka 1994, section 3; NICE, section 3.1; Bokhari, section 5.

No machine and no engine. Nodes take steps in random order. A node that sends waits until the receiver's buffer has room. By AC a
node sends all its messages; only then it takes messages out of its buffer. In the phases of RS_N a node sends the message of a
phase, and takes out the one that it receives in this phase. Matrices are random and regular, as those of greedy.py.
"""
import itertools
import random

import greedy
import lab

NAME = "buffers"
RUNS = range(20)
SIZES = [(n, d) for n in (32, 64) for d in (4, 8, 16, 31)]
COLUMNS = ["ranks", "density", "ac_room", "rs_n_room"]


def ac(rows, chance):
    """[(message to send, None)] of each node; a message is (sender, receiver)."""
    return [[((i, to), None) for to in chance.sample(row, len(row))] for i, row in enumerate(rows)]


def rs_n(rows, chance):
    """[(message to send, message to take out)] of each node; either may be None."""
    steps = [[] for _ in rows]
    for phase in greedy.rs_n([[(to, 1) for to in chance.sample(row, len(row))] for row in rows], chance):
        sends = {sender: receiver for receiver, sender in phase.senders.items()}
        for i in {*sends, *phase.senders}:
            steps[i].append(((i, sends[i]) if i in sends else None, (phase.senders[i], i) if i in phase.senders else None))
    return steps


def deadlocks(steps, room, chance):
    """Whether nodes wait for each other for ever, if a buffer has room for so many messages."""
    todo = [[message for step in those for message in step if message] for those in steps]
    buffers, moves = [set() for _ in steps], True

    def move(i):
        message = todo[i][0]
        receiver = message[1]
        if receiver == i:
            if message not in buffers[i]:
                return False
            buffers[i].remove(message)
        elif todo[receiver]:  # a node that has nothing left to do takes messages out at once
            if len(buffers[receiver]) == room:
                return False
            buffers[receiver].add(message)
        todo[i].pop(0)
        if not todo[i]:
            buffers[i].clear()
        return True

    while moves:
        moves = sum([bool(todo[i]) and move(i) for i in chance.sample(range(len(steps)), len(steps))])
    return any(todo)


def run(engine):
    if engine != "model":
        return

    def least_room(order, n, d):
        """The messages that a buffer must hold, so that no run ends in a deadlock."""
        def fails(room, seed):
            chance = random.Random(f"{n} {d} {seed}")
            return deadlocks(order(greedy.regular(n, d, chance), chance), room, chance)
        return next(room for room in itertools.count(1) if not any(fails(room, seed) for seed in RUNS))

    lab.write(f"{NAME}.{engine}", COLUMNS, [[n, d, least_room(ac, n, d), least_room(rs_n, n, d)] for n, d in SIZES])


def results():
    """{(ranks, density): {column: number}}"""
    return {(int(row["ranks"]), int(row["density"])): {column: float(row[column]) for column in COLUMNS[2:]}
            for row in lab.result(f"{NAME}.model")}


def tables():
    return {NAME: lab.table(
        ["ranks", "d", "AC: messages that a buffer must hold", "phases of RS_N"],
        [[*size, f"{few['ac_room']:.0f}", f"{few['rs_n_room']:.0f}"] for size, few in results().items()])}
