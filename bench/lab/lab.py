"""What the experiments of the lab share: cells run by an engine, results as CSV, pictures."""
import csv
import math
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
LAB = SOURCE / "bench" / "lab"
RESULTS = SOURCE / "docs" / "lab"
WORK = SOURCE / "build" / "lab"  # cells and what has become of them

ENGINES = {
    "model": [SOURCE / "build" / "release" / "bench" / "lab" / "lab_model"],
    "simulator": [LAB / "simulate"],
}
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
    """{cell: (seconds, phases)}: each different cell is run once."""
    if not cells:
        return {}
    command = ENGINES[engine]
    if not command[0].exists():
        sys.exit(f"lab: {command[0].relative_to(SOURCE)} is not there; scripts/lab --help says how it is built")
    WORK.mkdir(parents=True, exist_ok=True)
    file = WORK / f"{name}.csv"
    different = list(dict.fromkeys(cells))
    with file.open("w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([COLUMNS, *different])
    done = subprocess.run([*command, file], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"lab: {command[0].name} failed on {file}")
    rows = list(csv.DictReader(done.stdout.splitlines()))
    if len(rows) != len(different):
        sys.exit(f"lab: {command[0].name} returned {len(rows)} rows for the {len(different)} of {file}")
    return {c: (float(row["seconds"]), int(row["phases"])) for c, row in zip(different, rows)}


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
