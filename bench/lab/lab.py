"""What the experiments of the lab share: cells run by an engine, results as CSV, pictures."""
import collections
import csv
import math
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
LAB = SOURCE / "bench" / "lab"
RESULTS = SOURCE / "docs" / "lab"
WORK = SOURCE / "build" / "lab"  # cells and what has become of them

PROGRAMS = SOURCE / "build" / "release" / "bench" / "lab"
ENGINES = {"model": PROGRAMS / "lab_model", "simulator": LAB / "simulate"}
CHOICE = PROGRAMS / "lab_choice"
Outcome = collections.namedtuple("Outcome", "seconds phases building")  # building: by the model alone, else nan
COLUMNS = ["machine", "ranks", "matrix", "bytes", "seed", "algorithm", "protocol", "window"]

# The schemes of Wang, Lin and Ranka in this project's words: (algorithm, protocol).
SCHEMES = {
    "AC": ("ac", "post_all"),
    "LP": ("lp", "ready_signal"),
    "RS_N": ("rs_n", "ready_signal"),
    "DRS_N": ("ac", "lock"),
    "RS_NH": ("rs_nh", "ready_signal"),
}


def market(name):
    """A matrix of bench/lab/matrices, as cells spell it."""
    return f"market:{LAB / 'matrices' / name}"


def cell(machine, ranks, matrix, size, seed, algorithm, protocol, window=4):
    """One replay; `size` is the bytes of a unit."""
    return machine, ranks, matrix, size, seed, algorithm, protocol, window


def run(cells, engine="model", name="cells"):
    """{cell: Outcome}: each different cell is run once."""
    different = list(dict.fromkeys(cells))
    rows = filter_csv(ENGINES[engine], COLUMNS, different, name)
    return {c: Outcome(float(row["seconds"]), int(row["phases"]), float(row.get("building", "nan")))
            for c, row in zip(different, rows)}


def choose(cases):
    """{case: (algorithm, protocol, window)}, as `choose` takes it; a case is a cell as far as its seed, and replays."""
    different = list(dict.fromkeys(cases))
    rows = filter_csv(CHOICE, [*COLUMNS[:5], "replays", *COLUMNS[5:7]],
                      [(*case, "ac", "post_all") for case in different], "choices")
    return {case: (row["chosen_algorithm"], row["chosen_protocol"], int(row["chosen_window"]))
            for case, row in zip(different, rows)}


def filter_csv(program, columns, rows, name):
    """What a program that prints the rows of a CSV file again, with more columns, makes of these."""
    if not program.exists():
        sys.exit(f"lab: {program} is not there; scripts/lab --help says how it is built")
    WORK.mkdir(parents=True, exist_ok=True)
    file = WORK / f"{name}.csv"
    with file.open("w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([columns, *rows])
    outcome = file.with_suffix(".out.csv")
    with outcome.open("w") as out:
        if subprocess.run([program, file], stdout=out).returncode != 0:
            sys.exit(f"lab: {program.name} failed on {file}")
    found = read(outcome)
    if len(found) != len(rows):
        sys.exit(f"lab: {program.name} returned {len(found)} rows for the {len(rows)} of {file}")
    return found


def read(file):
    """Rows of a CSV file, as dictionaries; lines that begin with # are remarks."""
    with open(file, newline="") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def write(name, columns, rows):
    """A result: docs/lab/NAME.csv. Numbers in four digits."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    with (RESULTS / f"{name}.csv").open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow([f"{x:.4g}" if isinstance(x, float) else x for x in row])


def result(name):
    """The rows of docs/lab/NAME.csv, or none when it has not been made."""
    file = RESULTS / f"{name}.csv"
    return read(file) if file.exists() else []


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def geometric_mean(values):
    return math.exp(mean(math.log(value) for value in values))


def quantile(values, fraction):
    """The value that so large a fraction of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(fraction * len(ordered)) - 1)]


def table(columns, rows):
    """A table in Markdown."""
    line = lambda fields: "| " + " | ".join(str(field) for field in fields) + " |"
    return "\n".join([line(columns), line("---" for _ in columns), *(line(row) for row in rows)])


def plots():
    """matplotlib's pyplot, set up as the other pictures of this project."""
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
    figure.savefig(RESULTS / f"{name}.png", metadata={"Software": None})
