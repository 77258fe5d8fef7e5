"""The findings of Wang, Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860", 1994."""
import buffers
import exchange
import greedy
import lab
import partitioning
import regions as regions_of_the_lab
from papers.finding import FITTED, INPUT, YES, Paper, at_most, cells, holds, mostly, much, near, span, wins
from papers.results import measured, over_best, regions, share_of_scheduling

paper = Paper("Wang, Ranka 1994 (iPSC/860)")

FIGURE = "iPSC/860"
DENSITIES = (4, 16, 48)
BOUND = {4: 6, 16: 20, 48: 53.6}  # d + log2 d


def own_cells():
    """{name: cells} besides those of the experiments: 4 KiB by signals and by barriers."""
    return {f"{scheme} {density} by {protocol}": [
        lab.cell("ipsc860", 64, f"uniform:{density}", 4096, seed, scheme, protocol) for seed in range(1, 6)]
        for scheme in ("lp", "rs_n", "rs_nl") for density in DENSITIES for protocol in ("ready_signal", "barrier")}


def best_in_the_paper(scheme):
    """Whether a scheme is the best of a point, messages a node and bytes, in section 6 of the paper."""
    return lambda *point: regions_of_the_lab.finding(*point) == scheme


def points(keep):
    """{scheme: ms} of the cells of figures 5 to 9 that keep(messages a node, bytes) accepts."""
    return [times for at, times in regions(FIGURE).items() if keep(*at)]


def s1_over_s2(scheme, densities=DENSITIES):
    return [float(row["s1_ms"]) / float(row["s2_ms"]) for row in lab.result("s1_s2.model")
            if row["scheme"] == scheme and int(row["density"]) in densities]


def copying(size):
    """Milliseconds to copy so many bytes; the rate is that of relays, from Bokhari's implementations."""
    return 1e-3 * size * lab.machine("ipsc860")["messages"]["copy_per_byte_microseconds"]


def most_of_scheduling(scheme, least_bytes):
    """The largest share of scheduling, of messages of at least so many bytes, and which these are."""
    return max(share for (_, _, size), share in share_of_scheduling(FIGURE, scheme).items() if size >= least_bytes)


MATRIX = "Scheduling costs here are those of our implementation, without the concatenation of the matrix."
SIGNALS = ("A signal takes as long as any message of 0 bytes, 95 to 157 us. That is as much as a short message, and as the "
           "reservation of a long one. So it gains only where messages are paired.")
CONTENTION = "Contention costs AC less here than it did on the machine: [Which scheme where](regions.md)."


@paper.finding("1, 7", "the schemes take significantly less time than naive communication (AC)", CONTENTION)
def _():
    ratios = [times["AC"] / min(times.values()) for times in points(lambda density, size: density >= 16 and size >= 1024)]
    return (f"from 16 messages of 1 KiB: AC takes {span(ratios)} times as long as the best, {lab.mean(ratios):.2g} on average",
            much(lab.mean(ratios)))


@paper.finding("1, 6, 7", "for many cases scheduling is cheap enough for run time", agreed=FITTED)
def _():
    truths = [share < 1 for share in share_of_scheduling(FIGURE, "RS_N", "RS_NL").values()]
    return f"cheaper than one replay in {cells(truths)}", mostly(truths)


paper.not_reproduced("1", "distance becomes less important",
                     "cited: Dally, Seitz 1987; Ni, McKinley 1993; a link takes 10.3 us of a start-up's 95 (input)")
paper.tested("1", "permutations have no node contention", "EveryAlgorithm.ReceivesTwiceInAPhaseOnlyIfItSaysSo")


@paper.finding("1, 7", "link contention may severely degrade performance",
               "Few messages of RS_N share a link in a phase, and RS_NL has more phases ([schedules.md](../../schedules.md#links)).")
def _():
    own = measured()
    ratios = [own[f"rs_n {density} by ready_signal"].ms / own[f"rs_nl {density} by ready_signal"].ms for density in DENSITIES]
    return f"4 KiB, both by S1: RS_N takes {span(ratios, '{:.2f}')} times as long as RS_NL", much(max(ratios))


paper.tested("2.1", "an exchange of destination vectors tells every node its sources",
             "NiceTest.EveryBufferArrivesInTheOneOfItsSource", words="`source_vector`")
paper.tested("2.2", "a node sends one message and receives one, at once only in an exchange that begins together",
             "Network.PairwiseOnlyTwoThatExchangeDoBothAtOnce",
             "Network.PairwiseTheyBeginNearlySimultaneouslyOrOneWaitsForTheOther",
             words="input", agreed=INPUT)


@paper.finding("2.2", "a circuit through a node, and paths that cross, have no effect", agreed=INPUT)
def _():
    ratio = measured()["0 to 31 beside 14 to 11"].ms / measured()["0 to 31"].ms
    return f"{ratio:.3f} of the time alone", near(ratio, 1)




@paper.finding("2.2", "copying from system buffers is costly for long messages, so that a sender should await a signal")
def _():
    own = measured()
    by_copy = own["4096 bytes over 1 links, UNFORCED"].ms + copying(4096)
    by_signal = own["4096 bytes over 1 links, FORCED"].ms + own["a pair, synchronised"].ms - own["a pair"].ms
    return f"4096 bytes to a neighbour, copied: {by_copy / by_signal:.2f} times as long as after a signal", much(by_copy / by_signal)


@paper.finding("3", "AC is expected to perform well for small d")
def _():
    few, many = (over_best(points(lambda density, _: density == wanted), "AC") for wanted in (4, 48))
    return f"over the best, on average: {few:.2f} for d = 4, {many:.2f} for d = 48", holds([few < 1.5, many >= 1.5])




@paper.finding("3, 7", "AC needs large buffers, and may deadlock if they are full")
def _():
    needs = [few["ac_room"] / few["rs_n_room"] for few in buffers.results().values()]
    return (f"no receives posted: without a deadlock, {span(needs)} times the buffers that the phases of RS_N need",
            holds([much(need) == YES for need in needs]))


paper.tested("4.1", "LP: n - 1 steps, all exchanges, no link contention",
             "LP.IsAllExchangesWithoutLinkContentionOnAHypercubeForAnyNumberOfRanks")
paper.asserted("4.2", "compressing takes O(n^2), or O(dn + tau log n) in parallel",
             "`building_seconds` counts log2 n rounds and 16 bytes a message, or 8 a rank")


@paper.finding("4.2", "rows that are not shuffled collide at nodes with low numbers in the first phases")
def _():
    return greedy.collisions_in_words()




@paper.finding("4.2", "RS_N has at most d + log d permutations")
def _():
    found = {density: measured()[f"rs_n {density} by ready_signal"].phases for density in DENSITIES}
    return (", ".join(f"{number:.3g} for d = {density}" for density, number in found.items()),
            holds([number <= BOUND[density] for density, number in found.items()]))




@paper.finding("4.2", "RS_N takes O(dn ln d)", "For d = 4 the term n of n ln d + n is as large as the other.")
def _():
    return greedy.all_probes_in_words()


paper.tested("5", "RS_NL shares no link", "RSNL.HoldsOnHypercubesOf8To128NodesThatAreFull")
paper.asserted("5", "its record of paths can be much smaller than n x n", "one mark a link")
paper.tested("5", "it prefers exchanges", "RSNL.ExchangesMoreWhereTheMachineRewardsIt")


@paper.finding("6", "signals (S1) cost less than a global synchronisation of each phase")
def _():
    own = measured()
    ratios = [own[f"{scheme} {density} by ready_signal"].ms / own[f"{scheme} {density} by barrier"].ms
              for scheme in ("lp", "rs_n", "rs_nl") for density in DENSITIES]
    return f"4 KiB: {span(ratios)} of the time by barriers", holds([ratio < 1 for ratio in ratios])


@paper.finding("6", "S1 avoids copies of buffers, an advantage")
def _():
    truths = [float(row["s1_ms"]) < float(row["s2_ms"]) + int(row["density"]) * copying(int(row["bytes"]))
              for row in lab.result("s1_s2.model") if int(row["bytes"]) > 100]
    return f"from 256 bytes, S2 with a copy of what a node receives: S1 is faster in {cells(truths)}", holds(truths)


@paper.finding("6", "S1 is better than S2 in most cases", SIGNALS)
def _():
    truths = [ratio < 1 for scheme in ("LP", "RS_N", "RS_NL") for ratio in s1_over_s2(scheme)]
    paired = [ratio < 1 for scheme in ("LP", "RS_NL") for ratio in s1_over_s2(scheme, DENSITIES[1:])]
    return f"{cells(truths)}; of LP and RS_NL, d = 16 and 48, in {sum(paired)} of {len(paired)}", mostly(truths)


@paper.finding("6", "unless d is small, or the scheme does not pair exchanges (RS_N)")
def _():
    truths = [ratio > 1 for ratio in s1_over_s2("RS_N") + s1_over_s2("LP", [4]) + s1_over_s2("RS_NL", [4])]
    return f"there S2 is better in {cells(truths)}", holds(truths)


@paper.finding("6, figures 5 to 9", "AC is best for small d and short messages: up to 1 KiB for d = 4, 128 bytes for d = 32",
               "RS_N has the protocol of AC and a better order. AC wins if a schedule is used once.")
def _():
    truths = [wins(times, "AC") for times in points(best_in_the_paper("AC"))]
    used_once = [wins(times, "AC") for at, times in regions(FIGURE, replays=1).items()
                 if best_in_the_paper("AC")(*at)]
    return f"{cells(truths)}; used once {cells(used_once)}", holds(truths)


@paper.finding("6, figures 5 to 9", "LP is best from d = 32 on for messages of more than 1 KiB")
def _():
    truths = [wins(times, "LP") for times in points(best_in_the_paper("LP"))]
    return cells(truths), holds(truths)


@paper.finding("6, figures 5 to 9", "RS_NL is best in most other cases")
def _():
    rest = points(best_in_the_paper("RS_NL"))
    truths, by_rs_n = ([wins(times, scheme) for times in rest] for scheme in ("RS_NL", "RS_N"))
    return f"{cells(truths)}; RS_N in {sum(by_rs_n)}", mostly(truths)


@paper.finding("6, figure 5", "each algorithm is best for some d and length")
def _():
    winners = {min(times, key=times.get) for times in regions(FIGURE).values()}
    return f"best somewhere: {', '.join(sorted(winners))}", holds([scheme in winners for scheme in ("AC", "LP", "RS_N", "RS_NL")])


@paper.finding("6, figures 10, 11", "the share of scheduling falls with the length of messages")
def _():
    found = share_of_scheduling(FIGURE, "RS_N", "RS_NL")
    later = {(scheme, density, size / 2): share for (scheme, density, size), share in found.items()}
    truths = [later[at] <= share for at, share in found.items() if at in later]
    return cells(truths), holds(truths)


@paper.finding("6, figures 10, 11", "it falls sharply between 64 and 128 bytes, because the protocol changes")
def _():
    found = share_of_scheduling(FIGURE, "RS_N")
    here, before = ([found["RS_N", density, size] / found["RS_N", density, 2 * size] for density in DENSITIES]
                    for size in (64, 32))
    return f"by a factor of {span(here)}, from 32 to 64 bytes {span(before)}", much(min(here) / max(before))


@paper.finding("6", "AC is the better choice for such short messages, if a schedule is used once")
def _():
    truths = [wins(times, "AC") for (_, size), times in regions(FIGURE, replays=1).items() if size <= 64]
    return cells(truths), holds(truths)


@paper.finding("6, figure 10", "RS_N: at most 0.6 of a replay from 128 bytes on", MATRIX, agreed=FITTED)
def _():
    most = most_of_scheduling("RS_N", 128)
    return f"at most {most:.2f}, without the concatenation", at_most(most, 0.6)


@paper.finding("6, figure 10", "RS_N: less than 0.25 from 2 KiB on", MATRIX, agreed=FITTED)
def _():
    most = most_of_scheduling("RS_N", 2048)
    return f"at most {most:.2f}, without the concatenation", at_most(most, 0.25)


@paper.finding("6, figure 11", "RS_NL: at most 2.5 of a replay", MATRIX, agreed=FITTED)
def _():
    most = most_of_scheduling("RS_NL", 16)
    return f"at most {most:.2f}, without the concatenation", at_most(most, 2.5)


@paper.finding("6, figure 11", "RS_NL: less than 0.25 from 8 KiB on", MATRIX, agreed=FITTED)
def _():
    most = most_of_scheduling("RS_NL", 8192)
    return f"at most {most:.2f}, without the concatenation", at_most(most, 0.25)


@paper.finding("7", "AC suits only short messages", CONTENTION)
def _():
    short, long = (over_best(points(lambda _, size: size == wanted), "AC") for wanted in (16, 131072))
    return f"over the best, on average: {short:.2f} at 16 bytes, {long:.2f} at 128 KiB", holds([short < 1.5, long >= 1.5])


@paper.finding("7", "LP does not suit low d; it performs very well for large d")
def _():
    few, many = (over_best(points(lambda density, _: density == wanted), "LP") for wanted in (4, 48))
    return f"over the best, on average: {few:.2f} for d = 4, {many:.2f} for d = 48", holds([few >= 1.5, many < 1.5])


@paper.finding("7", "avoiding node and link contention saves significant time", CONTENTION)
def _():
    ratios = [times["AC"] / times["RS_NL"] for times in points(lambda density, size: density >= 16 and size >= 1024)]
    return (f"from 16 messages of 1 KiB: AC takes {span(ratios)} times as long as RS_NL, {lab.mean(ratios):.2g} on average",
            much(lab.mean(ratios)))


@paper.finding("6, 7", "it is worthwhile to exploit exchanges")
def _():
    few = exchange.times("model")[6, 4096]
    gains = 1 / min(s1_over_s2("LP", [48])), few["linear"] / few["pairwise_F"]
    return (f"LP, d = 48: S2 takes up to {gains[0]:.2g} times as long as S1; complete exchange of 4 KiB: `linear` takes "
            f"{gains[1]:.2g} times as long as `pairwise_F`", much(min(gains)))




@paper.finding("7", "scheduling may gain far more than as much time spent on partitioning")
def _():
    schedule, partition, longer = zip(*partitioning.gains())
    words = ", ".join(f"{100 * least:.0f} to {100 * most:.0f} %" for least, most in ((min(x), max(x)) for x in (schedule, partition)))
    return (f"CM-5, a mesh cut by METIS: RS_NH and the best of 10 cuts save {words} of AC's time; nine more cuts take "
            f"{min(longer):.0f} times as long as the schedule at least",
            holds([gain > 1.5 * other and time > 1 for gain, other, time in zip(schedule, partition, longer)]))


paper.not_reproduced("7", "which methods are best for other classes of patterns is unclear",
                     "no result; [The choice](../beyond.md#the-choice) predicts it")
