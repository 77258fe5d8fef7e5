"""The findings of Ranka, Shankar, Alsabti, "Many-to-many Personalized Communication with Bounded Traffic", 1995."""
import bounded
import greedy
import lab
from papers.finding import INPUT, Paper, cells, holds, much, near, near_each, sometimes, span
from papers.results import measured

paper = Paper("Ranka, Shankar, Alsabti 1995")

BEST, WORST = bounded.CASES
LONGEST = max(bounded.TRAFFIC)
SEEDS = range(1, 6)
UNEQUAL = (2, 8, 31)
ELSEWHERE, ELSEWHERE_TRAFFIC = ("ipsc860", "delta"), (16384, 131072, 1048576)
COPIES = {"pointers": 0, "reshuffled": 2}  # of all traffic: by its source, and by the intermediary


def one_long_message_a_step(rank, other):
    """Units: rank r sends long to 2 r in GF(32), in step 3 r of LP, so that every rank has one, and every step."""
    double = 2 * rank if rank < 16 else 2 * rank ^ 0b100101
    return 992 if other == double else 1


def single_long_message(rank, other):
    return 992 if (rank, other) == (1, 2) else 0


def unequal(density):
    """Units, so that a rank sends up to 1984 and receives up to 1984: only every fourth sends, to `density` ranks."""
    def units(rank, other):
        return 1984 // density if rank % 4 == 0 and 0 < (other - rank) % 32 <= density else 0
    units.__name__ = f"unequal_{density}"
    return units


def own_cells():
    """{name: cells} besides those of the experiments."""
    def lp(matrix, size, protocol="barrier"):
        return [lab.cell("cm5", 32, matrix, size, 1, "lp", protocol)]

    wanted = {"all-to-all": lp("complete", LONGEST // 31)}
    for units in (one_long_message_a_step, single_long_message):
        wanted[units.__name__] = lp(bounded.matrix(units), LONGEST // bounded.UNITS)
    for size in (1024, 16384):
        for protocol in ("barrier", "post_all"):
            wanted[f"LP by {protocol}, {size} bytes"] = lp("complete", size, protocol)
    for traffic in bounded.TRAFFIC:
        slow = lab.variant("cm5", bounded.POLLING | {"inquiry_microseconds": 200})
        wanted[f"slow inquiries, {traffic}"] = [lab.cell(slow, 32, bounded.matrix(bounded.CASES[BEST]),
                                                         traffic // bounded.UNITS, 1, **bounded.WAYS[bounded.SINGLE][1])]
    for seed in SEEDS:
        wanted[f"single-stage, seed {seed}"] = [bounded.cell(bounded.matrix(bounded.CASES[BEST]), 16, bounded.SINGLE, seed)]
        for density in UNEQUAL:
            for way in ("two-stage", "stage 1 by `lock`"):
                wanted[f"unequal {density}, {way}, seed {seed}"] = [
                    bounded.cell(bounded.matrix(unequal(density)), 64, way, seed)]
    for name, copies in COPIES.items():
        rate = lab.machine("ipsc860")["messages"]["copy_per_byte_microseconds"]
        machine = lab.variant("ipsc860", {"copy_per_byte_microseconds": copies * rate})
        for traffic in ELSEWHERE_TRAFFIC:
            wanted[f"{name}, {traffic}"] = [bounded.cell(bounded.matrix(bounded.CASES[BEST]), traffic // bounded.UNITS, "two-stage",
                                                         machine=machine)]
    for machine in ELSEWHERE:
        for case, units in bounded.CASES.items():
            for traffic in ELSEWHERE_TRAFFIC:
                for way in ("two-stage", "single-stage"):
                    wanted[f"{way}, {machine}, {case}, {traffic}"] = [
                        bounded.cell(bounded.matrix(units), traffic // bounded.UNITS, way, machine=machine)]
    return wanted


def two_over_one(case, way="single-stage"):
    """The time of two stages over that of one, by traffic."""
    return [ms["two-stage"] / ms[way] for (found, _), ms in bounded.times("model").items() if found == case]


SHORT_AND_LONG = ("For small traffic the 31 messages of the first case cost the single stage most; for large traffic two stages "
                  "carry every byte twice.")

paper.tested("abstract, 6", "two stages have messages of low variance",
             "TwoStage.WithEqualTrafficTheFirstStageDiffersByOneUnitAtMost", "TwoStage.MessagesAreNoLongerThanThePaperSays")


@paper.finding("abstract, 6.4, 8", "two stages take 2 t mu for large t, twice as long as an all-to-all exchange of that traffic")
def _():
    ratio = bounded.times("model")[BEST, LONGEST]["two-stage"] / measured()["all-to-all"].ms
    return f"1 MiB a node: {ratio:.2f} times as long", near(ratio, 2)


@paper.finding("abstract, 6.4, 8", "they take O(t), which is optimal, if t exceeds O(p^2 + p tau / mu)")
def _():
    found = bounded.times("model")
    ratio = found[BEST, LONGEST]["two-stage"] / found[BEST, LONGEST // 2]["two-stage"]
    return f"from 512 KiB to 1 MiB a node: {ratio:.2f} times as long", near(ratio, 2)


paper.tested("2", "no schedule takes less time than t", "LongestSumBound.HoldsForDirectSchedules")


@paper.finding("3", "the network has peaks of 20, 10 and 5 MB/s within 4, 16 and all nodes", agreed=INPUT)
def _():
    levels = lab.machine("cm5")["network"]["link_megabytes_per_second"]
    peaks = [level / 4**k for k, level in enumerate(levels[:3])]
    return ("`cm5.toml` has links of {:g}, {:g} and {:g} MB/s a node (input)".format(*peaks),
            near_each([peaks[0] / 20, peaks[1] / 10, peaks[2] / 5]))


paper.not_reproduced("3", "tau and mu do not depend on congestion or distance",
                     "an assumption; `cm5.toml` has penalties for many messages at once")


@paper.finding("4", "barriers keep the network from congestion, and so improve performance")
def _():
    own = measured()
    ratios = [own[f"LP by post_all, {size} bytes"].ms / own[f"LP by barrier, {size} bytes"].ms for size in (1024, 16384)]
    return f"complete exchange of 1 and 16 KiB by LP: without barriers {span(ratios)} times as long", much(min(ratios))


@paper.finding("5", "if lengths vary much, LP may take O(t p)")
def _():
    ratio = measured()["one_long_message_a_step"].ms / measured()["single_long_message"].ms
    return f"32 ranks, a long message of t in each step: {ratio:.3g} times as long as one message", near(ratio, 31)




@paper.finding("5", "sorting messages by length does not always help")
def _():
    return greedy.sorted_in_words()


paper.asserted("5", "distributed scheduling has little overhead, so it can be dynamic",
             "`lock` needs no schedule; see the CM-5 paper")


@paper.finding("5, 7", "the improvements, a measure of how busy and an early go-ahead, make DRS_N faster",
               "Inquiries interrupt nobody where nodes poll, so that fewer of them save little.")
def _():
    gains = [ms["polling alone"] / ms["single-stage"] - 1 for ms in bounded.times("model").values()]
    return f"by {100 * min(gains):.1f} to {100 * max(gains):.1f} %, with polling", holds([gain > 0 for gain in gains])


@paper.finding("5", "so does polling in place of interrupts")
def _():
    gains = [ms["DRS_N of 1993"] / ms["polling alone"] - 1 for ms in bounded.times("model").values()]
    return f"by {100 * min(gains):.1f} to {100 * max(gains):.1f} %", holds([gain > 0 for gain in gains])


paper.tested("6.1", "round robin: first-stage messages have at most t/p units, rounded up; with equal traffic they differ by one",
             "TwoStage.WithEqualTrafficTheFirstStageDiffersByOneUnitAtMost", "TwoStage.MessagesAreNoLongerThanThePaperSays")
paper.tested("6.1, 6.2", "messages of the second stage have at most t/p + p units",
             "TwoStage.MessagesAreNoLongerThanThePaperSays")
paper.tested("6.1, 6.2, 6.4", "local pre-processing takes O(p^2)", "TwoStage.ARankHasFewPieces", words="at most p pieces a message")
paper.tested("6.1, footnote", "each node sends p - 1 messages, as its own part stays",
             "TwoStage.PartsForOneselfOrTheTargetTravelOnce")


@paper.finding("6.1", "reshuffling in memory is prohibitively expensive for large t")
def _():
    own = measured()
    ratios = [own[f"reshuffled, {t}"].ms / own[f"pointers, {t}"].ms for t in ELSEWHERE_TRAFFIC]
    return (f"iPSC/860, two copies of t at 0.4 us a byte: {span(ratios, '{:.2f}')} times as long as with pointers",
            much(max(ratios)))


paper.asserted("6.1", "p pointers a message do not cost p start-ups", "a message has one start-up, whatever its pieces")


@paper.finding("6.1", "LP suits a first stage of equal traffic best")
def _():
    ratios = [ms["stage 1 by `lock`"] / ms["two-stage"] for ms in bounded.times("model").values()]
    return f"stage 1 by `lock` takes {span(ratios, '{:.2f}')} of the time", holds([ratio > 0.97 for ratio in ratios])


@paper.finding("6.1", "else distributed scheduling may perform better",
               "A barrier of the CM-5 takes 5 us; an inquiry and its answer take 33 us for each message.")
def _():
    own = measured()
    ratios = [own[f"unequal {density}, stage 1 by `lock`, seed {seed}"].ms / own[f"unequal {density}, two-stage, seed {seed}"].ms
              for density in UNEQUAL for seed in SEEDS]
    return f"a quarter of the ranks sends: {span(ratios, '{:.2f}')} of the time by LP", sometimes([ratio < 1 for ratio in ratios])


@paper.finding("6.1, 6.2", "each stage takes at most p (tau + mu (t/p + p))")
def _():
    costs = lab.machine("cm5")["messages"]
    tau = sum(costs[f"{key}_microseconds"] for key in ("start_up", "receive", "barrier"))
    mu = 2 / costs["node_megabytes_per_second"]  # us a byte: a node sends while it receives
    bound = lambda t: 2e-3 * 32 * (tau + mu * (t / 32 + 32 * t / bounded.UNITS))
    ratios = [ms["two-stage"] / bound(t) for (_, t), ms in bounded.times("model").items()]
    return f"both take {span(ratios, '{:.2f}')} of twice that", holds([ratio <= 1 for ratio in ratios])


paper.tested("6.2", "with equal traffic, messages of the second stage have at least t/p - p units",
             "TwoStage.WithEqualTrafficTheSecondStageIsNoShorterThanThePaperSays")
paper.tested("6.2", "at most t + p^2 units come to a node in the second stage",
             "TwoStage.WithEqualTrafficTheSecondStageIsNoShorterThanThePaperSays")
paper.tested("6.3", "shuffled intermediaries shorten the expected messages of the second stage",
             "TwoStage.InThePaperTheShuffleShortensTheSecondStage", "TwoStage.ADealThatFallsWithTheRankShortensItMoreThanTheShuffle",
             words="from 31 units to 5.2; `two_stage` deals from rank n - 1 - r on and does not shuffle: 1")
paper.tested("6.4", "if all lengths are multiples of p, O(t) is reached from t >= O(p tau / mu) on",
             "TwoStage.LengthsThatAreMultiplesOfTheRanksDivideEvenly", words="no message has more than t/p units")
paper.not_reproduced("6.4, 8", "a sort takes O(t) already from t > O(p tau / mu) on, with higher constants",
                     "no sort-based algorithm here")


@paper.finding("7, figure 9", "best case, k = 32 and l = 1/32: two stages are as fast as one", SHORT_AND_LONG)
def _():
    ratios = two_over_one(BEST)
    return (f"{span(ratios)} of its time, within 15 % or faster in {cells([ratio <= 1.15 for ratio in ratios])}",
            holds([ratio <= 1.15 for ratio in ratios]))


@paper.finding("7, figure 9", "best case: two stages are faster than one without improvements", SHORT_AND_LONG)
def _():
    truths = [ratio < 1 for ratio in two_over_one(BEST, "DRS_N of 1993")]
    return cells(truths), holds(truths)


@paper.finding("7, figure 10", "worst case, k = 2 and l = 1/2: one stage is faster, with improvements and without")
def _():
    truths = [ratio > 1 for way in ("single-stage", "DRS_N of 1993") for ratio in two_over_one(WORST, way)]
    return cells(truths), holds(truths)


@paper.finding("7", "two stages take nearly the same time in both cases, one stage considerably less in the second",
               "For large traffic the single stage takes as long as its bytes in both cases.")
def _():
    found = bounded.times("model")
    two, one = ([found[WORST, t][way] / found[BEST, t][way] for t in bounded.TRAFFIC] for way in ("two-stage", "single-stage"))
    return (f"second over first case: two stages {span(two, '{:.2f}')}, one stage {span(one, '{:.2f}')}",
            holds([ratio > 0.85 for ratio in two] + [ratio < 0.67 for ratio in one]))


@paper.finding("7", "one stage is consistently faster than two", SHORT_AND_LONG)
def _():
    truths = [ratio > 1 for case in bounded.CASES for ratio in two_over_one(case)]
    return cells(truths), holds(truths)


@paper.finding("7", "its time varies much more")
def _():
    found = bounded.times("model")
    pairs = {way: [[found[case, t][way] for case in bounded.CASES] for t in bounded.TRAFFIC]
             for way in ("two-stage", "single-stage")}
    two, one = (lab.mean(max(pair) / min(pair) for pair in of_way) for of_way in pairs.values())
    return f"from case to case by a factor of {one:.2f} on average, two stages by {two:.2f}", much(one / two)


@paper.finding("7", "two stages are within a factor of 1.5 of one",
               "With few messages the single stage pays fewer start-ups than two stages of 31; with large traffic it carries "
               "every byte once.")
def _():
    ratios = [ratio for case in bounded.CASES for ratio in two_over_one(case)]
    return f"in {cells([ratio <= 1.5 for ratio in ratios])}; at most {max(ratios):.2f}", holds([ratio <= 1.5 for ratio in ratios])


@paper.finding("7", "one stage depends on the architecture, above all on the latency of small messages")
def _():
    ratios = [measured()[f"slow inquiries, {t}"].ms / bounded.times("model")[BEST, t]["single-stage"] for t in bounded.TRAFFIC]
    return f"an inquiry of 200 us: {span(ratios)} times as long", much(max(ratios))


@paper.finding("8", "on other architectures one stage is not expected to be faster",
               "Where the bytes of nodes decide, two stages carry them twice; where a few links decide, [two stages "
               "win](two_stages.md#where-two-stages-win).")
def _():
    own = measured()
    truths = [own[f"two-stage, {machine}, {case}, {traffic}"].ms < own[f"single-stage, {machine}, {case}, {traffic}"].ms
              for machine in ELSEWHERE for case in bounded.CASES for traffic in ELSEWHERE_TRAFFIC]
    return f"iPSC/860 and Delta: two stages are faster in {cells(truths)}", holds(truths)




@paper.finding("8", "one stage is not deterministic")
def _():
    times = [measured()[f"single-stage, seed {seed}"].ms for seed in SEEDS]
    return (f"best case, 16 KiB a node, {len(times)} seeds: {span(times, '{:.3g}')} ms; received values are the same",
            holds([max(times) > 1.01 * min(times)]))




@paper.finding("8", "two stages are useful for a wide variety of architectures")
def _():
    rows = [row for row in lab.result("transpose.model") if int(row["bytes"]) >= 2**20]
    truths = [float(row["two_stage_ms"]) < float(row["other_ms"]) for row in rows]
    machines = len({row["machine"] for row in rows})
    return (f"a transposition of blocks of 1 and 16 MiB on {machines} machines [is fastest by them]"
            f"(two_stages.md#where-two-stages-win) in {cells(truths)}", holds(truths))


paper.not_reproduced("8", "the algorithms are being studied on Paragon, iPSC/860 and SP1", "no result in the paper")
