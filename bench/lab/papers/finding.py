"""A finding: what a paper says, what came out here, and whether both agree. The other modules list those of one paper each."""
import collections
import functools
import math
import re

import lab

# An outcome of the model or a property that tests hold can fail: these verdicts count.
YES, TESTED, PARTLY, NO = "yes", "tested", "partly", "no"
# What agrees but cannot count: the machine's file says it; a cost is fitted to it; nothing here measures it.
INPUT, FITTED, ASSERTED = "input", "fitted", "asserted"
NOT_REPRODUCED = "not reproduced"
VERDICTS = YES, TESTED, PARTLY, NO, INPUT, FITTED, ASSERTED, NOT_REPRODUCED

# `judge` returns what came out here, in words, and YES, PARTLY or NO. `agreed` is the verdict in place of YES. `why` is the
# reason if the verdict is partly or no.
Finding = collections.namedtuple("Finding", "section sentence judge why agreed")


class Paper:
    """The findings of one paper, in its order."""

    def __init__(self, name):
        self.name = name
        self.findings = []

    def finding(self, section, sentence, why="", agreed=YES):
        """Decorates the function that judges the finding by the last runs."""
        def keep(judge):
            self.findings.append(Finding(section, sentence, judge, why, agreed))
            return judge
        return keep

    def asserted(self, section, sentence, here):
        """A finding whose counterpart here is said, and not measured."""
        self.finding(section, sentence, agreed=ASSERTED)(lambda: (here, YES))

    def tested(self, section, sentence, *tests, words="", agreed=TESTED):
        """A property that tests hold: "Suite.Test". They fail with it; here they must exist."""
        here = "; ".join([words] * bool(words) + [f"test `{test}`" for test in tests])
        self.finding(section, sentence, "One of these tests does not exist.", agreed)(
            lambda: (here, YES if set(tests) <= tests_of_the_project() else NO))

    def not_reproduced(self, section, sentence, reason):
        self.finding(section, sentence, agreed=NOT_REPRODUCED)(lambda: (reason, YES))

    def judged(self):
        """[(finding, what came out here, verdict)]"""
        found = []
        for finding in self.findings:
            here, verdict = finding.judge()
            found.append((finding, here, finding.agreed if verdict == YES else verdict))
        return found


@functools.cache
def tests_of_the_project():
    """{"Suite.Test"} of all sources."""
    test = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)|\bTYPED_TEST\(\s*(\w+),\s*(\w+)\)")
    sources = (file.read_text() for file in (lab.SOURCE / "tests").rglob("*.cpp"))
    return {".".join(filter(None, names)) for text in sources for names in test.findall(text)}


# The rules of an outcome: docs/papers.md states them.
def near(here, theirs):
    """A number."""
    ratio = max(here / theirs, theirs / here) if here * theirs > 0 else math.inf
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


def sometimes(truths):
    """A comparison that the paper says of some cases: of a tenth at least."""
    return holds(truths, yes=0.1, partly=0.01)


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
