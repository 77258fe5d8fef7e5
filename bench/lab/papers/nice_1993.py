"""The findings of Wang, Lin, Ranka, "NICE: Non-uniform Irregular Communication Exchange on Distributed Memory Systems", 1993."""
import buffers
import data_network
import lab
import lengths
from papers.finding import INPUT, NO, YES, Paper, at_most, cells, holds, mostly, much, near, span, wins
from papers.results import measured, regions, share_of_scheduling

paper = Paper("Wang, Lin, Ranka 1993 (NICE)")

LONG = 64  # bytes a unit, so that most messages are longer than a start-up
DENSITIES = (4, 16)
FIGURE_12 = [name for name in lengths.PANELS if name.startswith("12")]
FIGURE_13 = [name for name in lengths.PANELS if name.startswith("13")]
FIGURE_14 = [name for name in lengths.PANELS if name.startswith("14")]
FIGURE_15 = [name for name in lengths.PANELS if name.startswith("15")]
MACHINES = ("CM-5", "iPSC/860")  # of regions


def own_cells():
    """{name: cells} besides those of the experiments: RS_NH of uniform messages, and schemes with links, all by signals."""
    def means(machine, matrix, size, scheme):
        return [lab.cell(machine, 32, matrix, size, seed, scheme, "ready_signal") for seed in range(1, 11)]

    wanted = {}
    for density in DENSITIES:
        for scheme in ("rs_n", "rs_nh"):
            wanted[f"{scheme} uniform {density}"] = means("cm5", f"uniform:{density}", 4096, scheme)
        for scheme in ("lp", "rs_n", "rs_nl", "rs_nlh"):
            wanted[f"{scheme} nonuniform {density}"] = means("ipsc860", f"nonuniform:{density}:32", 64, scheme)
    for seed in range(1, 11):  # of the schedule; the matrix is the same
        wanted[f"RS_N, wing, seed {seed}"] = [lab.cell("cm5", 32, lab.market("m6_9443.mtx"), 64, seed, "rs_n", "ready_signal")]
    return wanted


def curves(*figures, least=0):
    """{scheme: ms} of every cell of these figures, from so many bytes a unit on."""
    found = lengths.times("model")
    return [times for name in figures for unit, times in found[name].items() if unit >= least]


def steps(costs, *schemes):
    """Whether each scheme costs no more than the next one, within 3 %."""
    return [costs[a] <= 1.03 * costs[b] for a, b in zip(schemes, schemes[1:])]


@paper.finding("1", "the schemes cost significantly less than naive communication (AC)")
def _():
    ratios = [times["AC"] / min(times.values()) for times in curves(*lengths.PANELS, least=LONG)]
    return (f"figures 12 to 15, from {LONG} bytes a unit: AC takes {span(ratios)} times as long as the best, "
            f"{lab.mean(ratios):.2g} on average", much(lab.mean(ratios)))


@paper.finding("1", "for most cases scheduling is cheap enough for run time")
def _():
    truths = [share < 1 for machine in MACHINES for share in share_of_scheduling(machine, "LP", "RS_N", "RS_NL").values()]
    return f"cheaper than one replay in {cells(truths)}", mostly(truths)


@paper.finding("1, 3.3", "cutting long messages trades more phases for shorter ones")
def _():
    own = measured()
    phases = [own[f"RS_NH nonuniform:{d}:32"].phases / own[f"RS_N nonuniform:{d}:32"].phases for d in (4, 16, 31)]
    times = [few["RS_NH"] / few["RS_N"] for few in curves(*FIGURE_12, least=LONG)]
    return (f"figure 12: RS_NH has {span(phases, '{:.3f}')} of the phases, and takes {span(times, '{:.2f}')} of the time of RS_N",
            holds([ratio < 1 for ratio in times]))


paper.tested("2.1, 3.3", "permutations have no node contention", "EveryAlgorithm.ReceivesTwiceInAPhaseOnlyIfItSaysSo")
paper.not_reproduced("2", "link contention matters most with circuit switching",
                     "cited: Ni, McKinley 1993; circuits queue, other messages share a link (input)")


@paper.finding("2.2, figure 2", "CM-5: 99.5 % of 5000 random permutations are within 5 % of their average")
def _():
    part = data_network.routes()["random permutations"]["within_5_percent"]
    return f"{100 * part:.1f} %, with random routes", near(part, 0.995)


@paper.finding("2.2", "the sequence of permutations does not affect performance significantly")
def _():
    times = [own.ms for name, own in measured().items() if name.startswith("RS_N, wing, seed")]
    return (f"10 schedules of a wing by RS_N: {span([ms / lab.mean(times) for ms in times], '{:.3f}')} of their average",
            near(max(times), min(times)))


@paper.finding("2.2, figure 3", "iPSC/860: random permutations perform reasonably well although circuits share links",
               "The busiest link carries two or three messages in sequence.")
def _():
    row = next(row for row in lab.result("permutations.model") if row["machine"] == "ipsc860")
    mean, most = (float(row[column]) / float(row["least_ms"]) for column in ("mean_ms", "most_ms"))
    return f"mean {mean:.2f} and most {most:.2f} times the least", at_most(mean, 1.5)


@paper.finding("3.1", "AC suits light traffic and short messages")
def _():
    found = regions("CM-5")
    light, heavy = (times["AC"] / min(times.values()) for times in (found[4, 16], found[31, 131072]))
    return (f"CM-5, over the best: {light:.2f} for d = 4 and 16 bytes, {heavy:.2f} for d = 31 and 128 KiB",
            holds([light < 1.5, heavy >= 1.5]))




@paper.finding("3.1", "AC may deadlock if buffers are full")
def _():
    parts = [few["ac_room"] / density for (_, density), few in buffers.results().items()]
    return (f"no receives posted: unless a buffer has room for {span([100 * part for part in parts], '{:.0f}')} % of a node's messages",
            holds([part >= 0.5 for part in parts]))


paper.tested("3.2", "LP has O(n) steps whatever the messages, all exchanges; it extends to every n",
             "LP.PairsEveryRankWithItsExclusiveOrInEachStep", "LP.StepsToTheNextPowerOfTwoHoweverFewMessagesThereAre")


@paper.finding("3.2", "LP is useful if nodes communicate with nearly all others")
def _():
    truths = [wins(times, "LP") for (density, _), times in regions("CM-5").items() if density >= 28]
    return f"CM-5, d = 28 and 31: best in {cells(truths)}", holds(truths)


paper.asserted("3.3", "compressing takes O(n^2), or O(dn + tau log n) in parallel",
             "`building_seconds` counts log2 n rounds and 16 bytes a message, or 8 a rank")
paper.tested("3.3", "RS_N: d + log d permutations expected", "RSN.NeedsAsManyPhasesAsThePapersSay")


@paper.finding("3.3", "RS_N costs more to schedule than LP, which several uses repay")
def _():
    once, for_ever = ([wins(times, "RS_N") for times in regions("CM-5", replays).values()] for replays in (1, float("inf")))
    return (f"CM-5: RS_N is best in {sum(once)} of {len(once)} cells if used once, in {sum(for_ever)} if used for ever",
            YES if sum(for_ever) > sum(once) else NO)


@paper.finding("3.3", "RS_NL is extremely useful with circuit switching",
               "Few messages of RS_N share a link in a phase, and RS_NL has more phases ([schedules.md](../../schedules.md#links)).")
def _():
    own = measured()
    ratios = [own[f"rs_n nonuniform {density}"].ms / own[f"rs_nl nonuniform {density}"].ms for density in DENSITIES]
    return f"iPSC/860, 32 nodes, both by signals: RS_N takes {span(ratios, '{:.2f}')} times as long", much(max(ratios))


@paper.finding("3.3, 6, figure 12", "CM-5: RS_NH performs significantly better if lengths differ")
def _():
    truths = [wins(times, "RS_NH") for times in curves(*FIGURE_12, least=LONG)]
    return f"best in {cells(truths)} from {LONG} bytes a unit", holds(truths)


@paper.finding("3.3", "RS_NLH does the same where links count",
               "Where exchanges come first, cutting shortens phases less ([schedules.md](../../schedules.md#links)).")
def _():
    own = measured()
    ratios = [own[f"rs_nlh nonuniform {density}"].ms / own[f"rs_nl nonuniform {density}"].ms for density in DENSITIES]
    return f"iPSC/860, 32 nodes: {span(ratios, '{:.2f}')} of the time of RS_NL", holds([ratio < 0.97 for ratio in ratios])


@paper.finding("6", "RS_NH is useful only if lengths differ")
def _():
    own = measured()
    ratios = [own[f"rs_nh uniform {density}"].ms / own[f"rs_n uniform {density}"].ms for density in DENSITIES]
    return f"uniform messages: {span(ratios, '{:.3f}')} of the time of RS_N", holds([ratio > 0.97 for ratio in ratios])


paper.tested("4", "destination vectors go in; source vectors and phase tables come out",
             "NiceTest.EveryBufferArrivesInTheOneOfItsSource")
paper.tested("4.1, 5", "a table may be used again as long as the pattern is the same",
             "Nice.BuffersMayChangeFromCallToCallAndUnitsToo")
paper.tested("4.2", "pieces of a message that is cut find their places in one buffer",
             "Nice.AMessageCutIntoSeveralPhasesArrivesInOneBuffer")
paper.tested("4.1, 7", "an evaluation system is to choose the scheme", "Choose.IsNearTheBestOfAllStrategies",
             words="`choose`")
paper.tested("5", "single fetches of off-processor data are inefficient; an inspector combines them",
             "Localize.WhatOneNeedsTheOtherKnowsToSend", words="one message a neighbour")


@paper.finding("6, figure 13", "iPSC/860, d = 32: LP performs better than other approaches",
               "A phase of LP waits for the longest of its messages.")
def _():
    truths = [wins(times, "LP") for times in curves(*FIGURE_13)]
    return cells(truths), holds(truths)


paper.tested("6", "because it sends and receives at once, synchronised in pairs",
             "Network.PairwiseOnlyTwoThatExchangeDoBothAtOnce", words="input", agreed=INPUT)


@paper.finding("6, figure 14", "wings on the CM-5: RS_NH is best")
def _():
    truths = [wins(times, "RS_NH") for times in curves(*FIGURE_14)]
    return cells(truths), holds(truths)


@paper.finding("6, figure 14", "the schemes keep their performance although nodes have different numbers of messages")
def _():
    ratios = [times["AC"] / times["RS_NH"] for times in curves(*FIGURE_14, least=LONG)]
    return f"AC takes {span(ratios)} times as long as RS_NH, {lab.mean(ratios):.2g} on average", much(lab.mean(ratios))


@paper.finding("6, figure 15", "similar results for the wing on the iPSC/860")
def _():
    truths = [wins(times, "RS_NLH") for times in curves(*FIGURE_15)]
    return f"RS_NLH is best in {cells(truths)}", holds(truths)


@paper.finding("7", "scheduling costs: AC <= LP <= RS_N <= RS_NL <= RS_NHs")
def _():
    own, truths = measured(), []
    for density in DENSITIES:
        cost = {scheme: own[f"{scheme} nonuniform {density}"].building_ms for scheme in ("lp", "rs_n", "rs_nl", "rs_nlh")}
        truths += steps(cost, "lp", "rs_n", "rs_nl", "rs_nlh")
    return f"iPSC/860, d = 4 and 16: {sum(truths)} of {len(truths)} steps", holds(truths)


@paper.finding("7", "times of a replay: RS_NHs <= RS_NL <= RS_N <= LP <= AC",
               "LP is faster than RS_N on dense matrices, as in Tables 4 and 5.")
def _():
    truths = [truth for times in curves(*FIGURE_12, *FIGURE_14, least=LONG)
              for truth in steps(times, "RS_NH", "RS_N", "LP", "AC")]
    truths += [truth for times in curves(*FIGURE_13, *FIGURE_15, least=LONG)
               for truth in steps(times, "RS_NLH", "RS_NL", "RS_N", "LP", "AC")]
    return f"figures 12 to 15, from {LONG} bytes a unit: {sum(truths)} of {len(truths)} steps", holds(truths)


@paper.finding("7, figures 16, 17", "each of AC, LP and RS_N(s) has a region in which it is best",
               "RS_N has a better order than AC, and on the iPSC/860 its protocol.")
def _():
    words, truths = [], []
    for machine in MACHINES:
        winners = [min(times, key=times.get) for times in regions(machine).values()]
        number = {scheme: sum(winner.startswith(scheme) for winner in winners) for scheme in ("AC", "LP", "RS_N")}
        words.append(f"{machine}: " + ", ".join(f"{scheme} {cells_won}" for scheme, cells_won in number.items()))
        truths += [cells_won > 0 for cells_won in number.values()]
    return f"cells won: {'; '.join(words)}", holds(truths)


paper.not_reproduced("8", "NICE runs on the CM-5 and the iPSC/860; its schedulers are to be made parallel",
                     "no result; `distributed` is parallel")
