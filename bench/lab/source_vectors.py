"""Source vectors: Table 3 of Wang, Lin, Ranka 1993, by concatenation of the matrix, and by announcements.

Only by the model. `building_seconds` gives the time of the concatenation. Announcements are a replay of messages that hold
one length, all at once; a barrier of 5 us ends it. One run uses the messages of cm5.toml, the other Active Messages with the
times of section 2.3.
"""
import lab

NAME = "source_vectors"
LENGTH = 8  # bytes of an announcement
ACTIVE_MESSAGES = {"start_up_microseconds": 1.6, "receive_microseconds": 1.7, "unawaited_microseconds": 0}
# The paper's ms: {(ranks, messages a rank): (concatenation, announcements)}
PAPER = {
    (32, 4): (6.624, 0.455), (32, 8): (6.619, 0.548), (32, 16): (6.657, 0.743), (32, 32): (6.626, 1.114),
    (128, 4): (106.781, 1.397), (128, 16): (106.666, 1.702), (128, 64): (106.786, 2.896), (128, 128): (106.822, 5.123),
    (256, 4): (424.757, 2.671), (256, 16): (424.797, 3.066), (256, 64): (424.814, 4.552), (256, 256): (424.911, 11.639),
}
MACHINES = {"messages": {}, "active": ACTIVE_MESSAGES}


def run(engine):
    if engine != "model":
        return
    wanted = {}
    for name, changes in MACHINES.items():
        at_once, idle = lab.variant("cm5", changes), lab.variant("cm5", changes | {"slowdown": 0})
        for ranks, messages in PAPER:
            matrix = f"uniform:{min(messages, ranks - 1)}"
            wanted[ranks, messages, name] = (lab.cell(idle, ranks, matrix, LENGTH, 1, "rs_n", "barrier"),
                                             lab.cell(at_once, ranks, matrix, LENGTH, 1, "ac", "post_all"))
    done = lab.run([c for both in wanted.values() for c in both], engine)
    lab.write(f"{NAME}.{engine}", ["ranks", "messages", "by", "concatenation_ms", "announcements_ms"],
              [(*key, 1e3 * done[concatenation].building, 1e3 * done[announcements].seconds)
               for key, (concatenation, announcements) in wanted.items()])


def tables():
    here = {(int(row["ranks"]), int(row["messages"]), row["by"]): (row["concatenation_ms"], row["announcements_ms"])
            for row in lab.result(f"{NAME}.model")}
    rows = [[ranks, messages, *paper, *(ms for name in MACHINES for ms in here[ranks, messages, name])]
            for (ranks, messages), paper in PAPER.items() if here]
    return {"source_vectors": lab.table(
        ["ranks", "messages a rank", "paper: concatenation", "announcements", "`cm5.toml`: concatenation",
         "announcements", "Active Messages: concatenation", "announcements"], rows)}
