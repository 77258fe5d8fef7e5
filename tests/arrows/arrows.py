#!/usr/bin/env python3
"""Checks includes by the table of rooms in docs/design.md.

    arrows.py            every include follows the table; no circle between pairs of files, nor between rooms of executor
    arrows.py self-test  finds wrong arrows and circles that it puts in

A room includes the rooms that its row names, and what these know. A row names only rows above it, so the table has no
circle.
"""
import collections
import graphlib
import os
import pathlib
import re
import sys

divided = "executor"  # the room whose own rooms have rows


def rooms_of(root):
    """By room, the rooms that it may include."""
    text = (root / "docs/design.md").read_text(encoding="utf-8")
    table = text[text.index("| room | holds | knows |"):].split("\n\n")[0]
    allowed = {}
    for names, _, knows in (row.strip("| ").split(" | ") for row in table.split("\n")[2:]):
        named = list(allowed) if knows == "all above" else [room for room in knows.split(", ") if room in allowed]
        known = set().union(*(allowed[room] for room in named))
        allowed |= {room: known | {room} for room in re.findall(r"[\[`]([\w/]+)[\]`]", names)}
    return allowed


class Tree:
    def __init__(self, root):
        self.rooms = rooms_of(root)
        folders = sorted({room.split("/")[0] for room in self.rooms} | {"tests"})
        self.files = sorted(str(path.relative_to(root)) for folder in folders for path in (root / folder).rglob("*.*")
                            if path.suffix in (".cpp", ".hpp", ".c", ".h"))
        self.by_name = collections.defaultdict(list)
        for file in self.files:
            self.by_name[os.path.basename(file)].append(file)
        self.includes = [(file, number, target) for file in self.files
                         for number, line in enumerate((root / file).read_text(encoding="utf-8").split("\n"), 1)
                         if (target := self.target(file, line))]

    def target(self, file, line):
        """The file that a line includes: beside the includer, by its spelling, or in a folder that -I names."""
        included = re.match(r'\s*#\s*include (?:<(?:partita/|(?=partita\.h>))|")([^">]+)[">]', line)
        if not included:
            return None
        path = included[1]
        same_name = self.by_name[os.path.basename(path)]
        spelled = [one for one in (os.path.normpath(os.path.join(os.path.dirname(file), path)), path) if one in same_name]
        ending = [one for one in same_name if one.endswith("/" + path)]
        return spelled[0] if spelled else ending[0] if len(ending) == 1 else None

    def room(self, file):
        """The innermost row. A folder of the divided room that has none is a room without arrows."""
        folder = os.path.dirname(file)
        while folder not in self.rooms and "/" in folder and not folder.startswith(divided + "/"):
            folder = os.path.dirname(folder)
        return folder

    def wrong_arrows(self):
        for file, number, target in self.includes:
            of, to = self.room(file), self.room(target)
            if not of.startswith("tests") and to not in self.rooms.get(of, ()):
                yield f"{file}:{number}: includes {target}, but {of} -> {to} is no arrow of docs/design.md"

    def circles(self):
        """Between pairs of files, and between the rooms of the divided one."""
        pair = {file: os.path.splitext(file)[0] for file in self.files}
        part = {file: self.room(file) for file in self.files if file.startswith(divided + "/")}
        return [*circles_of(pair, self.includes), *circles_of(part, self.includes)]


def circles_of(name, includes):
    graph = collections.defaultdict(list)
    for of, to in sorted({(name[file], name[target]) for file, _, target in includes if {file, target} <= name.keys()}):
        if of != to:
            graph[of].append(to)
    while True:
        try:
            graphlib.TopologicalSorter(graph).prepare()
            return
        except graphlib.CycleError as error:
            circle = error.args[1][::-1]
            yield "a circle of includes: " + " -> ".join(circle)
            graph[circle[0]].remove(circle[1])


def faults(tree):
    return [*tree.wrong_arrows(), *tree.circles()]


def self_test(tree):
    rules, replay = "executor/replay/rules/conditions.hpp", "<partita/executor/replay/replay.hpp>"
    before, read, missed = set(faults(tree)), tree.includes, []
    if ("inspector/inspect.cpp", "inspector/inspect.hpp") not in {(file, target) for file, _, target in read}:
        missed.append("inspector/inspect.cpp includes inspector/inspect.hpp, which was not read")
    for file, included, expected in [
            ("support/error.hpp", "<partita/loops/chain.hpp>", "support/error.hpp:1: .* support -> loops "),
            ("bench/schedule_build.cpp", '"tests/shares.hpp"', "bench -> tests "), (rules, replay, "executor/replay/rules -> executor/replay is"),
            (rules, replay, "circle.* executor/replay/rules -> executor/replay"),
            ("schedule/phase_table.hpp", "<partita/schedule/verify.hpp>", "circle.* schedule/phase_table -> schedule/verify")]:
        tree.includes = [*read, (file, 1, tree.target(file, f"#include {included}"))]
        if not any(re.search(expected, fault) for fault in set(faults(tree)) - before):
            missed.append(f"{file}: includes {included}, and no fault matches {expected}")
    return missed


checkout = Tree(pathlib.Path(__file__).resolve().parents[2])
found = self_test(checkout) if sys.argv[1:] == ["self-test"] else faults(checkout)
sys.exit("\n".join(found) if found else 0)
