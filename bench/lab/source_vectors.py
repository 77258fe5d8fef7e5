"""Source vectors: Table 3 of Wang, Lin, Ranka 1993, by concatenation of the matrix, and by announcements (Generate_Recv).

Only by the model. `building_seconds` gives the time of the concatenation, in which Partita sends 16 bytes a message, or 8 a
rank if that is less; the paper sends n^2 entries. Generate_Recv is a vector sum of n counters, then an announcement of each message:

* The sum takes SUM seconds an entry: the paper's growth from 32 to 256 ranks at 4 messages a rank. A fit, not a prediction.
* Announcements are a replay of messages that hold one length, all at once, by one of three kinds of message.

`source_vector` needs no sum: its announcements are ordinary messages, and a consensus ends it.
"""
import lab

NAME = "source_vectors"
LENGTH = 8  # bytes of an announcement
# The paper's ms: {(ranks, messages a rank): (concatenation, announcements)}
PAPER = {
    (32, 4): (6.624, 0.455), (32, 8): (6.619, 0.548), (32, 16): (6.657, 0.743), (32, 32): (6.626, 1.114),
    (128, 4): (106.781, 1.397), (128, 16): (106.666, 1.702), (128, 64): (106.786, 2.896), (128, 128): (106.822, 5.123),
    (256, 4): (424.757, 2.671), (256, 16): (424.797, 3.066), (256, 64): (424.814, 4.552), (256, 256): (424.911, 11.639),
}
SUM = 1e-3 * (PAPER[256, 4][1] - PAPER[32, 4][1]) / (256 - 32)  # seconds an entry


def kinds():
    """{kind of message: changes to cm5.toml}. The last: an inquiry of DRS_N, which is an Active Message and an interrupt."""
    costs = lab.machine("cm5")["messages"]
    active = {"start_up_microseconds": 1.6, "receive_microseconds": 1.7, "unawaited_microseconds": 0}  # section 2.3
    inquiries = {"start_up_microseconds": costs["inquiry_microseconds"], "unawaited_microseconds": 0,
                 "receive_microseconds": costs.get("interrupt_microseconds", 0)}
    return {"messages": {}, "active": active, "inquiries": inquiries}


def matrix_of(ranks, messages):
    """A row of Table 3; no rank sends to itself."""
    return f"uniform:{min(messages, ranks - 1)}"


def announcements(ranks, matrix, kind="inquiries"):
    """The cell whose time is that of the announcements of a matrix."""
    return lab.cell(lab.variant("cm5", kinds()[kind]), ranks, matrix, LENGTH, 1, "ac", "post_all")


def generate_recv(ranks, announced):
    """Seconds of Generate_Recv, of which the announcements take `announced`."""
    return SUM * ranks + announced


def run(engine):
    if engine != "model":
        return
    wanted = {(ranks, messages, kind): announcements(ranks, matrix_of(ranks, messages), kind)
              for kind in kinds() for ranks, messages in PAPER}
    idle = lab.variant("cm5", {"slowdown": 0})
    concatenations = {(ranks, messages): lab.cell(idle, ranks, matrix_of(ranks, messages), LENGTH, 1, "rs_n", "barrier")
                      for ranks, messages in PAPER}
    done = lab.run([*wanted.values(), *concatenations.values()])
    lab.write(f"{NAME}.{engine}", ["ranks", "messages", "by", "concatenation_ms", "announcements_ms", "sum_ms"],
              [(*key, 1e3 * done[concatenations[key[:2]]].building, 1e3 * done[announced].seconds, 1e3 * SUM * key[0])
               for key, announced in wanted.items()])


def tables():
    here = {(int(row["ranks"]), int(row["messages"]), row["by"]):
            {column: float(row[f"{column}_ms"]) for column in ("concatenation", "announcements", "sum")}
            for row in lab.result(f"{NAME}.model")}

    def row(size):
        messages, active, inquiries = (here[*size, kind] for kind in ("messages", "active", "inquiries"))
        concatenation, announced = PAPER[size]
        together = inquiries["sum"] + inquiries["announcements"]
        return [*size, concatenation, f"{messages['concatenation']:.4g}", announced, f"{active['sum']:.3f}",
                f"{active['announcements']:.3f}", f"{inquiries['announcements']:.3f}",
                f"{together:.3f} / {together / announced:.2f}", f"{messages['announcements']:.4g}"]

    return {"source_vectors": lab.table(
        ["ranks", "messages a rank", "paper: concatenation", "here", "paper: Generate_Recv", "vector sum",
         "Active Messages", "inquiries", "sum and inquiries / ratio", "`source_vector`: ordinary messages"],
        map(row, PAPER) if here else [])}
