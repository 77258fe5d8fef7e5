"""Shared by the experiments of the lab: cells run by an engine, results as CSV, pictures."""
import collections
import csv
import math
import pathlib
import subprocess
import sys
import tomllib

from answers import answers

SOURCE = pathlib.Path(__file__).resolve().parents[2]
LAB = SOURCE / "bench" / "lab"
RESULTS = SOURCE / "docs" / "lab"
BEYOND = ("ours", "regret", "once_or_often", "scale", "predict_vs_simulator")  # results that are no evidence of the papers
WORK = SOURCE / "build" / "lab"  # results of cells; may be removed

PROGRAMS = SOURCE / "build" / "release" / "bench" / "lab"
ENGINES = {"model": PROGRAMS / "lab_model",
           "simulator": SOURCE / "build" / "simulate" / "bench" / "lab" / "simulator" / "lab_simulator"}
CHOICE = PROGRAMS / "lab_choice"
# Only the model has all columns; others are nan.
Outcome = collections.namedtuple("Outcome", "seconds phases building inquiries")
COLUMNS = ["machine", "ranks", "matrix", "bytes", "seed", "algorithm", "protocol", "window", "improvements",
           "order"]

# The schemes of Wang, Lin and Ranka: (algorithm, protocol).
SCHEMES = {
    "AC": ("ac", "post_all"),
    "LP": ("lp", "ready_signal"),
    "RS_N": ("rs_n", "ready_signal"),
    "DRS_N": ("ac", "lock"),
    "RS_NH": ("rs_nh", "ready_signal"),
}

# The iPSC/860 if every receive were known to be posted: all messages are FORCED.
ALL_FORCED = {"unreserved_bytes": 10**9}

# S2 on a machine whose nodes send one message at a time, as on the iPSC/860: protocol, window.
S2 = ("windowed", 1)


def market(name):
    """A matrix of bench/lab/matrices, as cells spell it."""
    return f"market:{LAB / 'matrices' / name}"


def matrix(name, ranks, entries):
    """A matrix of (from, to, units), as cells spell it."""
    WORK.mkdir(parents=True, exist_ok=True)
    file = WORK / f"{name}.mtx"
    lines = ["%%MatrixMarket matrix coordinate integer general", f"{ranks} {ranks} {len(entries)}",
             *(f"{i + 1} {j + 1} {length}" for i, j, length in entries)]
    file.write_text("\n".join(lines) + "\n")
    return f"market:{file}"


def variant(machine, changes):
    """A machine of machines/ with these values changed or added in [messages], as cells spell it."""
    if not changes:
        return machine
    lines = (SOURCE / "machines" / f"{machine}.toml").read_text().splitlines()
    for key, value in changes.items():
        places = [k for k, line in enumerate(lines) if line.startswith(f"{key} =")]
        if not places:
            places = [lines.index("[messages]") + 1]
            lines.insert(places[0], "")
        lines[places[0]] = f"{key} = {value}"
    WORK.mkdir(parents=True, exist_ok=True)
    file = WORK / ("_".join([machine, *(f"{key}_{value}" for key, value in changes.items())]) + ".toml")
    file.write_text("\n".join(lines) + "\n")
    return str(file)


def machine(name):
    """The tables of a machine of machines/: "network", "messages", "processors"."""
    return tomllib.loads((SOURCE / "machines" / f"{name}.toml").read_text())


# The order in which `ac` sends. The papers': "in a random order" (Wang, Lin, Ranka 1993, section 3.1). Partita's: its default.
ORDER_OF_THE_PAPERS, ORDER_OF_PARTITA = "random", ""


def cell(machine, ranks, matrix, size, seed, algorithm, protocol, window=4, improvements="both",
         order=ORDER_OF_THE_PAPERS):
    """One replay; `size` is the bytes of a unit, `improvements` those of 1995 of the protocol lock, `order` that of `ac`."""
    return machine, ranks, matrix, size, seed, algorithm, protocol, window, improvements, order


def run(cells, engine="model"):
    """{cell: Outcome}: each distinct cell runs once, and again only if the engine has changed."""
    if engine == "simulator":
        subprocess.run([LAB / "simulate", "--build"], check=True)
    different = list(dict.fromkeys(cells))
    rows = ask(ENGINES[engine], COLUMNS, different)
    return {c: Outcome(*(float(row.get(column, "nan")) for column in Outcome._fields)) for c, row in zip(different, rows)}


def choose(cases):
    """{case: way}, the choice of `choose`; a case is a cell up to its seed, and replays."""
    different = list(dict.fromkeys(cases))
    rows = ask(CHOICE, [*COLUMNS[:5], "replays", *COLUMNS[5:7]], [(*case, "ac", "post_all") for case in different])
    return {case: way_of(row["chosen"]) for case, row in zip(different, rows)}


def way_of(words):
    """(algorithm, protocol, window) of "colouring by windowed window=1"."""
    algorithm, _, protocol, *window = words.split()
    return algorithm, protocol, int(window[0].removeprefix("window=")) if window else 4


def ask(program, columns, rows):
    """The answers of a program for rows that begin like cells: see `answers`."""
    if not program.exists():
        sys.exit(f"lab: {program} does not exist; build it as bench/lab/run --help says")
    WORK.mkdir(parents=True, exist_ok=True)
    return answers(program, columns, rows, WORK, files_of)


def files_of(row):
    """The files that a cell names: its machine, and its matrix if that is one."""
    machine, _, matrix, *_ = row
    is_name = "/" not in machine and not machine.endswith(".toml")
    files = [SOURCE / "machines" / f"{machine}.toml" if is_name else pathlib.Path(machine)]
    if matrix.startswith("market:"):
        files.append(pathlib.Path(matrix.removeprefix("market:")))
    return files


def read(file):
    """Rows of a CSV file, as dictionaries; lines that begin with # are comments."""
    with open(file, newline="") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def place(file):
    """Where a result lies: below docs/lab/papers if it is evidence of the papers."""
    return RESULTS / file if file.startswith(BEYOND) else RESULTS / "papers" / file


def write(name, columns, rows):
    """Writes a result, with four digits."""
    with place(f"{name}.csv").open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow([f"{x:.4g}" if isinstance(x, float) else x for x in row])


def result(name):
    """The rows of a result, or none if its file does not exist."""
    file = place(f"{name}.csv")
    return read(file) if file.exists() else []


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def geometric_mean(values):
    return math.exp(mean(math.log(value) for value in values))


def quantile(values, fraction):
    """The smallest value that at least this fraction of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(fraction * len(ordered)) - 1)]


def table(columns, rows):
    """A table in Markdown."""
    line = lambda fields: "| " + " | ".join(str(field) for field in fields) + " |"
    return "\n".join([line(columns), line("---" for _ in columns), *(line(row) for row in rows)])


def plots():
    """matplotlib's pyplot, with the style of this project."""
    try:
        import matplotlib
    except ImportError:
        sys.exit("lab: pictures need matplotlib; scripts/install-deps installs it")
    matplotlib.use("Agg")
    from matplotlib import pyplot
    pyplot.rcParams.update({
        "font.family": "STIXGeneral", "mathtext.fontset": "stix", "font.size": 11, "axes.linewidth": 0.8,
        "legend.frameon": False, "svg.hashsalt": "lab", "savefig.bbox": "tight", "savefig.dpi": 110,
    })
    return pyplot


def save(figure, name):
    figure.savefig(place(f"{name}.png"), metadata={"Software": None})
