"""Results of the last runs by the model, as several papers' findings need them."""
import collections

import lab
import regions as regions_of_the_lab

Measured = collections.namedtuple("Measured", "ms phases building_ms inquiries")


def measured():
    """{name: Measured} of the findings' own cells."""
    return {row["name"]: Measured(*(float(row[column]) for column in Measured._fields))
            for row in lab.result("findings.model")}


def regions(figure, replays=float("inf"), schemes=("AC", "LP", "RS_N", "RS_NL")):
    """{(messages a rank, bytes): {scheme: ms}} of a figure of `regions`, with the scheduling cost over the replays."""
    return {point: {scheme: ms + building / replays for scheme, (ms, building, _) in times.items() if scheme in schemes}
            for point, times in regions_of_the_lab.times("model")[figure].items()}


def share_of_scheduling(figure, *schemes):
    """{(scheme, messages a rank, bytes): scheduling cost, without the exchange before it, over the time of a replay}"""
    return {(scheme, *point): (building - exchange) / ms
            for point, times in regions_of_the_lab.times("model")[figure].items()
            for scheme, (ms, building, exchange) in times.items() if scheme in schemes}


def over_best(times, scheme):
    """The time of a scheme over that of the fastest, on average over points."""
    return lab.mean(point[scheme] / min(point.values()) for point in times)
