"""A finding: what a paper says, what came out here, and whether both agree. The other modules list those of one paper each."""
import collections

YES, PARTLY, NO, NOT_REPRODUCED = VERDICTS = "yes", "partly", "no", "not reproduced"

# `judge` returns what came out here, in words, and a verdict. `why` is the reason if the verdict is partly or no.
Finding = collections.namedtuple("Finding", "section sentence judge why")


class Paper:
    """The findings of one paper, in its order."""

    def __init__(self, name):
        self.name = name
        self.findings = []

    def finding(self, section, sentence, why=""):
        """Decorates the function that judges the finding by the last runs."""
        def keep(judge):
            self.findings.append(Finding(section, sentence, judge, why))
            return judge
        return keep

    def stated(self, section, sentence, here, verdict=YES, why=""):
        """A finding whose counterpart here is no measurement: a property of the library, or an input of the model."""
        self.finding(section, sentence, why)(lambda: (here, verdict))

    def proved(self, section, sentence, *tests, words=""):
        """A property that tests hold: "Suite.Test"."""
        self.stated(section, sentence, "; ".join([words] * bool(words) + [f"test `{test}`" for test in tests]))

    def not_reproduced(self, section, sentence, reason):
        self.stated(section, sentence, reason, NOT_REPRODUCED)


# The rules of a verdict: docs/papers.md states them.
def near(here, theirs):
    """A number."""
    ratio = max(here / theirs, theirs / here)
    return YES if ratio <= 1.15 else PARTLY if ratio <= 1.5 else NO


def near_each(ratios):
    """Several numbers, as ratios to those of the paper."""
    verdicts = [near(ratio, 1) for ratio in ratios]
    if holds([verdict == YES for verdict in verdicts]) == YES:
        return YES
    return NO if holds([verdict != NO for verdict in verdicts]) == NO else PARTLY


def at_least(here, bound):
    return YES if here >= bound else PARTLY if 1.5 * here >= bound else NO


def at_most(here, bound):
    return YES if here <= bound else PARTLY if here <= 1.5 * bound else NO


def much(ratio):
    """A ratio that the paper calls significant, severe, or many times, without a number."""
    return YES if ratio >= 1.5 else PARTLY if ratio >= 1.15 else NO


def holds(truths, yes=0.9, partly=0.5):
    """A comparison in several cells, or several parts of one sentence. It does not hold if there are no cells."""
    part = sum(truths) / max(1, len(truths))
    return YES if part >= yes else PARTLY if part >= partly else NO


def mostly(truths):
    """A comparison that the paper says of most cases, of many, or of a large range."""
    return holds(truths, yes=0.5, partly=1 / 3)


def cells(truths):
    """How many of these comparisons hold, in words."""
    return f"{sum(truths)} of {len(truths)} cells"


def wins(times, scheme):
    """Whether a scheme is the fastest, or within 3 % of it."""
    return times[scheme] <= 1.03 * min(times.values())


def span(numbers, form="{:.2g}"):
    """Least to most of numbers, in words."""
    numbers = list(numbers)
    low, high = (form.format(number) for number in (min(numbers), max(numbers)))
    return low if low == high else f"{low} to {high}"
