"""Results of the last runs by the model, as several papers' findings need them."""
import collections

import lab

Measured = collections.namedtuple("Measured", "ms phases building_ms")


def measured():
    """{name: Measured} of the findings' own cells."""
    return {row["name"]: Measured(*(float(row[column]) for column in Measured._fields))
            for row in lab.result("findings.model")}


def regions(figure, replays=float("inf"), schemes=("AC", "LP", "RS_N", "RS_NL")):
    """{(messages a rank, bytes): {scheme: ms}} of a figure of `regions`, with the scheduling cost over the replays."""
    found = {}
    for row in lab.result("regions.model"):
        if row["figure"] == figure and row["scheme"] in schemes:
            point = found.setdefault((int(row["density"]), int(row["bytes"])), {})
            point[row["scheme"]] = float(row["ms"]) + float(row["building_ms"]) / replays
    return found


def share_of_scheduling(figure, *schemes):
    """{(scheme, messages a rank, bytes): scheduling cost over the time of a replay}"""
    return {(row["scheme"], int(row["density"]), int(row["bytes"])): float(row["building_ms"]) / float(row["ms"])
            for row in lab.result("regions.model") if row["figure"] == figure and row["scheme"] in schemes}


def over_best(times, scheme):
    """The time of a scheme over that of the fastest, on average over points."""
    return lab.mean(point[scheme] / min(point.values()) for point in times)
