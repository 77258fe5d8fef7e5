"""Messages that no receive awaits: system buffers and deadlock. Wang, Ranka 1994, section 3; NICE, section 3.1; Bokhari, section 5.

No machine and no engine. Nodes take steps in random order. A node that sends waits until the receiver's buffer has room. By AC a
node sends all its messages; only then it takes messages out of its buffer. In the phases of RS_N a node sends the message of a
phase, and takes out the one that it receives in this phase. Matrices are random and regular, as those of greedy.py.
"""
import random

import greedy
import lab

NAME = "buffers"
RUNS = range(20)
SIZES = [(n, d) for n in (32, 64) for d in (4, 8, 16, 31)]
COLUMNS = ["ranks", "density", "deadlocks", "ac_waiting", "rs_n_waiting"]


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


def most_waiting(steps, room, chance):
    """The most messages that wait in one buffer; None if nodes wait for each other for ever."""
    todo = [[message for step in those for message in step if message] for those in steps]
    buffers, most, moves = [set() for _ in steps], 0, True

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
        most = max(most, *map(len, buffers))
    return None if any(todo) else most


def run(engine):
    if engine != "model":
        return
    rows = []
    for n, d in SIZES:
        deadlocks, waiting = 0, {ac: 0, rs_n: 0}
        for seed in RUNS:
            chance = random.Random(f"{n} {d} {seed}")
            matrix = greedy.regular(n, d, chance)
            deadlocks += most_waiting(ac(matrix, chance), d // 2, chance) is None
            for order in waiting:
                waiting[order] = max(waiting[order], most_waiting(order(matrix, chance), n, chance))
        rows.append([n, d, deadlocks / len(RUNS), *waiting.values()])
    lab.write(f"{NAME}.{engine}", COLUMNS, rows)


def results():
    """{(ranks, density): {column: number}}"""
    return {(int(row["ranks"]), int(row["density"])): {column: float(row[column]) for column in COLUMNS[2:]}
            for row in lab.result(f"{NAME}.model")}


def tables():
    return {NAME: lab.table(
        ["ranks", "d", "AC, room for d/2 messages: runs with deadlock", "AC, no limit: most messages waiting", "RS_N, no limit"],
        [[*size, f"{100 * few['deadlocks']:.0f} %", f"{few['ac_waiting']:.0f}", f"{few['rs_n_waiting']:.0f}"]
         for size, few in results().items()])}
