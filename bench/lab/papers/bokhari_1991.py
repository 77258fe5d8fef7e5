"""The findings of S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4, 1991."""
import buffers
import contention
import exchange
import lab
from papers.finding import (INPUT, YES, Paper, at_least, at_most, cells, holds, mostly, much, near, near_each, sometimes, span,
                            wins)
from papers.results import measured, regions

paper = Paper("Bokhari 1991")

DIRECT = ("linear", "stable", "pairwise_F", "pairwise_U")
UNFORCED = ("pairwise_U", "standard_U")
SYNCHRONISED, UNSYNCHRONISED = "pairwise_F", "pairwise_F without synchronisation"  # of envelopes
HOPS = {1: 1, 7: 127}
LENGTHS = (4, 100, 101, 400, 1000, 4096)
NAIVE_DIMENSIONS, NAIVE_BLOCKS = (3, 5, 7), (64, 256, 1024, 4096)
# The algorithm of ICASE 91-5, as standard_F with pairwise_F, and as standard_U with pairwise_U.
UNIFIED = {"multiphase_F": ("multiphase", "pairwise_sync"), "multiphase_U": ("multiphase", "post_all")}
LARGER, LARGER_BLOCKS = 8, (64, 128, 256)  # a dimension beyond the paper's


def own_cells():
    """{name: cells} besides those of the experiments."""
    def at_once(machine, ranks, name, pairs, size):
        return [lab.cell(machine, ranks, contention.messages(name, ranks, pairs), size, 1, "ac", "post_all")]

    def complete(dimension, block, *how):
        return [lab.cell("ipsc860", 2**dimension, "complete", block, 1, *how)]

    forced = lab.variant("ipsc860", lab.ALL_FORCED)
    wanted = {}
    for hops, to in HOPS.items():
        for size in LENGTHS:
            for kind, machine in (("FORCED", forced), ("UNFORCED", "ipsc860")):
                wanted[f"{size} bytes over {hops} links, {kind}"] = at_once(machine, 128, f"hops_{hops}", [(0, to)], size)
    wanted["0 to 31"] = at_once(forced, 32, "path_0_31", [(0, 31)], 1000)
    wanted["0 to 31 beside 14 to 11"] = at_once(forced, 32, "paths_0_31_14_11", [(0, 31), (14, 11)], 1000)
    pair = contention.messages("pair", 32, [(0, 1), (1, 0)])
    wanted["a pair"] = [lab.cell(forced, 32, pair, 1000, 1, "lp", "post_all")]
    wanted["a pair, synchronised"] = [lab.cell("ipsc860", 32, pair, 1000, 1, "lp", "pairwise_sync")]
    wanted["a chain"] = at_once(forced, 32, "chain", [(0, 1), (1, 3)], 1000)
    wanted["global synchronisation"] = [exchange.synchronisation(32)]
    for block in LARGER_BLOCKS:
        for name, how in exchange.IMPLEMENTATIONS.items():
            for k, part in enumerate(exchange.parts(exchange.cell(LARGER, block, how))):
                wanted[f"{name} {LARGER} {block} part {k}"] = [part]
    for dimension in NAIVE_DIMENSIONS:
        for block in NAIVE_BLOCKS:
            wanted[f"naive {dimension} {block}"] = complete(dimension, block, "naive", "global_once")
    for dimension in (5, 6, 7):
        for block in exchange.BLOCKS:
            for name, how in UNIFIED.items():
                wanted[f"{name} {dimension} {block}"] = [exchange.cell(dimension, block, how)]
    for block in NAIVE_BLOCKS:
        wanted[f"linear by barrier {block}"] = complete(5, block, "linear", "barrier")
        wanted[f"lp by signals {block}"] = complete(6, block, "lp", "ready_signal")
    return wanted


def six(dimensions=range(1, 8), blocks=exchange.BLOCKS):
    """{(dimension, block): {implementation: ms}} of the six."""
    return {(d, b): {name: few[name] for name in exchange.IMPLEMENTATIONS}
            for (d, b), few in exchange.times("model").items() if d in dimensions and b in blocks}


def naive_over_best():
    found, own = six(NAIVE_DIMENSIONS, NAIVE_BLOCKS), measured()
    return [own["naive {} {}".format(*at)].ms / min(few.values()) for at, few in found.items()]


def envelope(way):
    """{block: (least, mean, most)} in ms of 100 runs with noise on 32 nodes."""
    return {int(row["block"]): tuple(float(row[column]) for column in ("least_ms", "mean_ms", "most_ms"))
            for row in lab.result("envelopes.model") if row["way"] == way}


def spread(way):
    """{block: most over least}"""
    return {block: most / least for block, (least, _, most) in envelope(way).items()}


def single(hops):
    """{bytes: ms} of single FORCED messages."""
    rows = [row for row in lab.result("contention.model") if row["what"].startswith(f"{hops} hops, ")]
    return {int(row["what"].split()[2]): float(row["here_ms"]) for row in rows}


NO_DRIFT = "The model's only drift is a random delay of each start-up, up to 20 us. It slows `linear` about as much as `stable`."


@paper.finding("abstract, 1, 5", "each of six implementations is the best for some block size and dimension", NO_DRIFT)
def _():
    winners = set(map(exchange.best, six().values()))
    never = [name for name in exchange.IMPLEMENTATIONS if name not in winners]
    return (f"{len(winners)} of 6 are; never: {', '.join(never) or 'none'}",
            holds([name in winners for name in exchange.IMPLEMENTATIONS]))


@paper.finding("abstract, 1, 6.1, 7", "standard exchange is best for short blocks, direct algorithms are best for long ones")
def _():
    found = six(range(3, 8))
    truths = [exchange.best(found[d, 1]).startswith("standard") for d in range(3, 8)]
    truths += [exchange.best(found[d, 4096]) in DIRECT for d in range(3, 8)]
    return f"dimensions 3 to 7, blocks of 1 and 4096 bytes: {cells(truths)}", holds(truths)


@paper.finding("abstract, 1", "synchronisation and message type make a substantial difference within a class")
def _():
    ratios = [max(few[a] / few[b], few[b] / few[a]) for few in six().values()
              for a, b in (("pairwise_F", "pairwise_U"), ("standard_F", "standard_U"))]
    return f"factors of up to {max(ratios):.1f}", much(max(ratios))


@paper.finding("abstract, 1, 3, 7", "the time of the complete exchange is an upper bound for every pattern")
def _():
    own, found = measured(), regions("iPSC/860")
    ratios = [times["LP"] / own[f"lp by signals {size}"].ms for (_, size), times in found.items() if size in NAIVE_BLOCKS]
    return (f"LP on 64 nodes, 4 to 48 messages a node: {span(ratios, '{:.2f}')} of its complete exchange",
            at_most(max(ratios), 1.03))


@paper.finding("abstract, 2.3, 7", "programmers cannot ignore the network; a careful choice saves much time")
def _():
    ratios = naive_over_best()
    return f"`naive` takes {span(ratios)} times as long as the best of the six", much(min(ratios))


@paper.finding("2.2", "0 bytes take 95 us to a neighbour, 155 us over 7 links; slightly less than by the formula", agreed=INPUT)
def _():
    costs = lab.machine("ipsc860")["messages"]
    times = [costs["signal_microseconds"] + hops * costs["per_hop_microseconds"] for hops in HOPS]
    return "a signal takes {:.0f} and {:.0f} us (input)".format(*times), near_each([times[0] / 95, times[1] / 155])


@paper.finding("2.2", "times are linear in the bytes, and grow by about 10 us a link", agreed=INPUT)
def _():
    growth = [1e3 * (single(7)[size] - single(1)[size]) / 6 for size in single(1)]
    return f"{span(growth, '{:.1f}')} us a link", near(max(growth), 10)


@paper.finding("2.2", "4 bytes over 7 links take nearly twice as long as to a neighbour", "The paper's own formula gives 1.58.", agreed=INPUT)
def _():
    ratio = measured()["4 bytes over 7 links, FORCED"].ms / measured()["4 bytes over 1 links, FORCED"].ms
    return f"{ratio:.2f} times", near(ratio, 2)


@paper.finding("2.2", "FORCED messages take 95 + 0.394 m + 10.3 d us", agreed=INPUT)
def _():
    ratios = [1e3 * ms / (95 + 0.394 * size + 10.3 * hops) for hops in (1, 4, 7) for size, ms in single(hops).items()]
    return f"{span(ratios, '{:.3f}')} of that (input)", near_each(ratios)


@paper.finding("2.2", "UNFORCED messages of more than 100 bytes take 164 + 0.398 m + 29.9 d us", agreed=INPUT)
def _():
    own = measured()
    ratios = [1e3 * own[f"{size} bytes over {hops} links, UNFORCED"].ms / (164 + 0.398 * size + 29.9 * hops)
              for hops in HOPS for size in LENGTHS if size > 100]
    return f"{span(ratios, '{:.3f}')} of that (input)", near_each(ratios)


@paper.finding("2.2", "up to 100 bytes both types take the same time", agreed=INPUT)
def _():
    own = measured()
    ratios = [own[f"{size} bytes over {hops} links, UNFORCED"].ms / own[f"{size} bytes over {hops} links, FORCED"].ms
              for hops in HOPS for size in (4, 100)]
    return f"{span(ratios, '{:.3f}')} times as long (input)", near_each(ratios)


@paper.finding("2.2, 5", "beyond 100 bytes the reservation costs UNFORCED messages much", agreed=INPUT)
def _():
    own = measured()
    of = lambda kind, size, hops: own[f"{size} bytes over {hops} links, {kind}"].ms
    ratios = {size: [of("UNFORCED", size, hops) / of("FORCED", size, hops) for hops in HOPS] for size in (101, 4096)}
    return (f"101 bytes take {span(ratios[101])} times as long as FORCED ones, 4096 bytes {span(ratios[4096])}",
            much(max(ratios[101])))


paper.not_reproduced("2.2, footnote", "other ways to time give other times", "one way to time here")


@paper.finding("abstract, 2.3", "edge contention is disastrous: 8 messages over one link take more than 7 times as long as one",
               "Start-ups overlap with transfers on the link.")
def _():
    times = {row["what"]: float(row["here_ms"]) for row in lab.result("contention.model")}
    ratio = times["8 over one link"] / times["1 over one link"]
    return f"{ratio:.2f} times", at_least(ratio, 7)


@paper.finding("2.3", "node contention, of paths through one node, has no measurable effect", agreed=INPUT)
def _():
    ratio = measured()["0 to 31 beside 14 to 11"].ms / measured()["0 to 31"].ms
    return f"0 to 31 beside 14 to 11, both through node 15: {ratio:.3f} of the time alone", near(ratio, 1)


paper.tested("2, 3", "figures 1 and 5: links of e-cube routes; the routes from the two halves of the cube share none",
             "Hypercube.CorrectsTheLowestBitFirst", words="`phases --links` prints the chart")
paper.tested("3", "no schedule has fewer than n - 1 steps of a block", "LongestSumBound.HoldsForDirectSchedules")
paper.tested("4", "`naive`: 10 steps in figure 6, 3n/2 - 2 in general", "Unsynchronised.IsBokharisFigure6",
             "Unsynchronised.TheNaiveCompleteExchangeTakesHalfAsLongAgain")


@paper.finding("4, footnote", "for large n `naive` is much faster than standard exchange",
               "Figure 6 lets a node send to one node while it receives from another. In the model these wait for each other, as "
               "in section 5 of the paper, and messages queue at the receiver of each step.")
def _():
    found = six([7], NAIVE_BLOCKS)
    ratios = [measured()[f"naive 7 {block}"].ms / few["standard_F"] for (_, block), few in found.items()]
    return f"128 nodes, 64 to 4096 bytes: {span(ratios)} times as long as `standard_F`", much(1 / max(ratios))


paper.tested("4.1", "`linear` (figure 7): n - 1 steps without contention",
             "Linear.TakesOneStepLessThanThereAreNodesOfAHypercubeWithoutLinkContention", "Linear.IsBokharisFigure7")


@paper.finding("4.1", "exchanges in pairs save much time")
def _():
    ratios = [few["linear"] / few["pairwise_F"] for few in six(range(2, 8), [4096]).values()]
    return f"4096 bytes: `linear` takes {span(ratios)} times as long as `pairwise_F`", much(min(ratios))


paper.tested("4.1", "`pairwise` (figure 8): only exchanges, no shared link, n - 1 steps",
             "Pairwise.TakesOneStepLessThanThereAreNodesOfAHypercubeWithoutLinkContention",
             "Pairwise.IsBokharisProcedureForAPowerOfTwo", words="figure 8 as printed differs from its procedure in some rows")


@paper.finding("4.2", "a synchronisation before each step costs substantially",
               "With long blocks a barrier takes less time than the step itself.")
def _():
    found = six([5], NAIVE_BLOCKS)
    ratios = [measured()[f"linear by barrier {block}"].ms / few["linear"] for (_, block), few in found.items()]
    return f"`linear` by barriers, 64 to 4096 bytes: {span(ratios)} times as long", holds([ratio >= 1.15 for ratio in ratios])


paper.tested("4.2", "`linear` and `pairwise` need synchronous steps; `stable` tolerates a drift of one step",
             "Skew.TheStableCompleteExchangeToleratesAStep", "Skew.TheLinearAndThePairwiseOnesTolerateNone")
paper.tested("4.2", "`stable` (figure 9) has n steps",
             "Stable.TakesAsManyStepsAsThereAreNodesOfAHypercubeWithoutLinkContention", "Stable.IsBokharisFigure9")
paper.not_reproduced("4.2", "no stable schedule has n - 1 steps", "a proof of the paper: n - 1 is odd")
paper.tested("4.3", "standard exchange: log2 n messages of n/2 blocks to neighbours, so no contention",
             "StandardExchange.TakesLogarithmicallyManySteps",
             "StandardExchange.ExchangesHalfTheBlocksWithNeighboursInTheHypercube")


@paper.finding("4.3", "its overhead is massive, but for short blocks its few start-ups make it competitive")
def _():
    found = six([7])
    short, long = (found[7, block]["standard_F"] / found[7, block]["pairwise_F"] for block in (1, 4096))
    return (f"128 nodes: `standard_F` takes {short:.2f} of the time of `pairwise_F` at 1 byte, {long:.2f} at 4096; a relay "
            "copies at 0.4 us a byte", holds([short < 1, long >= 1.5]))


@paper.finding("5, 6", "UNFORCED types and standard exchange are not competitive beyond 100 bytes (in the plots: 128)",
               "At 256 bytes, and in dimension 1, the synchronisations of `pairwise_F` cost more than the reservations of "
               "`pairwise_U`.")
def _():
    truths = [exchange.best(few) not in (*UNFORCED, "standard_F") for (_, block), few in six().items() if block > 128]
    return f"another implementation is best in {cells(truths)}", holds(truths)


@paper.finding("5", "up to 100 bytes UNFORCED types are sometimes better")
def _():
    truths = [exchange.best(few) in UNFORCED for (_, block), few in six().items() if block <= 100]
    return f"best in {cells(truths)}", sometimes(truths)


paper.not_reproduced("5", "without a global synchronisation FORCED messages are lost", "MPI discards no message")


@paper.finding("5", "UNFORCED messages need memory for all messages that may arrive without posted receives")
def _():
    room = buffers.results()[32, 31]["ac_room"]
    return f"32 nodes that send all before they receive: without room for {room:.0f} of 31 messages some run deadlocks", near(room, 31)




@paper.finding("5", "a node's send and receive overlap if they begin nearly simultaneously",
               "With the overlap of different partners fewer findings come out. Wang and Ranka 1994, section 2.2, say that the two "
               "rarely proceed concurrently.")
def _():
    own = measured()
    alone = own["1000 bytes over 1 links, FORCED"].ms
    ratios = [own[name].ms / alone for name in ("a pair", "a chain")]
    return ("of one partner in {:.2f} of the time of one message, of two partners in {:.2f}".format(*ratios),
            holds([near(ratio, 1) == YES for ratio in ratios]))


paper.tested("5", "a short delay causes them to be carried out serially",
             "Network.PairwiseTheyBeginNearlySimultaneouslyOrOneWaitsForTheOther", words="input", agreed=INPUT)
paper.tested("5", "synchronised in pairs, they always overlap", "Network.PairwiseOnlyTwoThatExchangeDoBothAtOnce", words="input", agreed=INPUT)


@paper.finding("5", "pairwise synchronisation takes far less time than global synchronisation")
def _():
    own = measured()
    pairwise = own["a pair, synchronised"].ms - own["a pair"].ms
    both = own["global synchronisation"].ms
    return f"32 nodes: {1e3 * pairwise:.0f} us against {1e3 * both:.0f} us", much(both / pairwise)


@paper.finding("5, 7", "it is negligible for long messages, but not for short ones")
def _():
    found = exchange.times("model")
    shares = [1 - found[5, block]["pairwise without synchronisation"] / found[5, block]["pairwise_F"] for block in (1, 4096)]
    return ("32 nodes: {:.0%} of the time at 1 byte, {:.0%} at 4096 bytes".format(*shares),
            holds([shares[0] > 0.15, shares[1] < 0.15]))


paper.not_reproduced("5, footnote", "it is faster if its receives are posted before the global synchronisation",
                     "not measured: a signal needs no posted receive here")
paper.tested("5", "`stable` needs its idle period, as long as a transmission",
             "IdlePhases.LastAsLongAsTheMessagesOfTheReplayBefore", "Predict.ARankIdlesThroughPhasesAsIfItSent")


@paper.finding("6, 6.4", "times vary enormously without pairwise synchronisation; with it they are in a narrow band",
               "The paper does not describe the delays of its machine; here they are up to 20 us a start-up.")
def _():
    ways = ("linear", "stable", UNSYNCHRONISED)
    most = {way: max(spread(way).values()) for way in (*ways, SYNCHRONISED)}
    return ("most over least of 100 runs, the widest block: " + ", ".join(f"`{way}` {ratio:.2f}" for way, ratio in most.items()),
            holds([*(most[way] >= 1.5 for way in ways), most[SYNCHRONISED] < 1.15]))


@paper.finding("6.1",
               "UNFORCED times jump at 100 bytes: `pairwise_U` between blocks of 64 and 128, `standard_U` of 2^(7-d) and 2^(8-d)")
def _():
    found = six()

    def jumps(d, b, name):  # linear times grow twice as much from b / 2 to b as from b / 4 to b / 2
        few = [found[d, block][name] for block in (b // 4, b // 2, b)]
        return few[2] - few[1] > 1.5 * 2 * (few[1] - few[0])

    places = [(d, 128 if name == "pairwise_U" else 2**(8 - d), name) for d in range(1, 7) for name in UNFORCED]
    truths = [jumps(*place) for place in places]
    return f"a jump there in {cells(truths)}, dimensions 1 to 6", holds(truths)


@paper.finding("6.2", "`standard_U` is always better than `standard_F` for short blocks, ultimately worse")
def _():
    found = six(range(2, 8))
    truths = [few["standard_U"] < few["standard_F"] for (d, block), few in found.items() if block * 2**(d - 1) <= 100]
    truths += [found[d, 4096]["standard_U"] > found[d, 4096]["standard_F"] for d in range(2, 8)]
    return f"dimensions 2 to 7, messages up to 100 bytes and blocks of 4096: {cells(truths)}", holds(truths)


@paper.finding("6.2", "`standard_F` is optimal in dimension 7 alone, over a small range",
               "At 128 bytes in dimension 7 it takes 1.2 times as long as the fastest, by its synchronisations and copies.")
def _():
    dimensions = [d for (d, _), few in six().items() if exchange.best(few) == "standard_F"]
    return (f"optimal for {len(dimensions)} blocks of dimensions {', '.join(map(str, sorted(set(dimensions)))) or 'none'}",
            holds([d == 7 for d in dimensions]))


@paper.finding("6.2, footnote", "it might be of use on larger cubes",
               "Its synchronisations and copies cost more than it saves, as in dimension 7.")
def _():
    own = measured()
    time = lambda name, block: sum(ms.ms for key, ms in own.items() if key.startswith(f"{name} {LARGER} {block} part "))
    winners = {block: min(exchange.IMPLEMENTATIONS, key=lambda name: time(name, block)) for block in LARGER_BLOCKS}
    return (f"{2**LARGER} nodes: the fastest are " + ", ".join(f"{name} ({block} bytes)" for block, name in winners.items()),
            sometimes([name == "standard_F" for name in winners.values()]))


@paper.finding("6.3", "`stable` is better than `linear` for large ranges of blocks in dimensions 5 to 7", NO_DRIFT)
def _():
    linear, stable = envelope("linear"), envelope("stable")
    noisy = [stable[block][2] < linear[block][2] for block in linear]
    quiet = [few["stable"] < few["linear"] for few in six((5, 6, 7)).values()]
    return (f"maxima of 100 runs in dimension 5: {cells(noisy)}; dimensions 5 to 7 without noise: {cells(quiet)}",
            mostly(noisy + quiet))


@paper.finding("6.3", "figure 12: `linear` spreads slightly more than `stable`; its average and maximum are well above", NO_DRIFT)
def _():
    linear, stable = envelope("linear"), envelope("stable")
    means, mosts = ([linear[block][k] / stable[block][k] for block in linear] for k in (1, 2))
    wider = [spread("linear")[block] > spread("stable")[block] for block in linear]
    return (f"wider in {cells(wider)}; average {span(means)} of that of `stable`, maximum {span(mosts)}",
            holds([ratio > 1.15 for ratio in means + mosts]))


@paper.finding("6.4", "`pairwise_U` is about twice as fast as `pairwise_F` below 100 bytes",
               "`pairwise_F` pays for a signal nearly as much as for a short message, and for the global synchronisation.")
def _():
    ratios = [few["pairwise_F"] / few["pairwise_U"] for (_, block), few in six(range(2, 8)).items() if block < 100]
    return f"dimensions 2 to 7: {span(ratios)} times, {lab.mean(ratios):.2g} on average", near(lab.mean(ratios), 2)


paper.not_reproduced("6.4", "`linear` and `stable` vary because exchanges overlap by chance",
                     "the causes of a run's time are not separated")


@paper.finding("6.4", "figure 13: without synchronisation the difference of maximum and minimum grows with the block")
def _():
    growth = [most - least for least, _, most in envelope(UNSYNCHRONISED).values()]
    truths = [later > earlier for earlier, later in zip(growth, growth[1:])]
    return f"{span(growth, '{:.3g}')} ms, more than for the block before in {cells(truths)}", holds(truths)


@paper.finding("6.4", "figure 13: with it, times are in a narrow band of constant width")
def _():
    widths = [most - least for least, _, most in envelope(SYNCHRONISED).values()]
    return f"{span(widths, '{:.3f}')} ms wide", near(max(widths), min(widths))


@paper.finding("6.4", "figure 13: the minimum without it is lower by a constant amount")
def _():
    saved = [envelope(SYNCHRONISED)[block][0] - least for block, (least, _, _) in envelope(UNSYNCHRONISED).items()]
    return f"by {span(saved, '{:.2f}')} ms", near(max(saved), min(saved))


@paper.finding("6.4", "that minimum is a very rare event, which 1000 runs of some blocks do not have",
               "Two messages of an exchange overlap if they begin within one start-up, 95 us. Delays of up to 20 us leave some "
               "of the 100 runs in step.")
def _():
    truths = [least > envelope(SYNCHRONISED)[block][0] for block, (least, _, _) in envelope(UNSYNCHRONISED).items()]
    return f"100 runs do not have it at {sum(truths)} of {len(truths)} blocks", sometimes(truths)


@paper.finding("6.5", "dimension 1: `pairwise_U` is best for short messages, `linear` for long ones, `pairwise_F` never")
def _():
    found = six([1])
    truths = [exchange.best(found[1, 1]) == "pairwise_U", exchange.best(found[1, 4096]) == "linear",
              all(exchange.best(few) != "pairwise_F" for few in found.values())]
    return f"{sum(truths)} of these 3 hold", holds(truths)


@paper.finding("6.5", "dimension 1: `pairwise_U` and `standard_U` are one algorithm, but for the cost of permutation")
def _():
    ratios = [few["standard_U"] / few["pairwise_U"] for few in six([1]).values()]
    return f"{span(ratios, '{:.3f}')} times as long; nothing is relayed", near_each(ratios)


@paper.finding("6.1, 6.5", "`pairwise_F` is best for long messages from dimension 2 on")
def _():
    truths = [wins(few, "pairwise_F") for few in six(range(2, 8), [1024, 2048, 4096]).values()]
    return f"from 1024 bytes: {cells(truths)}", holds(truths)


@paper.finding("6.5", "`standard_U` is best for the shortest messages from dimension 3 on, not in dimension 2",
               "In dimension 2 it copies one block, and saves one of three messages.")
def _():
    truths = [(exchange.best(few) == "standard_U") == (d >= 3) for (d, _), few in six(range(2, 8), [1]).items()]
    return f"blocks of 1 byte: {sum(truths)} of {len(truths)} dimensions", holds(truths)


paper.not_reproduced("6.6", "chart of the best implementation by block and dimension",
                     "the chart has no numbers; [ours](complete_exchange.md)")
paper.asserted("7", "the tabular notation suits every fixed routing", "`phases --links` prints it for every topology")
paper.not_reproduced("7", "the techniques apply to broadcasts and one-to-all exchanges", "no such operation here")


@paper.finding("7", "standard exchange and pairwise unify into one algorithm, faster than both over some ranges")
def _():
    own = measured()
    truths = [own["multiphase_F {} {}".format(*at)].ms < min(few["standard_F"], few["pairwise_F"])
              for at, few in six((5, 6, 7)).items()]
    return f"`multiphase`, dimensions 5 to 7: {cells(truths)}", sometimes(truths)


@paper.finding("7", "combined with the results of this paper it is faster still")
def _():
    own = measured()
    truths = [min(own["{} {} {}".format(name, *at)].ms for name in UNIFIED) < min(few.values())
              for at, few in six((5, 6, 7)).items()]
    return f"`multiphase` beats all six in {cells(truths)}", sometimes(truths)


@paper.finding("7", "a careless implementation takes 2 to 3 times longer; a factor of 3 or more can be gained")
def _():
    ratios = naive_over_best()
    return f"`naive` over the best of the six: {span(ratios)}", at_least(max(ratios), 3)
