"""Every finding of the five papers, what came out here, and whether both agree.

papers/ judges the findings by the results of the other experiments, and by a few cells of their own. Only by the model.
"""
import collections
import re

import lab
from papers import bokhari_1991, bounded_traffic_1995, cm5_1993, ipsc860_1994, nice_1993
from papers.finding import NO, PARTLY, VERDICTS
from papers.results import Measured

NAME = "findings"
MODULES = (bokhari_1991, cm5_1993, nice_1993, ipsc860_1994, bounded_traffic_1995)
Judged = collections.namedtuple("Judged", "paper section sentence here verdict why")


def run(engine):
    if engine != "model":
        return
    wanted = {name: cells for module in MODULES for name, cells in module.own_cells().items()}
    done = lab.run([c for cells in wanted.values() for c in cells], engine)

    def row(name):
        outcomes = [done[c] for c in wanted[name]]
        return [name, 1e3 * lab.mean(one.seconds for one in outcomes), lab.mean(one.phases for one in outcomes),
                1e3 * lab.mean(one.building for one in outcomes), lab.mean(one.inquiries for one in outcomes)]

    lab.write(f"{NAME}.{engine}", ["name", *Measured._fields], map(row, wanted))


def judged():
    """Every finding with its verdict, by paper and in the order of the paper."""
    return [Judged(module.paper.name, finding.section, finding.sentence, here, verdict, finding.why)
            for module in MODULES for finding, here, verdict in module.paper.judged()]


def number(found):
    """How many findings have each verdict."""
    return {verdict: sum(one.verdict == verdict for one in found) for verdict in VERDICTS}


def reasons(found):
    """A line for each reason, with the findings that do not agree, or partly, for this reason."""
    places = {}
    for one in found:
        if one.verdict in (NO, PARTLY) and one.why:
            places.setdefault(one.why, {})[f"{one.section} ({one.verdict})"] = one
    return "\n".join(f"* {'; '.join(sections)}. {why}" for why, sections in places.items())


def by_paper():
    """{module: findings}"""
    found = judged()
    return {module: [one for one in found if one.paper == module.paper.name] for module in MODULES}


def tables():
    every = by_paper()
    total = {verdict: sum(number(found)[verdict] for found in every.values()) for verdict in VERDICTS}
    parts = {"findings.number": lab.table(
        ["paper", *VERDICTS],
        [[f"[{module.paper.name}](lab/papers/{name_of(module)}.md)", *number(found).values()] for module, found in every.items()]
        + [["all", *total.values()]])}
    parts["findings.no"] = lab.table(["paper, section", "finding", "here"], [
        [f"{one.paper}, {one.section}", one.sentence, from_above(one.here)] for found in every.values() for one in found
        if one.verdict == NO])
    for module, found in every.items():
        parts[f"findings.{name_of(module)}"] = lab.table(
            ["section", "finding", "here", "verdict"], [[one.section, one.sentence, one.here, one.verdict] for one in found])
        parts[f"findings.{name_of(module)}.reasons"] = reasons(found)
    return parts


def from_above(text):
    """Links of a page in docs/lab/papers, for docs/papers.md."""
    return re.sub(r"\]\((?=\w+\.md)", "](lab/papers/", text).replace("](../../", "](").replace("](../", "](lab/")


def name_of(module):
    return module.__name__.split(".")[-1]


def say():
    """Prints how many findings have each verdict."""
    for verdict, many in number(judged()).items():
        print(f"{verdict:16}{many}")
