"""The findings of Wang, Lin, Ranka, "Distributed Scheduling of Unstructured Collective Communication on the CM-5", 1993."""
import itertools

import bounded
import building
import cm5_tables
import data_network
import greedy
import lab
import source_vectors
from papers.finding import ASSERTED, FITTED, INPUT, NO, YES, Paper, at_most, cells, holds, much, near, near_each, span, wins
from papers.results import measured

paper = Paper("Wang, Lin, Ranka 1993 (CM-5)")

SEEDS = range(1, 11)
ASKED = ("uniform:4", "uniform:16", "uniform:31")
WINGS = ("market:m6_2810.mtx", "market:m6_9443.mtx", "market:m6_53806.mtx")
# Rows `perm` of Tables 4 to 6: {matrix: phases}. Those of a wing are the paper's wing's.
PHASES = {
    "RS_N": {"uniform:4": 5.54, "uniform:16": 18.56, "uniform:31": 34.2, "nonuniform:4:32": 5.54, "nonuniform:16:32": 18.56,
             "nonuniform:31:32": 34.2, **dict(zip(WINGS, (15.15, 16.45, 18.05)))},
    "RS_NH": {"nonuniform:4:32": 5.66, "nonuniform:16:32": 19.1, "nonuniform:31:32": 34.56,
              **dict(zip(WINGS, (19.65, 22.5, 26.4)))},
}
# Section 5, test set 3: average messages a node, and units a message.
AVERAGES = dict(zip(WINGS, ((9.25, 14.2), (10.5, 32.04), (10.81, 93.21))))


def own_cells():
    """{name: cells} besides those of the experiments: phases, inquiries."""
    def spelled(matrix):
        return lab.market(matrix.removeprefix("market:")) if matrix in WINGS else matrix

    def by_lock(matrix, improvements):
        return [lab.cell("cm5", 32, matrix, 4096, seed, "ac", "lock", improvements=improvements) for seed in SEEDS]

    return {f"{scheme} {matrix}": [lab.cell("cm5", 32, spelled(matrix), 64, seed, *lab.SCHEMES[scheme]) for seed in SEEDS]
            for scheme, matrices in PHASES.items() for matrix in matrices} | {
                f"inquiries {matrix} {improvements}": by_lock(matrix, improvements)
                for matrix in ASKED for improvements in ("none", "busy_measure")}


def table(*numbers):
    """{(table, matrix, bytes): {scheme: (ms in the paper, ms here)}}"""
    return {key: times for key, times in cm5_tables.cells("model").items() if key[0] in numbers}


def here(times):
    return {scheme: ms for scheme, (_, ms) in times.items()}


def once(key, times, ours):
    """{scheme: ms} with the scheduling cost, of the paper (0) or here (1). AC and DRS_N have none."""
    column = ("paper_ms", "ms")[ours]
    cost = {scheme: row[column] for scheme, row in building.costs()[key[:2]].items()}
    return {scheme: both[ours] + cost.get(scheme, 0) for scheme, both in times.items()}


def used_once(scheme, *numbers):
    """Where a scheme is best in the paper if its schedule is used once, and whether it is here: words, verdict."""
    found = table(*numbers).items()
    there = [wins(once(key, times, 1), scheme) for key, times in found if wins(once(key, times, 0), scheme)]
    all_here = [wins(once(key, times, 1), scheme) for key, times in found]
    return f"in {sum(there)} of the {len(there)} cells in which it is in the paper; in {cells(all_here)} in all", holds(there)


def often(scheme, keep):
    truths = [wins(here(times), scheme) for key, times in table("4").items() if keep(key[1])]
    return cells(truths), holds(truths)


def faster(one, other, *numbers):
    """In which cells a scheme is faster than another, here and in the paper: words, verdict."""
    pairs = [[times[one][k] < times[other][k] for k in (0, 1)] for times in table(*numbers).values()]
    return (f"in {sum(p[1] for p in pairs)} of {len(pairs)} cells; paper {sum(p[0] for p in pairs)}",
            holds([p[0] == p[1] for p in pairs]))


def judged(number):
    found = table(number)
    rows, winners, times, close = cm5_tables.judged(found)
    return (f"winner in {winners} of {rows} cells; {close} of {times} times within 1.5",
            holds([cm5_tables.agrees(t) for t in found.values()]))


def beside(ratios):
    """Several numbers over those of the paper: words, verdict."""
    close = sum(near(ratio, 1) == YES for ratio in ratios)
    return f"{span(ratios, '{:.2f}')} of the paper's, {close} of {len(ratios)} within 15 %", near_each(ratios)


def phases(scheme, matrices):
    """Phases here over those of the paper: words, verdict."""
    ratios = [measured()[f"{scheme} {matrix}"].phases / PHASES[scheme][matrix] for matrix in matrices]
    return beside(ratios)


def scheduling(scheme):
    """Row `comp` here over that of the paper: words, verdict."""
    ratios = [found[scheme]["ms"] / found[scheme]["paper_ms"] for found in building.costs().values() if scheme in found]
    return beside(ratios)


def table_2(size):
    """{senders: (ms in the paper, ms here)}"""
    rows = [row for row in lab.result("contention.model") if row["what"].endswith(f"to one, {size} bytes")]
    return {int(row["what"].split()[0]): (float(row["paper_ms"]), float(row["here_ms"])) for row in rows}


def table_3():
    """{(ranks, messages): (ms of concatenation, ms of Generate_Recv)}"""
    rows = {(int(row["ranks"]), int(row["messages"]), row["by"]): row for row in lab.result("source_vectors.model")}
    found = {}
    for size in source_vectors.PAPER:
        announced = rows[*size, "inquiries"]
        found[size] = (float(rows[*size, "messages"]["concatenation_ms"]),
                       float(announced["sum_ms"]) + float(announced["announcements_ms"]))
    return found


OUR_COST = "See [Scheduling costs](scheduling_costs.md)."
OF_THE_FIT = "See [Schemes on the CM-5](cm5_tables.md)."


@paper.finding("abstract, 1, 6", "DRS_N takes significantly less time than naive communication (AC)", OF_THE_FIT)
def _():
    return faster("DRS_N", "AC", "4", "5", "6")


@paper.finding("1, Table 2", "the time of a receiver grows with the number of senders", agreed=FITTED)
def _():
    ratios = [ours / theirs for size in (256, 4096) for theirs, ours in table_2(size).values()]
    words, verdict = beside(ratios)
    return f"{words} (fitted)", verdict


@paper.finding("1, Table 2", "the times of the senders grow too: 36 printed times",
               "A sender of 256 bytes is done before the receiver has them, and its times differ from run to run. Here it waits.")
def _():
    words, verdict = beside([ours / theirs for times in data_network.senders().values() for theirs, ours in times])
    return f"switches that serve inputs in turn: {words}", verdict


@paper.finding("1, footnote", "the least of them falls for 31 senders, because some share a cluster with the receiver")
def _():
    least = [[data_network.senders()[size, senders][1] for senders in (31, 16)] for size in (256, 4096)]
    theirs, ours = ([few[k] / many[k] for few, many in least] for k in (0, 1))
    return (f"switches that serve inputs in turn: {span(ours)} of that of 16 senders; paper {span(theirs)}",
            holds([ratio < 1 for ratio in ours]))


@paper.finding("1", "more than one message to a node at a time is inefficient", agreed=FITTED)
def _():
    found = table_2(4096)
    theirs, ours = ([found[senders][k] / (senders * found[1][k]) for senders in (8, 16, 31)] for k in (0, 1))
    return (f"8 to 31 messages of 4096 bytes take {span(ours, '{:.2f}')} times as long as one after the other; paper "
            f"{span(theirs, '{:.2f}')}", near_each([a / b for a, b in zip(ours, theirs)]))


paper.asserted("1, 6", "DRS_N suits patterns that are used once; other schedules are to be used often",
             "`choose` weighs S/R + C: [The choice](../beyond.md#the-choice)")


@paper.finding("1", "routes are random, so that no schedule avoids link contention")
def _():
    shares = [few["sharing"] for few in data_network.routes().values()]
    return f"messages share a link in {span([100 * share for share in shares], '{:.0f}')} % of the phases", holds([x >= 0.9 for x in shares])


@paper.finding("1", "random routes alleviate link contention to a large extent (cited)",
               "A fixed route chosen by the sender's number is even for the messages that leave a group, but not for those that come.")
def _():
    few = data_network.routes()["random permutations"]
    ratio = few["fixed_us"] / few["busiest_us"]
    return f"random permutations: with fixed routes the busiest link takes {ratio:.2f} times as long", much(ratio)


@paper.finding("2.3", "an Active Message takes 1.6 us to send and 1.7 us to receive (cited)", agreed=INPUT)
def _():
    active = source_vectors.kinds()["active"]
    times = active["start_up_microseconds"], active["receive_microseconds"]
    return "{} and {} us in [Source vectors](source_vectors.md) (input)".format(*times), near_each([times[0] / 1.6, times[1] / 1.7])




@paper.finding("3, Table 3", "announcements find the source vector faster than a concatenation",
               "See [Source vectors](source_vectors.md).")
def _():
    truths = [announced < concatenated for concatenated, announced in table_3().values()]
    return cells(truths), holds(truths)


@paper.finding("3, Table 3", "concatenation takes 6.6, 107 and 425 ms on 32, 128 and 256 nodes, whatever d",
               "The paper concatenates n vectors of n entries; here a rank sends 16 bytes a message, or 8 a rank if that is less.")
def _():
    found = table_3()
    few, many = ([found[n, d or n][0] for n in (32, 128, 256)] for d in (4, None))
    in_words = lambda times: "{:.2g}, {:.2g} and {:.3g} ms".format(*times)
    return (f"{in_words(few)} for d = 4; {in_words(many)} for the largest d",
            near_each([ours / theirs for times in (few, many) for ours, theirs in zip(times, (6.6, 107, 425))]))


@paper.finding("3, Table 3", "announcements take 0.455 ms (32 nodes, d = 4) to 11.6 ms (256 nodes, d = 256)",
               "See [Source vectors](source_vectors.md).", agreed=FITTED)
def _():
    words, verdict = beside([table_3()[size][1] / announced for size, (_, announced) in source_vectors.PAPER.items()])
    return f"{words} (the growth with n is fitted)", verdict


paper.asserted("3", "a concatenation takes O(n^2 + tau log n) and O(n^2) memory, announcements O(n) memory",
             "`source_vector` needs no matrix: memory for this rank's messages")


@paper.finding("3.1", "AC has no scheduling cost; it suits low densities and short messages", agreed=FITTED)
def _():
    cells_of = {"d = 4, 16 bytes": ("4", "uniform:4", 16), "d = 31, 128 KiB": ("4", "uniform:31", 131072)}
    gaps = {name: [times["AC"][k] / min(pair[k] for pair in times.values()) for k in (0, 1)]
            for name, times in ((name, table("4")[key]) for name, key in cells_of.items())}
    return ("over the best, " + ", ".join(f"{name}: {ours:.2g} (paper {theirs:.2g})" for name, (theirs, ours) in gaps.items()),
            near_each([ours / theirs for theirs, ours in gaps.values()]))


paper.tested("3.2", "LP takes n - 1 steps whatever the messages; it extends to every n",
             "LP.StepsToTheNextPowerOfTwoHoweverFewMessagesThereAre")


@paper.finding("3.2, 5.1.1", "LP is good if each node sends to most others", agreed=FITTED)
def _():
    return often("LP", lambda matrix: matrix == "uniform:31")


@paper.finding("Tables 4 to 6", "LP takes 0.12 to 0.15 ms to schedule", OUR_COST)
def _():
    return scheduling("LP")


paper.asserted("3.3", "permutations are efficient although distances differ", "random ones take the same time: NICE, 2.2, below")


@paper.finding("3.3", "RS_N has at most d + log d permutations")
def _():
    found = {density: measured()[f"RS_N uniform:{density}"].phases for density in (4, 16, 31)}
    return (", ".join(f"{number:.3g} for d = {density}" for density, number in found.items()),
            holds([number <= bound for number, bound in zip(found.values(), (6, 20, 35.95))]))


@paper.finding("Tables 4, 5", "RS_N has 5.54, 18.56, 34.2 permutations for d = 4, 16, 31")
def _():
    return phases("RS_N", [matrix for matrix in PHASES["RS_N"] if matrix not in WINGS])


@paper.finding("Table 6", "RS_N has 15.15 to 18.05 on the wings")
def _():
    return phases("RS_N", WINGS)


@paper.finding("Table 5", "RS_NH has 5.66, 19.1, 34.56")
def _():
    return phases("RS_NH", [matrix for matrix in PHASES["RS_NH"] if matrix not in WINGS])


@paper.finding("Table 6", "RS_NH has 19.65 to 26.4 on the wings, 1.3 to 1.5 times as many as RS_N",
               "The papers do not say how RS_NH sets the size of a phase. No rule that was tried comes near both of their tables "
               "([schedules.md](../../schedules.md#meshes)); ours keeps to the phases of RS_N.")
def _():
    return phases("RS_NH", WINGS)




@paper.finding("3.3", "a permutation takes O(n ln d + n) to find")
def _():
    return greedy.probes_in_words()




@paper.finding("Tables 4 to 6", "RS_N takes 1.6 to 12.9 ms to schedule", OUR_COST, agreed=FITTED)
def _():
    return scheduling("RS_N")


@paper.finding("5.1.2, Tables 5, 6", "heaps cost RS_NH 6.3 to 122 ms to schedule",
               "Our RS_NH has no heaps. " + OUR_COST)
def _():
    return scheduling("RS_NH")


paper.tested("4", "by DRS_N a node receives one message at a time", "ReceiverLocksTest.OneRankHasALockAtATimeOrTwoWithTheGoAhead",
             "Predict.ByLockOneMessageAtATimeComesToAReceiver")

@paper.finding("4, 6", "a delay before the next inquiry reduces the number of inquiries")
def _():
    own = measured()
    ratios = [own[f"inquiries {matrix} busy_measure"].inquiries / own[f"inquiries {matrix} none"].inquiries for matrix in ASKED]
    return (f"`busy_measure`, 4 KiB, d = 4, 16, 31: {span(ratios, '{:.2f}')} of the inquiries", holds([ratio < 1 for ratio in ratios]))


@paper.finding("6", "the gain by such a delay is small; the best delay depends on the pattern",
               "An inquiry delays the messages of its receiver (`interrupt`), and a fitted cost says by how much.")
def _():
    gains = [ms["DRS_N of 1993"] / ms["`busy_measure` alone"] - 1 for ms in bounded.times("model").values()]
    return (f"`busy_measure` gains {100 * min(gains):.1f} to {100 * max(gains):.1f} %: [Two stages](two_stages.md)",
            at_most(max(gains), 0.15))


paper.not_reproduced("6", "each inquiry interrupts the computation of its receiver", "nodes do not compute in a replay")


@paper.finding("5", "test set 3: the wings have 9.25 to 10.81 messages a node, 14.2 to 93.21 units a message, on average",
               "The paper's meshes are not available.", agreed=INPUT)
def _():
    ratios = []
    for matrix, theirs in AVERAGES.items():
        rows = [line.split() for line in (lab.LAB / "matrices" / matrix.removeprefix("market:")).read_text().splitlines()
                if not line.startswith("%")]
        ratios += [(len(rows) - 1) / 32 / theirs[0], lab.mean(int(row[2]) for row in rows[1:]) / theirs[1]]
    return (f"another mesh: {span(ratios)} of that ([schedules.md](../../schedules.md#meshes))",
            near_each(ratios))


@paper.finding("5.1.1, Table 4", "times of uniform messages", OF_THE_FIT, agreed=FITTED)
def _():
    return judged("4")


@paper.finding("5.1.2, Table 5", "times of messages of 1 to 32 units", OF_THE_FIT)
def _():
    return judged("5")


@paper.finding("5.1.3, Table 6", "times of the wings", OF_THE_FIT)
def _():
    return judged("6")


@paper.finding("5.1.1", "if a schedule is used often, RS_N is superior", OF_THE_FIT, agreed=FITTED)
def _():
    words, verdict = often("RS_N", lambda matrix: matrix != "uniform:31")
    return f"d = 4 and 16: {words}; for d = 31 LP, as in Table 4", verdict


@paper.finding("5.1.1", "uniform messages, used once: AC is the best for short messages", OF_THE_FIT, agreed=FITTED)
def _():
    return used_once("AC", "4")


@paper.finding("5.1.1", "used once: RS_N is preferable for long messages", OF_THE_FIT, agreed=FITTED)
def _():
    return used_once("RS_N", "4")


@paper.finding("5.1.1", "used once: DRS_N is the best for medium messages", OF_THE_FIT, agreed=FITTED)
def _():
    return used_once("DRS_N", "4")


@paper.finding("2.1, 5.1.2", "messages of different lengths: RS_NH is worth the effort", OF_THE_FIT)
def _():
    return faster("RS_NH", "RS_N", "5")


@paper.finding("5.1.2", "otherwise the schemes compare as for uniform messages", OF_THE_FIT)
def _():
    truths = [(times[a][0] < times[b][0]) == (times[a][1] < times[b][1]) for times in table("5").values()
              for a, b in itertools.combinations(("AC", "LP", "RS_N", "DRS_N"), 2)]
    return (f"of two of AC, LP, RS_N, DRS_N the same is faster as in the paper in {sum(truths)} of {len(truths)} comparisons",
            holds(truths))


@paper.finding("5.1.2", "used once: DRS_N is the best for a large range of messages", OUR_COST)
def _():
    return used_once("DRS_N", "5")


@paper.finding("5.1.3", "wings: DRS_N is faster than RS_N", OF_THE_FIT)
def _():
    return faster("DRS_N", "RS_N", "6")


@paper.finding("5.1.3", "wings: DRS_N is close to RS_NH", OF_THE_FIT)
def _():
    theirs, ours = ([times["DRS_N"][k] / times["RS_NH"][k] for times in table("6").values()] for k in (0, 1))
    return f"{span(ours)} of its time; paper {span(theirs)}", holds([near(a, b) == YES for a, b in zip(ours, theirs)])


@paper.finding("5.1.3, 6", "wings, used once: DRS_N is the best for a large range of messages", OUR_COST)
def _():
    return used_once("DRS_N", "6")


@paper.finding("abstract, 6", "DRS_N has a very small scheduling cost", agreed=FITTED)
def _():
    costs = building.costs().values()
    of_drs_n = [found["DRS_N"]["before_ms"] for found in costs]
    of_rs_n = [found["RS_N"]["before_ms"] + found["RS_N"]["ms"] for found in costs]
    return (f"`Generate_Recv` takes {span(of_drs_n)} ms; concatenation and schedule of RS_N {span(of_rs_n)} ms",
            much(min(theirs / ours for ours, theirs in zip(of_drs_n, of_rs_n))))
