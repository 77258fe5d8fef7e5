"""Every finding of the five papers, what came out here, and whether both agree.

papers/ judges the findings by the results of the other experiments, and by a few cells of their own. Only by the model.
"""
import collections

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
                1e3 * lab.mean(one.building for one in outcomes)]

    lab.write(f"{NAME}.{engine}", ["name", *Measured._fields], map(row, wanted))


def judged():
    """Every finding with its verdict, by paper and in the order of the paper."""
    return [Judged(module.paper.name, finding.section, finding.sentence, *finding.judge(), finding.why)
            for module in MODULES for finding in module.paper.findings]


def reasons(found):
    """A line for each reason, with the findings that do not agree, or partly, for this reason."""
    places = {}
    for one in found:
        if one.verdict in (NO, PARTLY) and one.why:
            places.setdefault(one.why, {}).setdefault(one.paper, {})[f"{one.section} ({one.verdict})"] = one
    return "\n".join(f"* {'; '.join(f'{paper}: ' + '; '.join(sections) for paper, sections in papers.items())}. {why}"
                     for why, papers in places.items())


def tables():
    found = judged()
    papers = dict.fromkeys(one.paper for one in found)
    number = collections.Counter((one.paper, one.verdict) for one in found)
    return {
        "findings.number": lab.table(["paper", *VERDICTS], [[paper, *(number[paper, verdict] for verdict in VERDICTS)]
                                                            for paper in papers]),
        "findings": lab.table(["paper, section", "finding", "here", "agrees"],
                              [[f"{one.paper}, {one.section}", one.sentence, one.here, one.verdict] for one in found]),
        "findings.reasons": reasons(found),
    }
