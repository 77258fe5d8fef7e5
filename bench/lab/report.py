"""Writes the tables of the last runs to docs/papers.md, each between <!-- NAME --> and <!-- /NAME -->."""
import re
import sys

import lab

DOCUMENT = lab.SOURCE / "docs" / "papers.md"


def fill(experiments):
    text = DOCUMENT.read_text()
    for experiment in experiments:
        for name, table in experiment.tables().items():
            place = re.compile(rf"(<!-- {re.escape(name)} -->\n).*?(<!-- /{re.escape(name)} -->)", re.DOTALL)
            if not place.search(text):
                sys.exit(f"lab: docs/papers.md has no place for {name}: <!-- {name} --> and <!-- /{name} -->")
            text = place.sub(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", text)
    DOCUMENT.write_text(text)
